//! The actions of Ban-Chess and their text.

use crate::chess::{ChessMove, FromTo};
use shakmaty::{Move, Role};
use smol_str::SmolStr;
use std::fmt;

/// An action, written in BCN: `b:e2e4`, `m:e7e8q`.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Action {
    /// Bans the opponent's moves between these two squares.
    Ban(FromTo),
    /// A chess move.
    Move(ChessMove),
}

impl Action {
    /// The squares the action goes from and to.
    pub fn from_to(self) -> FromTo {
        match self {
            Action::Ban(from_to) => from_to,
            Action::Move(m) => m.from_to(),
        }
    }

    pub(super) fn text(self) -> SmolStr {
        match self {
            Action::Ban(ban) => ban.text_with_prefix("b:").finish(),
            Action::Move(m) => m.text_with_prefix("m:"),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

/// Whether a move represents all moves between its squares. Of the four promotions, only that to a queen does.
pub(super) fn represents_its_from_to(m: Move) -> bool {
    matches!(m.promotion(), None | Some(Role::Queen))
}
