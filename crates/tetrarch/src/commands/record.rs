//! `tetrarch record`: converting records, every action checked.

use crate::cli::{RecordArgs, format_names};
use anyhow::{Context as _, bail};
use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::Path;
use tetrarch_table::record::Format;
use tetrarch_table::{Game, Games};

pub(crate) fn run(games: Games, args: &RecordArgs) -> anyhow::Result<()> {
    let game = games.named(&args.game)?;
    let to = args.to.as_deref().map(|name| format_named(game, name)).transpose()?;
    let standard_input = [Path::new("-").to_path_buf()];
    let files = if args.files.is_empty() { &standard_input[..] } else { &args.files };
    let (mut good, mut bad) = (0usize, 0usize);
    let mut out = io::stdout().lock();
    for file in files {
        let from = source_format(game, args.from.as_deref(), file)?;
        for read in from.read(game, &contents(file)?) {
            let written = read.and_then(|record| to.map(|to| record.write(game, to)).transpose());
            match written {
                Ok(text) => {
                    good += 1;
                    out.write_all(text.unwrap_or_default().as_bytes())?;
                }
                Err(fault) => {
                    bad += 1;
                    eprintln!("{}: {fault}", file.display());
                }
            }
        }
    }
    eprintln!("{good} good, {bad} bad");
    if bad > 0 {
        bail!("{bad} of {} records could not be read", good + bad);
    }
    Ok(())
}

fn format_named(game: &'static dyn Game, name: &str) -> anyhow::Result<&'static dyn Format> {
    let found = game.formats().iter().find(|format| format.name() == name);
    found.copied().with_context(|| {
        format!("{} has no record format {name:?}: it has {}", game.title(), format_names(game))
    })
}

/// The format that was named, or that the file's ending names, or the game's first.
fn source_format(
    game: &'static dyn Game,
    named: Option<&str>,
    file: &Path,
) -> anyhow::Result<&'static dyn Format> {
    if let Some(name) = named {
        return format_named(game, name);
    }
    let ending = file.extension().and_then(|ending| ending.to_str());
    let by_ending = ending.and_then(|ending| format_named(game, ending).ok());
    by_ending.or_else(|| game.formats().first().copied()).context("the game has no record format")
}

fn contents(file: &Path) -> anyhow::Result<String> {
    let bytes = if file == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).context("reading standard input")?;
        bytes
    } else {
        fs::read(file).with_context(|| format!("reading {}", file.display()))?
    };
    String::from_utf8(bytes).with_context(|| format!("{} is not UTF-8 text", file.display()))
}
