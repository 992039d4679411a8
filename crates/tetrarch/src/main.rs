//! The `tetrarch` program.

use clap::Parser as _;
use std::process::ExitCode;
use tetrarch::cli::{Cli, run};

/// Views and messages are many short-lived allocations: with the system's allocator a busy server spent a third of its time in
/// it. jemalloc reuses the most recently freed memory first, which is still in the processor's cache.
#[global_allocator]
static MEMORY: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(code) => code,
        // A reader that stops reading our output is not an error.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tetrarch: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = error.chain().filter_map(|cause| cause.downcast_ref::<std::io::Error>());
    io.into_iter().any(|cause| cause.kind() == std::io::ErrorKind::BrokenPipe)
}
