//! A table as its rows tell it: the same rows always give the same table.

mod command_history;
mod dealing;
mod seating;

pub(crate) use command_history::DuplicateCommand;
pub(crate) use seating::{Owner, StandIn};

use crate::deps::ServerDeps;
use crate::event::{StoredEvent, TableEvent};
use crate::header::{SeatAssignment, TableHeader};
use command_history::CommandHistory;
use dealing::DealState;
use tetrarch_fair::FairError;
use tetrarch_protocol::{CommandId, OwnerCommand, OwnerCommandRecord, TablePhase};
use tetrarch_rules::{Seat, SeatSet, Turn, capitalised};
use tetrarch_store::{GameId, StoredGame};
use tetrarch_table::{Game, LogEntry, Millis, OfferKind, OpenError, Table, TableError};

/// A table that is stored but cannot be opened again.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CorruptTable {
    #[error("its head or a row is not what we write: {0}")]
    Json(#[from] serde_json::Error),
    #[error("it cannot be opened: {0}")]
    Open(#[from] OpenError),
    #[error("its deal: {0}")]
    Deal(#[from] FairError),
    #[error("row {number} cannot be done: {why}")]
    Event { number: usize, why: TableError },
}

/// A table's whole state: nothing but what its head and its rows say.
pub(crate) struct LiveTable {
    pub(crate) id: GameId,
    pub(crate) header: TableHeader,
    pub(crate) kind: &'static dyn Game,
    pub(crate) game: Box<dyn Table>,
    pub(crate) seats: Vec<SeatAssignment>,
    /// The engines that play for people at present, by seat.
    pub(crate) stand_ins: Vec<Option<StandIn>>,
    /// Whose table it is.
    pub(crate) owner: Owner,
    /// Whether the owner has stopped the clock.
    pub(crate) paused: bool,
    /// The people who may say nothing.
    pub(crate) muted: Vec<String>,
    /// What the owner has ordered so far.
    pub(crate) owner_commands: Vec<OwnerCommandRecord>,
    /// Counts what has changed about who sits where.
    pub(crate) seating_version: u64,
    /// The version at which somebody last changed seats.
    pub(crate) reseated_at: Option<u64>,
    pub(crate) begun: bool,
    /// How many rows there are.
    pub(crate) event_count: u64,
    /// What the seat to act has used of its turn, as it was last stored.
    pub(crate) turn_time_used: Millis,
    /// Counts the turns that have begun.
    pub(crate) turn_count: u64,
    /// How often a seat was given time.
    time_grants: u64,
    /// Who has acted at least once.
    acted: SeatSet,
    /// What was proposed, and by whom, since somebody last acted.
    proposed: Vec<(Seat, OfferKind)>,
    /// Something was only half done: the table must be loaded again.
    inconsistent: bool,
    deps: ServerDeps,
    deal: Option<DealState>,
    command_history: CommandHistory,
}

impl LiveTable {
    /// A table as it is made.
    pub(crate) fn new(house: &ServerDeps, id: GameId, head: TableHeader) -> Result<LiveTable, CorruptTable> {
        let game = house.games.by_name(&head.game)?;
        let table = game.open(&head.options, head.start.as_deref(), head.control)?;
        let fair = head
            .secret
            .as_deref()
            .map(|secret| DealState::new(&id, secret, table.seats().len()))
            .transpose()?;
        let mut chronicle = LiveTable {
            id,
            seats: head.seats.clone(),
            stand_ins: vec![None; head.seats.len()],
            owner: Owner { token: head.owner.clone(), person: head.owner_person.clone() },
            paused: false,
            muted: Vec::new(),
            owner_commands: Vec::new(),
            seating_version: 0,
            reseated_at: None,
            kind: game,
            game: table,
            begun: false,
            event_count: 0,
            turn_time_used: Millis::ZERO,
            turn_count: 0,
            time_grants: 0,
            acted: SeatSet::EMPTY,
            proposed: Vec::new(),
            inconsistent: false,
            deps: house.clone(),
            deal: fair,
            command_history: CommandHistory::default(),
            header: head,
        };
        if let (Some(seat), Some(entropy)) = (chronicle.owner_seat(), chronicle.header.entropy.clone()) {
            chronicle.add_entropy(seat, &entropy)?;
        }
        Ok(chronicle)
    }

    /// A table as it was stored.
    pub(crate) fn load(
        house: &ServerDeps,
        id: GameId,
        stored: &StoredGame,
    ) -> Result<LiveTable, CorruptTable> {
        let mut chronicle = LiveTable::new(house, id, serde_json::from_str(&stored.head)?)?;
        for (number, row) in stored.events.iter().enumerate() {
            let row: StoredEvent = serde_json::from_str(row)?;
            chronicle.replay(&row).map_err(|why| CorruptTable::Event { number, why })?;
        }
        Ok(chronicle)
    }

    /// Something happens: chance is dealt upon it, and the row to be stored comes back.
    pub(crate) fn apply(
        &mut self,
        what: TableEvent,
        command: Option<CommandId>,
    ) -> Result<StoredEvent, TableError> {
        let before = self.turn_marker();
        self.apply_event(&what)?;
        let dealt = self.resolve_chance();
        self.inconsistent |= dealt.is_err();
        let dealt = dealt?;
        let row = StoredEvent { what, dealt, command };
        self.after_event(&row, before);
        Ok(row)
    }

    /// Something that was stored happens again.
    fn replay(&mut self, row: &StoredEvent) -> Result<(), TableError> {
        let before = self.turn_marker();
        self.apply_event(&row.what)?;
        for outcome in &row.dealt {
            self.game.apply(outcome)?;
        }
        self.after_event(row, before);
        Ok(())
    }

    fn apply_event(&mut self, what: &TableEvent) -> Result<(), TableError> {
        let seat = what.seat().map(|name| self.seat_named(name)).transpose()?;
        match (what, seat) {
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
            (TableEvent::GaveBack { .. }, Some(seat)) => self.set_stand_in(seat, None),
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
            (TableEvent::Ordered { order, by, at }, _) => {
                self.apply_owner_command(order)?;
                self.owner_commands.push(OwnerCommandRecord {
                    order: order.clone(),
                    by: by.clone(),
                    at: *at,
                });
            }
            (TableEvent::Flagged { spent }, _) => {
                if !self.game.check_flag(*spent) {
                    return Err(TableError::NotNow("Nobody's time is up.".to_string()));
                }
            }
            (TableEvent::Aborted { .. }, _) => self.game.abort()?,
            (TableEvent::Thought { spent }, _) => self.turn_time_used = *spent,
            // Everything else has a seat.
            (_, None) => {}
        }
        Ok(())
    }

    /// Something is ordered after the end, which no row can say any more.
    pub(crate) fn apply_post_game_command(&mut self, given: OwnerCommandRecord) -> Result<(), TableError> {
        self.apply_owner_command(&given.order)?;
        self.owner_commands.push(given);
        Ok(())
    }

    /// Keeps count after a row.
    fn after_event(&mut self, row: &StoredEvent, before: (Turn, usize)) {
        self.event_count += 1;
        if row.what.changes_seating() {
            self.reseated_at = Some(self.version());
        }
        self.time_grants +=
            u64::from(matches!(row.what, TableEvent::Ordered { order: OwnerCommand::AddTime { .. }, .. }));
        self.remember_command(row);
        let acted = matches!(
            row.what,
            TableEvent::Acted { .. }
                | TableEvent::Began
                | TableEvent::Ordered { order: OwnerCommand::Begin, .. }
        );
        let (turn, line) = self.turn_marker();
        if acted || turn != before.0 || line < before.1 {
            self.turn_time_used = Millis::ZERO;
            self.turn_count += 1;
            self.proposed.clear();
        } else if let TableEvent::Proposed { seat, offer } = &row.what
            && let Ok(seat) = self.seat_named(seat)
        {
            self.proposed.push((seat, offer.clone()));
        }
    }

    /// Whether a seat has proposed the same since somebody last acted.
    pub(crate) fn has_proposed(&self, seat: Seat, offer: &OfferKind) -> bool {
        self.proposed.iter().any(|(by, kind)| *by == seat && kind == offer)
    }

    /// What tells that another turn has begun.
    fn turn_marker(&self) -> (Turn, usize) {
        (self.game.turn(), self.game.line_len())
    }

    /// Counts what has happened to the position.
    pub(crate) fn version(&self) -> u64 {
        self.game.log().len() as u64 - self.time_grants
    }

    /// How long the log was at a version. Time that was given does not change the position, so it does not count.
    pub(crate) fn log_length_at(&self, version: u64) -> Option<usize> {
        let wanted = usize::try_from(version).ok()?;
        if self.time_grants == 0 {
            return (wanted <= self.game.log().len()).then_some(wanted);
        }
        let counts = |(_, entry): &(usize, &LogEntry)| !entry.word.starts_with("time:");
        let mut counted = self.game.log().iter().enumerate().filter(counts);
        match wanted.checked_sub(1) {
            None => Some(0),
            Some(last) => counted.nth(last).map(|(index, _)| index + 1),
        }
    }

    /// How far the game has come.
    pub(crate) fn phase(&self) -> TablePhase {
        match self.game.turn() {
            Turn::Over => TablePhase::Over,
            _ if self.begun => TablePhase::Playing,
            _ => TablePhase::Waiting,
        }
    }

    /// Whether the engine plays this game at this level.
    pub(crate) fn check_level(&self, level: u8) -> Result<(), String> {
        self.deps.check_level(&self.header.game, level)
    }

    /// The seat called so.
    pub(crate) fn seat_named(&self, name: &str) -> Result<Seat, TableError> {
        let seats = self.game.seats();
        Seat::from_name(name, seats).ok_or_else(|| TableError::UnknownSeat { name: name.to_string(), seats })
    }

    /// A seat's name.
    pub(crate) fn seat_name(&self, seat: Seat) -> &'static str {
        seat.name(self.game.seats())
    }

    fn owner_seat(&self) -> Option<Seat> {
        let own = |sitting: &SeatAssignment| matches!(sitting, SeatAssignment::Person { token, .. } if token.matches(&self.owner.token));
        self.seats.iter().position(own).map(Seat::new)
    }

    /// Whether something was only half done, so that only what is stored can be trusted.
    pub(crate) const fn is_inconsistent(&self) -> bool {
        self.inconsistent
    }

    /// Whether somebody who has a say has not acted yet.
    pub(crate) fn is_abortable(&self) -> bool {
        !self.game.playing().minus(self.acted).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_first_servers_wrote_can_still_be_read() {
        let head = r#"{"game":"banqi","options":{},"start":null,"control":{"kind":"none"},
            "seats":["open",{"person":{"token":"ab","name":"Ada"}},{"engine":{"level":3}}],
            "owner":"cd","secret":null,"entropy":null,"made":5}"#;
        let head: TableHeader = serde_json::from_str(head).unwrap();
        assert!(head.owner_person.is_none() && !head.setting.by_link);
        for row in [
            r#"{"what":{"sat":{"seat":"first","token":"ab","name":"Ada"}}}"#,
            r#"{"what":"began"}"#,
            r#"{"what":{"acted":{"seat":"first","action":"?a1","spent":5}},"dealt":["=q"],"command":"c1"}"#,
            r#"{"what":{"aborted":{"seat":null}}}"#,
        ] {
            assert!(serde_json::from_str::<StoredEvent>(row).is_ok(), "{row}");
        }
    }
}
