//! Who sits where, and who plays for whom.

use super::Chronicle;
use crate::head::Sitting;
use crate::token::TokenHash;
use crate::who::Who;
use tetrarch_protocol::{EngineOn, Order, Verdict};
use tetrarch_rules::{Seat, SeatSet};
use tetrarch_table::{Millis, Refusal};

/// The engine that plays for somebody.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct StandIn {
    pub(crate) level: u8,
    pub(crate) delay: Millis,
    /// Whether it sat down by itself, and so gets up by itself.
    pub(crate) by_itself: bool,
}

/// Who owns a table.
#[derive(Clone, Debug)]
pub(crate) struct Owner {
    pub(crate) token: TokenHash,
    pub(crate) person: Option<String>,
}

fn no(words: &str) -> Refusal {
    Refusal::NotNow(words.to_string())
}

impl Chronicle {
    /// The seats that are theirs.
    pub(crate) fn seats_of(&self, who: &Who) -> SeatSet {
        let own = self.seats.iter().enumerate().filter(|(_, sitting)| sitting.is_of(who));
        own.map(|(index, _)| Seat::new(index)).collect()
    }

    /// Whether the table is theirs.
    pub(crate) fn is_owner(&self, who: &Who) -> bool {
        who.is(&self.owner.token, self.owner.person.as_deref())
    }

    /// How many seats nobody sits on yet.
    pub(crate) fn open_seats(&self) -> usize {
        self.seats.iter().filter(|sitting| sitting.is_free()).count()
    }

    /// The engine that plays for a seat now.
    pub(crate) fn engine_of(&self, seat: Seat) -> Option<(u8, Millis)> {
        match (self.stand_ins[seat.index()], &self.seats[seat.index()]) {
            (Some(stand_in), _) => Some((stand_in.level, stand_in.delay)),
            (None, Sitting::Engine { level, delay }) => Some((*level, *delay)),
            _ => None,
        }
    }

    pub(super) fn sit(&mut self, seat: Seat, token: &TokenHash, name: &str, person: Option<&String>) {
        self.seats[seat.index()] =
            Sitting::Person { token: token.clone(), name: name.to_string(), person: person.cloned() };
        self.stand_ins[seat.index()] = None;
        self.seating += 1;
    }

    pub(super) fn move_to(&mut self, seat: Seat, to: Seat) -> Result<(), Refusal> {
        if !matches!(self.seats[to.index()], Sitting::Open) {
            return Err(no("This seat is taken."));
        }
        self.seats.swap(seat.index(), to.index());
        self.swap_commands(seat, to);
        self.swap_entropy(seat, to);
        self.seating += 1;
        Ok(())
    }

    pub(super) fn free(&mut self, seat: Seat) {
        self.forget_entropy(seat);
        self.seats[seat.index()] = Sitting::Open;
        self.stand_ins[seat.index()] = None;
        self.forget_commands(seat);
        self.seating += 1;
    }

    pub(super) fn stand_in(&mut self, seat: Seat, stand_in: Option<StandIn>) {
        self.stand_ins[seat.index()] = stand_in;
        self.seating += 1;
    }

    /// What the owner has ordered.
    pub(super) fn order(&mut self, order: &Order) -> Result<(), Refusal> {
        self.seating += 1;
        match order {
            Order::Begin => self.begun = true,
            Order::Operate(word) => return self.operate(word),
            Order::Reset => self.table.abort()?,
            Order::Engine(on) => return self.engine_on(on),
            Order::EngineOff(seat) => return self.engine_off(seat),
            Order::Pause => self.paused = true,
            Order::Resume => self.paused = false,
            Order::AddTime { seat, time } => {
                let seat = self.seat(seat)?;
                self.table.add_time(seat, *time)?;
            }
            Order::Adjudicate(Verdict::None) => self.table.abort()?,
            Order::Adjudicate(Verdict::Draw) => self.table.enter_recorded("adjudicate:draw")?,
            Order::Adjudicate(Verdict::Win(seat)) => {
                self.seat(seat)?;
                self.table.enter_recorded(&format!("adjudicate:{seat}"))?;
            }
            Order::Remove(seat) => return self.remove(seat),
            Order::Swap { one, other } => {
                let (one, other) = (self.seat(one)?, self.seat(other)?);
                self.seats.swap(one.index(), other.index());
                self.stand_ins.swap(one.index(), other.index());
                self.swap_commands(one, other);
                self.swap_entropy(one, other);
            }
            Order::HandOver(seat) => return self.hand_over(seat),
            Order::Mute { person, muted } => {
                self.muted.retain(|own| own != person);
                self.muted.extend(muted.then(|| person.clone()));
            }
        }
        Ok(())
    }

    fn operate(&mut self, word: &str) -> Result<(), Refusal> {
        if !self.table.operations().iter().any(|own| own == word) {
            return Err(no("The rules do not leave this to the operator now."));
        }
        self.table.enter(word)
    }

    fn engine_on(&mut self, on: &EngineOn) -> Result<(), Refusal> {
        let seat = self.seat(&on.seat)?;
        let EngineOn { level, delay, .. } = *on;
        match &mut self.seats[seat.index()] {
            Sitting::Person { .. } => {
                self.stand_ins[seat.index()] = Some(StandIn { level, delay, by_itself: false });
            }
            sitting => *sitting = Sitting::Engine { level, delay },
        }
        Ok(())
    }

    fn engine_off(&mut self, seat: &str) -> Result<(), Refusal> {
        let seat = self.seat(seat)?;
        self.engine_of(seat).ok_or_else(|| no("No engine plays for this seat."))?;
        if self.stand_ins[seat.index()].take().is_none() {
            self.seats[seat.index()] = Sitting::Open;
        }
        Ok(())
    }

    fn remove(&mut self, seat: &str) -> Result<(), Refusal> {
        let seat = self.seat(seat)?;
        if matches!(self.seats[seat.index()], Sitting::Open) {
            return Err(no("Nobody sits on this seat."));
        }
        self.free(seat);
        Ok(())
    }

    fn hand_over(&mut self, seat: &str) -> Result<(), Refusal> {
        let seat = self.seat(seat)?;
        let Sitting::Person { token, person, .. } = &self.seats[seat.index()] else {
            return Err(no("Nobody sits on this seat who could have the table."));
        };
        self.owner = Owner { token: token.clone(), person: person.clone() };
        self.forget_orders();
        Ok(())
    }
}
