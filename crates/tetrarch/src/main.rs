//! Tetrarch: Bishops, Enochian chess, Ban-Chess and Banqi.

use clap::Parser as _;
use std::process::ExitCode;
use tetrarch::cli::{Cli, run};

/// Views and messages are many pieces of memory that live for a moment: with the system's allocator a third of a busy server's
/// time went into it. This one hands out first what was given back last, which is still in the processor's cache.
#[global_allocator]
static MEMORY: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads our output may stop reading: that is no fault.
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
