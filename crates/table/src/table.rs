//! Any game behind one object-safe interface that speaks in texts and views.

use crate::{Clocks, LogEntry, Match, Millis, Offer, OfferKind, TableError};
use serde::ser::{Serialize, SerializeMap as _, SerializeStruct as _, Serializer};
use serde_json::Value;
use std::any::Any;
use tetrarch_rules::{
    Eye, Gesture, IllegalAction, Mark, Outcome, Position, Reason, Seat, SeatNames, SeatSet, Turn, View,
    divide, perft,
};

/// One thing that was played and not taken back.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct GameStep {
    /// Its word in the record.
    pub word: String,
    /// How players write it.
    pub notation: String,
    /// The seat that acted; none for chance, forfeits and agreements.
    pub by: Option<Seat>,
}

/// A game of any kind being played.
pub trait Table: Send {
    /// The game's name: `ban-chess`.
    fn game(&self) -> &'static str;
    /// The names of the seats.
    fn seats(&self) -> SeatNames;
    /// The options, complete.
    fn options(&self) -> Value;
    /// The text of the start, if it is not the usual one.
    fn start_text(&self) -> Option<String>;

    /// Who has to do the next thing.
    fn turn(&self) -> Turn;
    /// The texts of what can be done now, or of the chance outcomes, sorted.
    fn legal(&self) -> Vec<String>;
    /// The chance outcomes with their weights.
    fn chances(&self) -> Vec<(String, u32)>;
    /// The position as text.
    fn text(&self) -> String;
    /// A number for the position: positions that differ only in how they came about have the same.
    fn key(&self) -> u64;
    /// The result, once there is one.
    fn outcome(&self) -> Option<Outcome>;
    /// Who still has a say.
    fn playing(&self) -> SeatSet;
    /// Who wins and loses together with a seat, itself included.
    fn allies(&self, seat: Seat) -> SeatSet;
    /// The position as `eye` sees it, with the actions of the last turn marked.
    fn view(&self, eye: Eye) -> View;
    /// Why a gesture leads to nothing now.
    fn explain(&self, gesture: &Gesture) -> Option<IllegalAction>;
    /// How often the present state has occurred; 0 if it does not count.
    fn occurrences(&self) -> u32;
    /// The draw that the seat to act may claim now.
    fn claimable(&self) -> Option<Reason>;
    /// The treaties that can be proposed now, besides a draw, each with who may.
    fn treaties(&self) -> Vec<(Seat, String)>;
    /// The treaties that a seat may propose now, besides a draw.
    fn proposable(&self, seat: Seat) -> Vec<String>;
    /// Whether a seat may propose to return to the state before its last turn.
    fn can_take_back(&self, seat: Seat) -> bool;
    /// What the operator may do to the position now.
    fn operations(&self) -> Vec<String>;

    /// See [`Match::enter`].
    ///
    /// # Errors
    /// As there.
    fn apply(&mut self, word: &str) -> Result<(), TableError>;
    /// See [`Match::act`].
    ///
    /// # Errors
    /// As there.
    fn act(&mut self, seat: Seat, text: &str, spent: Millis) -> Result<(), TableError>;
    /// See [`Match::propose`].
    ///
    /// # Errors
    /// As there.
    fn propose(&mut self, seat: Seat, kind: &OfferKind) -> Result<(), TableError>;
    /// See [`Match::accept`].
    ///
    /// # Errors
    /// As there.
    fn accept(&mut self, seat: Seat, kind: &OfferKind) -> Result<(), TableError>;
    /// See [`Match::accept_after`].
    ///
    /// # Errors
    /// As there.
    fn accept_after(&mut self, seat: Seat, kind: &OfferKind, spent: Millis) -> Result<(), TableError>;
    /// See [`Match::decline`].
    ///
    /// # Errors
    /// As there.
    fn decline(&mut self, seat: Seat, kind: &OfferKind) -> Result<(), TableError>;
    /// See [`Match::enter_recorded`].
    ///
    /// # Errors
    /// As there.
    fn apply_recorded(&mut self, word: &str) -> Result<(), TableError>;
    /// See [`Match::resign`].
    ///
    /// # Errors
    /// As there.
    fn resign(&mut self, seat: Seat) -> Result<(), TableError>;
    /// See [`Match::claim_draw`].
    ///
    /// # Errors
    /// As there.
    fn claim_draw(&mut self, seat: Seat) -> Result<(), TableError>;
    /// See [`Match::time_is_up`].
    fn check_flag(&mut self, spent: Millis) -> bool;
    /// See [`Match::add_time`].
    ///
    /// # Errors
    /// As there.
    fn add_time(&mut self, seat: Seat, time: Millis) -> Result<(), TableError>;
    /// See [`Match::abort`].
    ///
    /// # Errors
    /// As there.
    fn abort(&mut self) -> Result<(), TableError>;
    /// See [`Match::replay`].
    ///
    /// # Errors
    /// As there.
    fn replay(&mut self, log: &[LogEntry]) -> Result<(), (usize, TableError)>;

    /// What waits for an answer.
    fn offers(&self) -> &[Offer];
    /// The clocks.
    fn clocks(&self) -> &Clocks;
    /// All that ever happened, in order.
    fn log(&self) -> &[LogEntry];
    /// What was played and not taken back.
    fn line(&self) -> Vec<GameStep> {
        self.line_from(0)
    }
    /// The same without the first `start` things.
    fn line_from(&self, start: usize) -> Vec<GameStep>;
    /// How many things were played and not taken back.
    fn line_len(&self) -> usize;

    /// A copy of all of it, to be looked at elsewhere.
    fn snapshot(&self) -> Box<dyn Table>;
    /// The match itself, for those who know its game.
    fn as_any(&self) -> &dyn Any;
    /// The same game from its start, with nothing played, to walk through its line again.
    fn rewound(&self) -> Box<dyn Table>;
    /// How many sequences of `depth` actions there are.
    fn perft(&self, depth: u32) -> u64;
    /// The same by the first action.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;
}

impl<P: Position> Table for Match<P> {
    fn game(&self) -> &'static str {
        P::GAME
    }

    fn seats(&self) -> SeatNames {
        self.position().seats()
    }

    fn options(&self) -> Value {
        serde_json::to_value(self.options()).unwrap_or_default()
    }

    fn start_text(&self) -> Option<String> {
        self.start_text()
    }

    fn turn(&self) -> Turn {
        self.turn()
    }

    fn legal(&self) -> Vec<String> {
        let mut actions = Vec::new();
        self.position().legal_actions(&mut actions);
        let mut texts: Vec<String> = actions.iter().map(ToString::to_string).collect();
        texts.extend(self.chances().into_iter().map(|(text, _)| text));
        texts.sort_unstable();
        texts
    }

    fn chances(&self) -> Vec<(String, u32)> {
        let mut chances = Vec::new();
        self.position().chance_outcomes(&mut chances);
        chances.into_iter().map(|(outcome, weight)| (outcome.to_string(), weight)).collect()
    }

    fn text(&self) -> String {
        self.position().to_string()
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn playing(&self) -> SeatSet {
        self.playing()
    }

    fn allies(&self, seat: Seat) -> SeatSet {
        self.position().allies(seat)
    }

    fn view(&self, eye: Eye) -> View {
        let mut view = self.position().view(eye);
        // A ban that is in force is marked as such already.
        let shown = |mark: &Mark| view.marks.iter().any(|own| own.cells == mark.cells);
        let last: Vec<Mark> = self.last_marks().filter(|mark| !shown(mark)).collect();
        view.marks.extend(last);
        view
    }

    fn explain(&self, gesture: &Gesture) -> Option<IllegalAction> {
        self.position().explain(gesture)
    }

    fn occurrences(&self) -> u32 {
        self.occurrences()
    }

    fn claimable(&self) -> Option<Reason> {
        self.claim().ok()
    }

    fn treaties(&self) -> Vec<(Seat, String)> {
        self.treaties()
    }

    fn proposable(&self, seat: Seat) -> Vec<String> {
        self.proposable(seat)
    }

    fn can_take_back(&self, seat: Seat) -> bool {
        self.can_take_back(seat)
    }

    fn operations(&self) -> Vec<String> {
        let mut orders = Vec::new();
        self.position().operator_actions(&mut orders);
        orders.iter().map(ToString::to_string).collect()
    }

    fn apply(&mut self, word: &str) -> Result<(), TableError> {
        self.apply(word)
    }

    fn apply_recorded(&mut self, word: &str) -> Result<(), TableError> {
        self.apply_recorded(word)
    }

    fn resign(&mut self, seat: Seat) -> Result<(), TableError> {
        self.resign(seat)
    }

    fn claim_draw(&mut self, seat: Seat) -> Result<(), TableError> {
        self.claim_draw(seat)
    }

    fn check_flag(&mut self, spent: Millis) -> bool {
        self.check_flag(spent)
    }

    fn add_time(&mut self, seat: Seat, time: Millis) -> Result<(), TableError> {
        self.add_time(seat, time)
    }

    fn act(&mut self, seat: Seat, text: &str, spent: Millis) -> Result<(), TableError> {
        self.act(seat, text, spent)
    }

    fn propose(&mut self, seat: Seat, kind: &OfferKind) -> Result<(), TableError> {
        self.propose(seat, kind)
    }

    fn accept(&mut self, seat: Seat, kind: &OfferKind) -> Result<(), TableError> {
        self.accept(seat, kind)
    }

    fn accept_after(&mut self, seat: Seat, kind: &OfferKind, spent: Millis) -> Result<(), TableError> {
        self.accept_after(seat, kind, spent)
    }

    fn decline(&mut self, seat: Seat, kind: &OfferKind) -> Result<(), TableError> {
        self.decline(seat, kind)
    }

    fn abort(&mut self) -> Result<(), TableError> {
        self.abort()
    }

    fn replay(&mut self, log: &[LogEntry]) -> Result<(), (usize, TableError)> {
        self.replay(log)
    }

    fn offers(&self) -> &[Offer] {
        self.offers()
    }

    fn clocks(&self) -> &Clocks {
        self.clocks()
    }

    fn log(&self) -> &[LogEntry] {
        self.log()
    }

    fn line_from(&self, start: usize) -> Vec<GameStep> {
        self.line_from(start).collect()
    }

    fn line_len(&self) -> usize {
        self.line_len()
    }

    fn snapshot(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn rewound(&self) -> Box<dyn Table> {
        Box::new(self.at_start())
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(self.position(), depth)
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        divide(self.position(), depth)
            .into_iter()
            .map(|(action, count)| (action.to_string(), count))
            .collect()
    }
}

/// A result with the names of the seats, as it is written in JSON.
#[derive(Copy, Clone, Debug)]
pub struct NamedOutcome {
    /// The result.
    pub outcome: Outcome,
    /// The names.
    pub seats: SeatNames,
}

impl Serialize for NamedOutcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let places = self.by_seat(Outcome::place);
        let ranked = places.0.iter().all(|(_, place)| place.is_some());
        let mut named = serializer.serialize_struct("Outcome", if ranked { 3 } else { 2 })?;
        named.serialize_field("points", &self.by_seat(Outcome::points))?;
        if ranked {
            named.serialize_field("places", &places)?;
        }
        named.serialize_field("reason", &self.outcome.reason())?;
        named.end()
    }
}

impl NamedOutcome {
    fn by_seat<T>(&self, value: impl Fn(&Outcome, Seat) -> T) -> NamedValues<T> {
        let seats = self.seats.iter().enumerate();
        NamedValues(seats.map(|(index, name)| (*name, value(&self.outcome, Seat::new(index)))).collect())
    }
}

/// Values by name, in seat order.
struct NamedValues<T>(Vec<(&'static str, T)>);

impl<T: Serialize> Serialize for NamedValues<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}
