//! Where a room sends a viewer's messages.

use super::handle::OutgoingMessage;
use crate::net::queue::{QueueSender, TrySendError};
use crate::net::writer::{RoomWriter, SinkError};
use tetrarch_protocol::CloseReason;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// The sink for one viewer.
pub(crate) enum ClientSink {
    /// The room writes to the socket itself.
    Socket(RoomWriter),
    /// Another task takes the messages from a queue.
    Queue(QueueSender<OutgoingMessage>),
}

impl ClientSink {
    /// Queues a text; the next flush sends it.
    pub(super) fn send(&self, text: &Utf8Bytes) -> Result<(), SinkError> {
        match self {
            ClientSink::Socket(writer) => writer.queue_text(text.clone().into()),
            ClientSink::Queue(sender) => match sender.try_send(OutgoingMessage::Text(text.clone())) {
                Ok(()) => Ok(()),
                Err(TrySendError::Full(_)) => Err(SinkError::Full),
                Err(TrySendError::Closed) => Err(SinkError::Closed),
            },
        }
    }

    /// Sends what is queued.
    pub(super) fn flush(&self) {
        if let ClientSink::Socket(writer) = self {
            writer.flush();
        }
    }

    /// Leaves the writing to the socket's task.
    pub(super) fn wake_task(&self) {
        if let ClientSink::Socket(writer) = self {
            writer.wake_task();
        }
    }

    /// Queues the reason for closing. A client that does not read only sees the end of the stream.
    pub(super) fn close(&self, why: CloseReason) {
        match self {
            ClientSink::Socket(writer) => writer.close(why),
            ClientSink::Queue(sender) => {
                let _ = sender.try_send(OutgoingMessage::Close(why));
            }
        }
    }

    pub(super) fn is_closed(&self) -> bool {
        match self {
            ClientSink::Socket(writer) => writer.is_closed(),
            ClientSink::Queue(sender) => sender.is_closed(),
        }
    }
}
