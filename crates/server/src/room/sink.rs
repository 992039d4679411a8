//! The way from a room to a client.

use super::handle::OutgoingMessage;
use crate::queue::{QueueSender, TrySendError};
use crate::writer::{RoomWriter, SinkError};
use tetrarch_protocol::CloseReason;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// The way to a client.
pub(crate) enum ClientSink {
    /// What the room says is written by the room itself.
    Socket(RoomWriter),
    /// Somebody else takes it out of a queue.
    Queue(QueueSender<OutgoingMessage>),
}

impl ClientSink {
    /// Says something, which is on its way after the next flush.
    pub(super) fn send(&self, text: &Utf8Bytes) -> Result<(), SinkError> {
        match self {
            ClientSink::Socket(speaker) => speaker.queue_text(text.clone().into()),
            ClientSink::Queue(sender) => match sender.try_send(OutgoingMessage::Text(text.clone())) {
                Ok(()) => Ok(()),
                Err(TrySendError::Full(_)) => Err(SinkError::Full),
                Err(TrySendError::Closed) => Err(SinkError::Closed),
            },
        }
    }

    /// Sees to it that what was said goes out.
    pub(super) fn flush(&self) {
        if let ClientSink::Socket(speaker) = self {
            speaker.flush();
        }
    }

    /// Leaves that to the client's own task.
    pub(super) fn wake_task(&self) {
        if let ClientSink::Socket(speaker) = self {
            speaker.wake_task();
        }
    }

    /// Says why nothing more will be said. A client that takes nothing sees the end of what was said instead.
    pub(super) fn close(&self, why: CloseReason) {
        match self {
            ClientSink::Socket(speaker) => speaker.close(why),
            ClientSink::Queue(sender) => {
                let _ = sender.try_send(OutgoingMessage::Close(why));
            }
        }
    }

    pub(super) fn is_closed(&self) -> bool {
        match self {
            ClientSink::Socket(speaker) => speaker.is_closed(),
            ClientSink::Queue(sender) => sender.is_closed(),
        }
    }
}
