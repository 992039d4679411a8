//! The state of a table as one client sees it.

use crate::TableSettings;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tetrarch_fair::FairnessRecord;
use tetrarch_rules::{Reason, View};
use tetrarch_table::{Millis, OfferKind, SeatMap, TimeControl};

/// The full state of a table, as one client sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableState {
    /// The table's id.
    pub table: String,
    /// The game's name.
    pub game: String,
    /// All options of the game.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    pub options: Value,
    /// The starting position as text, if it is not the standard start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub start: Option<String>,
    /// The time control.
    pub control: TimeControl,
    /// Who may join or watch, and what happens when players leave.
    #[serde(default)]
    pub setting: TableSettings,
    /// Increases with every change to the position, takebacks included.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub version: u64,
    /// The seats that the client holds; none for a spectator.
    pub you: Vec<String>,
    /// The seats and who sits there.
    pub seats: Vec<SeatState>,
    /// The board and the legal choices.
    pub view: View,
    /// The steps played and not taken back.
    pub line: Vec<PlayedStep>,
    /// Everything else that changes during play.
    pub now: TableStatus,
}

/// The status of the table apart from the board. It is sent in full with every event.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableStatus {
    /// Whether the game has started or is over.
    pub phase: TablePhase,
    /// The clocks, if the game has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub clocks: Option<ClockState>,
    /// The pending offers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<OfferState>>"))]
    pub offers: Vec<OfferState>,
    /// What the client's seats may offer besides a draw. Seats that may offer nothing are omitted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "Record<string, Array<OfferKind>>"))]
    pub proposable: Option<SeatMap<Vec<OfferKind>>>,
    /// The reason of the draw that the seat to act may claim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub claimable: Option<Reason>,
    /// Whether the game can still be aborted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub abortable: bool,
    /// The result, once the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub outcome: Option<GameOutcome>,
    /// The published data about the deal, in games with chance. An event contains it only if it changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub fairness: Option<FairnessRecord>,
    /// Whether the owner paused the game: the clock is stopped and nobody can act.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub paused: bool,
    /// The actions that the rules leave to the owner now, such as `force-duel`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub operations: Vec<String>,
    /// The seats whose players want a rematch.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub rematch: Vec<String>,
    /// The next table after a reset or a rematch. Tokens are valid there too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub next: Option<String>,
}

/// How far the game of a table has come.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TablePhase {
    /// The game has not started.
    Waiting,
    /// The game is in progress.
    Playing,
    /// The game is over.
    Over,
}

/// A seat and its player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatState {
    /// The name of the seat.
    pub seat: String,
    /// Who holds the seat.
    pub sitter: Occupant,
    /// Whether the player is connected.
    pub here: bool,
    /// The level of the engine that is playing for them, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub stand_in: Option<u8>,
    /// Whether the player left and did not return in time, so that the others may claim that the seat
    /// resigns.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub absent: bool,
}

/// Who holds a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Occupant {
    /// Nobody; anybody may take it.
    Open,
    /// Nobody yet; it is reserved by an invitation.
    Invited {
        /// The name of the invited user. Absent if anybody with the link may take the seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        name: Option<String>,
    },
    /// A person.
    Person {
        /// The display name.
        name: String,
        /// The id of the user, if the server knows them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        person: Option<String>,
    },
    /// The engine.
    Engine {
        /// The playing strength.
        level: u8,
    },
}

/// The clocks at the time of sending.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClockState {
    /// The seat whose clock is running.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub running: Option<String>,
    /// The remaining time by seat.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, RemainingTime>"))]
    pub left: SeatMap<RemainingTime>,
}

/// The remaining time of a seat.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RemainingTime {
    /// Milliseconds until its flag falls: from now for the running clock, from the start of their turn for
    /// the others.
    pub left: Millis,
    /// The remaining byoyomi periods, including the current one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub periods: Option<u32>,
}

/// A pending offer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OfferState {
    /// What is offered.
    pub offer: OfferKind,
    /// The seat that made the offer.
    pub by: String,
    /// The seats that have not accepted yet.
    pub waiting: Vec<String>,
}

/// One step of the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayedStep {
    /// What happened.
    pub kind: StepKind,
    /// Its text in the game record.
    pub word: String,
    /// The move notation, where it differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub notation: Option<String>,
    /// The seat that acted, resigned, ran out of time, claimed a draw, proposed the treaty, aborted the game or
    /// won by adjudication.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub by: Option<String>,
    /// The phase of the turn in which a seat acted, as in `view.turn.phase`. Absent for an ordinary move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub phase: Option<String>,
}

/// The kinds of steps.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StepKind {
    /// A seat played an action in its turn.
    Acted,
    /// Chance decided.
    Revealed,
    /// A seat resigned.
    Resigned,
    /// A seat ran out of time.
    Flagged,
    /// All agreed to a draw.
    Agreed,
    /// A seat claimed a draw.
    Claimed,
    /// A treaty took effect.
    Treaty,
    /// The owner took an action that the rules leave to them.
    Operated,
    /// The owner decided the game.
    Adjudicated,
    /// The game ended without a result.
    Aborted,
}

/// The result of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameOutcome {
    /// The points by seat; 1 for a win.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, number>"))]
    pub points: SeatMap<f64>,
    /// The ranking by seat, in games that rank all players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "Record<string, number>"))]
    pub places: Option<SeatMap<u8>>,
    /// Why the game ended.
    pub reason: Reason,
}
