//! The `tetrarch` program as a library: its commands, for `main` and for tests.

pub mod cli;
pub mod fuzz;
pub mod games;

mod commands;

pub use commands::trace;
