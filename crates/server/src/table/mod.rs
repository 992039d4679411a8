//! A table restored from its stored events. The same events always give the same table.

pub(crate) mod chance;
mod command_history;
pub(crate) mod create;
mod dealing;
pub(crate) mod error;
pub(crate) mod event;
mod first_format;
pub(crate) mod header;
pub(crate) mod record;
mod seating;

pub(crate) use command_history::DuplicateCommand;
pub(crate) use seating::{Owner, StandIn};

use crate::deps::ServerDeps;
use command_history::CommandHistory;
use dealing::DealState;
use event::{RoomEvent, SeatingEvent, StoredEvent};
use first_format::FirstRow;
use header::{SeatAssignment, TableHeader};
use tetrarch_fair::FairError;
use tetrarch_protocol::{CommandId, OwnerCommandRecord, TablePhase};
use tetrarch_rules::{Seat, SeatSet, Turn, capitalised};
use tetrarch_store::{GameId, StoredGame};
use tetrarch_table::{Game, Millis, OfferKind, OpenError, Table, TableError, TableEvent};

/// A stored table that cannot be opened.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CorruptTable {
    #[error("the stored JSON is invalid: {0}")]
    Json(#[from] serde_json::Error),
    #[error("the game cannot be opened: {0}")]
    Open(#[from] OpenError),
    #[error("the deal is invalid: {0}")]
    Deal(#[from] FairError),
    #[error("row {number} of the log has the number {stored}")]
    Number { number: u64, stored: u64 },
    #[error("event {number} cannot be replayed: {why}")]
    Event { number: usize, why: TableError },
}

/// The event-sourced state of a table: its header plus its events, and nothing else.
pub(crate) struct LiveTable {
    pub(crate) id: GameId,
    pub(crate) header: TableHeader,
    pub(crate) kind: &'static dyn Game,
    pub(crate) game: Box<dyn Table>,
    pub(crate) seats: Vec<SeatAssignment>,
    /// The engines that currently play for people, by seat.
    pub(crate) stand_ins: Vec<Option<StandIn>>,
    pub(crate) owner: Owner,
    /// Whether the owner has paused the game.
    pub(crate) paused: bool,
    /// The ids of people who may not chat.
    pub(crate) muted: Vec<String>,
    /// The owner commands given so far.
    pub(crate) owner_commands: Vec<OwnerCommandRecord>,
    /// Incremented whenever the seating changes.
    pub(crate) seating_version: u64,
    /// The version at which a player last changed seats.
    pub(crate) reseated_at: Option<u64>,
    pub(crate) begun: bool,
    /// How many events are stored.
    pub(crate) event_count: u64,
    /// The time the seat to act has used of its turn, as last stored.
    pub(crate) turn_time_used: Millis,
    /// How many turns have begun.
    pub(crate) turn_count: u64,
    /// The seats that have acted at least once.
    acted: SeatSet,
    /// The offers made since somebody last acted, and by whom.
    proposed: Vec<(Seat, OfferKind)>,
    deps: ServerDeps,
    deal: Option<DealState>,
    command_history: CommandHistory,
}

impl LiveTable {
    /// A new table.
    pub(crate) fn new(deps: &ServerDeps, id: GameId, header: TableHeader) -> Result<LiveTable, CorruptTable> {
        let kind = deps.games.by_name(&header.game)?.rules;
        let game = kind.open(&header.options, header.start.as_deref(), header.control)?;
        let deal = header
            .secret
            .as_deref()
            .map(|secret| DealState::new(&id, secret, game.seats().len()))
            .transpose()?;
        let mut table = LiveTable {
            id,
            seats: header.seats.clone(),
            stand_ins: vec![None; header.seats.len()],
            owner: Owner { token: header.owner.clone(), person: header.owner_person.clone() },
            paused: false,
            muted: Vec::new(),
            owner_commands: Vec::new(),
            seating_version: 0,
            reseated_at: None,
            kind,
            game,
            begun: false,
            event_count: 0,
            turn_time_used: Millis::ZERO,
            turn_count: 0,
            acted: SeatSet::EMPTY,
            proposed: Vec::new(),
            deps: deps.clone(),
            deal,
            command_history: CommandHistory::default(),
            header,
        };
        if let (Some(seat), Some(entropy)) = (table.owner_seat(), table.header.entropy.clone()) {
            table.add_entropy(seat, &entropy)?;
        }
        Ok(table)
    }

    /// Restores a table from its stored events.
    pub(crate) fn load(
        deps: &ServerDeps,
        id: GameId,
        stored: &StoredGame,
    ) -> Result<LiveTable, CorruptTable> {
        let mut table = LiveTable::new(deps, id, serde_json::from_str(&stored.head)?)?;
        for (number, row) in stored.events.iter().enumerate() {
            let corrupt = |why| CorruptTable::Event { number, why };
            for event in table.read_row(row, number as u64)? {
                table.check_seats(&event.event).map_err(corrupt)?;
                table.apply_stored(&event).map_err(corrupt)?;
            }
            table.event_count = number as u64 + 1;
        }
        Ok(table)
    }

    /// The events of a stored row.
    fn read_row(&self, row: &str, number: u64) -> Result<Vec<StoredEvent>, CorruptTable> {
        let error = match serde_json::from_str::<StoredEvent>(row) {
            Ok(stored) if stored.number != number => {
                return Err(CorruptTable::Number { number, stored: stored.number });
            }
            Ok(stored) => return Ok(vec![stored]),
            Err(error) => error,
        };
        let first: FirstRow = serde_json::from_str(row).map_err(|_| error)?;
        first.events(self, number).map_err(|why| CorruptTable::Event { number: number as usize, why })
    }

    /// A stored event may name a seat that this game does not have.
    fn check_seats(&self, event: &RoomEvent) -> Result<(), TableError> {
        let seats = self.game.seats();
        match event.seats().find(|seat| seat.index() >= seats.len()) {
            Some(seat) => Err(TableError::UnknownSeat { name: seat.index().to_string(), seats }),
            None => Ok(()),
        }
    }

    /// Applies a new event and resolves the chance turns that follow. Returns the events to store. If it fails
    /// after an event was counted, the table must be reloaded from the store.
    pub(crate) fn apply(
        &mut self,
        event: RoomEvent,
        id: Option<&CommandId>,
    ) -> Result<Vec<StoredEvent>, TableError> {
        let (mut stored, mut next) = (Vec::new(), Some(event));
        while let Some(event) = next {
            let at = self.deps.clock.timestamp().0;
            let row = StoredEvent { number: self.event_count, at, id: id.cloned(), event };
            self.apply_stored(&row)?;
            self.event_count += 1;
            stored.push(row);
            next = self.pending_chance()?;
        }
        Ok(stored)
    }

    /// The outcome of the chance turn that is pending, if there is one.
    fn pending_chance(&self) -> Result<Option<RoomEvent>, TableError> {
        if !self.begun || self.game.turn() != Turn::Chance {
            return Ok(None);
        }
        let outcome = self.next_chance_outcome()?;
        Ok(Some(TableEvent::Revealed { outcome }.into()))
    }

    fn apply_stored(&mut self, stored: &StoredEvent) -> Result<(), TableError> {
        match &stored.event {
            RoomEvent::Game(event) => self.apply_game_event(event)?,
            RoomEvent::Seating(event) => self.apply_seating_event(event, stored.at)?,
        }
        self.remember_command(stored);
        Ok(())
    }

    fn apply_game_event(&mut self, event: &TableEvent) -> Result<(), TableError> {
        let applied = self.game.apply(event)?;
        if let TableEvent::Acted { seat, .. } = event {
            self.acted = self.acted.with(*seat);
        }
        if applied.new_turn {
            self.begin_turn();
        } else if let TableEvent::Proposed { seat, offer } = event {
            self.proposed.push((*seat, offer.clone()));
        }
        Ok(())
    }

    fn begin_turn(&mut self) {
        self.turn_time_used = Millis::ZERO;
        self.turn_count += 1;
        self.proposed.clear();
    }

    fn apply_seating_event(&mut self, event: &SeatingEvent, at: i64) -> Result<(), TableError> {
        match event {
            SeatingEvent::Sat { seat, token, name, person } => self.sit(*seat, token, name, person.as_ref()),
            SeatingEvent::Moved { seat, to } => self.move_to(*seat, *to)?,
            SeatingEvent::Stood { seat } => self.vacate(*seat),
            SeatingEvent::EntropyGiven { seat, entropy } => {
                let unfit =
                    |unfit: FairError| TableError::NotNow(format!("{}.", capitalised(&unfit.to_string())));
                self.add_entropy(*seat, entropy).map_err(unfit)?;
            }
            SeatingEvent::Began => {
                self.begun = true;
                self.begin_turn();
            }
            SeatingEvent::StoodIn { seat, level } => {
                let engine = StandIn { level: *level, delay: Millis::ZERO, automatic: true };
                self.stand_ins[seat.index()] = Some(engine);
            }
            SeatingEvent::SeatReturned { seat } => self.stand_ins[seat.index()] = None,
            SeatingEvent::TurnTimeUsed { spent } => self.turn_time_used = *spent,
            SeatingEvent::ClaimedAbsent { .. } => {}
            SeatingEvent::Paused => self.paused = true,
            SeatingEvent::Resumed => self.paused = false,
            SeatingEvent::EngineOn { seat, level, delay } => self.engine_on(*seat, *level, *delay),
            SeatingEvent::EngineOff { seat } => self.engine_off(*seat)?,
            SeatingEvent::Removed { seat } => self.remove(*seat)?,
            SeatingEvent::Swapped { one, other } => self.swap(*one, *other),
            SeatingEvent::HandedOver { seat } => self.hand_over(*seat)?,
            SeatingEvent::Muted { person, muted } => {
                self.muted.retain(|own| own != person);
                self.muted.extend(muted.then(|| person.clone()));
            }
            SeatingEvent::Ordered { command, by } => {
                self.owner_commands.push(OwnerCommandRecord { order: command.clone(), by: by.clone(), at });
            }
        }
        self.seating_version += u64::from(event.is_visible());
        if event.changes_seating() {
            self.reseated_at = Some(self.game.version());
        }
        Ok(())
    }

    /// Applies an owner command given after the game. The event log is closed by then.
    pub(crate) fn apply_post_game_command(&mut self, given: OwnerCommandRecord) -> Result<(), TableError> {
        let OwnerCommandRecord { order, by, at } = given;
        for event in self.owner_events(&order)? {
            match event {
                RoomEvent::Game(event) => self.apply_game_event(&event)?,
                RoomEvent::Seating(event) => self.apply_seating_event(&event, at)?,
            }
        }
        self.apply_seating_event(&SeatingEvent::Ordered { command: order, by }, at)
    }

    /// Whether the seat has made the same offer since somebody last acted.
    pub(crate) fn has_proposed(&self, seat: Seat, offer: &OfferKind) -> bool {
        self.proposed.iter().any(|(by, kind)| *by == seat && kind == offer)
    }

    pub(crate) fn phase(&self) -> TablePhase {
        match self.game.turn() {
            Turn::Over => TablePhase::Over,
            _ if self.begun => TablePhase::Playing,
            _ => TablePhase::Waiting,
        }
    }

    /// Checks that the engine can play this game at this level.
    pub(crate) fn check_level(&self, level: u8) -> Result<(), String> {
        self.deps.check_level(&self.header.game, level)
    }

    pub(crate) fn seat_named(&self, name: &str) -> Result<Seat, TableError> {
        let seats = self.game.seats();
        Seat::from_name(name, seats).ok_or_else(|| TableError::UnknownSeat { name: name.to_string(), seats })
    }

    pub(crate) fn seat_name(&self, seat: Seat) -> &'static str {
        seat.name(self.game.seats())
    }

    fn owner_seat(&self) -> Option<Seat> {
        let own = |assignment: &SeatAssignment| matches!(assignment, SeatAssignment::Person { token, .. } if token.matches(&self.owner.token));
        self.seats.iter().position(own).map(Seat::new)
    }

    /// Whether a seat that is still playing has not acted yet.
    pub(crate) fn is_abortable(&self) -> bool {
        !self.game.playing().minus(self.acted).is_empty()
    }
}
