//! The terminal client. It draws any game from its view and knows no rules.
//!
//! A [`PlaySession`] is a game in progress: [`LocalSession`] runs the table itself, with people at this terminal and engines;
//! [`RemoteSession`] plays at a table on a server. Both expose the protocol's table state. [`plain`] is the line mode,
//! [`screen`] the full-screen mode.

mod charset;
mod command;
mod grid;
mod letters;
mod local;
mod player_kind;
mod remote;
mod session;
mod state_text;

pub mod drawing;
pub mod plain;
pub mod screen;

pub use charset::Charset;
pub use command::{InfoPage, RemoteCommand, UserCommand};
pub use local::{Deps, LocalSession, SaveError, SavedGame};
pub use player_kind::PlayerKind;
pub use remote::{JoinOptions, RemoteSession, SeatRequest, TableClient, TableLink};
pub use session::{PlaySession, SessionEvent, UserError};
