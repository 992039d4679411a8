//! Which match player plays which seats.

use crate::GameConfigError;
use tetrarch_rules::{Seat, SeatSet};
use tetrarch_table::Table;

/// One of the two players of a match.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum MatchPlayer {
    /// The player whose score is reported.
    A,
    /// The opponent.
    B,
}

/// The seats that A plays; B plays the others.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Seating {
    /// The seats of A.
    pub a: SeatSet,
    /// All seats in the game.
    pub all: SeatSet,
}

impl Seating {
    /// Who plays a seat.
    pub fn holder(&self, seat: Seat) -> MatchPlayer {
        if self.a.contains(seat) { MatchPlayer::A } else { MatchPlayer::B }
    }

    /// The seating with A and B swapped.
    #[must_use]
    pub fn exchanged(&self) -> Seating {
        Seating { a: self.all.minus(self.a), all: self.all }
    }
}

/// How the seats are split in games without teams.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum SeatSplit {
    /// Half of the seats each.
    Halves,
    /// One seat against all others.
    OneAgainstAll,
}

/// The ways to seat two players. Each is also played with the seats swapped.
///
/// # Errors
/// If the seats cannot be split between two players.
pub fn seatings(table: &dyn Table, sharing: SeatSplit) -> Result<Vec<Seating>, GameConfigError> {
    let all = table.playing();
    let seats: Vec<Seat> = all.iter().collect();
    let team = seats.first().map(|seat| all.minus(all.minus(table.allies(*seat)))).unwrap_or_default();
    let seating = |a: SeatSet| Seating { a, all };
    match (seats.len(), sharing) {
        (0 | 1, _) => Err(GameConfigError::Over),
        (2, SeatSplit::OneAgainstAll) => {
            Err(GameConfigError::Seats("only two seats play, so nobody can play alone against several"))
        }
        (2, SeatSplit::Halves) => Ok(vec![seating(SeatSet::one(seats[0]))]),
        (_, SeatSplit::OneAgainstAll) if team.len() > 1 => {
            Err(GameConfigError::Seats("nobody can play alone in a team game"))
        }
        (_, SeatSplit::OneAgainstAll) => Ok(seats.iter().map(|seat| seating(SeatSet::one(*seat))).collect()),
        _ if team.len() > 1 => Ok(vec![seating(team)]),
        // With four seats, these three and their swaps are all six ways.
        _ => Ok(seats[1..].iter().map(|other| seating(SeatSet::one(seats[0]).with(*other))).collect()),
    }
}
