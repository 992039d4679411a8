//! The `tetrarch` program as a library, for `main` and the tests.

pub mod cli;
pub mod dealing;
pub mod fuzz;
pub mod games;
pub mod rulebook;
pub mod signature;

mod commands;
mod engine_backend;
mod options_object;
mod page;

pub use commands::serve::server_deps;
pub use commands::{trace, uci};

/// Compiles and runs the README's examples as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;
