//! The network: accepting connections, WebSockets and their sessions, and rate limits.

pub(crate) mod accept;
pub(crate) mod latency;
pub(crate) mod limits;
pub(crate) mod session;
pub(crate) mod websocket;

use std::time::Duration;

/// How long a client may take for its hello, and to accept a message.
pub(crate) const CLIENT_TIMEOUT: Duration = Duration::from_secs(15);

/// How long a connection may take for its next request, including the whole head, so that an idle client cannot hold one.
pub(crate) const REQUEST_HEAD_TIMEOUT: Duration = Duration::from_secs(30);

/// How long the body of a request may take.
pub(crate) const REQUEST_BODY_TIMEOUT: Duration = Duration::from_secs(30);

/// Time between two pings on a WebSocket.
pub(crate) const PING_INTERVAL: Duration = Duration::from_secs(10);

/// A client that misses more pings than this is disconnected.
pub(crate) const MAX_UNANSWERED_PINGS: u32 = 3;
