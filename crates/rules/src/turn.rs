//! Whose turn it is, for which army, and who is looking.

use crate::Seat;

/// Who has to do the next thing.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Turn {
    /// A seat decides.
    Seat(Seat),
    /// Nobody decides: a die falls, a piece is turned over.
    Chance,
    /// The game is over.
    Over,
}

impl Turn {
    /// The seat that decides, if one does.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        }
    }
}

/// Whose pieces move. Often the seat's own, but armies can change hands.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct ArmyId(pub u8);

/// Who is looking at the board.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Eye {
    /// Somebody who sits at the table.
    Seat(Seat),
    /// Somebody who watches.
    Spectator,
}

/// Why a seat leaves the game.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum ForfeitCause {
    /// It gave up.
    Resign,
    /// Its time ran out.
    Flag,
}
