//! The network: accepting connections, WebSockets and their sessions, and rate limits.

pub(crate) mod accept;
pub(crate) mod latency;
pub(crate) mod limits;
pub(crate) mod session;
pub(crate) mod websocket;

use std::time::Duration;

/// How long a client may take for its hello, and to accept a message.
pub(crate) const CLIENT_TIMEOUT: Duration = Duration::from_secs(15);
