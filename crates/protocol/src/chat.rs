//! Chat between players and spectators.

use serde::{Deserialize, Serialize};

/// A chat message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct ChatMessage {
    /// The id of the sender.
    pub person: String,
    /// The display name of the sender.
    pub name: String,
    /// The seat of the sender; absent for spectators.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<String>,
    /// The channel it was sent to.
    pub to: ChatChannel,
    /// The text: plain text on one line.
    pub words: String,
    /// When it was sent, in milliseconds since the Unix epoch.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at: i64,
}

/// Who can read a chat message.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ChatChannel {
    /// Everybody at the table. Only seated players may write here.
    Table,
    /// The spectators, and everybody once the game is over.
    Watchers,
}
