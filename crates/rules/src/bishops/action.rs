//! What can be done, and how it is written.

use super::army::{self, Role};
use super::square::Square;
use crate::SeatSet;
use crate::chess::ChessMove;
use smol_str::{SmolStr, SmolStrBuilder};
use std::fmt;

/// A move before the duel. Castling is the king's move.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Move {
    pub(super) from: Square,
    pub(super) to: Square,
    /// What moves. It follows from the position, but looking it up again for every move would take longer.
    pub(super) role: Role,
}

impl Move {
    /// Whether the king goes two squares.
    #[inline]
    pub(super) fn is_castling(self) -> bool {
        self.role == Role::King && !self.from.is_next_to(self.to)
    }
}

/// Anything that changes a position of Bishops.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Action {
    /// A move before the duel: `g2g4`.
    Move(Move),
    /// King and queen change places: `swap`.
    Swap,
    /// Chance: these colours' kings and queens change places at the start: `=wb`, `=-`.
    Sides(SeatSet),
    /// The operator begins the duel: `force-duel`.
    ForceDuel,
    /// A chess move in the duel: `e7e8q`.
    Duel(ChessMove),
}

impl Action {
    pub(super) fn text(self) -> SmolStr {
        let mut text = SmolStrBuilder::new();
        match self {
            Action::Move(step) => {
                text.push_str(&step.from.name());
                text.push_str(&step.to.name());
            }
            Action::Swap => return SmolStr::new_static("swap"),
            Action::Sides(seats) if seats.is_empty() => return SmolStr::new_static("=-"),
            Action::Sides(seats) => {
                text.push('=');
                seats.iter().for_each(|seat| text.push(army::seat_letter(seat)));
            }
            Action::ForceDuel => return SmolStr::new_static("force-duel"),
            Action::Duel(m) => return m.text_with_prefix(""),
        }
        text.finish()
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}
