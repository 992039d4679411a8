//! `tetrarch trace`: replays games given as JSON lines.

use crate::options_object::OptionsObject;
use serde::{Deserialize, Serialize};
use std::io::{BufRead, Write};
use tetrarch_table::{Games, NamedOutcome, Table, TimeControl};

/// A line of input. All keys are required, and no others are allowed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TraceRequest {
    game: String,
    options: OptionsObject,
    #[serde(deserialize_with = "present")]
    start: Option<String>,
    actions: Vec<String>,
}

/// Makes a nullable key required: by default serde treats a missing `Option` as null.
fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Option::deserialize(deserializer)
}

/// The response to a line.
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

/// Why an action was refused.
#[derive(Serialize)]
struct ActionError {
    at: usize,
    action: String,
    reason: String,
}

/// Why a line was refused.
#[derive(Serialize)]
struct LineError {
    reason: String,
}

/// Responds to every non-blank line of `input`.
///
/// # Errors
/// If reading or writing fails. Invalid input is not an error.
pub fn run(games: Games, mut input: impl BufRead, mut output: impl Write) -> anyhow::Result<()> {
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        if let Some(answer) = respond(games, &line) {
            writeln!(output, "{answer}")?;
            // Flush for callers that wait for the response before writing the next line.
            output.flush()?;
        }
        line.clear();
    }
    Ok(())
}

/// The response to one line; `None` for a blank line.
pub fn respond(games: Games, line: &[u8]) -> Option<String> {
    if line.iter().all(u8::is_ascii_whitespace) {
        return None;
    }
    let answer =
        trace(games, line).unwrap_or_else(|reason| TraceResponse::Refused { error: LineError { reason } });
    Some(serde_json::to_string(&answer).expect("responses serialise to JSON"))
}

fn trace(games: Games, line: &[u8]) -> Result<TraceResponse, String> {
    // Serde would also accept an array, but the contract requires an object.
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
        if let Err(refusal) = table.play(action) {
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
