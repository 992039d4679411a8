//! A game of one kind being played.

mod apply;
mod claims;
mod offers;
mod takeback;

#[cfg(test)]
mod exchange_tests;
#[cfg(test)]
mod tests;

pub use offers::{Offer, OfferKind};

use crate::{Clocks, GameStep, Millis, TableError, TimeControl};
use serde::{Deserialize, Serialize};
use tetrarch_rules::{
    ArmyId, Gesture, Mark, MarkKind, Outcome, ParseErrors, Position, Seat, SeatSet, Status, Turn,
};

/// One entry of the log, never changed once it is there.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogEntry {
    /// What happened: an action's text, a chance outcome, `resign:white`, `draw`, `takeback:4` …
    pub word: String,
    /// What it cost on the clock of the seat that was to act.
    #[serde(default)]
    pub spent: Millis,
}

/// What happened in the line that stands, with the position before it.
#[derive(Clone, Debug)]
struct HistoryEntry<P: Position> {
    before: P,
    word: String,
    /// The action, if a seat acted in its turn.
    action: Option<P::Action>,
    /// What the turn that it ended has earned on the clock.
    earned: Millis,
    /// The seat that acted and the army it acted for.
    by: Option<(Seat, Option<ArmyId>)>,
}

/// A game of `P` being played.
#[derive(Clone, Debug)]
pub struct Match<P: Position> {
    options: P::Options,
    start: P,
    /// Whether the start is not the usual one.
    custom_start: bool,
    /// What has been played and not taken back.
    line: Vec<HistoryEntry<P>>,
    /// The keys of the positions before: what is compared most of them.
    keys: Vec<u64>,
    position: P,
    /// Whose turn it is, the result and who has a say: what is asked most and takes some games long to find.
    status: Status,
    /// How often the position has occurred.
    occurred: u32,
    log: Vec<LogEntry>,
    offers: Vec<Offer>,
    clocks: Clocks,
}

impl<P: Position> Match<P> {
    /// A game from the usual start.
    pub fn new(options: P::Options, control: TimeControl) -> Match<P> {
        let start = P::start(&options);
        Match::with_start(options, start, false, control)
    }

    /// A game from a position text.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn from_text(text: &str, options: P::Options, control: TimeControl) -> Result<Match<P>, ParseErrors> {
        let start = P::parse(text, &options)?;
        Ok(Match::with_start(options, start, true, control))
    }

    fn with_start(options: P::Options, start: P, own_start: bool, control: TimeControl) -> Match<P> {
        let position = start.clone();
        let clocks = Clocks::new(control);
        let (line, log, offers) = (Vec::new(), Vec::new(), Vec::new());
        let (keys, standing) = (Vec::new(), position.status());
        let mut game = Match {
            options,
            start,
            custom_start: own_start,
            line,
            keys,
            position,
            status: standing,
            occurred: 0,
            log,
            offers,
            clocks,
        };
        game.count_occurrences();
        game.start_clock();
        game
    }

    /// Plays a log again from the same start.
    ///
    /// # Errors
    /// The number of the first entry that is refused, from 0, and why.
    pub fn replay(&mut self, log: &[LogEntry]) -> Result<(), (usize, TableError)> {
        for (number, entry) in log.iter().enumerate() {
            self.apply_logged(entry).map_err(|refusal| (number, refusal))?;
        }
        Ok(())
    }

    /// The same game with nothing played yet.
    pub fn at_start(&self) -> Match<P> {
        Match::with_start(self.options.clone(), self.start.clone(), self.custom_start, self.clocks.control())
    }

    /// Where the actions of the last turn were made, the latest first.
    pub(crate) fn last_marks(&self) -> impl Iterator<Item = Mark> {
        let mut actions = self.line.iter().rev().filter(|played| played.action.is_some()).peekable();
        let turn = actions.peek().and_then(|played| played.by);
        let last = actions.take_while(move |played| played.by == turn);
        last.filter_map(|played| last_mark(&played.before, played.action?))
    }

    /// The position now.
    pub fn position(&self) -> &P {
        &self.position
    }

    /// The text of the start, if it is not the usual one.
    pub fn start_text(&self) -> Option<String> {
        self.custom_start.then(|| self.start.to_string())
    }

    /// The options it is played under.
    pub fn options(&self) -> &P::Options {
        &self.options
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Turn {
        self.status.turn
    }

    /// The result, once there is one.
    pub fn outcome(&self) -> Option<Outcome> {
        self.status.outcome
    }

    /// Who still has a say.
    pub fn playing(&self) -> SeatSet {
        self.status.active_seats
    }

    /// All that ever happened, in order.
    pub fn log(&self) -> &[LogEntry] {
        &self.log
    }

    /// The clocks.
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// What waits for an answer.
    pub fn offers(&self) -> &[Offer] {
        &self.offers
    }

    /// What has been played and not taken back.
    pub fn line(&self) -> impl Iterator<Item = GameStep> {
        self.line_from(0)
    }

    /// The same without the first `start` things.
    pub fn line_from(&self, start: usize) -> impl Iterator<Item = GameStep> {
        self.line.iter().skip(start).map(|played| GameStep {
            word: played.word.clone(),
            notation: played
                .action
                .map_or_else(|| played.word.clone(), |action| played.before.notation(action)),
            by: played.by.map(|(seat, _)| seat),
        })
    }

    /// How many things were played and not taken back.
    pub fn line_len(&self) -> usize {
        self.line.len()
    }

    /// The position before each entry of the line.
    pub fn positions(&self) -> impl Iterator<Item = &P> {
        self.line.iter().map(|played| &played.before)
    }

    fn previous_position(&self) -> Option<&P> {
        self.line.last().map(|played| &played.before)
    }

    fn name(&self, seat: Seat) -> &'static str {
        seat.name(self.position.seats())
    }

    fn ensure_not_over(&self) -> Result<(), TableError> {
        if self.turn() == Turn::Over { Err(TableError::GameOver) } else { Ok(()) }
    }

    fn ensure_turn(&self, seat: Seat) -> Result<(), TableError> {
        self.ensure_not_over()?;
        if self.turn() == Turn::Seat(seat) {
            return Ok(());
        }
        let turn = self.turn().name(self.position.seats());
        Err(TableError::NotYourTurn { seat: self.name(seat), turn })
    }

    fn ensure_playing(&self, seat: Seat) -> Result<(), TableError> {
        self.ensure_not_over()?;
        if self.playing().contains(seat) {
            return Ok(());
        }
        Err(TableError::NotPlaying { seat: self.name(seat) })
    }

    /// The position has changed.
    fn update_status(&mut self) {
        self.status = self.position.status();
    }

    /// The seat and the army to act.
    fn to_act(&self) -> Option<(Seat, Option<ArmyId>)> {
        self.turn().seat().map(|seat| (seat, self.position.army()))
    }

    fn start_clock(&mut self) {
        self.clocks.interrupt_turn(self.to_act());
    }
}

/// Where an action was made.
fn last_mark<P: Position>(before: &P, action: P::Action) -> Option<Mark> {
    let cells = match before.gesture(action) {
        Gesture::Move { from, to, .. } => vec![from, to],
        Gesture::Tap { cell } => vec![cell],
        Gesture::Button { .. } => return None,
    };
    Some(Mark { kind: MarkKind::Last, cells })
}
