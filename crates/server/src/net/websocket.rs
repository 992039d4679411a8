//! The settings of WebSockets, and what their errors mean.

use axum::Error;
use axum::extract::ws::WebSocketUpgrade;
use tokio_tungstenite::tungstenite::Error as ProtocolError;

/// The longest message a client may send. Commands are short.
pub const MAX_MESSAGE_BYTES: usize = 8 * 1024;
/// The longest message that is read at all. It is longer than [`MAX_MESSAGE_BYTES`], so that a client whose message
/// is somewhat too long learns why its connection is closed: if the rest stayed unread, the system would reset the
/// connection and drop the answer.
const MAX_READ_BYTES: usize = 16 * MAX_MESSAGE_BYTES;
/// The size of a socket's read buffer. The default of 128 KiB would be most of the memory of an idle connection.
pub const READ_BUFFER_BYTES: usize = 1024;
/// How many bytes are collected before they are written without a flush.
pub const WRITE_BUFFER_BYTES: usize = 2048;

/// Sets the limits and buffer sizes of a WebSocket.
pub(crate) fn configure(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(WRITE_BUFFER_BYTES)
        .max_message_size(MAX_READ_BYTES)
        .max_frame_size(MAX_READ_BYTES)
}

/// Why reading from a WebSocket failed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum ReadError {
    /// The message is too long.
    TooLong,
    /// A text is not valid UTF-8.
    InvalidUtf8,
    /// The client violated the WebSocket protocol.
    Protocol,
    /// The connection failed.
    Disconnected,
}

impl From<Error> for ReadError {
    fn from(error: Error) -> ReadError {
        match error.into_inner().downcast_ref() {
            Some(ProtocolError::Capacity(_)) => ReadError::TooLong,
            Some(ProtocolError::Utf8(_)) => ReadError::InvalidUtf8,
            Some(ProtocolError::Protocol(_)) => ReadError::Protocol,
            _ => ReadError::Disconnected,
        }
    }
}
