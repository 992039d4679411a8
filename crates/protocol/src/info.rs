//! Information about games and rules.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A game that the server offers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct GameInfo {
    /// Its name in the API.
    pub name: String,
    /// Its display name.
    pub title: String,
    /// Its seats, in order.
    pub seats: Vec<String>,
    /// Its options with their default values.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    pub options: Value,
    /// Its record formats.
    pub formats: Vec<String>,
    /// The highest engine level, counted from 1. Absent if no engine plays the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub levels: Option<u8>,
    /// Whether the game has chance.
    pub chance: bool,
    /// Whether the engine can automatically play for a player who left.
    pub stand_in: bool,
}

/// A page about the rules of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RulesPage {
    /// Its name. `/api/rules/{name}` returns its text in Markdown.
    pub name: String,
    /// Its first heading.
    pub title: String,
    /// Whether the operator of this server added it.
    pub own: bool,
}
