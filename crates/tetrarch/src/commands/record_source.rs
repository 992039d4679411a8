//! Reads records and detects their game and format.

use anyhow::Context as _;
use std::fs;
use std::io::{self, Read as _};
use std::path::Path;
use tetrarch_table::record::{Format, Record, RecordError};
use tetrarch_table::{Game, Games};

/// The text of a file, or of standard input for `-`.
pub(crate) fn contents(file: &Path) -> anyhow::Result<String> {
    let bytes = if file == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).context("failed to read standard input")?;
        bytes
    } else {
        fs::read(file).with_context(|| format!("failed to read {}", file.display()))?
    };
    // Records that are not UTF-8 are Latin-1, the character set of the PGN standard.
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| error.as_bytes().iter().copied().map(char::from).collect()))
}

/// What is known about the game and format of a text.
#[derive(Copy, Clone, Debug)]
pub(crate) struct FormatHint<'a> {
    pub(crate) game: Option<&'a str>,
    pub(crate) format: Option<&'a str>,
    pub(crate) file: &'a Path,
}

/// The records of a text.
pub(crate) struct RecordSource {
    pub(crate) game: &'static dyn Game,
    pub(crate) format: &'static dyn Format,
    pub(crate) records: Vec<Result<Record, RecordError>>,
}

/// Parses the records of a text. An unknown game or format is detected by trying all: the one that parses the most records wins,
/// then the one whose first error is furthest into the text.
pub(crate) fn detect_records(games: Games, hint: FormatHint<'_>, text: &str) -> anyhow::Result<RecordSource> {
    let announced = declared_game(text);
    let named = hint.game.or(announced.as_deref()).map(|name| games.by_name(name)).transpose()?;
    let candidates: Vec<&'static dyn Game> = named.map_or_else(|| games.iter().collect(), |game| vec![game]);
    let format_is_known = |name| candidates.iter().any(|game| format_named(*game, name).is_ok());
    let ending =
        hint.file.extension().and_then(|ending| ending.to_str()).filter(|name| format_is_known(*name));
    let format = hint.format.or(ending).or(announced.as_ref().map(|_| "json"));
    let looks_like_json = text.trim_start().starts_with('{');
    let mut sources = Vec::new();
    for game in candidates {
        let formats = match format {
            Some(name) => format_named(game, name).map(|format| vec![format]),
            None => Ok(game
                .formats()
                .iter()
                .copied()
                .filter(|format| looks_like_json || format.name() != "json")
                .collect()),
        };
        match formats {
            Ok(formats) => {
                sources.extend(formats.iter().map(|format| RecordSource::new(game, *format, text)));
            }
            Err(error) if named.is_some() => return Err(error),
            Err(_) => {}
        }
    }
    // `max_by_key` returns the last maximum; reversing makes it the first in the order of the list.
    let best = sources.into_iter().rev().max_by_key(RecordSource::parse_score);
    if best.as_ref().is_some_and(|best| best.records.is_empty()) {
        anyhow::bail!("{} contains no record", hint.file.display());
    }
    best.with_context(|| format!("no game has the record format {:?}", format.unwrap_or_default()))
}

/// The `game` field of a record in JSON.
fn declared_game(text: &str) -> Option<String> {
    let first: serde_json::Value = serde_json::from_str(text.trim_start().lines().next()?).ok()?;
    Some(first.get("game")?.as_str()?.to_string())
}

impl RecordSource {
    fn new(game: &'static dyn Game, format: &'static dyn Format, text: &str) -> RecordSource {
        RecordSource { game, format, records: format.read(game, text) }
    }

    /// How well the text was parsed: the number of good records, and the line and column of the first error.
    fn parse_score(&self) -> (usize, usize, usize) {
        let good = self.records.iter().filter(|record| record.is_ok()).count();
        let fault = self.records.iter().find_map(|record| record.as_ref().err());
        let (line, column) = fault.map_or((0, 0), |fault| (fault.line, fault.column));
        (good, line, column)
    }

    /// The game and format, as text.
    pub(crate) fn description(&self) -> String {
        format!("{} in the format {}", self.game.title(), self.format.name())
    }
}

/// Finds a format of a game by name.
pub(crate) fn format_named(game: &'static dyn Game, name: &str) -> anyhow::Result<&'static dyn Format> {
    let found = game.formats().iter().find(|format| format.name() == name);
    found.copied().with_context(|| {
        let names: Vec<&str> = game.formats().iter().map(|format| format.name()).collect();
        format!("{} has no record format {name:?}; it has {}", game.title(), names.join(", "))
    })
}
