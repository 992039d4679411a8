//! Studies: views, explanations and analysis of any line of play, without a table.

use crate::{GameOutcome, PlayedStep};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tetrarch_rules::{Gesture, IllegalAction, View};
use tetrarch_table::search::{OpponentModel, SearchReport};

/// A line of play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// The game's name.
    pub game: String,
    /// The options of the game. Missing options have their default values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "Record<string, unknown>"))]
    pub options: Option<Value>,
    /// The starting position as text. By default the standard start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub start: Option<String>,
    /// The steps in the notation of game records: actions, chance outcomes, `resign:white`, treaties. At most
    /// 2000.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub actions: Vec<String>,
}

/// Requests the views of a line of play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ViewsRequest {
    /// The line of play.
    pub study: Study,
    /// The seat whose point of view to show. By default the standard orientation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<String>,
    /// The first state to return; 0 is the start. By default only the last state is returned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub from: Option<u32>,
}

/// The views of a line of play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct ViewsResponse {
    /// The steps of the line.
    pub line: Vec<PlayedStep>,
    /// The requested states, at most 100. Request the rest with a higher `from`.
    pub states: Vec<StudyState>,
    /// The result after the last step, if the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<GameOutcome>,
    /// The first illegal action. The line ends before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<StudyError>,
}

/// One state of a line of play. It includes the choices of the seat to act.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StudyState {
    /// The number of actions before it.
    pub ply: u32,
    /// The board and the legal choices.
    pub view: View,
    /// The position as text.
    pub text: String,
    /// The possible chance outcomes with their weights. Empty if a seat is to act.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<ChanceOutcome>>"))]
    pub chances: Vec<ChanceOutcome>,
    /// Other legal steps: treaties of the seat to act, and operator actions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub others: Vec<String>,
}

/// A possible outcome of a chance event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChanceOutcome {
    /// Its text in the game record.
    pub word: String,
    /// Its relative probability.
    pub weight: u32,
}

/// An illegal action in a line of play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StudyError {
    /// Its index among the actions, counted from 0.
    pub at: u32,
    /// The action.
    pub action: String,
    /// Why it is illegal.
    pub words: String,
}

/// Asks why a gesture is not legal after a line of play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ExplainRequest {
    /// The line of play.
    pub study: Study,
    /// The gesture on the board.
    pub gesture: Gesture,
}

/// Explains why a gesture is not legal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct ExplainResponse {
    /// The reason; absent if the gesture is legal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<IllegalAction>,
}

/// Requests an engine analysis of a position. Refused while the user plays a game of the same kind against
/// somebody.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct AnalysisRequest {
    /// The line of play that leads to the position.
    pub study: Study,
    /// The number of lines, best first: 1 to 40, by default 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<u32>,
    /// The thinking time in milliseconds: up to 5000, by default 1000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<u32>,
    /// How the engine models the opponents where more than two play each for themselves. By default the model
    /// that plays best. It has no effect elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub others: Option<OpponentModel>,
}

/// The analysis of one state of a finished game: a line of `GET /api/tables/{table}/analysis`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnalysedPly {
    /// The number of actions before it.
    pub ply: u32,
    /// The analysis of that state.
    pub analysis: SearchReport,
}
