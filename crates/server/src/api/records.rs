//! Reads records that somebody pastes or uploads.

use super::Endpoint;
use super::error::{ApiError, bad_request};
use super::extract::JsonBody;
use super::study::MAX_STUDY_ACTIONS;
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::routing::post;
use serde_json::json;
use tetrarch_protocol::{
    ReadRecord, ReadRecordsRequest, ReadRecordsResponse, RecordFault, RequestError, Study,
};
use tetrarch_table::record::{DetectedRecords, DetectedText, FormatHint, Record, RecordError, detect_text};
use tetrarch_table::{Game, OpenError};

/// How many records one response contains.
const MAX_RECORDS: usize = 200;
/// The name of the format of a position text.
const POSITION_FORMAT: &str = "position";

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new("post", "/api/records", "Read records in any format, or a position.", post(read))
            .body::<ReadRecordsRequest>()
            .example(|| json!({ "text": "b:d2d4 m:e2e4" }))
            .returns::<ReadRecordsResponse>(),
    ]
}

async fn read(
    State(state): State<AppState>,
    JsonBody(request): JsonBody<ReadRecordsRequest>,
) -> Result<Json<ReadRecordsResponse>, ApiError> {
    let games: Vec<&'static dyn Game> = state.deps().games.iter().map(|game| game.rules).collect();
    let detect = move || {
        let hint = FormatHint { preferred_game: request.game.as_deref(), ..FormatHint::default() };
        detect_text(&games, hint, &request.text)
    };
    let detected = state
        .engines()
        .run_blocking(detect)
        .await?
        .map_err(|error| bad_request(sentence(&error.to_string())))?;
    Ok(Json(match detected {
        DetectedText::Position { game, start } => position_response(game, start),
        DetectedText::Records(detected) => records_response(&detected)?,
    }))
}

fn position_response(game: &dyn Game, start: Result<String, OpenError>) -> ReadRecordsResponse {
    let study = |start| Study {
        game: game.name().to_string(),
        options: None,
        start: Some(start),
        actions: Vec::new(),
    };
    let record = match start {
        Ok(start) => ReadRecord { study: Some(study(start)), ..ReadRecord::default() },
        Err(error) => {
            let error = RecordFault { line: 1, column: 1, words: error.to_string() };
            ReadRecord { error: Some(error), ..ReadRecord::default() }
        }
    };
    let format = POSITION_FORMAT.to_string();
    ReadRecordsResponse { game: game.name().to_string(), format, records: vec![record] }
}

fn records_response(detected: &DetectedRecords) -> Result<ReadRecordsResponse, RequestError> {
    let count = detected.records.len();
    if count > MAX_RECORDS {
        return Err(bad_request(format!(
            "The text has {count} records. Send at most {MAX_RECORDS} at a time."
        )));
    }
    let read = |record: &Result<Record, RecordError>| match record {
        Ok(record) if detected.is_empty(record) => nothing_to_read(),
        Ok(record) => good_record(record.clone()),
        Err(error) => faulty_record(error.clone()),
    };
    Ok(ReadRecordsResponse {
        game: detected.game.name().to_string(),
        format: detected.format.name().to_string(),
        records: detected.records.iter().map(read).collect(),
    })
}

fn nothing_to_read() -> ReadRecord {
    let words = "There is no move and no position in this text.".to_string();
    ReadRecord { error: Some(RecordFault { line: 1, column: 1, words }), ..ReadRecord::default() }
}

fn good_record(record: Record) -> ReadRecord {
    let Record { game, tags, options, start, mut words } = record;
    let tags = tags.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let error = (words.len() > MAX_STUDY_ACTIONS).then(|| RecordFault {
        line: 1,
        column: 1,
        words: format!(
            "the game has {} actions, and only the first {MAX_STUDY_ACTIONS} can be studied",
            words.len()
        ),
    });
    words.truncate(MAX_STUDY_ACTIONS);
    let study = Study { game, options: Some(options), start, actions: words };
    ReadRecord { study: Some(study), tags, error }
}

fn faulty_record(error: RecordError) -> ReadRecord {
    let RecordError { line, column, message, legal_part } = error;
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let fault = RecordFault { line: number(line), column: number(column), words: message };
    // An empty game says nothing about the text.
    let legal_part = legal_part.filter(|record| !record.words.is_empty() || record.start.is_some());
    let record = legal_part.map(|record| good_record(*record)).unwrap_or_default();
    ReadRecord { error: Some(fault), ..record }
}

/// An error message as a sentence.
fn sentence(message: &str) -> String {
    let mut letters = message.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let end = if message.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}
