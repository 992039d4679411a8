//! What the server says.

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
    /// All there is to see: after hello, when asked for, and when a client was too slow for the events.
    State(Box<TableState>),
    /// What has changed since the version before.
    Event(Box<EventMessage>),
    /// Who sits where has changed, or who is connected.
    Seats {
        /// All seats.
        seats: Vec<SeatState>,
    },
    /// A command was done, and is stored.
    Done {
        /// The client's name for it.
        id: CommandId,
        /// The version after it.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        version: u64,
    },
    /// A message was not understood or a command not done. Nothing has changed.
    Refused {
        /// The client's name for the command, if it could be read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        id: Option<CommandId>,
        /// Why.
        why: RequestError,
    },
    /// Why a gesture leads to nothing; without a reason it does lead to something.
    Explained {
        /// The client's name for the question.
        id: CommandId,
        /// The reason.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        why: Option<IllegalAction>,
    },
    /// Who you are at this table: after hello, and when it has changed.
    You(ViewerInfo),
    /// Somebody has spoken; after hello, what was said so far.
    Chat {
        /// The lines, the oldest first.
        lines: Vec<ChatMessage>,
    },
    /// The server is about to close this socket.
    Closing {
        /// Why.
        why: CloseReason,
    },
}

/// Who one is at a table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct ViewerInfo {
    /// The seats; none for watchers.
    pub seats: Vec<String>,
    /// Whether one may order what owners may.
    pub owner: bool,
    /// The id of the person, if the server knows one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
}

/// Why the server closes a socket.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CloseReason {
    /// It is about to stop. Clocks stand until it is back.
    Shutdown,
    /// The client did not take what it was sent.
    TooSlow,
    /// The client did not say hello, or in no way that could be understood.
    NoHello,
    /// The client did not answer any more.
    Silent,
    /// The client said too much too fast.
    Flood,
    /// The client sent a message that is too long.
    TooLong,
    /// Only who sits at this table may look at it.
    Private,
    /// Who was known here has logged out, or the token was taken back.
    LoggedOut,
}

/// What has changed between two versions of the state.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EventMessage {
    /// The version that this is a change of. A client that has another asks for the whole state.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub from: u64,
    /// The version after it.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub version: u64,
    /// The line was first cut to this length: something was taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    pub cut: Option<u64>,
    /// What was then played.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<PlayedStep>>"))]
    pub played: Vec<PlayedStep>,
    /// What has changed of the view.
    pub change: ViewDelta,
    /// How things stand now.
    pub now: TableStatus,
}
