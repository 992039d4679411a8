//! Numbering chess moves.

use super::Movetext;

/// The number of the move to come and whose it is.
pub(crate) struct MoveCounter {
    number: u32,
    white: bool,
    /// Whether a number has been written; after that, Black's moves need none.
    begun: bool,
}

impl MoveCounter {
    /// From the fields of a FEN: the side is the second, the number the sixth.
    pub(crate) fn from_fen(fen: &str) -> MoveCounter {
        let mut fields = fen.split(' ').skip(1);
        let white = fields.next() != Some("b");
        let number = fields.nth(3).and_then(|number| number.parse().ok()).unwrap_or(1);
        MoveCounter { number, white, begun: false }
    }

    /// Writes the number, where one belongs before what comes next.
    pub(crate) fn write_number(&mut self, text: &mut Movetext) {
        match (self.white, self.begun) {
            (true, _) => text.push(&format!("{}.", self.number)),
            (false, false) => text.push(&format!("{}...", self.number)),
            (false, true) => {}
        }
        self.begun = true;
    }

    /// A move was made.
    pub(crate) fn advance(&mut self) {
        self.number += u32::from(!self.white);
        self.white = !self.white;
    }
}
