//! Where a room sends a viewer's messages. The room does not know whether a socket or another stream takes them.

use axum::extract::ws::Utf8Bytes;
use tetrarch_protocol::CloseReason;
use tokio::sync::mpsc::{self, error::TrySendError};

/// How many messages may be queued for a client.
const MAX_QUEUED_MESSAGES: usize = 16;

/// A message for a client.
#[derive(Clone, Debug)]
pub(crate) enum OutgoingMessage {
    Text(Utf8Bytes),
    Close(CloseReason),
}

/// Why a text was not queued.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum SinkError {
    /// The queue is full.
    Full,
    /// The connection is closed.
    Closed,
}

/// The sink for one viewer.
pub(crate) struct ClientSink(mpsc::Sender<OutgoingMessage>);

impl ClientSink {
    /// A sink, and the queue from which the connection's task takes the messages.
    pub(crate) fn new() -> (ClientSink, mpsc::Receiver<OutgoingMessage>) {
        let (sender, receiver) = mpsc::channel(MAX_QUEUED_MESSAGES);
        (ClientSink(sender), receiver)
    }

    /// Queues a text if there is space.
    pub(super) fn send(&self, text: &Utf8Bytes) -> Result<(), SinkError> {
        self.0.try_send(OutgoingMessage::Text(text.clone())).map_err(|error| match error {
            TrySendError::Full(_) => SinkError::Full,
            TrySendError::Closed(_) => SinkError::Closed,
        })
    }

    /// Queues the reason for closing. A client whose queue is full only sees the end of the connection.
    pub(super) fn close(&self, why: CloseReason) {
        let _ = self.0.try_send(OutgoingMessage::Close(why));
    }

    /// Whether the connection is closed.
    pub(super) fn is_closed(&self) -> bool {
        self.0.is_closed()
    }
}
