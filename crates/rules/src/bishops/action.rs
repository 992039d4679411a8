//! The actions of Bishops and their text.

use super::army;
use super::piece::Role;
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
    /// The moving piece. It follows from the position, but looking it up for every move is slower.
    pub(super) role: Role,
}

impl Move {
    /// Whether it is a king's move of two squares.
    #[inline]
    pub(super) fn is_castling(self) -> bool {
        self.role == Role::King && !self.from.is_next_to(self.to)
    }
}

/// An action in Bishops.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Action {
    /// A move before the duel: `g2g4`.
    Move(Move),
    /// The king and the queen swap places: `swap`.
    Swap,
    /// Chance: the kings and queens of these colours swap places at the start: `=wb`, `=-`.
    Sides(SeatSet),
    /// The operator starts the duel: `force-duel`.
    ForceDuel,
    /// A chess move in the duel: `e7e8q`.
    Duel(ChessMove),
}

impl Action {
    pub(super) fn text(self) -> SmolStr {
        let mut text = SmolStrBuilder::new();
        match self {
            Action::Move(m) => {
                text.push_str(&m.from.name());
                text.push_str(&m.to.name());
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
