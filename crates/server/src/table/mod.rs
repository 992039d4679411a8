//! A table restored from its stored events. The same events always give the same table.

mod command_history;
pub(crate) mod create;
mod dealing;
pub(crate) mod error;
pub(crate) mod event;
pub(crate) mod header;
pub(crate) mod record;
mod seating;

pub(crate) use command_history::DuplicateCommand;
pub(crate) use seating::{Owner, StandIn};

use crate::deps::ServerDeps;
use command_history::CommandHistory;
use dealing::DealState;
use event::{StoredEvent, TableEvent};
use header::{SeatAssignment, TableHeader};
use tetrarch_fair::FairError;
use tetrarch_protocol::{CommandId, OwnerCommand, OwnerCommandRecord, TablePhase};
use tetrarch_rules::{Seat, SeatSet, Turn, capitalised};
use tetrarch_store::{GameId, StoredGame};
use tetrarch_table::{Game, LogEntry, Millis, OfferKind, OpenError, Table, TableError};

/// A stored table that cannot be opened.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CorruptTable {
    #[error("the stored JSON is invalid: {0}")]
    Json(#[from] serde_json::Error),
    #[error("the game cannot be opened: {0}")]
    Open(#[from] OpenError),
    #[error("the deal is invalid: {0}")]
    Deal(#[from] FairError),
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
    /// How often the owner added time.
    time_grants: u64,
    /// The seats that have acted at least once.
    acted: SeatSet,
    /// The offers made since somebody last acted, and by whom.
    proposed: Vec<(Seat, OfferKind)>,
    /// An event was applied only in part: the table must be reloaded from the store.
    inconsistent: bool,
    deps: ServerDeps,
    deal: Option<DealState>,
    command_history: CommandHistory,
}

impl LiveTable {
    /// A new table.
    pub(crate) fn new(deps: &ServerDeps, id: GameId, header: TableHeader) -> Result<LiveTable, CorruptTable> {
        let kind = deps.games.by_name(&header.game)?;
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
            time_grants: 0,
            acted: SeatSet::EMPTY,
            proposed: Vec::new(),
            inconsistent: false,
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
        for (number, stored) in stored.events.iter().enumerate() {
            let stored: StoredEvent = serde_json::from_str(stored)?;
            table.replay(&stored).map_err(|why| CorruptTable::Event { number, why })?;
        }
        Ok(table)
    }

    /// Applies a new event, resolves the chance turns that follow, and returns the event to store.
    pub(crate) fn apply(
        &mut self,
        event: TableEvent,
        command: Option<CommandId>,
    ) -> Result<StoredEvent, TableError> {
        let before = self.turn_marker();
        self.apply_event(&event)?;
        let dealt = self.resolve_chance();
        self.inconsistent |= dealt.is_err();
        let dealt = dealt?;
        let stored = StoredEvent { event, dealt, command };
        self.after_event(&stored, before);
        Ok(stored)
    }

    /// Replays a stored event.
    fn replay(&mut self, stored: &StoredEvent) -> Result<(), TableError> {
        let before = self.turn_marker();
        self.apply_event(&stored.event)?;
        for outcome in &stored.dealt {
            self.game.apply(outcome)?;
        }
        self.after_event(stored, before);
        Ok(())
    }

    fn apply_event(&mut self, event: &TableEvent) -> Result<(), TableError> {
        let seat = event.seat().map(|name| self.seat_named(name)).transpose()?;
        match (event, seat) {
            (TableEvent::Sat { token, name, person, .. }, Some(seat)) => {
                self.sit(seat, token, name, person.as_ref());
            }
            (TableEvent::Moved { to, .. }, Some(seat)) => {
                let to = self.seat_named(to)?;
                self.move_to(seat, to)?;
            }
            (TableEvent::Stood { .. }, Some(seat)) => self.vacate(seat),
            (TableEvent::StoodIn { level, .. }, Some(seat)) => {
                let engine = StandIn { level: *level, delay: Millis::ZERO, automatic: true };
                self.set_stand_in(seat, Some(engine));
            }
            (TableEvent::SeatReturned { .. }, Some(seat)) => self.set_stand_in(seat, None),
            (TableEvent::Gave { entropy, .. }, Some(seat)) => {
                let unfit =
                    |unfit: FairError| TableError::NotNow(format!("{}.", capitalised(&unfit.to_string())));
                self.add_entropy(seat, entropy).map_err(unfit)?;
            }
            (TableEvent::Began, _) => {
                self.begun = true;
                self.seating_version += 1;
            }
            (TableEvent::Acted { action, spent, .. }, Some(seat)) => {
                self.game.act(seat, action, *spent)?;
                self.acted = self.acted.with(seat);
            }
            (TableEvent::Proposed { offer, .. }, Some(seat)) => self.game.propose(seat, offer)?,
            (TableEvent::Accepted { offer, spent, .. }, Some(seat)) => {
                self.game.accept_after(seat, offer, *spent)?;
            }
            (TableEvent::Declined { offer, .. }, Some(seat)) => self.game.decline(seat, offer)?,
            (TableEvent::Claimed { .. }, Some(seat)) => self.game.claim_draw(seat)?,
            (TableEvent::Resigned { .. }, Some(seat)) => self.game.resign(seat)?,
            (TableEvent::ClaimedAbsent { absent, .. }, _) => {
                let absent = self.seat_named(absent)?;
                self.game.resign(absent)?;
            }
            (TableEvent::OwnerCommanded { command, by, at }, _) => {
                self.apply_owner_command(command)?;
                self.owner_commands.push(OwnerCommandRecord {
                    order: command.clone(),
                    by: by.clone(),
                    at: *at,
                });
            }
            (TableEvent::Flagged { spent }, _) => {
                if !self.game.check_flag(*spent) {
                    return Err(TableError::NotNow("No player has run out of time.".to_string()));
                }
            }
            (TableEvent::Aborted { .. }, _) => self.game.abort()?,
            (TableEvent::TurnTimeUsed { spent }, _) => self.turn_time_used = *spent,
            // All other events have a seat.
            (_, None) => {}
        }
        Ok(())
    }

    /// Applies an owner command given after the game. The event log is closed by then.
    pub(crate) fn apply_post_game_command(&mut self, given: OwnerCommandRecord) -> Result<(), TableError> {
        self.apply_owner_command(&given.order)?;
        self.owner_commands.push(given);
        Ok(())
    }

    /// Updates the counters after an event.
    fn after_event(&mut self, stored: &StoredEvent, before: (Turn, usize)) {
        self.event_count += 1;
        if stored.event.changes_seating() {
            self.reseated_at = Some(self.version());
        }
        self.time_grants += u64::from(matches!(
            stored.event,
            TableEvent::OwnerCommanded { command: OwnerCommand::AddTime { .. }, .. }
        ));
        self.remember_command(stored);
        let acted = matches!(
            stored.event,
            TableEvent::Acted { .. }
                | TableEvent::Began
                | TableEvent::OwnerCommanded { command: OwnerCommand::Begin, .. }
        );
        let (turn, line) = self.turn_marker();
        if acted || turn != before.0 || line < before.1 {
            self.turn_time_used = Millis::ZERO;
            self.turn_count += 1;
            self.proposed.clear();
        } else if let TableEvent::Proposed { seat, offer } = &stored.event
            && let Ok(seat) = self.seat_named(seat)
        {
            self.proposed.push((seat, offer.clone()));
        }
    }

    /// Whether the seat has made the same offer since somebody last acted.
    pub(crate) fn has_proposed(&self, seat: Seat, offer: &OfferKind) -> bool {
        self.proposed.iter().any(|(by, kind)| *by == seat && kind == offer)
    }

    /// Changes when another turn begins.
    fn turn_marker(&self) -> (Turn, usize) {
        (self.game.turn(), self.game.line_len())
    }

    /// The version of the position.
    pub(crate) fn version(&self) -> u64 {
        self.game.log().len() as u64 - self.time_grants
    }

    /// The length of the log at a version. Added time does not change the position, so it does not count.
    pub(crate) fn log_length_at(&self, version: u64) -> Option<usize> {
        let version = usize::try_from(version).ok()?;
        if self.time_grants == 0 {
            return (version <= self.game.log().len()).then_some(version);
        }
        let counts = |(_, entry): &(usize, &LogEntry)| !entry.word.starts_with("time:");
        let mut counted = self.game.log().iter().enumerate().filter(counts);
        match version.checked_sub(1) {
            None => Some(0),
            Some(last) => counted.nth(last).map(|(index, _)| index + 1),
        }
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

    /// Whether an event was applied only in part, so that only the store can be trusted.
    pub(crate) const fn is_inconsistent(&self) -> bool {
        self.inconsistent
    }

    /// Whether a seat that is still playing has not acted yet.
    pub(crate) fn is_abortable(&self) -> bool {
        !self.game.playing().minus(self.acted).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_written_by_the_first_version_can_be_read() {
        let head = r#"{"game":"banqi","options":{},"start":null,"control":{"kind":"none"},
            "seats":["open",{"person":{"token":"ab","name":"Ada"}},{"engine":{"level":3}}],
            "owner":"cd","secret":null,"entropy":null,"made":5}"#;
        let head: TableHeader = serde_json::from_str(head).unwrap();
        assert!(head.owner_person.is_none() && !head.setting.by_link);
        for stored in [
            r#"{"what":{"sat":{"seat":"first","token":"ab","name":"Ada"}}}"#,
            r#"{"what":"began"}"#,
            r#"{"what":{"acted":{"seat":"first","action":"?a1","spent":5}},"dealt":["=q"],"command":"c1"}"#,
            r#"{"what":{"aborted":{"seat":null}}}"#,
        ] {
            assert!(serde_json::from_str::<StoredEvent>(stored).is_ok(), "{stored}");
        }
    }
}
