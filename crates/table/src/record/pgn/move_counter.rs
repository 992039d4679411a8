//! Move numbers.

use super::Movetext;

/// The number of the next move and the side to move.
pub(crate) struct MoveCounter {
    number: u32,
    white: bool,
    /// Whether a number has been written. After that, Black's moves need none.
    begun: bool,
}

impl MoveCounter {
    /// Reads a FEN: the side to move is the second field, the move number the sixth.
    pub(crate) fn from_fen(fen: &str) -> MoveCounter {
        let mut fields = fen.split(' ').skip(1);
        let white = fields.next() != Some("b");
        let number = fields.nth(3).and_then(|number| number.parse().ok()).unwrap_or(1);
        MoveCounter { number, white, begun: false }
    }

    /// Writes the move number, if the next move needs one.
    pub(crate) fn write_number(&mut self, text: &mut Movetext) {
        match (self.white, self.begun) {
            (true, _) => text.push(&format!("{}.", self.number)),
            (false, false) => text.push(&format!("{}...", self.number)),
            (false, true) => {}
        }
        self.begun = true;
    }

    /// Advances to the next move.
    pub(crate) fn advance(&mut self) {
        self.number += u32::from(!self.white);
        self.white = !self.white;
    }
}
