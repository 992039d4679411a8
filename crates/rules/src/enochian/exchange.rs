//! The exchange of prisoners.

use super::army::{Army, Team};
use super::dice::Die;
use super::options::team_of;
use super::piece::Piece;
use super::{Action, Enochian};
use crate::{IllegalAction, Position as _, Seat, SeatSet, Treaty, Turn};
use shakmaty::Square;

/// The two seats that can agree on an exchange, and the armies whose kings would return.
struct Prisoners {
    seats: [Seat; 2],
    kings: [Army; 2],
}

impl Enochian {
    /// The exchanges that can be agreed now. `before` is the position before the last action.
    pub fn treaties(&self, before: Option<&Enochian>) -> Vec<Treaty<Action>> {
        let acting = self.turn().seat().map_or(SeatSet::EMPTY, SeatSet::one);
        let just_captured = before.map_or(SeatSet::EMPTY, |before| self.captors_since(before));
        let exchange = |proposer| {
            let prisoners = self.prisoners().ok()?;
            self.after_exchange(proposer).ok()?;
            let signers = prisoners.seats.into_iter().filter(|seat| *seat != proposer).collect();
            Some(Treaty { action: Action::Exchange(proposer), proposer, signers })
        };
        (acting | just_captured).iter().filter_map(exchange).collect()
    }

    /// The seats that captured a king since `before`.
    fn captors_since(&self, before: &Enochian) -> SeatSet {
        let new = Army::ALL.into_iter().filter(|army| before.captors[*army].is_none());
        new.filter_map(|army| self.captors[army]).collect()
    }

    /// Why the seat to move cannot propose an exchange; `None` if it can.
    pub(super) fn explain_exchange(&self) -> Option<IllegalAction> {
        match self.turn() {
            Turn::Over => Some(IllegalAction::game_over()),
            Turn::Chance => {
                Some(no_exchange("Kings can't be exchanged before the die is rolled.".to_string()))
            }
            Turn::Seat(seat) => self.after_exchange(seat).err(),
        }
    }

    /// The position after an exchange proposed by `proposer`.
    pub(super) fn after_exchange(&self, proposer: Seat) -> Result<Enochian, IllegalAction> {
        let prisoners = self.prisoners()?;
        if self.stored_outcome.is_some() || self.die == Die::ToThrow || !prisoners.seats.contains(&proposer) {
            return Err(no_exchange(
                "Only the two seats that captured the kings can exchange them.".to_string(),
            ));
        }
        let mut after = self.clone();
        for army in prisoners.kings {
            after.frozen.remove(army);
            after.captors[army] = None;
            after.controllers[army] = after.rules.players.seat_of(army);
        }
        let (first, second) = match prisoners.kings {
            [one, two] if one.team() == team_of(proposer) => (one, two),
            [one, two] => (two, one),
        };
        for army in [first, second] {
            let Some(square) = after.return_square(army) else {
                return Err(no_exchange(format!("There is no safe square for {army}'s king to return to.")));
            };
            after.board.toggle(army, Piece::King, square);
        }
        after.resolve();
        Ok(after)
    }

    /// The possible exchange: one king of each team is captured, each by the seat of the other team that still has its
    /// king.
    fn prisoners(&self) -> Result<Prisoners, IllegalAction> {
        let captured_of = |team: Team| match team.armies().map(|army| self.board.has_king(army)) {
            [false, true] => Some(team.armies()[0]),
            [true, false] => Some(team.armies()[1]),
            _ => None,
        };
        let (Some(one), Some(two)) = (captured_of(Team::BlueBlack), captured_of(Team::RedYellow)) else {
            return Err(no_exchange("An exchange needs one captured king of each team.".to_string()));
        };
        let seat_of = |army| self.rules.players.seat_of(army);
        for (captured, captor) in [(one, two.ally()), (two, one.ally())] {
            if self.captors[captured] != Some(seat_of(captor)) {
                return Err(no_exchange(format!("{captor} did not capture {captured}'s king.")));
            }
        }
        Ok(Prisoners { seats: [one, two].map(|army| seat_of(army.ally())), kings: [one, two] })
    }

    /// The square a king returns to: its throne, or else the nearest empty square that no enemy attacks.
    fn return_square(&self, army: Army) -> Option<Square> {
        let throne = army.throne();
        let empty = !self.board.occupied();
        if empty.contains(throne) {
            return Some(throne);
        }
        let safe = empty.into_iter().filter(|square| !self.is_attacked(*square, army.team().other()));
        safe.min_by_key(|square| (throne.distance(*square), squared_distance(throne, *square), *square))
    }
}

/// The squared straight-line distance.
fn squared_distance(from: Square, to: Square) -> u32 {
    from.file().distance(to.file()).pow(2) + from.rank().distance(to.rank()).pow(2)
}

fn no_exchange(words: String) -> IllegalAction {
    IllegalAction::new("exchange", words)
}
