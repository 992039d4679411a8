//! Live games: one task owns a game, one task serves a socket.
//!
//! What a seat does is done on the table, dealt, stored, acknowledged and shown, in this order: what was not stored was
//! never shown. A table is exactly what its stored rows say, so a server that was killed goes on where it was.

mod accept;
mod accounts;
mod api;
mod config;
mod create;
mod deps;
mod engine_quota;
mod event;
mod frame_buffer;
mod header;
mod latency;
mod limits;
mod lobby;
mod page;
pub mod permissions;
mod queue;
mod record;
mod recovery;
mod refusal;
mod room;
mod rooms;
mod serve;
mod sets;
mod socket;
mod table;
mod timestamp;
mod token;
mod upgrade;
mod who;
mod writer;

pub use config::{ClientTimeouts, Config};
pub use deps::{AnalysisJob, ChanceDealer, DecisionRequest, EngineBackend, ServerDeps};
pub use page::StaticFile;
pub use serve::{NoDelayListener, ServeError, Server, no_delay};
pub use tetrarch_store::{BackupCounts, BackupError, backup, restore};
pub use upgrade::{MAX_MESSAGE_BYTES, READ_BUFFER_BYTES, WRITE_BUFFER_BYTES};
