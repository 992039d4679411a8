//! The letters that men are shown with, so that nobody needs to tell colours apart.

use tetrarch_rules::{PieceState, PieceView, TrayPiece, View};

/// How the men of one view are written.
pub(crate) struct PieceLetters<'a> {
    view: &'a View,
    /// Two armies share their letters: the second's are small then, as in chess diagrams.
    lowercase_second: bool,
}

impl<'a> PieceLetters<'a> {
    pub(crate) fn new(view: &'a View) -> PieceLetters<'a> {
        let on_board = view.men.iter().map(|man| &man.letter);
        let beside = view.trays.iter().flat_map(|tray| &tray.men).map(|man| &man.letter);
        let told = on_board.chain(beside).any(|letter| letter.chars().any(char::is_lowercase));
        PieceLetters { view, lowercase_second: view.armies.len() == 2 && !told }
    }

    /// A man's letter, after its army's where there are more than two and it is asked for.
    pub(crate) fn piece(&self, man: &PieceView, with_army: bool) -> String {
        if man.state == PieceState::Hidden {
            return "?".to_string();
        }
        self.format(man.army.as_deref(), &man.letter, with_army)
    }

    /// The letter of a man beside the board.
    pub(crate) fn tray_piece(&self, man: &TrayPiece) -> String {
        self.format(Some(&man.army), &man.letter, true)
    }

    fn format(&self, army: Option<&str>, letter: &str, with_army: bool) -> String {
        let army = army.and_then(|name| self.view.armies.iter().position(|own| own.name == name));
        let small = self.lowercase_second && army == Some(1);
        let letter = if small { letter.to_lowercase() } else { letter.to_string() };
        let prefix = army.filter(|_| with_army && self.view.armies.len() > 2);
        prefix.map(|army| self.view.armies[army].letter.to_string()).unwrap_or_default() + &letter
    }
}
