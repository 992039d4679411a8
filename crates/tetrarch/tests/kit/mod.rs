//! What tests and measurements need to play against the real program: its process, and the wire to it.

mod http;
mod running;
mod table;

pub(crate) use http::Http;
pub(crate) use running::Running;
#[allow(unused_imports, reason = "not everybody plays all games")]
pub(crate) use table::MIX;
pub(crate) use table::{Chair, new_table};
