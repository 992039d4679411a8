//! Seating: who sits where and which engine plays for whom. Also applies the owner's commands.

use super::LiveTable;
use super::event::{RoomEvent, SeatingEvent};
use crate::auth::identity::Identity;
use crate::auth::token::TokenHash;
use crate::table::header::SeatAssignment;
use tetrarch_protocol::{Adjudication, EngineAssignment, OwnerCommand};
use tetrarch_rules::{Seat, SeatSet};
use tetrarch_table::{Millis, TableError, TableEvent};

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
    }

    pub(super) fn move_to(&mut self, seat: Seat, to: Seat) -> Result<(), TableError> {
        if !matches!(self.seats[to.index()], SeatAssignment::Open) {
            return Err(not_now("This seat is taken."));
        }
        self.seats.swap(seat.index(), to.index());
        self.swap_commands(seat, to);
        self.swap_entropy(seat, to);
        Ok(())
    }

    pub(super) fn vacate(&mut self, seat: Seat) {
        self.clear_entropy(seat);
        self.seats[seat.index()] = SeatAssignment::Open;
        self.stand_ins[seat.index()] = None;
        self.forget_commands(seat);
    }

    /// The events that a command of the owner causes.
    pub(crate) fn owner_events(&self, command: &OwnerCommand) -> Result<Vec<RoomEvent>, TableError> {
        let seat = |name: &str| self.seat_named(name);
        let event: RoomEvent = match command {
            OwnerCommand::Begin => SeatingEvent::Began.into(),
            OwnerCommand::Operate(action) => TableEvent::Operated { action: action.clone() }.into(),
            OwnerCommand::Reset | OwnerCommand::Adjudicate(Adjudication::None) => {
                TableEvent::Aborted { seat: None }.into()
            }
            OwnerCommand::Engine(on) => {
                let EngineAssignment { level, delay, .. } = *on;
                SeatingEvent::EngineOn { seat: seat(&on.seat)?, level, delay }.into()
            }
            OwnerCommand::EngineOff(name) => SeatingEvent::EngineOff { seat: seat(name)? }.into(),
            OwnerCommand::Pause => SeatingEvent::Paused.into(),
            OwnerCommand::Resume => SeatingEvent::Resumed.into(),
            OwnerCommand::AddTime { seat: name, time } => {
                TableEvent::TimeAdded { seat: seat(name)?, time: *time }.into()
            }
            OwnerCommand::Adjudicate(Adjudication::Draw) => TableEvent::Adjudicated { winner: None }.into(),
            OwnerCommand::Adjudicate(Adjudication::Win(name)) => {
                TableEvent::Adjudicated { winner: Some(seat(name)?) }.into()
            }
            OwnerCommand::Remove(name) => SeatingEvent::Removed { seat: seat(name)? }.into(),
            OwnerCommand::Swap { one, other } => {
                SeatingEvent::Swapped { one: seat(one)?, other: seat(other)? }.into()
            }
            OwnerCommand::HandOver(name) => SeatingEvent::HandedOver { seat: seat(name)? }.into(),
            OwnerCommand::Mute { person, muted } => {
                SeatingEvent::Muted { person: person.clone(), muted: *muted }.into()
            }
        };
        Ok(vec![event])
    }

    pub(super) fn engine_on(&mut self, seat: Seat, level: u8, delay: Millis) {
        match &mut self.seats[seat.index()] {
            SeatAssignment::Person { .. } => {
                self.stand_ins[seat.index()] = Some(StandIn { level, delay, automatic: false });
            }
            assignment => *assignment = SeatAssignment::Engine { level, delay },
        }
    }

    pub(super) fn engine_off(&mut self, seat: Seat) -> Result<(), TableError> {
        self.engine_for(seat).ok_or_else(|| not_now("No engine is playing for this seat."))?;
        if self.stand_ins[seat.index()].take().is_none() {
            self.seats[seat.index()] = SeatAssignment::Open;
        }
        Ok(())
    }

    pub(super) fn remove(&mut self, seat: Seat) -> Result<(), TableError> {
        if matches!(self.seats[seat.index()], SeatAssignment::Open) {
            return Err(not_now("This seat is empty."));
        }
        self.vacate(seat);
        Ok(())
    }

    pub(super) fn swap(&mut self, one: Seat, other: Seat) {
        self.seats.swap(one.index(), other.index());
        self.stand_ins.swap(one.index(), other.index());
        self.swap_commands(one, other);
        self.swap_entropy(one, other);
    }

    pub(super) fn hand_over(&mut self, seat: Seat) -> Result<(), TableError> {
        let SeatAssignment::Person { token, person, .. } = &self.seats[seat.index()] else {
            return Err(not_now("Only a seated player can become the host."));
        };
        self.owner = Owner { token: token.clone(), person: person.clone() };
        self.forget_owner_commands();
        Ok(())
    }
}
