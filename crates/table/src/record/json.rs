//! The lossless form that all games share: one JSON object a record.

use super::error::TextPosition;
use super::{Format, Record, RecordError, Tags};
use crate::{Game, NamedOutcome, Table};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The name of the form, so that it can change one day.
const FORMAT_VERSION: &str = "tetrarch-record-1";

/// One JSON object a line.
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
    format: String,
    game: String,
    #[serde(default)]
    tags: Tags,
    options: Value,
    start: Option<String>,
    actions: Vec<String>,
    #[serde(default)]
    outcome: Option<Value>,
}

impl Format for JsonFormat {
    fn name(&self) -> &'static str {
        "json"
    }

    fn description(&self) -> &'static str {
        "one JSON object a record; loses nothing"
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
        // Written from the struct itself, so that the keys keep their order.
        serde_json::to_string(&written).expect("a record is made of texts and numbers") + "\n"
    }

    fn read(&self, game: &dyn Game, text: &str) -> Vec<Result<Record, RecordError>> {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        lines.map(|(index, line)| read_line(game, line).map_err(|fault| on_line(fault, index))).collect()
    }
}

fn on_line(fault: RecordError, index: usize) -> RecordError {
    RecordError { line: index + 1, ..fault }
}

fn read_line(game: &dyn Game, line: &str) -> Result<Record, RecordError> {
    let read: JsonRecordInput = serde_json::from_str(line).map_err(|error| not_json(line, &error))?;
    if read.format != FORMAT_VERSION {
        return Err(TextPosition::START
            .error(format!("the format is {:?}, but only {FORMAT_VERSION} can be read", read.format)));
    }
    if read.game != game.name() {
        return Err(TextPosition::START.error(format!(
            "this is a record of {}, not of {}",
            read.game,
            game.name()
        )));
    }
    let JsonRecordInput { game: name, tags, options, start, actions, outcome, .. } = read;
    let record = Record { game: name, tags, options, start, words: actions };
    let played = record.play_until_error(game).map_err(|(action, fault)| {
        let column = action.and_then(|action| column_of_action(line, action));
        RecordError { column: column.unwrap_or(1), ..fault }
    })?;
    check_outcome(outcome, &*played)?;
    Ok(Record::from_table(&*played, record.tags))
}

/// A fault of the JSON itself. Its place is told in bytes, ours in characters.
fn not_json(line: &str, error: &serde_json::Error) -> RecordError {
    let column = line.char_indices().take_while(|(at, _)| *at < error.column()).count().max(1);
    let what = error.to_string();
    let what = what.split(" at line ").next().unwrap_or_default();
    TextPosition { line: 1, column }.error(what)
}

/// Where the text of an action begins in a line of JSON, counted from 1: the string of this number in the list that
/// follows the name `actions`.
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

/// A result that is told must be the one that was played.
fn check_outcome(told: Option<Value>, played: &dyn Table) -> Result<(), RecordError> {
    let outcome = played.outcome().map(|outcome| json!(NamedOutcome { outcome, seats: played.seats() }));
    match told {
        Some(told) if outcome.as_ref() != Some(&told) => {
            let really = outcome.map_or_else(|| "not over".to_string(), |outcome| outcome.to_string());
            Err(TextPosition::START.error(format!("the outcome is told as {told}, but the game is {really}")))
        }
        _ => Ok(()),
    }
}
