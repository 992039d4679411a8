//! Runs the real program while something around it fails: the disk, the database, the system time, or too many
//! connections. Each time, play continues or is refused with a clear message, nothing acknowledged is lost, and
//! everything works again once the fault is gone.

mod clock;
mod disk;
mod engines;
mod http_game;
mod overload;
mod postgres;
#[path = "../support/mod.rs"]
mod support;
mod watcher;

const PROGRAM: &str = env!("CARGO_BIN_EXE_tetrarch");
