//! What a table looks like to one who looks at it.

use crate::{SeatMap, TableSettings};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tetrarch_fair::FairnessRecord;
use tetrarch_rules::{Reason, View};
use tetrarch_table::{Millis, OfferKind, TimeControl};

/// All there is to see.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableState {
    /// The table's id.
    pub table: String,
    /// The game's name.
    pub game: String,
    /// The options, complete.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    pub options: Value,
    /// The text of the start, if it is not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub start: Option<String>,
    /// The kind of clock.
    pub control: TimeControl,
    /// How people are let in and what happens when they leave.
    #[serde(default)]
    pub setting: TableSettings,
    /// Counts what has happened to the position, takebacks included.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub version: u64,
    /// The seats that who looks sits on; none for watchers.
    pub you: Vec<String>,
    /// Who sits where.
    pub seats: Vec<SeatState>,
    /// The board and what can be done on it.
    pub view: View,
    /// What was played and not taken back.
    pub line: Vec<PlayedStep>,
    /// How things stand.
    pub now: TableStatus,
}

/// How things stand beside the board. It is sent whole with every event.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableStatus {
    /// Whether the game has begun, and whether it is over.
    pub phase: TablePhase,
    /// The clocks, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub clocks: Option<ClockState>,
    /// What waits for an answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<OfferState>>"))]
    pub offers: Vec<OfferState>,
    /// What you may propose besides a draw, by seat; only seats of yours that may propose something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "Record<string, Array<OfferKind>>"))]
    pub proposable: Option<SeatMap<Vec<OfferKind>>>,
    /// The draw that the seat to act may claim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub claimable: Option<Reason>,
    /// Whether the game can still be ended without a result.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub abortable: bool,
    /// The result, once there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub outcome: Option<GameOutcome>,
    /// What is published about the deal, where chance plays a part. In an event only if it has changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub fairness: Option<FairnessRecord>,
    /// Whether the owner has stopped the clock: nobody can act.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub paused: bool,
    /// What the owner may do to the position now: `force-duel`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub operations: Vec<String>,
    /// The seats whose people want to play again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub rematch: Vec<String>,
    /// The table at which everybody goes on, after a reset or a rematch. Tokens hold there too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub next: Option<String>,
}

/// How far a game has come.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TablePhase {
    /// Not everybody sits yet.
    Waiting,
    /// It is being played.
    Playing,
    /// It is over.
    Over,
}

/// A seat and who sits there.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatState {
    /// The seat's name.
    pub seat: String,
    /// Who sits there.
    pub sitter: Occupant,
    /// Whether they are connected.
    pub here: bool,
    /// The level at which the engine plays for them at present.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub stand_in: Option<u8>,
    /// They have left and not come back in time: the others may claim that the seat gives up.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub absent: bool,
}

/// Who sits on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Occupant {
    /// Nobody yet.
    Open,
    /// Nobody yet: it is kept for somebody who was invited.
    Invited {
        /// Their name, if a person was invited and not whoever has the link.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        name: Option<String>,
    },
    /// Somebody.
    Person {
        /// What they call themselves.
        name: String,
        /// Their id, if the server knows them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        person: Option<String>,
    },
    /// The engine.
    Engine {
        /// How strong it plays.
        level: u8,
    },
}

/// The clocks at the moment of sending.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClockState {
    /// The seat whose clock runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub running: Option<String>,
    /// What each seat has left.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, RemainingTime>"))]
    pub left: SeatMap<RemainingTime>,
}

/// What a seat has left.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RemainingTime {
    /// Milliseconds until its flag falls: for the running seat from now on, for others when their turn begins.
    pub left: Millis,
    /// Byoyomi periods, the one being used included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub periods: Option<u32>,
}

/// A proposal that waits for answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OfferState {
    /// What is proposed.
    pub offer: OfferKind,
    /// Who proposed it.
    pub by: String,
    /// Who has not agreed yet.
    pub waiting: Vec<String>,
}

/// One thing that was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayedStep {
    /// Its word in the record.
    pub word: String,
    /// How players write it, where that is something else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub notation: Option<String>,
    /// The seat that acted; none for chance, forfeits and agreements.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub by: Option<String>,
}

/// How the game ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameOutcome {
    /// The points of each seat: 1 for a win.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, number>"))]
    pub points: SeatMap<f64>,
    /// The places, in games that rank everybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "Record<string, number>"))]
    pub places: Option<SeatMap<u8>>,
    /// Why it ended.
    pub reason: Reason,
}
