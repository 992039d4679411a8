//! The way from a room to a client.

use super::message::Outgoing;
use crate::outlet::{Speaker, Unsaid};
use crate::queue::{NotSent, Sender};
use tetrarch_protocol::Closing;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// The way to a client.
pub(crate) enum Out {
    /// What the room says is written by the room itself.
    Socket(Speaker),
    /// Somebody else takes it out of a queue.
    Queue(Sender<Outgoing>),
}

impl Out {
    /// Says something, which is on its way after the next flush.
    pub(super) fn say(&self, text: &Utf8Bytes) -> Result<(), Unsaid> {
        match self {
            Out::Socket(speaker) => speaker.say(text.clone().into()),
            Out::Queue(sender) => match sender.try_send(Outgoing::Text(text.clone())) {
                Ok(()) => Ok(()),
                Err(NotSent::Full(_)) => Err(Unsaid::Full),
                Err(NotSent::Closed) => Err(Unsaid::Closed),
            },
        }
    }

    /// Sees to it that what was said goes out.
    pub(super) fn flush(&self) {
        if let Out::Socket(speaker) = self {
            speaker.flush();
        }
    }

    /// Leaves that to the client's own task.
    pub(super) fn hand_over(&self) {
        if let Out::Socket(speaker) = self {
            speaker.hand_over();
        }
    }

    /// Says why nothing more will be said. A client that takes nothing sees the end of what was said instead.
    pub(super) fn close(&self, why: Closing) {
        match self {
            Out::Socket(speaker) => speaker.close(why),
            Out::Queue(sender) => {
                let _ = sender.try_send(Outgoing::Close(why));
            }
        }
    }

    pub(super) fn is_closed(&self) -> bool {
        match self {
            Out::Socket(speaker) => speaker.is_closed(),
            Out::Queue(sender) => sender.is_closed(),
        }
    }
}
