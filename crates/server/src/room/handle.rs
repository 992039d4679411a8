//! What a room is told.

use crate::latency::Latency;
use crate::lobby::PositionKey;
use crate::room::ClientSink;
use crate::table::LiveTable;
use crate::who::Identity;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tetrarch_protocol::{
    ChatChannel, CloseReason, Command, CommandId, CommandKind, JoinRequest, JoinResponse, RequestError,
    TableState,
};
use tetrarch_rules::{Gesture, Seat};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// How many messages may wait for a room; who comes later waits.
const MAX_QUEUED_MESSAGES: usize = 32;

/// A connection to a room, numbered by the room's door.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct ViewerId(pub(crate) u64);

/// Takes what it wants from a table, if it may be looked at.
pub(crate) type TableReader = Box<dyn FnOnce(Result<&LiveTable, RequestError>) + Send>;

/// What a room is told. Every room has places for many of them, so they are kept small.
pub(crate) enum RoomMessage {
    /// Somebody connects.
    Attach(Box<Attach>),
    /// A viewer wants to do something; received at this moment.
    Command { viewer: ViewerId, command: Box<Command>, at: Instant },
    /// A viewer wants the whole state.
    SendState(ViewerId),
    /// A viewer was too slow, and has now taken all that waited for it.
    CaughtUp(ViewerId),
    /// A viewer asks why a gesture leads to nothing.
    Explain { viewer: ViewerId, id: CommandId, gesture: Box<Gesture> },
    /// A viewer is gone.
    Detach(ViewerId),
    /// A viewer speaks.
    Chat { viewer: ViewerId, to: ChatChannel, words: String },
    /// Somebody speaks over HTTP.
    HttpChat {
        who: Box<Identity>,
        to: ChatChannel,
        words: String,
        reply: oneshot::Sender<Result<(), RequestError>>,
    },
    /// Somebody gives a command over HTTP.
    HttpCommand {
        who: Box<Identity>,
        command: Box<Command>,
        at: Instant,
        reply: oneshot::Sender<Result<u64, RequestError>>,
    },
    /// Somebody wants to read something of the table that they may see.
    Read(Box<Identity>, TableReader),
    /// Somebody wants a seat.
    Join(Box<Identity>, Box<JoinRequest>, oneshot::Sender<Result<JoinResponse, RequestError>>),
    /// Somebody wants to see the state, as who they are.
    State(Box<Identity>, oneshot::Sender<Result<Box<TableState>, RequestError>>),
    /// Nobody has begun to play for very long.
    AbortUnstarted,
    /// A person was logged out somewhere.
    LoggedOut(Arc<str>),
    /// Somebody wants to know which position stands: how many actions were played, and its key.
    PositionKey(oneshot::Sender<PositionKey>),
    /// The engine has answered for a seat the question of this number.
    EngineCommand { seat: Seat, asked: u64, deed: Box<CommandKind> },
    /// The server is about to stop.
    Shutdown,
}

/// Somebody who connects.
pub(crate) struct Attach {
    pub(crate) id: ViewerId,
    pub(crate) identity: Identity,
    /// The version they have.
    pub(crate) version: Option<u64>,
    /// Whether they always want the whole state.
    pub(crate) full_state: bool,
    pub(crate) stats: Arc<ConnectionStats>,
    pub(crate) sink: ClientSink,
}

/// What the room and the socket know of each other.
#[derive(Default, Debug)]
pub(crate) struct ConnectionStats {
    /// How long messages take, as the server has measured it.
    pub(crate) latency: Latency,
    /// Set by the room when the queue was full and events were left out.
    pub(crate) missed_events: AtomicBool,
}

/// What a client that has no socket is to be sent.
#[derive(Clone, Debug)]
pub(crate) enum OutgoingMessage {
    Text(Utf8Bytes),
    Close(CloseReason),
}

/// The way into a room.
#[derive(Debug)]
pub(crate) struct RoomHandle {
    sender: mpsc::Sender<RoomMessage>,
}

/// The room has gone: its table must be opened again.
#[derive(Copy, Clone, Debug)]
pub(crate) struct RoomClosed;

impl RoomHandle {
    pub(crate) fn new() -> (RoomHandle, mpsc::Receiver<RoomMessage>) {
        let (sender, receiver) = mpsc::channel(MAX_QUEUED_MESSAGES);
        (RoomHandle { sender }, receiver)
    }

    /// Whether nothing waits to be heard.
    pub(crate) fn is_empty(&self) -> bool {
        self.sender.capacity() == self.sender.max_capacity()
    }

    /// Whether the room has ended.
    pub(crate) fn is_closed(&self) -> bool {
        self.sender.is_closed()
    }

    /// Tells the room something, when it has time.
    pub(crate) async fn send(&self, message: RoomMessage) -> Result<(), RoomClosed> {
        self.sender.send(message).await.map_err(|_| RoomClosed)
    }

    /// Tells the room something if it has time at once or has ended; else here it is again.
    pub(crate) fn try_send(&self, message: RoomMessage) -> Option<RoomMessage> {
        match self.sender.try_send(message) {
            Err(mpsc::error::TrySendError::Full(message)) => Some(message),
            _ => None,
        }
    }

    /// Asks the room something.
    pub(crate) async fn request<T>(
        &self,
        message: impl FnOnce(oneshot::Sender<T>) -> RoomMessage,
    ) -> Result<T, RoomClosed> {
        let (reply, answer) = oneshot::channel();
        self.send(message(reply)).await?;
        answer.await.map_err(|_| RoomClosed)
    }
}
