//! Bans and moves, and how they are written.

use crate::chess::{ChessMove, Pair};
use shakmaty::{Move, Role};
use smol_str::SmolStr;
use std::fmt;

/// A ban or a move. Its text is BCN: `b:e2e4`, `m:e7e8q`.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Action {
    /// The opponent may not play this pair.
    Ban(Pair),
    /// A chess move.
    Move(ChessMove),
}

impl Action {
    /// The squares it names.
    pub fn pair(self) -> Pair {
        match self {
            Action::Ban(pair) => pair,
            Action::Move(m) => m.pair(),
        }
    }

    pub(super) fn text(self) -> SmolStr {
        match self {
            Action::Ban(pair) => pair.text("b:").finish(),
            Action::Move(m) => m.text("m:"),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

/// The one move that stands for its pair when promotions share it.
pub(super) fn speaks_for_its_pair(m: Move) -> bool {
    matches!(m.promotion(), None | Some(Role::Queen))
}
