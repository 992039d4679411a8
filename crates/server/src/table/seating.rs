//! Seating: who sits where and which engine plays for whom. Also applies the owner's commands.

use super::LiveTable;
use crate::auth::identity::Identity;
use crate::auth::token::TokenHash;
use crate::table::header::SeatAssignment;
use tetrarch_protocol::{Adjudication, EngineAssignment, OwnerCommand};
use tetrarch_rules::{Seat, SeatSet};
use tetrarch_table::{Millis, TableError};

/// An engine that plays for a person.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct StandIn {
    pub(crate) level: u8,
    pub(crate) delay: Millis,
    /// Whether it took over by itself, and so leaves when the person comes back.
    pub(crate) automatic: bool,
}

/// The owner of a table.
#[derive(Clone, Debug)]
pub(crate) struct Owner {
    pub(crate) token: TokenHash,
    pub(crate) person: Option<String>,
}

fn not_now(words: &str) -> TableError {
    TableError::NotNow(words.to_string())
}

impl LiveTable {
    /// The seats that belong to this identity.
    pub(crate) fn seats_of(&self, identity: &Identity) -> SeatSet {
        let own = self.seats.iter().enumerate().filter(|(_, assignment)| assignment.belongs_to(identity));
        own.map(|(index, _)| Seat::new(index)).collect()
    }

    /// Whether this identity owns the table.
    pub(crate) fn is_owner(&self, identity: &Identity) -> bool {
        identity.matches(&self.owner.token, self.owner.person.as_deref())
    }

    /// How many seats are not taken.
    pub(crate) fn open_seats(&self) -> usize {
        self.seats.iter().filter(|assignment| assignment.is_free()).count()
    }

    /// The level and delay of the engine that currently plays for a seat.
    pub(crate) fn engine_for(&self, seat: Seat) -> Option<(u8, Millis)> {
        match (self.stand_ins[seat.index()], &self.seats[seat.index()]) {
            (Some(stand_in), _) => Some((stand_in.level, stand_in.delay)),
            (None, SeatAssignment::Engine { level, delay }) => Some((*level, *delay)),
            _ => None,
        }
    }

    pub(super) fn sit(&mut self, seat: Seat, token: &TokenHash, name: &str, person: Option<&String>) {
        self.seats[seat.index()] =
            SeatAssignment::Person { token: token.clone(), name: name.to_string(), person: person.cloned() };
        self.stand_ins[seat.index()] = None;
        self.seating_version += 1;
    }

    pub(super) fn move_to(&mut self, seat: Seat, to: Seat) -> Result<(), TableError> {
        if !matches!(self.seats[to.index()], SeatAssignment::Open) {
            return Err(not_now("This seat is taken."));
        }
        self.seats.swap(seat.index(), to.index());
        self.swap_commands(seat, to);
        self.swap_entropy(seat, to);
        self.seating_version += 1;
        Ok(())
    }

    pub(super) fn vacate(&mut self, seat: Seat) {
        self.clear_entropy(seat);
        self.seats[seat.index()] = SeatAssignment::Open;
        self.stand_ins[seat.index()] = None;
        self.forget_commands(seat);
        self.seating_version += 1;
    }

    pub(super) fn set_stand_in(&mut self, seat: Seat, stand_in: Option<StandIn>) {
        self.stand_ins[seat.index()] = stand_in;
        self.seating_version += 1;
    }

    /// Applies a command of the owner.
    pub(super) fn apply_owner_command(&mut self, order: &OwnerCommand) -> Result<(), TableError> {
        self.seating_version += 1;
        match order {
            OwnerCommand::Begin => self.begun = true,
            OwnerCommand::Operate(word) => return self.operate(word),
            OwnerCommand::Reset => self.game.abort()?,
            OwnerCommand::Engine(on) => return self.engine_on(on),
            OwnerCommand::EngineOff(seat) => return self.engine_off(seat),
            OwnerCommand::Pause => self.paused = true,
            OwnerCommand::Resume => self.paused = false,
            OwnerCommand::AddTime { seat, time } => {
                let seat = self.seat_named(seat)?;
                self.game.add_time(seat, *time)?;
            }
            OwnerCommand::Adjudicate(Adjudication::None) => self.game.abort()?,
            OwnerCommand::Adjudicate(Adjudication::Draw) => self.game.apply_recorded("adjudicate:draw")?,
            OwnerCommand::Adjudicate(Adjudication::Win(seat)) => {
                self.seat_named(seat)?;
                self.game.apply_recorded(&format!("adjudicate:{seat}"))?;
            }
            OwnerCommand::Remove(seat) => return self.remove(seat),
            OwnerCommand::Swap { one, other } => {
                let (one, other) = (self.seat_named(one)?, self.seat_named(other)?);
                self.seats.swap(one.index(), other.index());
                self.stand_ins.swap(one.index(), other.index());
                self.swap_commands(one, other);
                self.swap_entropy(one, other);
            }
            OwnerCommand::HandOver(seat) => return self.hand_over(seat),
            OwnerCommand::Mute { person, muted } => {
                self.muted.retain(|own| own != person);
                self.muted.extend(muted.then(|| person.clone()));
            }
        }
        Ok(())
    }

    fn operate(&mut self, word: &str) -> Result<(), TableError> {
        if !self.game.operations().iter().any(|own| own == word) {
            return Err(not_now("The rules don't allow the host to do this now."));
        }
        self.game.apply(word)
    }

    fn engine_on(&mut self, on: &EngineAssignment) -> Result<(), TableError> {
        let seat = self.seat_named(&on.seat)?;
        let EngineAssignment { level, delay, .. } = *on;
        match &mut self.seats[seat.index()] {
            SeatAssignment::Person { .. } => {
                self.stand_ins[seat.index()] = Some(StandIn { level, delay, automatic: false });
            }
            assignment => *assignment = SeatAssignment::Engine { level, delay },
        }
        Ok(())
    }

    fn engine_off(&mut self, seat: &str) -> Result<(), TableError> {
        let seat = self.seat_named(seat)?;
        self.engine_for(seat).ok_or_else(|| not_now("No engine is playing for this seat."))?;
        if self.stand_ins[seat.index()].take().is_none() {
            self.seats[seat.index()] = SeatAssignment::Open;
        }
        Ok(())
    }

    fn remove(&mut self, seat: &str) -> Result<(), TableError> {
        let seat = self.seat_named(seat)?;
        if matches!(self.seats[seat.index()], SeatAssignment::Open) {
            return Err(not_now("This seat is empty."));
        }
        self.vacate(seat);
        Ok(())
    }

    fn hand_over(&mut self, seat: &str) -> Result<(), TableError> {
        let seat = self.seat_named(seat)?;
        let SeatAssignment::Person { token, person, .. } = &self.seats[seat.index()] else {
            return Err(not_now("Only a seated player can become the host."));
        };
        self.owner = Owner { token: token.clone(), person: person.clone() };
        self.forget_owner_commands();
        Ok(())
    }
}
