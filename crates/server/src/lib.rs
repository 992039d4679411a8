//! Live games: one task owns a game, one task serves a socket.
//!
//! What a seat does is done on the table, dealt, stored, acknowledged and shown, in this order: what was not stored was
//! never shown. A table is exactly what its stored rows say, so a server that was killed goes on where it was.

mod api;
mod chronicle;
mod head;
mod house;
mod lag;
mod page;
mod record;
mod refusal;
mod room;
mod rooms;
mod row;
mod serve;
mod socket;
mod token;
mod when;

pub use house::{Dealing, House, Opponent, Question};
pub use page::PageFile;
pub use serve::{ServeError, Server, prompt};
pub use socket::small;
