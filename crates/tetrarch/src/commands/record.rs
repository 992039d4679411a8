//! `tetrarch record`: converts records and checks every action.

use super::record_source::{contents, extension};
use crate::cli::RecordArgs;
use anyhow::{Context as _, bail};
use indicatif::{ProgressBar, ProgressStyle};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tetrarch_table::Games;
use tetrarch_table::record::{DetectedRecords, FormatHint, detect_records, format_named};

/// The input size from which a progress bar is shown.
const PROGRESS_BAR_BYTES: u64 = 2_000_000;

/// The number of good and bad records.
#[derive(Default)]
struct RecordCounts {
    good: usize,
    bad: usize,
    /// Files that contain no record or cannot be read.
    unreadable_files: usize,
}

/// The progress of a batch.
struct BatchProgress<'a> {
    counts: &'a mut RecordCounts,
    bar: &'a ProgressBar,
}

pub(crate) fn run(games: Games, args: &RecordArgs) -> anyhow::Result<()> {
    let files = if args.files.is_empty() { vec![PathBuf::from("-")] } else { all_files(&args.files)? };
    let mut count = RecordCounts::default();
    let bar = progress_bar(&files);
    let mut out = io::BufWriter::new(io::stdout().lock());
    for file in &files {
        // Continue with the other files if one cannot be read.
        if let Err(why) =
            convert(games, args, file, &mut BatchProgress { counts: &mut count, bar: &bar }, &mut out)?
        {
            count.unreadable_files += 1;
            bar.suspend(|| eprintln!("{}: {why:#}", file.display()));
        }
    }
    bar.finish_and_clear();
    out.flush()?;
    summarise(&count)
}

fn summarise(count: &RecordCounts) -> anyhow::Result<()> {
    let RecordCounts { good, bad, unreadable_files: unread } = count;
    eprintln!("{good} good, {bad} bad");
    match (bad, unread) {
        (0, 0) => Ok(()),
        (_, 0) => bail!("{bad} of {} records are invalid", good + bad),
        (0, _) => bail!("files that could not be converted: {unread}"),
        _ => {
            bail!("{bad} of {} records are invalid; files that could not be converted: {unread}", good + bad)
        }
    }
}

/// Converts the records of a file. A write error ends the whole command; a read error (the inner result) only skips this file.
fn convert(
    games: Games,
    args: &RecordArgs,
    file: &Path,
    progress: &mut BatchProgress<'_>,
    out: &mut impl Write,
) -> io::Result<anyhow::Result<()>> {
    let hint = FormatHint {
        game: args.game.as_deref(),
        format: args.from.as_deref(),
        extension: extension(file),
        ..FormatHint::default()
    };
    let source = match contents(file)
        .and_then(|text| Ok(detect_records(&games.iter().collect::<Vec<_>>(), hint, &text)?))
    {
        Ok(source) => source,
        Err(why) => return Ok(Err(why)),
    };
    if args.game.is_none() {
        progress.bar.suspend(|| eprintln!("{}: read as {}", file.display(), source.description()));
    }
    let to = match args.to.as_deref().map(|name| format_named(source.game, name)).transpose() {
        Ok(to) => to,
        Err(why) => return Ok(Err(why.into())),
    };
    let DetectedRecords { game, records, .. } = source;
    let share = size(file) / records.len().max(1) as u64;
    let BatchProgress { counts: count, bar } = progress;
    for record in records {
        bar.inc(share);
        let written = record.and_then(|record| to.map(|to| record.write(game, to)).transpose());
        match written {
            Ok(text) => {
                count.good += 1;
                out.write_all(text.unwrap_or_default().as_bytes())?;
            }
            Err(fault) => {
                count.bad += 1;
                bar.suspend(|| eprintln!("{}: {fault}", file.display()));
            }
        }
    }
    Ok(Ok(()))
}

/// The named files, and all files below the named directories, sorted by name.
fn all_files(named: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in named {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let entries = fs::read_dir(path).with_context(|| format!("failed to read {}", path.display()))?;
        let mut inside = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
        inside.retain(|path| !is_hidden(path));
        inside.sort();
        files.extend(all_files(&inside)?);
    }
    Ok(files)
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

fn size(file: &Path) -> u64 {
    fs::metadata(file).map_or(0, |about| about.len())
}

/// A progress bar for large input. indicatif shows it only on a terminal.
fn progress_bar(files: &[PathBuf]) -> ProgressBar {
    let all: u64 = files.iter().map(|file| size(file)).sum();
    if all < PROGRESS_BAR_BYTES {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {bytes} of {total_bytes}, {eta} left");
    ProgressBar::new(all).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
