//! What the server can be asked about itself.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A game that the server plays.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct GameInfo {
    /// Its name.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// Its seats, in order.
    pub seats: Vec<String>,
    /// Its options with their usual values.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    pub options: Value,
    /// The formats of its records.
    pub formats: Vec<String>,
    /// The strongest level of the engine, from 1; none if no engine plays it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub levels: Option<u8>,
    /// Whether chance plays a part.
    pub chance: bool,
    /// Whether an engine may sit in by itself for somebody who has left.
    pub stand_in: bool,
}

/// A text about the rules of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RulesPage {
    /// Its name: `/api/rules/{name}` is its text, in Markdown.
    pub name: String,
    /// Its first heading.
    pub title: String,
    /// Whether it is the operator's own.
    pub own: bool,
}
