//! Moves of chess and how they are written.

use super::explain::square_name;
use shakmaty::{File, Move, Square};
use smol_str::{SmolStr, SmolStrBuilder};
use std::fmt;

/// From one square to another.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct FromTo {
    pub(crate) from: Square,
    pub(crate) to: Square,
}

impl FromTo {
    /// The squares a move goes from and to; castling is the king's two squares.
    pub(crate) fn from_move(m: Move) -> FromTo {
        match m {
            Move::Normal { from, to, .. } | Move::EnPassant { from, to } => FromTo { from, to },
            Move::Castle { king, rook } => {
                let file = if rook.file() > king.file() { File::G } else { File::C };
                FromTo { from: king, to: Square::from_coords(file, king.rank()) }
            }
            Move::Put { to, .. } => unreachable!("nothing is dropped on {to} in these games"),
        }
    }

    /// Reads `e2e4`.
    pub(crate) fn parse(text: &str) -> Option<FromTo> {
        let (from, to) = text.split_at_checked(2)?;
        Some(FromTo { from: from.parse().ok()?, to: to.parse().ok()? })
    }
}

impl FromTo {
    /// `e2e4`, behind a word of its own.
    pub(crate) fn text_with_prefix(self, before: &str) -> SmolStrBuilder {
        let mut text = SmolStrBuilder::new();
        text.push_str(before);
        text.push_str(&square_name(self.from));
        text.push_str(&square_name(self.to));
        text
    }
}

impl fmt::Display for FromTo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text_with_prefix("").finish())
    }
}

/// A chess move, opaque outside of the rules.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct ChessMove(pub(crate) Move);

impl ChessMove {
    /// The squares it goes from and to.
    pub fn from_to(self) -> FromTo {
        FromTo::from_move(self.0)
    }

    /// Its UCI text, `e2e4` or `e7e8q`, behind a word of its own.
    pub(crate) fn text_with_prefix(self, before: &str) -> SmolStr {
        let mut text = self.from_to().text_with_prefix(before);
        self.0.promotion().into_iter().for_each(|role| text.push(role.char()));
        text.finish()
    }
}

/// Its UCI text: `e2e4`, `e7e8q`.
impl fmt::Display for ChessMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text_with_prefix(""))
    }
}
