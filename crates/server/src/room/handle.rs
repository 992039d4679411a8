//! The handle of a room and the messages it accepts.

use crate::auth::identity::Identity;
use crate::lobby::PositionKey;
use crate::net::latency::Latency;
use crate::room::ClientSink;
use crate::room::request::{ClientRequest, Requester, TableRequest, TableResult};
use crate::state::EngineFailure;
use crate::table::LiveTable;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tetrarch_protocol::{CommandKind, RequestError};
use tetrarch_rules::Seat;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

/// How many messages may be queued for a room; senders wait beyond that.
const MAX_QUEUED_MESSAGES: usize = 32;

/// Identifies a connection to a room.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct ViewerId(pub(crate) u64);

/// A callback that reads the table, or gets an error if the client may not watch.
pub(crate) type TableReader = Box<dyn FnOnce(Result<&LiveTable, RequestError>) + Send>;

/// A message to a room. Every room reserves space for many of them, so large payloads are boxed.
pub(crate) enum RoomMessage {
    /// A client connects.
    Attach(Box<Attach>),
    /// A client asks something of the table.
    Request(Box<ClientRequest>),
    /// A slow viewer has drained its queue.
    CaughtUp(ViewerId),
    /// A viewer disconnects.
    Detach(ViewerId),
    /// A client reads something of the table.
    Read(Box<Identity>, TableReader),
    /// Abort the game if it has not started; it has been waiting for too long.
    AbortUnstarted,
    /// Some of a person's sessions have ended.
    LoggedOut(Arc<str>),
    /// Asks for the fingerprint of the current position.
    PositionKey(oneshot::Sender<PositionKey>),
    /// The engine has decided for a seat.
    EngineCommand { seat: Seat, request: u64, kind: Box<CommandKind> },
    /// The engine could not decide for a seat.
    EngineFailed { seat: Seat, request: u64, error: EngineFailure },
    /// The server is shutting down.
    Shutdown,
}

/// A client that connects to a room.
pub(crate) struct Attach {
    pub(crate) id: ViewerId,
    pub(crate) identity: Identity,
    /// The version the client already has.
    pub(crate) version: Option<u64>,
    /// Whether it wants the whole state instead of changes.
    pub(crate) full_state: bool,
    pub(crate) stats: Arc<ConnectionStats>,
    pub(crate) sink: ClientSink,
}

/// Connection state shared between the room and the connection's task.
#[derive(Default, Debug)]
pub(crate) struct ConnectionStats {
    /// Measured by the socket.
    pub(crate) latency: Latency,
    /// Set by the room when the queue was full and it dropped events.
    pub(crate) missed_events: AtomicBool,
}

/// A handle to a room. The room stays open while messages are queued.
#[derive(Debug)]
pub(crate) struct RoomHandle {
    sender: mpsc::Sender<RoomMessage>,
}

/// The room has closed: its table must be opened again.
#[derive(Copy, Clone, Debug)]
pub(crate) struct RoomClosed;

impl RoomHandle {
    pub(crate) fn new() -> (RoomHandle, mpsc::Receiver<RoomMessage>) {
        let (sender, receiver) = mpsc::channel(MAX_QUEUED_MESSAGES);
        (RoomHandle { sender }, receiver)
    }

    /// Whether no message is queued.
    pub(crate) fn is_empty(&self) -> bool {
        self.sender.capacity() == self.sender.max_capacity()
    }

    /// Whether the room has closed.
    pub(crate) fn is_closed(&self) -> bool {
        self.sender.is_closed()
    }

    /// Sends a message, waiting for space in the queue.
    pub(crate) async fn send(&self, message: RoomMessage) -> Result<(), RoomClosed> {
        self.sender.send(message).await.map_err(|_| RoomClosed)
    }

    /// Sends a message if there is space or the room has closed; otherwise returns it.
    pub(crate) fn try_send(&self, message: RoomMessage) -> Option<RoomMessage> {
        match self.sender.try_send(message) {
            Err(mpsc::error::TrySendError::Full(message)) => Some(message),
            _ => None,
        }
    }

    /// Sends a message and waits for the reply.
    pub(crate) async fn request<T>(
        &self,
        message: impl FnOnce(oneshot::Sender<T>) -> RoomMessage,
    ) -> Result<T, RoomClosed> {
        let (reply, answer) = oneshot::channel();
        self.send(message(reply)).await?;
        answer.await.map_err(|_| RoomClosed)
    }

    /// Makes a request, received at this time, for a client that waits for the response.
    pub(crate) async fn ask(
        &self,
        identity: Identity,
        request: TableRequest,
        at: Instant,
    ) -> Result<TableResult, RoomClosed> {
        let request = |reply| ClientRequest { from: Requester::Caller { identity, reply }, request, at };
        self.request(|reply| RoomMessage::Request(Box::new(request(reply)))).await
    }
}
