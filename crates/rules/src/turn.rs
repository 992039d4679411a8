//! Who acts next, for which army, and who is looking.

use crate::Seat;

/// Who acts next.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Turn {
    /// This seat chooses an action.
    Seat(Seat),
    /// Chance decides: a die roll or a flipped piece.
    Chance,
    /// The game is over.
    Over,
}

impl Turn {
    /// The seat to act, if a seat acts.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        }
    }
}

/// The army that moves, by its index in the game's order. A seat can control several armies.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct ArmyId(pub u8);

/// Who looks at the board.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Eye {
    /// The player in this seat.
    Seat(Seat),
    /// Somebody without a seat.
    Spectator,
}

/// Why a seat forfeits.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum ForfeitCause {
    /// The player resigned.
    Resign,
    /// The clock ran out.
    Flag,
}
