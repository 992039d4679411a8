//! The exchange of prisoners.

use super::army::{Army, Team};
use super::dice::Die;
use super::options::team_of;
use super::piece::Piece;
use super::{Action, Enochian};
use crate::{IllegalAction, Seat, SeatSet, Treaty, Turn};
use shakmaty::Square;

/// The two seats that can agree, and the armies whose kings would return.
struct Prisoners {
    seats: [Seat; 2],
    kings: [Army; 2],
}

impl Enochian {
    pub(super) fn exchanges(&self, before: Option<&Enochian>, out: &mut Vec<Treaty<Action>>) {
        let to_act = self.acting_seat().map_or(SeatSet::EMPTY, SeatSet::one);
        let just_captured = before.map_or(SeatSet::EMPTY, |before| self.captors_since(before));
        for proposer in (to_act | just_captured).iter() {
            if let (Ok(prisoners), Ok(_)) = (self.prisoners(), self.after_exchange(proposer)) {
                let signers = prisoners.seats.into_iter().filter(|seat| *seat != proposer).collect();
                out.push(Treaty { action: Action::Exchange(proposer), proposer, signers });
            }
        }
    }

    /// The seat that decides now.
    fn acting_seat(&self) -> Option<Seat> {
        crate::Position::turn(self).seat()
    }

    /// Who has taken a king since `before`.
    fn captors_since(&self, before: &Enochian) -> SeatSet {
        let new = Army::ALL.into_iter().filter(|army| before.captors[*army].is_none());
        new.filter_map(|army| self.captors[army]).collect()
    }

    /// Why the seat to act cannot propose an exchange, if it cannot.
    pub(super) fn explain_exchange(&self) -> Option<IllegalAction> {
        match crate::Position::turn(self) {
            Turn::Over => Some(IllegalAction::game_over()),
            Turn::Chance => {
                Some(no_exchange("Nothing can be exchanged before the die is thrown.".to_string()))
            }
            Turn::Seat(seat) => self.after_exchange(seat).err(),
        }
    }

    /// The position after the exchange that `proposer` proposed.
    pub(super) fn after_exchange(&self, proposer: Seat) -> Result<Enochian, IllegalAction> {
        let prisoners = self.prisoners()?;
        if self.stored_outcome.is_some() || self.die == Die::ToThrow || !prisoners.seats.contains(&proposer) {
            return Err(no_exchange("Only the two who hold the kings may exchange them.".to_string()));
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
                return Err(no_exchange(format!("{army}'s king finds no square to return to.")));
            };
            after.board.toggle(army, Piece::King, square);
        }
        after.resolve();
        Ok(after)
    }

    /// Who could exchange whom: one king of each team is captured, each by the seat of the other team whose
    /// king lives.
    fn prisoners(&self) -> Result<Prisoners, IllegalAction> {
        let captured_of = |team: Team| match team.armies().map(|army| self.board.has_king(army)) {
            [false, true] => Some(team.armies()[0]),
            [true, false] => Some(team.armies()[1]),
            _ => None,
        };
        let (Some(one), Some(two)) = (captured_of(Team::BlueBlack), captured_of(Team::RedYellow)) else {
            return Err(no_exchange("Kings are exchanged when one of each team is captured.".to_string()));
        };
        let seat_of = |army| self.rules.players.seat_of(army);
        for (taken, captor) in [(one, two.ally()), (two, one.ally())] {
            if self.captors[taken] != Some(seat_of(captor)) {
                return Err(no_exchange(format!("{taken}'s king was not captured by {captor}.")));
            }
        }
        Ok(Prisoners { seats: [one, two].map(|army| seat_of(army.ally())), kings: [one, two] })
    }

    /// Where a king returns: to its throne, or else to the nearest empty square that no enemy attacks.
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

/// The square of the straight-line distance.
fn squared_distance(from: Square, to: Square) -> u32 {
    from.file().distance(to.file()).pow(2) + from.rank().distance(to.rank()).pow(2)
}

fn no_exchange(words: String) -> IllegalAction {
    IllegalAction::new("exchange", words)
}
