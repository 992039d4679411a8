//! The terminal client: a game of any kind, drawn from its view, with no rule in it.
//!
//! A [`Desk`] is where a game is played: [`Local`] is a table of one's own, with people at this terminal and engines;
//! [`Remote`] is a table on a server. Both show the same state, the one that the protocol tells. [`plain`] plays line by
//! line; [`screen`] fills the terminal.

mod charset;
mod command;
mod grid;
mod letters;
mod local;
mod player_kind;
mod remote;
mod session;
mod words;

pub mod drawing;
pub mod plain;
pub mod screen;

pub use charset::Charset;
pub use command::{InfoPage, RemoteCommand, UserCommand};
pub use local::{Deps, LocalSession, SaveError, SavedGame};
pub use player_kind::PlayerKind;
pub use remote::{JoinOptions, RemoteSession, SeatRequest, TableClient, TableLink};
pub use session::{PlaySession, SessionEvent, UserError};
