//! What a room is told.

use crate::chronicle::Chronicle;
use crate::lag::Lag;
use crate::lobby::Stands;
use crate::room::Out;
use crate::who::Who;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tetrarch_protocol::{ChatRoom, Closing, Command, CommandId, Deed, Join, Joined, Refused, TableState};
use tetrarch_rules::{Gesture, Seat};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// How many messages may wait for a room; who comes later waits.
const WAITING: usize = 32;

/// A connection to a room, numbered by the room's door.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct ViewerId(pub(crate) u64);

/// Takes what it wants from a table, if it may be looked at.
pub(crate) type Reading = Box<dyn FnOnce(Result<&Chronicle, Refused>) + Send>;

/// What a room is told. Every room has places for many of them, so they are kept small.
pub(crate) enum Message {
    /// Somebody connects.
    Hello(Box<Newcomer>),
    /// A viewer wants to do something; received at this moment.
    Command { viewer: ViewerId, command: Box<Command>, at: Instant },
    /// A viewer wants the whole state.
    Look(ViewerId),
    /// A viewer was too slow, and has now taken all that waited for it.
    CaughtUp(ViewerId),
    /// A viewer asks why a gesture leads to nothing.
    Explain { viewer: ViewerId, id: CommandId, gesture: Box<Gesture> },
    /// A viewer is gone.
    Goodbye(ViewerId),
    /// A viewer speaks.
    Say { viewer: ViewerId, to: ChatRoom, words: String },
    /// Somebody speaks over HTTP.
    Speak { who: Box<Who>, to: ChatRoom, words: String, reply: oneshot::Sender<Result<(), Refused>> },
    /// Somebody gives a command over HTTP.
    Do { who: Box<Who>, command: Box<Command>, at: Instant, reply: oneshot::Sender<Result<u64, Refused>> },
    /// Somebody wants to read something of the table that they may see.
    Read(Box<Who>, Reading),
    /// Somebody wants a seat.
    Join(Box<Who>, Box<Join>, oneshot::Sender<Result<Joined, Refused>>),
    /// Somebody wants to see the state, as who they are.
    State(Box<Who>, oneshot::Sender<Result<Box<TableState>, Refused>>),
    /// Nobody has begun to play for very long.
    WaitNoLonger,
    /// A person was logged out somewhere.
    LoggedOut(Arc<str>),
    /// Somebody wants to know which position stands: how many actions were played, and its key.
    Stands(oneshot::Sender<Stands>),
    /// The engine has answered for a seat the question of this number.
    Answer { seat: Seat, asked: u64, deed: Box<Deed> },
    /// The server is about to stop.
    Shutdown,
}

/// Somebody who connects.
pub(crate) struct Newcomer {
    pub(crate) id: ViewerId,
    pub(crate) who: Who,
    /// The version they have.
    pub(crate) version: Option<u64>,
    /// Whether they always want the whole state.
    pub(crate) whole: bool,
    pub(crate) line: Arc<Line>,
    pub(crate) out: Out,
}

/// What the room and the socket know of each other.
#[derive(Default, Debug)]
pub(crate) struct Line {
    /// How long messages take, as the server has measured it.
    pub(crate) lag: Lag,
    /// Set by the room when the queue was full and events were left out.
    pub(crate) behind: AtomicBool,
}

/// What a client that has no socket is to be sent.
#[derive(Clone, Debug)]
pub(crate) enum Outgoing {
    Text(Utf8Bytes),
    Close(Closing),
}

/// The way into a room.
#[derive(Debug)]
pub(crate) struct Door {
    sender: mpsc::Sender<Message>,
}

/// The room has gone: its table must be opened again.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Gone;

impl Door {
    pub(crate) fn new() -> (Door, mpsc::Receiver<Message>) {
        let (sender, receiver) = mpsc::channel(WAITING);
        (Door { sender }, receiver)
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
    pub(crate) async fn tell(&self, message: Message) -> Result<(), Gone> {
        self.sender.send(message).await.map_err(|_| Gone)
    }

    /// Tells the room something if it has time at once or has ended; else here it is again.
    pub(crate) fn tell_at_once(&self, message: Message) -> Option<Message> {
        match self.sender.try_send(message) {
            Err(mpsc::error::TrySendError::Full(message)) => Some(message),
            _ => None,
        }
    }

    /// Asks the room something.
    pub(crate) async fn ask<T>(
        &self,
        message: impl FnOnce(oneshot::Sender<T>) -> Message,
    ) -> Result<T, Gone> {
        let (reply, answer) = oneshot::channel();
        self.tell(message(reply)).await?;
        answer.await.map_err(|_| Gone)
    }
}
