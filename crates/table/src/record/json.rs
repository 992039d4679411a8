//! The lossless format of all games: one JSON object per record.

use super::error::TextPosition;
use super::{Format, Record, RecordError, Tags};
use crate::{Game, NamedOutcome, Table};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The format version, so that the format can change later.
const FORMAT_VERSION: &str = "tetrarch-record-1";

/// One JSON object per line.
pub struct JsonFormat;

#[derive(Serialize)]
struct JsonRecord<'a> {
    format: &'static str,
    game: &'a str,
    tags: &'a Tags,
    options: &'a Value,
    start: Option<&'a str>,
    actions: &'a [String],
    outcome: Option<NamedOutcome>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonRecordInput {
    #[serde(default)]
    format: Option<String>,
    #[serde(default)]
    game: Option<String>,
    #[serde(default)]
    tags: Tags,
    #[serde(default = "no_options")]
    options: Value,
    start: Option<String>,
    #[serde(default)]
    actions: Vec<String>,
    #[serde(default)]
    outcome: Option<Value>,
}

fn no_options() -> Value {
    json!({})
}

impl Format for JsonFormat {
    fn name(&self) -> &'static str {
        "json"
    }

    fn description(&self) -> &'static str {
        "one JSON object per record; lossless"
    }

    fn write(&self, record: &Record, played: &dyn Table) -> String {
        let outcome = played.outcome().map(|outcome| NamedOutcome { outcome, seats: played.seats() });
        let written = JsonRecord {
            format: FORMAT_VERSION,
            game: &record.game,
            tags: &record.tags,
            options: &record.options,
            start: record.start.as_deref(),
            actions: &record.words,
            outcome,
        };
        // Serialised from the struct, so that the keys keep their order.
        serde_json::to_string(&written).expect("a record is made of texts and numbers") + "\n"
    }

    fn read(&self, game: &dyn Game, text: &str) -> Vec<Result<Record, RecordError>> {
        // Somebody may have formatted the object of a single record.
        let is_single = text.trim().contains('\n') && text.trim_start().starts_with('{');
        if let Some(record) = is_single.then(|| serde_json::from_str::<Value>(text).ok()).flatten() {
            return vec![read_line(game, &record.to_string()).map_err(|error| on_line(error, 0))];
        }
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        lines.map(|(index, line)| read_line(game, line).map_err(|error| on_line(error, index))).collect()
    }
}

fn on_line(error: RecordError, index: usize) -> RecordError {
    RecordError { line: index + 1, ..error }
}

fn read_line(game: &dyn Game, line: &str) -> Result<Record, RecordError> {
    let read: JsonRecordInput = serde_json::from_str(line).map_err(|error| not_json(line, &error))?;
    if let Some(format) = read.format.filter(|format| format != FORMAT_VERSION) {
        return Err(TextPosition::START
            .error(format!("the format is {format:?}, but only {FORMAT_VERSION} is supported")));
    }
    if let Some(name) = read.game.filter(|name| name != game.name()) {
        return Err(TextPosition::START.error(format!("this is a record of {name}, not of {}", game.name())));
    }
    let JsonRecordInput { tags, options, start, actions, outcome, .. } = read;
    let record = Record { game: game.name().to_string(), tags, options, start, words: actions };
    let played = record.play_until_error(game).map_err(|(action, error)| {
        let column = action.and_then(|action| column_of_action(line, action));
        RecordError { column: column.unwrap_or(1), ..error }
    })?;
    Record::from_table(&*played, record.tags).read_until(check_outcome(outcome, &*played))
}

/// An error for invalid JSON. serde counts columns in bytes, we count characters.
fn not_json(line: &str, error: &serde_json::Error) -> RecordError {
    let column = line.char_indices().take_while(|(at, _)| *at < error.column()).count().max(1);
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default();
    TextPosition { line: 1, column }.error(message)
}

/// The column, counted from 1, of an action in a line of JSON: the string with this index in the `actions`
/// list.
fn column_of_action(line: &str, number: usize) -> Option<usize> {
    let list = line.find("\"actions\"")?;
    let mut columns = Vec::new();
    let (mut inside, mut escaped) = (false, false);
    let after = line.char_indices().enumerate().skip_while(|(_, (at, _))| *at < list + "\"actions\"".len());
    for (column, (_, letter)) in after {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => {
                inside = !inside;
                columns.extend(inside.then_some(column + 2));
            }
            ']' if !inside => break,
            _ => {}
        }
    }
    columns.get(number).copied()
}

/// Checks that a given outcome is the outcome of the replayed game.
fn check_outcome(stated: Option<Value>, played: &dyn Table) -> Result<(), RecordError> {
    let outcome = played.outcome().map(|outcome| json!(NamedOutcome { outcome, seats: played.seats() }));
    match stated {
        Some(stated) if outcome.as_ref() != Some(&stated) => {
            let actual = outcome.map_or_else(|| "not over".to_string(), |outcome| outcome.to_string());
            Err(TextPosition::START
                .error(format!("the record gives the outcome {stated}, but the game is {actual}")))
        }
        _ => Ok(()),
    }
}
