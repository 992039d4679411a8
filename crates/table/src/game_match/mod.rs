//! A game in progress, generic over its rules.

mod apply;
mod claims;
mod offers;
mod parse_event;
mod table;
mod takeback;
mod versions;

#[cfg(test)]
mod exchange_tests;
#[cfg(test)]
mod tests;

pub use offers::{Offer, OfferKind};
pub use versions::LineChange;

use crate::{Clocks, GameStep, Millis, TableError, TableEvent, TimeControl};
use tetrarch_rules::{ArmyId, ParseErrors, Presentation, Seat, Status, Turn};
use versions::VersionMark;

/// One step of the line, with the position before it.
#[derive(Clone, Debug)]
struct HistoryEntry<P: Presentation> {
    before: P,
    event: TableEvent,
    /// The action, if a seat acted in its turn.
    action: Option<P::Action>,
    /// The time that the clock gained when this step ended a turn.
    gained: Millis,
    /// The seat that acted and the army it acted for.
    by: Option<(Seat, Option<ArmyId>)>,
}

impl<P: Presentation> HistoryEntry<P> {
    /// Its text in the game record. The proposer of a treaty is left out if it was the seat to act.
    fn word(&self) -> String {
        match &self.event {
            TableEvent::Treaty { seat, treaty } if self.before.turn() == Turn::Seat(*seat) => treaty.clone(),
            event => event.word(self.before.seats()),
        }
    }

    fn step(&self) -> GameStep {
        let word = self.word();
        let notation = match (&self.event, self.action) {
            (_, Some(action)) => self.before.notation(action),
            (TableEvent::Treaty { treaty, .. }, None) => treaty.clone(),
            _ => word.clone(),
        };
        let by = self.by.map(|(seat, _)| seat);
        let phase = by.map(|seat| self.before.phase(Turn::Seat(seat)));
        GameStep { event: self.event.clone(), word, notation, by, phase }
    }
}

/// A game of `P` in progress.
#[derive(Clone, Debug)]
pub struct Match<P: Presentation> {
    options: P::Options,
    start: P,
    /// Whether the start is not the standard start.
    custom_start: bool,
    /// The steps played and not taken back.
    line: Vec<HistoryEntry<P>>,
    /// The hash keys of the positions in `line`, for fast repetition checks.
    keys: Vec<u64>,
    position: P,
    /// The turn, the result and the seats still playing. Cached, because they are needed often and slow to
    /// compute in some games.
    status: Status,
    /// How often the current position has occurred.
    occurred: u32,
    log: Vec<TableEvent>,
    /// The lengths of log and line at each version, from version 1 on.
    versions: Vec<VersionMark>,
    offers: Vec<Offer>,
    clocks: Clocks,
}

impl<P: Presentation> Match<P> {
    /// A game from the standard start.
    pub fn new(options: P::Options, control: TimeControl) -> Match<P> {
        let start = P::start(&options);
        Match::with_start(options, start, false, control)
    }

    /// A game from a position text.
    ///
    /// # Errors
    /// If the text is not a valid position.
    pub fn from_text(text: &str, options: P::Options, control: TimeControl) -> Result<Match<P>, ParseErrors> {
        let start = P::parse(text, &options)?;
        Ok(Match::with_start(options, start, true, control))
    }

    fn with_start(options: P::Options, start: P, custom_start: bool, control: TimeControl) -> Match<P> {
        let position = start.clone();
        let clocks = Clocks::new(control);
        let (line, log, offers) = (Vec::new(), Vec::new(), Vec::new());
        let (keys, status) = (Vec::new(), position.status());
        let mut game = Match {
            options,
            start,
            custom_start,
            line,
            keys,
            position,
            status,
            occurred: 0,
            log,
            versions: Vec::new(),
            offers,
            clocks,
        };
        game.count_occurrences();
        game.start_clock();
        game
    }

    /// A new game with the same options and starting position.
    pub fn at_start(&self) -> Match<P> {
        Match::with_start(self.options.clone(), self.start.clone(), self.custom_start, self.clocks.control())
    }

    /// The current position.
    pub fn position(&self) -> &P {
        &self.position
    }

    /// The position before each step of the line.
    pub fn positions(&self) -> impl Iterator<Item = &P> {
        self.line.iter().map(|entry| &entry.before)
    }

    fn previous_position(&self) -> Option<&P> {
        self.line.last().map(|entry| &entry.before)
    }

    fn name(&self, seat: Seat) -> &'static str {
        seat.name(self.position.seats())
    }

    fn ensure_not_over(&self) -> Result<(), TableError> {
        if self.status.turn == Turn::Over { Err(TableError::GameOver) } else { Ok(()) }
    }

    fn ensure_turn(&self, seat: Seat) -> Result<(), TableError> {
        self.ensure_not_over()?;
        if self.status.turn == Turn::Seat(seat) {
            return Ok(());
        }
        let turn = self.status.turn.name(self.position.seats());
        Err(TableError::NotYourTurn { seat: self.name(seat), turn })
    }

    fn ensure_playing(&self, seat: Seat) -> Result<(), TableError> {
        self.ensure_not_over()?;
        if self.status.active_seats.contains(seat) {
            return Ok(());
        }
        Err(TableError::NotPlaying { seat: self.name(seat) })
    }

    /// Refreshes the cached status after a change of the position.
    fn update_status(&mut self) {
        self.status = self.position.status();
    }

    /// The seat to act and the army it acts for.
    fn to_act(&self) -> Option<(Seat, Option<ArmyId>)> {
        self.status.turn.seat().map(|seat| (seat, self.position.army()))
    }

    fn start_clock(&mut self) {
        self.clocks.interrupt_turn(self.to_act());
    }
}
