//! A game of one kind being played.

mod claims;
mod enter;
mod offers;
mod takeback;

#[cfg(test)]
mod exchange_tests;
#[cfg(test)]
mod tests;

pub use offers::{Offer, OfferKind};

use crate::{Clocks, Control, Millis, Refusal, Step};
use serde::{Deserialize, Serialize};
use tetrarch_rules::{
    Army, Faults, Gesture, Mark, MarkKind, Outcome, Position, Seat, SeatSet, Standing, Turn,
};

/// One entry of the log, never changed once it is there.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// What happened: an action's text, a chance outcome, `resign:white`, `draw`, `takeback:4` …
    pub word: String,
    /// What it cost on the clock of the seat that was to act.
    #[serde(default)]
    pub spent: Millis,
}

/// What happened in the line that stands, with the position before it.
#[derive(Clone, Debug)]
struct Played<P: Position> {
    before: P,
    word: String,
    /// The action, if a seat acted in its turn.
    action: Option<P::Action>,
    /// What the turn that it ended has earned on the clock.
    earned: Millis,
    /// The seat that acted and the army it acted for.
    by: Option<(Seat, Option<Army>)>,
}

/// A game of `P` being played.
#[derive(Clone, Debug)]
pub struct Match<P: Position> {
    options: P::Options,
    start: P,
    /// Whether the start is not the usual one.
    own_start: bool,
    /// What has been played and not taken back.
    line: Vec<Played<P>>,
    /// The keys of the positions before: what is compared most of them.
    keys: Vec<u64>,
    position: P,
    /// Whose turn it is, the result and who has a say: what is asked most and takes some games long to find.
    standing: Standing,
    /// How often the position has occurred.
    occurred: u32,
    log: Vec<Entry>,
    offers: Vec<Offer>,
    clocks: Clocks,
}

impl<P: Position> Match<P> {
    /// A game from the usual start.
    pub fn new(options: P::Options, control: Control) -> Match<P> {
        let start = P::start(&options);
        Match::with_start(options, start, false, control)
    }

    /// A game from a position text.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn from_text(text: &str, options: P::Options, control: Control) -> Result<Match<P>, Faults> {
        let start = P::parse(text, &options)?;
        Ok(Match::with_start(options, start, true, control))
    }

    fn with_start(options: P::Options, start: P, own_start: bool, control: Control) -> Match<P> {
        let position = start.clone();
        let clocks = Clocks::new(control);
        let (line, log, offers) = (Vec::new(), Vec::new(), Vec::new());
        let (keys, standing) = (Vec::new(), position.standing());
        let mut game = Match {
            options,
            start,
            own_start,
            line,
            keys,
            position,
            standing,
            occurred: 0,
            log,
            offers,
            clocks,
        };
        game.count_occurrences();
        game.start_the_clock();
        game
    }

    /// Plays a log again from the same start.
    ///
    /// # Errors
    /// The number of the first entry that is refused, from 0, and why.
    pub fn replay(&mut self, log: &[Entry]) -> Result<(), (usize, Refusal)> {
        for (number, entry) in log.iter().enumerate() {
            self.enter_logged(entry).map_err(|refusal| (number, refusal))?;
        }
        Ok(())
    }

    /// The same game with nothing played yet.
    pub fn at_start(&self) -> Match<P> {
        Match::with_start(self.options.clone(), self.start.clone(), self.own_start, self.clocks.control())
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
        self.own_start.then(|| self.start.to_string())
    }

    /// The options it is played under.
    pub fn options(&self) -> &P::Options {
        &self.options
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Turn {
        self.standing.turn
    }

    /// The result, once there is one.
    pub fn outcome(&self) -> Option<Outcome> {
        self.standing.outcome
    }

    /// Who still has a say.
    pub fn playing(&self) -> SeatSet {
        self.standing.playing
    }

    /// All that ever happened, in order.
    pub fn log(&self) -> &[Entry] {
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
    pub fn line(&self) -> impl Iterator<Item = Step> {
        self.line_from(0)
    }

    /// The same without the first `start` things.
    pub fn line_from(&self, start: usize) -> impl Iterator<Item = Step> {
        self.line.iter().skip(start).map(|played| Step {
            word: played.word.clone(),
            notation: played
                .action
                .map_or_else(|| played.word.clone(), |action| played.before.notation(action)),
            by: played.by.map(|(seat, _)| seat),
        })
    }

    /// How many things were played and not taken back.
    pub fn line_length(&self) -> usize {
        self.line.len()
    }

    /// The position before each entry of the line.
    pub fn positions(&self) -> impl Iterator<Item = &P> {
        self.line.iter().map(|played| &played.before)
    }

    fn before(&self) -> Option<&P> {
        self.line.last().map(|played| &played.before)
    }

    fn name(&self, seat: Seat) -> &'static str {
        seat.name(self.position.seats())
    }

    fn must_go_on(&self) -> Result<(), Refusal> {
        if self.turn() == Turn::Over { Err(Refusal::Over) } else { Ok(()) }
    }

    fn must_be_to_act(&self, seat: Seat) -> Result<(), Refusal> {
        self.must_go_on()?;
        if self.turn() == Turn::Seat(seat) {
            return Ok(());
        }
        let turn = self.turn().word(self.position.seats());
        Err(Refusal::NotYourTurn { seat: self.name(seat), turn })
    }

    fn must_have_a_say(&self, seat: Seat) -> Result<(), Refusal> {
        self.must_go_on()?;
        if self.playing().contains(seat) {
            return Ok(());
        }
        Err(Refusal::NoSay { seat: self.name(seat) })
    }

    /// The position has changed.
    fn look_again(&mut self) {
        self.standing = self.position.standing();
    }

    /// The seat and the army to act.
    fn to_act(&self) -> Option<(Seat, Option<Army>)> {
        self.turn().seat().map(|seat| (seat, self.position.army()))
    }

    fn start_the_clock(&mut self) {
        self.clocks.break_off(self.to_act());
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
