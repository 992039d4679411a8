//! The letters that men are shown with, so that nobody needs to tell colours apart.

use tetrarch_rules::{Man, ManState, TrayMan, View};

/// How the men of one view are written.
pub(crate) struct Letters<'a> {
    view: &'a View,
    /// Two armies share their letters: the second's are small then, as in chess diagrams.
    small: bool,
}

impl<'a> Letters<'a> {
    pub(crate) fn of(view: &'a View) -> Letters<'a> {
        let on_board = view.men.iter().map(|man| &man.letter);
        let beside = view.trays.iter().flat_map(|tray| &tray.men).map(|man| &man.letter);
        let told = on_board.chain(beside).any(|letter| letter.chars().any(char::is_lowercase));
        Letters { view, small: view.armies.len() == 2 && !told }
    }

    /// A man's letter, after its army's where there are more than two and it is asked for.
    pub(crate) fn of_man(&self, man: &Man, with_army: bool) -> String {
        if man.state == ManState::Hidden {
            return "?".to_string();
        }
        self.written(man.army.as_deref(), &man.letter, with_army)
    }

    /// The letter of a man beside the board.
    pub(crate) fn of_tray_man(&self, man: &TrayMan) -> String {
        self.written(Some(&man.army), &man.letter, true)
    }

    fn written(&self, army: Option<&str>, letter: &str, with_army: bool) -> String {
        let army = army.and_then(|name| self.view.armies.iter().position(|own| own.name == name));
        let small = self.small && army == Some(1);
        let letter = if small { letter.to_lowercase() } else { letter.to_string() };
        let prefix = army.filter(|_| with_army && self.view.armies.len() > 2);
        prefix.map(|army| self.view.armies[army].letter.to_string()).unwrap_or_default() + &letter
    }
}
