//! What players do, what chance does, and how it is written.

use super::{Piece, Square};
use smol_str::{SmolStr, SmolStrBuilder};
use std::fmt;

/// A flip `?b4`, a step or capture `c2d2`, or the piece that a flip shows, `=q`.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Action {
    /// A face-down piece is turned over.
    Flip(Square),
    /// A step, or a capture if an enemy stands there.
    Move {
        /// Where it starts.
        from: Square,
        /// Where it ends.
        to: Square,
    },
    /// Chance: the piece that is being turned over is this one.
    Reveal(Piece),
}

impl Action {
    pub(super) fn text(self) -> SmolStr {
        let mut text = SmolStrBuilder::new();
        match self {
            Action::Flip(square) => {
                text.push('?');
                text.push_str(&square.name());
            }
            Action::Move { from, to } => {
                text.push_str(&from.name());
                text.push_str(&to.name());
            }
            Action::Reveal(piece) => {
                text.push('=');
                text.push(piece.letter());
            }
        }
        text.finish()
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}
