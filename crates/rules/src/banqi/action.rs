//! What players do, what chance does, and how it is written.

use super::{Piece, Square};
use std::fmt::{self, Write as _};

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

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Flip(square) => {
                f.write_char('?')?;
                square.fmt(f)
            }
            Action::Move { from, to } => {
                from.fmt(f)?;
                to.fmt(f)
            }
            Action::Reveal(piece) => write!(f, "={}", piece.letter()),
        }
    }
}
