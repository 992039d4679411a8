//! `tetrarch rules`: prints the rules of a game.

use crate::games;
use crate::rulebook::{self, Page};
use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum};
use std::fs;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct RulesArgs {
    /// Name of the game
    game: String,
    /// Output format
    #[arg(long, value_enum, default_value = "txt")]
    format: RulesFormat,
    /// Output file; defaults to standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Use this Markdown file, which may contain diagrams, instead of the built-in rules
    #[arg(long, value_name = "FILE")]
    text: Option<PathBuf>,
}

/// The output format of a page.
#[derive(Copy, Clone, Eq, PartialEq, Debug, ValueEnum)]
enum RulesFormat {
    /// Plain text
    Txt,
    /// Markdown, with boards as text
    Md,
    /// A single HTML file
    Html,
    /// A PDF in A4 format
    Pdf,
}

pub(crate) fn run(args: &RulesArgs) -> anyhow::Result<()> {
    let source = match &args.text {
        Some(file) => {
            fs::read_to_string(file).with_context(|| format!("failed to read {}", file.display()))?
        }
        None => games::rules_page(&args.game)?.to_string(),
    };
    if args.format == RulesFormat::Pdf && args.output.is_none() && io::stdout().is_terminal() {
        bail!("refusing to write a PDF to the terminal: use -o FILE");
    }
    let page = Page::parse(&source).map_err(anyhow::Error::msg)?;
    let bytes = match args.format {
        RulesFormat::Txt => rulebook::text(&page).into_bytes(),
        RulesFormat::Md => rulebook::markdown(&source).map_err(anyhow::Error::msg)?.into_bytes(),
        RulesFormat::Html => rulebook::html(&page).into_bytes(),
        RulesFormat::Pdf => rulebook::pdf(&page).unwrap_or_else(|why| {
            eprintln!("Failed to create the PDF ({why}). Writing plain text instead.");
            rulebook::text(&page).into_bytes()
        }),
    };
    match &args.output {
        Some(file) => fs::write(file, bytes).with_context(|| format!("failed to write {}", file.display())),
        None => Ok(io::stdout().write_all(&bytes)?),
    }
}
