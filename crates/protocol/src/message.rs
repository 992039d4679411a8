//! Messages from the server.

use crate::{
    ChatMessage, CommandId, PlayedStep, RequestError, SeatState, TableState, TableStatus, ViewDelta,
};
use serde::{Deserialize, Serialize};
use tetrarch_rules::IllegalAction;

/// A message from the server.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The full state: after hello, on request, and when a client was too slow for the events.
    State(Box<TableState>),
    /// What changed since the previous version.
    Event(Box<EventMessage>),
    /// The players or their connections changed.
    Seats {
        /// All seats.
        seats: Vec<SeatState>,
    },
    /// A command was executed and stored.
    Done {
        /// The id of the command.
        id: CommandId,
        /// The version after it.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        version: u64,
    },
    /// A message was invalid or a command was refused. Nothing changed.
    Refused {
        /// The id of the command, if it could be parsed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        id: Option<CommandId>,
        /// The reason.
        why: RequestError,
    },
    /// Explains why a gesture is not legal. Without a reason the gesture is legal.
    Explained {
        /// The id of the question.
        id: CommandId,
        /// The reason.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        why: Option<IllegalAction>,
    },
    /// The role of the client at this table: after hello, and when it changes.
    You(ViewerInfo),
    /// New chat messages; after hello, the chat so far.
    Chat {
        /// The messages, oldest first.
        lines: Vec<ChatMessage>,
    },
    /// The server is about to close this connection.
    Closing {
        /// The reason.
        why: CloseReason,
    },
}

/// The role of a client at a table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct ViewerInfo {
    /// The seats it holds; none for a spectator.
    pub seats: Vec<String>,
    /// Whether it may use the owner's commands.
    pub owner: bool,
    /// The id of the user, if the server knows them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
}

/// Why the server closes a connection.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CloseReason {
    /// The server is shutting down. Clocks are stopped until it is back.
    Shutdown,
    /// The client did not read its messages fast enough.
    TooSlow,
    /// The client sent no hello, or an invalid one.
    NoHello,
    /// The client stopped answering pings.
    Silent,
    /// The client sent too many messages.
    Flood,
    /// The client sent an oversized message.
    TooLong,
    /// Only seated players may see this table.
    Private,
    /// The user logged out, or the token was revoked.
    LoggedOut,
}

/// The changes between two versions of the state.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EventMessage {
    /// The version that the changes apply to. A client at another version must request the full state.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub from: u64,
    /// The version after it.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub version: u64,
    /// First truncate the line to this length, after a takeback.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    pub cut: Option<u64>,
    /// Then append these steps to the line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<PlayedStep>>"))]
    pub played: Vec<PlayedStep>,
    /// The changes to the view.
    pub change: ViewDelta,
    /// The status after the event.
    pub now: TableStatus,
}
