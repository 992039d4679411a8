//! `tetrarch record`: converting records, every action checked.

use super::source::{Hint, contents, format_named, read};
use crate::cli::RecordArgs;
use anyhow::bail;
use std::io::{self, Write as _};
use std::path::Path;
use tetrarch_table::Games;

pub(crate) fn run(games: Games, args: &RecordArgs) -> anyhow::Result<()> {
    let standard_input = [Path::new("-").to_path_buf()];
    let files = if args.files.is_empty() { &standard_input[..] } else { &args.files };
    let (mut good, mut bad) = (0usize, 0usize);
    let mut out = io::stdout().lock();
    for file in files {
        let hint = Hint { game: args.game.as_deref(), format: args.from.as_deref(), file };
        let source = read(games, hint, &contents(file)?)?;
        if args.game.is_none() {
            eprintln!("{}: read as {}", file.display(), source.taken_for());
        }
        let to = args.to.as_deref().map(|name| format_named(source.game, name)).transpose()?;
        for record in source.records {
            let written = record.and_then(|record| to.map(|to| record.write(source.game, to)).transpose());
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
