//! Bans and moves, and how they are written.

use crate::chess::{ChessMove, FromTo};
use shakmaty::{Move, Role};
use smol_str::SmolStr;
use std::fmt;

/// A ban or a move. Its text is BCN: `b:e2e4`, `m:e7e8q`.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Action {
    /// The opponent may not play this pair.
    Ban(FromTo),
    /// A chess move.
    Move(ChessMove),
}

impl Action {
    /// The squares it names.
    pub fn from_to(self) -> FromTo {
        match self {
            Action::Ban(pair) => pair,
            Action::Move(m) => m.from_to(),
        }
    }

    pub(super) fn text(self) -> SmolStr {
        match self {
            Action::Ban(pair) => pair.text_with_prefix("b:").finish(),
            Action::Move(m) => m.text_with_prefix("m:"),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

/// The one move that stands for its pair when promotions share it.
pub(super) fn represents_its_from_to(m: Move) -> bool {
    matches!(m.promotion(), None | Some(Role::Queen))
}
