//! `tetrarch completions` and `tetrarch man`: what a shell and its manual need to know.

use crate::cli::Cli;
use anyhow::Context as _;
use clap::{Args, CommandFactory as _};
use clap_complete::Shell;
use std::fs;
use std::io;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

#[derive(Args, Debug)]
pub(crate) struct ManArgs {
    /// Write a page for the program and for each command into this folder; without it, the program's to standard output
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

pub(crate) fn completions(args: &CompletionsArgs) {
    clap_complete::generate(args.shell, &mut Cli::command(), "tetrarch", &mut io::stdout());
}

pub(crate) fn man(args: &ManArgs) -> anyhow::Result<()> {
    let Some(folder) = &args.output else {
        return Ok(clap_mangen::Man::new(Cli::command()).render(&mut io::stdout())?);
    };
    fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
    clap_mangen::generate_to(Cli::command(), folder)
        .with_context(|| format!("writing to {}", folder.display()))
}
