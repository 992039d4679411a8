//! Words between players and watchers.

use serde::{Deserialize, Serialize};

/// What somebody has said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct ChatMessage {
    /// The id of the person.
    pub person: String,
    /// Their name.
    pub name: String,
    /// The seat they sit on; none for watchers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<String>,
    /// To whom it was said.
    pub to: ChatChannel,
    /// The words: plain text in one line.
    pub words: String,
    /// When, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at: i64,
}

/// Who hears what is said.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ChatChannel {
    /// Everybody at the table. Only who sits there may speak.
    Table,
    /// The watchers, and once the game is over everybody.
    Watchers,
}
