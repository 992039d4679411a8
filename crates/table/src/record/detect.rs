//! Detects the game and the format of a text.

use super::results::is_result;
use super::{Format, Record, RecordError};
use crate::{Game, OpenError, TimeControl};
use serde_json::{Value, json};

/// What is known about a text.
#[derive(Copy, Clone, Debug, Default)]
pub struct FormatHint<'a> {
    /// The name of its game.
    pub game: Option<&'a str>,
    /// The name of the game to prefer if the text fits several.
    pub preferred_game: Option<&'a str>,
    /// The name of its format.
    pub format: Option<&'a str>,
    /// The ending of its file name, which may be the name of a format.
    pub extension: Option<&'a str>,
}

/// Why a text is not a record.
#[derive(Debug, thiserror::Error)]
pub enum DetectError {
    /// The text or the hint names a game that does not exist.
    #[error(transparent)]
    Game(#[from] OpenError),
    /// The game does not have the format.
    #[error("{game} has no record format {format:?}; it has {}", .known.join(", "))]
    Format {
        /// The title of the game.
        game: &'static str,
        /// The requested format.
        format: String,
        /// The formats of the game.
        known: Vec<&'static str>,
    },
    /// No game has the format.
    #[error("no game has the record format {format:?}")]
    UnknownFormat {
        /// The requested format.
        format: String,
    },
    /// There is nothing to read.
    #[error("the text contains no record")]
    Empty,
}

/// The records of a text.
pub struct DetectedRecords {
    /// Their game.
    pub game: &'static dyn Game,
    /// Their format.
    pub format: &'static dyn Format,
    /// The records, in order.
    pub records: Vec<Result<Record, RecordError>>,
}

/// What a text contains.
pub enum DetectedText {
    /// A position that starts a game, or why it does not.
    Position {
        /// The game of the position.
        game: &'static dyn Game,
        /// The position as text, if it is valid.
        start: Result<String, OpenError>,
    },
    /// Records.
    Records(DetectedRecords),
}

/// Reads a position or the records of a text.
///
/// # Errors
/// If the hint is wrong or the text contains nothing.
pub fn detect_text(
    games: &[&'static dyn Game],
    hint: FormatHint<'_>,
    text: &str,
) -> Result<DetectedText, DetectError> {
    let position = text.trim();
    if !looks_like_position(position) {
        return detect_records(games, hint, text).map(DetectedText::Records);
    }
    let candidates = candidates(games, hint, None)?;
    let open = |game: &'static dyn Game| {
        let opened = game.open(&json!({}), Some(position), TimeControl::None);
        DetectedText::Position { game, start: opened.map(|_| position.to_string()) }
    };
    let is_valid = |read: &DetectedText| matches!(read, DetectedText::Position { start: Ok(_), .. });
    if let Some(valid) = candidates.iter().map(|game| open(*game)).find(is_valid) {
        return Ok(valid);
    }
    let records = detect_records(games, hint, text)?;
    match candidates.first() {
        Some(game) if records.good_count() == 0 => Ok(open(*game)),
        _ => Ok(DetectedText::Records(records)),
    }
}

/// Reads the records of a text. An unknown game or format is detected by trying all: the one that reads the most
/// records wins, then the one whose first error is furthest into the text.
///
/// # Errors
/// If the hint is wrong or the text contains nothing.
pub fn detect_records(
    games: &[&'static dyn Game],
    hint: FormatHint<'_>,
    text: &str,
) -> Result<DetectedRecords, DetectError> {
    let declared = declared_game(text);
    let candidates = candidates(games, hint, declared.as_deref())?;
    let is_known = |name: &&str| candidates.iter().any(|game| format_named(*game, name).is_ok());
    let extension = hint.extension.filter(is_known);
    let format = hint.format.or(extension).or(declared.as_ref().map(|_| "json"));
    let mut read = Vec::new();
    for game in &candidates {
        match formats(*game, format, text) {
            Ok(formats) => {
                read.extend(formats.iter().map(|format| DetectedRecords::new(*game, *format, text)));
            }
            Err(error) if candidates.len() == 1 => return Err(error),
            Err(_) => {}
        }
    }
    // `max_by_key` returns the last maximum; reversing makes it the first in the order of the list.
    let best = read.into_iter().rev().max_by_key(DetectedRecords::score);
    match best {
        Some(best) if best.records.is_empty() => Err(DetectError::Empty),
        Some(best) => Ok(best),
        None => Err(DetectError::UnknownFormat { format: format.unwrap_or_default().to_string() }),
    }
}

/// Finds a format of a game by name.
///
/// # Errors
/// If the game has no such format. The error lists those it has.
pub fn format_named(game: &'static dyn Game, name: &str) -> Result<&'static dyn Format, DetectError> {
    let found = game.formats().iter().find(|format| format.name() == name).copied();
    found.ok_or_else(|| DetectError::Format {
        game: game.title(),
        format: name.to_string(),
        known: game.formats().iter().map(|format| format.name()).collect(),
    })
}

/// The games that a text may be of, the most likely first.
fn candidates(
    games: &[&'static dyn Game],
    hint: FormatHint<'_>,
    declared: Option<&str>,
) -> Result<Vec<&'static dyn Game>, OpenError> {
    let by_name = |name: &str| {
        games.iter().copied().find(|game| game.name() == name).ok_or_else(|| OpenError::UnknownGame {
            name: name.to_string(),
            known: games.iter().map(|game| game.name()).collect(),
        })
    };
    if let Some(name) = hint.game.or(declared) {
        return Ok(vec![by_name(name)?]);
    }
    let preferred = hint.preferred_game.map(by_name).transpose()?.map(Game::name);
    let mut all = games.to_vec();
    all.sort_by_key(|game| preferred != Some(game.name()));
    Ok(all)
}

/// The formats to try: JSON for an object, the others for everything else. To a sheet, braces are comments.
fn formats(
    game: &'static dyn Game,
    name: Option<&str>,
    text: &str,
) -> Result<Vec<&'static dyn Format>, DetectError> {
    if let Some(name) = name {
        return Ok(vec![format_named(game, name)?]);
    }
    let is_object = looks_like_json(text);
    let all = game.formats().iter().copied();
    Ok(all.filter(|format| is_object == (format.name() == "json")).collect())
}

/// Whether a text begins with a JSON object, and not with a comment in braces.
fn looks_like_json(text: &str) -> bool {
    let inside = text.trim_start().strip_prefix('{').map(str::trim_start);
    inside.is_some_and(|inside| inside.starts_with(['"', '}']))
}

/// The `game` field of a record in JSON.
fn declared_game(text: &str) -> Option<String> {
    let first_line = text.trim_start().lines().next()?;
    let first: Value = serde_json::from_str(first_line).or_else(|_| serde_json::from_str(text)).ok()?;
    Some(first.get("game")?.as_str()?.to_string())
}

/// Whether a text is one line with the rows of a board, which slashes separate.
fn looks_like_position(text: &str) -> bool {
    let is_board = |word: &str| word.matches('/').count() >= 2 && !is_result(word);
    text.lines().count() == 1 && !text.starts_with(['{', '[']) && text.split_whitespace().any(is_board)
}

impl DetectedRecords {
    fn new(game: &'static dyn Game, format: &'static dyn Format, text: &str) -> DetectedRecords {
        DetectedRecords { game, format, records: format.read(game, text) }
    }

    fn good_count(&self) -> usize {
        self.records.iter().flatten().count()
    }

    /// How well the text was read: the number of records with content, of good records, and the line and column of
    /// the first error.
    fn score(&self) -> (usize, usize, usize, usize) {
        let error = self.records.iter().find_map(|record| record.as_ref().err());
        let (line, column) = error.map_or((0, 0), |error| (error.line, error.column));
        let full = self.records.iter().flatten().filter(|record| !self.is_empty(record)).count();
        (full, self.good_count(), line, column)
    }

    /// Whether a record is only the start of a game with the default options. Almost any text can be read as that.
    pub fn is_empty(&self, record: &Record) -> bool {
        record.words.is_empty() && record.start.is_none() && record.options == self.game.default_options()
    }

    /// The game and format, as text.
    pub fn description(&self) -> String {
        format!("{} in the format {}", self.game.title(), self.format.name())
    }
}
