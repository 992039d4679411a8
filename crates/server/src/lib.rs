//! The game server. One task owns each live game, and one task serves each socket.
//!
//! A command is authorised, applied to the table, stored, acknowledged and broadcast, in this order: nothing is shown
//! before it is stored. A table is exactly what its stored events say, so a server that crashed resumes where it was.
//!
//! - [`state`]: the application state, shared by all tasks
//! - [`api`]: the router, the HTTP handlers and the OpenAPI document
//! - [`net`]: connections, WebSockets and rate limits
//! - [`auth`]: accounts, sessions, tokens and permissions
//! - [`table`]: a table restored from its stored events
//! - [`room`]: the task that runs a live game; `dispatch` → `authorize` → `commit`
//! - [`lobby`]: the unfinished tables and notifications for people
//! - [`sets`]: sets of tables for organisers

mod api;
mod auth;
mod clock;
mod config;
mod deps;
mod hosted_games;
mod lobby;
mod net;
mod room;
mod server;
mod sets;
mod state;
mod static_files;
mod table;
mod timestamp;

pub use auth::permissions;
pub use clock::Clock;
pub use config::Config;
pub use deps::{EngineBackend, RulesParser, ServerDeps};
pub use hosted_games::{HostedGame, HostedGames};
pub use net::accept::{NoDelayListener, no_delay};
pub use net::websocket::{MAX_MESSAGE_BYTES, READ_BUFFER_BYTES, WRITE_BUFFER_BYTES};
pub use server::{ServeError, Server};
pub use static_files::StaticFile;
pub use table::chance::{dealt_outcome, drawn_outcome};
pub use tetrarch_store::{BackupCounts, BackupError, backup, restore};
