//! The network: accepting connections, WebSockets and their sessions, and rate limits.

pub(crate) mod accept;
mod frame_buffer;
pub(crate) mod latency;
pub(crate) mod limits;
pub(crate) mod queue;
pub(crate) mod session;
pub(crate) mod upgrade;
pub(crate) mod writer;
