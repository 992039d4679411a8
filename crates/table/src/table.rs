//! The object-safe interface to a game of any kind, in texts and views.

use crate::{Applied, Clocks, EventSyntax, LineChange, Match, Millis, Offer, TableError, TableEvent};
use serde::ser::{Serialize, SerializeMap as _, SerializeStruct as _, Serializer};
use serde_json::Value;
use std::any::Any;
use tetrarch_rules::{
    Eye, Gesture, IllegalAction, Mark, Outcome, Position, Reason, Seat, SeatNames, SeatSet, Turn, View,
    divide, perft,
};

/// One step of the line: an action, a chance outcome, a forfeit or an agreement.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct GameStep {
    /// What happened.
    pub event: TableEvent,
    /// Its text in the game record.
    pub word: String,
    /// The move notation, or the name of a treaty; for other steps the same as the word.
    pub notation: String,
    /// The seat that acted; `None` for chance, forfeits and agreements.
    pub by: Option<Seat>,
    /// The phase of the turn in which a seat acted.
    pub phase: Option<&'static str>,
}

/// A game of any kind in progress.
pub trait Table: Send {
    /// The name of the game on the command line and on the wire.
    fn game(&self) -> &'static str;
    /// The names of the seats.
    fn seats(&self) -> SeatNames;
    /// All options.
    fn options(&self) -> Value;
    /// The starting position as text, if it is not the standard start.
    fn start_text(&self) -> Option<String>;

    /// Whose turn it is.
    fn turn(&self) -> Turn;
    /// The texts of the legal actions, or of the chance outcomes, sorted.
    fn legal(&self) -> Vec<String>;
    /// The chance outcomes with their weights.
    fn chances(&self) -> Vec<(String, u32)>;
    /// The position as text.
    fn text(&self) -> String;
    /// A hash key of the position. It does not depend on how the position was reached.
    fn key(&self) -> u64;
    /// The result, once the game is over.
    fn outcome(&self) -> Option<Outcome>;
    /// The seats that are still in the game.
    fn playing(&self) -> SeatSet;
    /// The team of a seat, the seat included.
    fn allies(&self, seat: Seat) -> SeatSet;
    /// The textbook value of a kind of piece, in pawns.
    fn piece_value(&self, kind: &str) -> i32;
    /// The position as `eye` sees it, with the actions of the last turn marked.
    fn view(&self, eye: Eye) -> View;
    /// Why a gesture is not legal now; `None` if it is.
    fn explain(&self, gesture: &Gesture) -> Option<IllegalAction>;
    /// How often the current state has occurred; 0 if repetition does not count here.
    fn occurrences(&self) -> u32;
    /// The reason of the draw that the seat to act may claim now.
    fn claimable(&self) -> Option<Reason>;
    /// The treaties besides a draw that can be proposed now, each with the proposing seat.
    fn treaties(&self) -> Vec<(Seat, String)>;
    /// The treaties besides a draw that a seat may propose now.
    fn proposable(&self, seat: Seat) -> Vec<String>;
    /// Whether a seat may ask to take back its last turn.
    fn can_take_back(&self, seat: Seat) -> bool;
    /// The actions that the rules leave to the operator now.
    fn operations(&self) -> Vec<String>;

    /// See [`Match::apply`].
    ///
    /// # Errors
    /// As there.
    fn apply(&mut self, event: &TableEvent) -> Result<Applied, TableError>;
    /// See [`Match::parse_event`].
    ///
    /// # Errors
    /// As there.
    fn parse_event(&self, text: &str, syntax: EventSyntax) -> Result<TableEvent, TableError>;
    /// Applies the event that a text of a trace names.
    ///
    /// # Errors
    /// Why the event is not possible now.
    fn play(&mut self, text: &str) -> Result<Applied, TableError> {
        let event = self.parse_event(text, EventSyntax::Trace)?;
        self.apply(&event)
    }
    /// Applies the event that a text of a game record names.
    ///
    /// # Errors
    /// Why the event is not possible now.
    fn play_recorded(&mut self, text: &str) -> Result<Applied, TableError> {
        let event = self.parse_event(text, EventSyntax::Record)?;
        self.apply(&event)
    }
    /// See [`Match::flag_fall`].
    fn flag_fall(&self, spent: Millis) -> Option<TableEvent>;

    /// See [`Match::version`].
    fn version(&self) -> u64;
    /// See [`Match::line_change_since`].
    fn line_change_since(&self, version: u64) -> Option<LineChange>;
    /// See [`Match::at_version`].
    fn at_version(&self, version: u64) -> Option<Box<dyn Table>>;

    /// The pending offers.
    fn offers(&self) -> &[Offer];
    /// The clocks.
    fn clocks(&self) -> &Clocks;
    /// Everything that happened, in order, including what was taken back.
    fn log(&self) -> &[TableEvent];
    /// The steps played and not taken back.
    fn line(&self) -> Vec<GameStep> {
        self.line_from(0)
    }
    /// The line without its first `start` steps.
    fn line_from(&self, start: usize) -> Vec<GameStep>;
    /// The number of steps in the line.
    fn line_len(&self) -> usize;

    /// A full copy of the table.
    fn snapshot(&self) -> Box<dyn Table>;
    /// The underlying [`Match`], to downcast to a known game.
    fn as_any(&self) -> &dyn Any;
    /// A new table with the same options and starting position and nothing played, to replay the line.
    fn rewound(&self) -> Box<dyn Table>;
    /// The number of action sequences of length `depth`.
    fn perft(&self, depth: u32) -> u64;
    /// [`perft`](Table::perft) by first action.
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

    fn piece_value(&self, kind: &str) -> i32 {
        P::piece_value(kind)
    }

    fn allies(&self, seat: Seat) -> SeatSet {
        self.position().allies(seat)
    }

    fn view(&self, eye: Eye) -> View {
        let mut view = self.position().view(eye);
        // The view already marks a ban that is in force.
        let is_marked = |mark: &Mark| view.marks.iter().any(|own| own.cells == mark.cells);
        let last: Vec<Mark> = self.last_marks().filter(|mark| !is_marked(mark)).collect();
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
        let mut operations = Vec::new();
        self.position().operator_actions(&mut operations);
        operations.iter().map(ToString::to_string).collect()
    }

    fn apply(&mut self, event: &TableEvent) -> Result<Applied, TableError> {
        self.apply(event)
    }

    fn parse_event(&self, text: &str, syntax: EventSyntax) -> Result<TableEvent, TableError> {
        self.parse_event(text, syntax)
    }

    fn flag_fall(&self, spent: Millis) -> Option<TableEvent> {
        self.flag_fall(spent)
    }

    fn version(&self) -> u64 {
        self.version()
    }

    fn line_change_since(&self, version: u64) -> Option<LineChange> {
        self.line_change_since(version)
    }

    fn at_version(&self, version: u64) -> Option<Box<dyn Table>> {
        self.at_version(version).map(|then| Box::new(then) as Box<dyn Table>)
    }

    fn offers(&self) -> &[Offer] {
        self.offers()
    }

    fn clocks(&self) -> &Clocks {
        self.clocks()
    }

    fn log(&self) -> &[TableEvent] {
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

/// A result with seat names, as serialised to JSON.
#[derive(Copy, Clone, Debug)]
pub struct NamedOutcome {
    /// The result.
    pub outcome: Outcome,
    /// The names of the seats.
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

/// Values keyed by seat name, in seat order.
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
