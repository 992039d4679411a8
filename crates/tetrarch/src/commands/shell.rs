//! `tetrarch completions` and `tetrarch man`.

use crate::cli::Cli;
use anyhow::Context as _;
use clap::{Args, CommandFactory as _};
use clap_complete::Shell;
use std::fs;
use std::io;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// Shell to generate completions for
    shell: Shell,
}

#[derive(Args, Debug)]
pub(crate) struct ManArgs {
    /// Write one page per command to this directory; without it, print the main page
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
    fs::create_dir_all(folder).with_context(|| format!("failed to create {}", folder.display()))?;
    clap_mangen::generate_to(Cli::command(), folder)
        .with_context(|| format!("failed to write to {}", folder.display()))
}
