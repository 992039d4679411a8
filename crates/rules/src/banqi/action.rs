//! The actions of Banqi and their text.

use super::{Piece, Square};
use smol_str::{SmolStr, SmolStrBuilder};
use std::fmt;

/// An action: a flip `?b4`, a step or capture `c2d2`, or the piece that a flip reveals, `=q`.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Action {
    /// A player flips a face-down piece.
    Flip(Square),
    /// A step, or a capture if `to` holds an enemy piece.
    Move {
        /// The square the piece leaves.
        from: Square,
        /// The square the piece enters.
        to: Square,
    },
    /// Chance: the flipped piece is this one.
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
