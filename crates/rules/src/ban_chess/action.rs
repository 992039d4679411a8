//! Bans and moves, and how they are written.

use shakmaty::{File, Move, Role, Square};
use std::fmt;

/// From one square to another: all that a ban says.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Pair {
    pub(super) from: Square,
    pub(super) to: Square,
}

impl Pair {
    /// The squares a move goes from and to; castling is the king's two squares.
    pub(super) fn of(m: Move) -> Pair {
        match m {
            Move::Normal { from, to, .. } | Move::EnPassant { from, to } => Pair { from, to },
            Move::Castle { king, rook } => {
                let file = if rook.file() > king.file() { File::G } else { File::C };
                Pair { from: king, to: Square::from_coords(file, king.rank()) }
            }
            Move::Put { to, .. } => unreachable!("nothing is dropped on {to} in Ban-Chess"),
        }
    }

    /// Reads `e2e4`.
    pub(super) fn read(text: &str) -> Option<Pair> {
        let (from, to) = text.split_at_checked(2)?;
        Some(Pair { from: from.parse().ok()?, to: to.parse().ok()? })
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

/// A ban or a move. Its text is BCN: `b:e2e4`, `m:e7e8q`.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Action {
    /// The opponent may not play this pair.
    Ban(Pair),
    /// A chess move.
    Move(ChessMove),
}

/// A chess move, opaque outside of the rules.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct ChessMove(pub(super) Move);

impl ChessMove {
    /// The squares it goes from and to.
    pub fn pair(self) -> Pair {
        Pair::of(self.0)
    }
}

impl Action {
    /// The squares it names.
    pub fn pair(self) -> Pair {
        match self {
            Action::Ban(pair) => pair,
            Action::Move(m) => m.pair(),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Ban(pair) => write!(f, "b:{pair}"),
            Action::Move(m) => {
                write!(f, "m:{}", m.pair())?;
                m.0.promotion().map_or(Ok(()), |role| write!(f, "{}", role.char()))
            }
        }
    }
}

/// The one move that stands for its pair when promotions share it.
pub(super) fn speaks_for_its_pair(m: Move) -> bool {
    matches!(m.promotion(), None | Some(Role::Queen))
}
