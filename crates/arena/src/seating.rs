//! Who holds which seats.

use crate::GameConfigError;
use tetrarch_rules::{Seat, SeatSet};
use tetrarch_table::Table;

/// One of the two who play a match.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum MatchPlayer {
    /// The one whose score is told.
    A,
    /// The other.
    B,
}

/// The seats that A holds; B has the others.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Seating {
    /// The seats of A.
    pub a: SeatSet,
    /// All seats that play.
    pub all: SeatSet,
}

impl Seating {
    /// Who holds a seat.
    pub fn holder(&self, seat: Seat) -> MatchPlayer {
        if self.a.contains(seat) { MatchPlayer::A } else { MatchPlayer::B }
    }

    /// The same with the seats exchanged.
    #[must_use]
    pub fn exchanged(&self) -> Seating {
        Seating { a: self.all.minus(self.a), all: self.all }
    }
}

/// How seats are shared where each plays for itself.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum SeatSplit {
    /// As many seats each.
    Halves,
    /// One seat against all others.
    OneAgainstAll,
}

/// The ways to seat two players, each to be played with the seats exchanged too.
///
/// # Errors
/// If there are not two sides to take.
pub fn seatings(table: &dyn Table, sharing: SeatSplit) -> Result<Vec<Seating>, GameConfigError> {
    let all = table.playing();
    let seats: Vec<Seat> = all.iter().collect();
    let team = seats.first().map(|seat| all.minus(all.minus(table.allies(*seat)))).unwrap_or_default();
    let seating = |a: SeatSet| Seating { a, all };
    match (seats.len(), sharing) {
        (0 | 1, _) => Err(GameConfigError::Over),
        (2, SeatSplit::OneAgainstAll) => {
            Err(GameConfigError::Seats("only two play, so that each is alone anyway"))
        }
        (2, SeatSplit::Halves) => Ok(vec![seating(SeatSet::one(seats[0]))]),
        (_, SeatSplit::OneAgainstAll) if team.len() > 1 => {
            Err(GameConfigError::Seats("nobody is alone in a team game"))
        }
        (_, SeatSplit::OneAgainstAll) => Ok(seats.iter().map(|seat| seating(SeatSet::one(*seat))).collect()),
        _ if team.len() > 1 => Ok(vec![seating(team)]),
        // With four seats these three and their exchanges are all six ways.
        _ => Ok(seats[1..].iter().map(|other| seating(SeatSet::one(seats[0]).with(*other))).collect()),
    }
}
