//! Letters for pieces and armies, so that colour is never needed to tell them apart.

use tetrarch_rules::{PieceState, PieceView, TrayPiece, View};

/// The letters of the pieces of one view.
pub(crate) struct PieceLetters<'a> {
    view: &'a View,
    /// Whether to write the second army in lower case, as chess diagrams do: there are two armies, and the game's own letters do
    /// not use case already.
    lowercase_second: bool,
}

impl<'a> PieceLetters<'a> {
    pub(crate) fn new(view: &'a View) -> PieceLetters<'a> {
        let on_board = view.men.iter().map(|piece| &piece.letter);
        let beside = view.trays.iter().flat_map(|tray| &tray.men).map(|piece| &piece.letter);
        let has_lowercase = on_board.chain(beside).any(|letter| letter.chars().any(char::is_lowercase));
        PieceLetters { view, lowercase_second: view.armies.len() == 2 && !has_lowercase }
    }

    /// A piece's letter. With more than two armies and `with_army`, the army's letter precedes it.
    pub(crate) fn piece(&self, piece: &PieceView, with_army: bool) -> String {
        if piece.state == PieceState::Hidden {
            return "?".to_string();
        }
        self.format(piece.army.as_deref(), &piece.letter, with_army)
    }

    /// The letter of a piece in a tray.
    pub(crate) fn tray_piece(&self, piece: &TrayPiece) -> String {
        self.format(Some(&piece.army), &piece.letter, true)
    }

    fn format(&self, army: Option<&str>, letter: &str, with_army: bool) -> String {
        let army = army.and_then(|name| self.view.armies.iter().position(|own| own.name == name));
        let small = self.lowercase_second && army == Some(1);
        let letter = if small { letter.to_lowercase() } else { letter.to_string() };
        let prefix = army.filter(|_| with_army && self.view.armies.len() > 2);
        prefix.map(|army| self.view.armies[army].letter.to_string()).unwrap_or_default() + &letter
    }
}
