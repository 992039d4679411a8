//! Positions without a table: views, explanations and analysis of any line of play.

use crate::{GameOutcome, PlayedStep, SeatMap};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tetrarch_rules::{Gesture, IllegalAction, View};

/// A line of play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// The game's name.
    pub game: String,
    /// The game's options; those not named have their usual values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "Record<string, unknown>"))]
    pub options: Option<Value>,
    /// A position text to begin from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub start: Option<String>,
    /// What was played, in the words of records: actions, chance outcomes, `resign:white`, treaties. At most 2000.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub actions: Vec<String>,
}

/// Asks what a line of play looks like.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ViewsRequest {
    /// The line.
    pub study: Study,
    /// The seat from whose side the board is seen; without it, the usual side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<String>,
    /// The first state to be shown, from 0, the start; without it, only the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub from: Option<u32>,
}

/// What a line of play looks like.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct ViewsResponse {
    /// What was played.
    pub line: Vec<PlayedStep>,
    /// The states that were asked for, at most 100; ask again from where they end.
    pub states: Vec<StudyState>,
    /// The result after the last, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<GameOutcome>,
    /// The action that could not be played; the line ends before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<StudyError>,
}

/// One state of a line of play. The choices are those of whoever is to act.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StudyState {
    /// After so many actions.
    pub ply: u32,
    /// The board and what can be done on it.
    pub view: View,
    /// The position as text.
    pub text: String,
    /// What chance can show now, with its weights; empty if it is not chance's turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<ChanceOutcome>>"))]
    pub chances: Vec<ChanceOutcome>,
    /// What else can be entered: treaties of the seat to act, and what is left to the operator.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub others: Vec<String>,
}

/// Something that chance can show.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChanceOutcome {
    /// Its word.
    pub word: String,
    /// How likely it is, beside the others.
    pub weight: u32,
}

/// An action that could not be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StudyError {
    /// Its place among the actions, from 0.
    pub at: u32,
    /// The action.
    pub action: String,
    /// Why not.
    pub words: String,
}

/// Asks why a gesture leads to nothing after a line of play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ExplainRequest {
    /// The line.
    pub study: Study,
    /// What the hand did.
    pub gesture: Gesture,
}

/// Why a gesture leads to nothing.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct ExplainResponse {
    /// The reason; none if it does lead to something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<IllegalAction>,
}

/// Asks what the engine thinks of a position. Refused to who plays this game against somebody now.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct AnalysisRequest {
    /// The line of play that leads to the position.
    pub study: Study,
    /// How many lines, the best first: 1 to 40, else 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<u32>,
    /// How long it may think, in milliseconds: up to 5000, else 1000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<u32>,
    /// What is supposed of the others where more than two play each for themselves (the first phase of Bishops); without
    /// it, what has proved to play best. Elsewhere it changes nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub others: Option<OpponentAssumption>,
}

/// How the others are supposed to play.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum OpponentAssumption {
    /// Each for itself (max-n).
    EachForItself,
    /// All against the one who acts, each in its turn (paranoid).
    AllAgainstOne,
    /// Only the one whose reply hurts most (best reply).
    BestReply,
}

/// What the engine thinks of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Analysis {
    /// How many plies deep it looked.
    pub depth: u32,
    /// How many positions it saw.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub nodes: u64,
    /// The best lines, best first; empty if there is nothing to decide.
    pub lines: Vec<AnalysedLine>,
}

/// A line that the engine has found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnalysedLine {
    /// For the seat to act, in hundredths of a pawn; beyond 29000, 30000 less the plies to a certain win.
    pub score: i32,
    /// The share of the point that each seat can expect.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, number>"))]
    pub shares: SeatMap<f64>,
    /// What is played.
    pub moves: Vec<String>,
}

/// What the engine thinks of one state of a finished game: a line of `GET /api/tables/{table}/analysis`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnalysedPly {
    /// After so many actions.
    pub ply: u32,
    /// What it thinks.
    pub analysis: Analysis,
}
