//! The object-safe interface to a game of any kind, in texts and views.

use crate::{Applied, Clocks, EventSyntax, LineChange, Millis, Offer, TableError, TableEvent};
use serde::ser::{Serialize, SerializeMap as _, SerializeStruct as _, Serializer};
use serde_json::Value;
use std::any::Any;
use tetrarch_rules::{Eye, Gesture, IllegalAction, Outcome, Reason, Seat, SeatNames, SeatSet, Turn, View};

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

/// A game of any kind in progress. Only [`Match`](crate::Match) implements it: the trait erases the type of the game, so
/// that a program can hold any game.
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
    /// How often the current state has occurred in the line, this time included; 0 if repetition does not count here.
    fn occurrences(&self) -> u32;
    /// The reason of the draw that the seat to act may claim now.
    fn claimable(&self) -> Option<Reason>;
    /// The treaties besides a draw that can be proposed now, each with the proposing seat.
    fn treaties(&self) -> Vec<(Seat, String)>;
    /// The treaties besides a draw that a seat may propose now.
    fn proposable(&self, seat: Seat) -> Vec<String> {
        let own = self.treaties().into_iter().filter(|(proposer, _)| *proposer == seat);
        own.map(|(_, text)| text).collect()
    }
    /// Whether a seat may ask to take back its last turn.
    fn can_take_back(&self, seat: Seat) -> bool;
    /// The actions that the rules leave to the operator now.
    fn operations(&self) -> Vec<String>;

    /// Applies an event and says what it changed.
    ///
    /// # Errors
    /// Why the event is not possible now. The game is unchanged.
    fn apply(&mut self, event: &TableEvent) -> Result<Applied, TableError>;
    /// The event that a text names in the current position. Whether it is possible shows when it is applied.
    ///
    /// # Errors
    /// If the text names an unknown seat, or nobody can do it now.
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
    /// The event of a flag fall, if the seat to act has used up its time; `spent` is the time since its last action.
    fn flag_fall(&self, spent: Millis) -> Option<TableEvent>;

    /// Counts the changes of the position, takebacks included. Added time does not count.
    fn version(&self) -> u64;
    /// How the line has changed since a version; `None` if there was no such version.
    fn line_change_since(&self, version: u64) -> Option<LineChange>;
    /// The game as it was at a version; `None` if there was no such version.
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
    /// The underlying [`Match`](crate::Match), to downcast to a known game.
    fn as_any(&self) -> &dyn Any;
    /// A new table with the same options and starting position and nothing played, to replay the line.
    fn rewound(&self) -> Box<dyn Table>;
    /// The number of action sequences of length `depth`, by first action.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;
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
