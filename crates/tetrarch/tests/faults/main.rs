//! The real program while something around it fails: the disk, the database, the clock on the wall, crowds. Each time play
//! goes on or is refused with a clear word, nothing acknowledged is lost, and everything goes on once the fault is gone.

mod clock;
mod crowd;
mod disk;
mod engines;
#[path = "../kit/mod.rs"]
mod kit;
mod played;
mod postgres;
mod watched;

/// The program.
const PROGRAM: &str = env!("CARGO_BIN_EXE_tetrarch");
