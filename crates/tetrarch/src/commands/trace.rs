//! `tetrarch trace`: the rules as a filter over JSON lines.

use crate::options_object::OptionsObject;
use serde::{Deserialize, Serialize};
use std::io::{BufRead, Write};
use tetrarch_table::{Games, NamedOutcome, Table, TimeControl};

/// A line of input. Every key must be there, and no other.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TraceRequest {
    game: String,
    options: OptionsObject,
    #[serde(deserialize_with = "present")]
    start: Option<String>,
    actions: Vec<String>,
}

/// Serde takes an optional value that is missing for null; this does not.
fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Option::deserialize(deserializer)
}

/// The answer to a line.
#[derive(Serialize)]
#[serde(untagged)]
enum TraceResponse {
    Traced { plies: Vec<TracedPly>, outcome: Option<NamedOutcome>, error: Option<ActionError> },
    Refused { error: LineError },
}

/// A state of the game.
#[derive(Serialize)]
struct TracedPly {
    turn: &'static str,
    legal: Vec<String>,
    text: String,
}

/// An action that was refused.
#[derive(Serialize)]
struct ActionError {
    at: usize,
    action: String,
    reason: String,
}

/// A line that was refused.
#[derive(Serialize)]
struct LineError {
    reason: String,
}

/// Answers every line of `input` that is not blank.
///
/// # Errors
/// If reading or writing fails; nothing that is read is an error.
pub fn run(games: Games, mut input: impl BufRead, mut output: impl Write) -> anyhow::Result<()> {
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        if let Some(answer) = respond(games, &line) {
            writeln!(output, "{answer}")?;
            // Who waits for the answer before writing the next line must get it.
            output.flush()?;
        }
        line.clear();
    }
    Ok(())
}

/// The answer to one line; none to a blank one.
pub fn respond(games: Games, line: &[u8]) -> Option<String> {
    if line.iter().all(u8::is_ascii_whitespace) {
        return None;
    }
    let answer =
        trace(games, line).unwrap_or_else(|reason| TraceResponse::Refused { error: LineError { reason } });
    Some(serde_json::to_string(&answer).expect("an answer is made of texts and numbers"))
}

fn trace(games: Games, line: &[u8]) -> Result<TraceResponse, String> {
    // An array would do for serde, but the contract says object.
    let line = std::str::from_utf8(line).map_err(|error| format!("the line is not UTF-8: {error}"))?;
    if !line.trim_start().starts_with('{') {
        return Err("the line is not a JSON object".to_string());
    }
    let request: TraceRequest = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let game = games.by_name(&request.game).map_err(|error| error.to_string())?;
    let table = game.open(&request.options.0, request.start.as_deref(), TimeControl::None);
    Ok(play(table.map_err(|error| error.to_string())?, &request.actions))
}

fn play(mut table: Box<dyn Table>, actions: &[String]) -> TraceResponse {
    let mut plies = vec![TracedPly::of(&*table)];
    for (at, action) in actions.iter().enumerate() {
        if let Err(refusal) = table.apply(action) {
            let error = ActionError { at, action: action.clone(), reason: refusal.to_string() };
            return TraceResponse::Traced { plies, outcome: None, error: Some(error) };
        }
        plies.push(TracedPly::of(&*table));
    }
    let seats = table.seats();
    let outcome = table.outcome().map(|outcome| NamedOutcome { outcome, seats });
    TraceResponse::Traced { plies, outcome, error: None }
}

impl TracedPly {
    fn of(table: &dyn Table) -> TracedPly {
        TracedPly { turn: table.turn().name(table.seats()), legal: table.legal(), text: table.text() }
    }
}
