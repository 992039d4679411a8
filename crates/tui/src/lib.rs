//! The terminal client: a game of any kind, drawn from its view, with no rule in it.
//!
//! A [`Desk`] is where a game is played: [`Local`] is a table of one's own, with people at this terminal and engines;
//! [`Remote`] is a table on a server. Both show the same state, the one that the protocol tells. [`plain`] plays line by
//! line; [`screen`] fills the terminal.

mod desk;
mod grid;
mod letters;
mod local;
mod order;
mod remote;
mod signs;
mod sitter;
mod words;

pub mod drawing;
pub mod plain;
pub mod screen;

pub use desk::{Desk, News, Trouble};
pub use local::{Kit, Local, Save, SaveFault};
pub use order::{Order, Page, There};
pub use remote::{Chair, Door, Entry, Link, Remote};
pub use signs::Signs;
pub use sitter::Who;
