//! Live games: one task owns a game, one task serves a socket.
//!
//! What a seat does is done on the table, dealt, stored, acknowledged and shown, in this order: what was not stored was
//! never shown. A table is exactly what its stored rows say, so a server that was killed goes on where it was.

mod accept;
mod api;
mod chronicle;
mod config;
mod head;
mod house;
mod lag;
mod limits;
mod lobby;
mod making;
mod outbox;
mod outlet;
mod page;
mod people;
pub mod permits;
mod queue;
mod record;
mod refusal;
mod reopening;
mod room;
mod rooms;
mod row;
mod serve;
mod sets;
mod shares;
mod socket;
mod token;
mod upgrade;
mod when;
mod who;

pub use config::{Config, Patience};
pub use house::{Dealing, House, Opponent, Question, Wanted};
pub use page::PageFile;
pub use serve::{Prompt, ServeError, Server, prompt};
pub use tetrarch_store::{BackupError, Counted, backup, restore};
pub use upgrade::{LONGEST_MESSAGE, READ_BUFFER, WRITE_BUFFER};
