//! Chess moves and their texts.

use super::notation::square_name;
use shakmaty::{File, Move, Square};
use smol_str::{SmolStr, SmolStrBuilder};
use std::fmt;

/// The origin and the destination of a move.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct FromTo {
    pub(crate) from: Square,
    pub(crate) to: Square,
}

impl FromTo {
    /// The origin and the destination of a move. Castling is the king's move.
    pub(crate) fn from_move(m: Move) -> FromTo {
        match m {
            Move::Normal { from, to, .. } | Move::EnPassant { from, to } => FromTo { from, to },
            Move::Castle { king, rook } => {
                let file = if rook.file() > king.file() { File::G } else { File::C };
                FromTo { from: king, to: Square::from_coords(file, king.rank()) }
            }
            Move::Put { to, .. } => unreachable!("no drops in these games, but a piece was dropped on {to}"),
        }
    }

    /// Parses `e2e4`.
    pub(crate) fn parse(text: &str) -> Option<FromTo> {
        let (from, to) = text.split_at_checked(2)?;
        Some(FromTo { from: from.parse().ok()?, to: to.parse().ok()? })
    }

    /// `e2e4` after a prefix.
    pub(crate) fn text_with_prefix(self, prefix: &str) -> SmolStrBuilder {
        let mut text = SmolStrBuilder::new();
        text.push_str(prefix);
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

/// A chess move.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct ChessMove(pub(crate) Move);

impl ChessMove {
    /// The origin and the destination.
    pub fn from_to(self) -> FromTo {
        FromTo::from_move(self.0)
    }

    /// The UCI text, `e2e4` or `e7e8q`, after a prefix.
    pub(crate) fn text_with_prefix(self, prefix: &str) -> SmolStr {
        let mut text = self.from_to().text_with_prefix(prefix);
        self.0.promotion().into_iter().for_each(|role| text.push(role.char()));
        text.finish()
    }
}

/// Writes the UCI text: `e2e4`, `e7e8q`.
impl fmt::Display for ChessMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text_with_prefix(""))
    }
}
