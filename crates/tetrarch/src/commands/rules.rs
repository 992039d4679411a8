//! `tetrarch rules`: the rules of a game as a document.

use crate::games;
use crate::rulebook::{self, Page};
use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum};
use std::fs;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct RulesArgs {
    /// The game
    game: String,
    /// The form
    #[arg(long, value_enum, default_value = "txt")]
    format: RulesFormat,
    /// The file to write; without it, standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Another text than ours: a file in Markdown, which may have diagrams too
    #[arg(long, value_name = "FILE")]
    text: Option<PathBuf>,
}

/// What a page can be written as.
#[derive(Copy, Clone, Eq, PartialEq, Debug, ValueEnum)]
enum RulesFormat {
    /// Plain text
    Txt,
    /// Markdown, with the boards in letters
    Md,
    /// One HTML file
    Html,
    /// A PDF on A4
    Pdf,
}

pub(crate) fn run(args: &RulesArgs) -> anyhow::Result<()> {
    let source = match &args.text {
        Some(file) => fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))?,
        None => games::rules_page(&args.game)?.to_string(),
    };
    if args.format == RulesFormat::Pdf && args.output.is_none() && io::stdout().is_terminal() {
        bail!("a PDF is nothing for a terminal: name a file with -o FILE");
    }
    let page = Page::parse(&source).map_err(anyhow::Error::msg)?;
    let bytes = match args.format {
        RulesFormat::Txt => rulebook::text(&page).into_bytes(),
        RulesFormat::Md => rulebook::markdown(&source).map_err(anyhow::Error::msg)?.into_bytes(),
        RulesFormat::Html => rulebook::html(&page).into_bytes(),
        RulesFormat::Pdf => rulebook::pdf(&page).unwrap_or_else(|why| {
            eprintln!("No PDF can be made ({why}): this is the text instead.");
            rulebook::text(&page).into_bytes()
        }),
    };
    match &args.output {
        Some(file) => fs::write(file, bytes).with_context(|| format!("writing {}", file.display())),
        None => Ok(io::stdout().write_all(&bytes)?),
    }
}
