//! Test support for running the real server as a process and playing on it.

mod eventually;
mod http;
mod process;
mod table;

#[allow(unused_imports, reason = "benchmarks do not poll")]
pub(crate) use eventually::{eventually, within};
pub(crate) use http::HttpConnection;
pub(crate) use process::ServerProcess;
#[allow(unused_imports, reason = "not every test plays all games")]
pub(crate) use table::GAME_SEATS;
pub(crate) use table::{SeatToken, create_full_table};
