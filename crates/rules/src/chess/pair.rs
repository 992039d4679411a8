//! Moves of chess and how they are written.

use super::words::square_name;
use shakmaty::{File, Move, Square};
use smol_str::{SmolStr, SmolStrBuilder};
use std::fmt;

/// From one square to another.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Pair {
    pub(crate) from: Square,
    pub(crate) to: Square,
}

impl Pair {
    /// The squares a move goes from and to; castling is the king's two squares.
    pub(crate) fn of(m: Move) -> Pair {
        match m {
            Move::Normal { from, to, .. } | Move::EnPassant { from, to } => Pair { from, to },
            Move::Castle { king, rook } => {
                let file = if rook.file() > king.file() { File::G } else { File::C };
                Pair { from: king, to: Square::from_coords(file, king.rank()) }
            }
            Move::Put { to, .. } => unreachable!("nothing is dropped on {to} in these games"),
        }
    }

    /// Reads `e2e4`.
    pub(crate) fn read(text: &str) -> Option<Pair> {
        let (from, to) = text.split_at_checked(2)?;
        Some(Pair { from: from.parse().ok()?, to: to.parse().ok()? })
    }
}

impl Pair {
    /// `e2e4`, behind a word of its own.
    pub(crate) fn text(self, before: &str) -> SmolStrBuilder {
        let mut text = SmolStrBuilder::new();
        text.push_str(before);
        text.push_str(&square_name(self.from));
        text.push_str(&square_name(self.to));
        text
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text("").finish())
    }
}

/// A chess move, opaque outside of the rules.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct ChessMove(pub(crate) Move);

impl ChessMove {
    /// The squares it goes from and to.
    pub fn pair(self) -> Pair {
        Pair::of(self.0)
    }

    /// Its UCI text, `e2e4` or `e7e8q`, behind a word of its own.
    pub(crate) fn text(self, before: &str) -> SmolStr {
        let mut text = self.pair().text(before);
        self.0.promotion().into_iter().for_each(|role| text.push(role.char()));
        text.finish()
    }
}

/// Its UCI text: `e2e4`, `e7e8q`.
impl fmt::Display for ChessMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(""))
    }
}
