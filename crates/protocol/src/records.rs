//! Reading game records.

use crate::Study;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A text to read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ReadRecordsRequest {
    /// Records in any format, a list of actions, or the text of a position.
    pub text: String,
    /// The game to assume if the text fits several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub game: Option<String>,
}

/// The records of a text.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReadRecordsResponse {
    /// The name of the game.
    pub game: String,
    /// The name of the format, or `position`.
    pub format: String,
    /// The records, at least one.
    pub records: Vec<ReadRecord>,
}

/// A record as it was read.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct ReadRecord {
    /// The game, up to the error if there is one. Absent if nothing of it can be played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub study: Option<Study>,
    /// Players, event, date and other tags.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<BTreeMap<String, String>>"))]
    pub tags: BTreeMap<String, String>,
    /// Why the record, or the rest of it, cannot be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<RecordFault>,
}

/// An error in a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordFault {
    /// The line of the text, counted from 1.
    pub line: u32,
    /// The character in the line, counted from 1.
    pub column: u32,
    /// What is wrong and how to fix it.
    pub words: String,
}
