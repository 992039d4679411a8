//! The sample games, which show people what each game looks like.

use super::Endpoint;
use super::error::ApiError;
use crate::state::AppState;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use serde_json::json;
use tetrarch_protocol::{ErrorCode, RequestError, SampleGame, ViewDelta};
use tetrarch_rules::{Eye, View};
use tetrarch_table::{Game, Table, TimeControl};

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new("get", "/api/samples", "A short game of each kind, as views.", get(samples))
            .returns::<Vec<SampleGame>>()
            .cacheable(),
    ]
}

async fn samples(State(state): State<AppState>) -> Result<Response, ApiError> {
    let body = state.sample_games().get_or_try_init(|| compute(&state)).await?.clone();
    Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
}

/// Plays the samples. They are part of the program, so this happens once.
async fn compute(state: &AppState) -> Result<Bytes, RequestError> {
    let games: Vec<(&'static dyn Game, Vec<String>)> =
        state.deps().games.iter().map(|game| (game.rules, game.sample.clone())).collect();
    let play = move || {
        let played: Vec<SampleGame> = games.iter().filter_map(|(game, line)| sample(*game, line)).collect();
        serde_json::to_vec(&played)
    };
    let failed = |_| RequestError::new(ErrorCode::NotStored, "The request failed. Try again.");
    Ok(state.engines().run_blocking(play).await?.map_err(failed)?.into())
}

/// The sample of a game. Without a line it is only the start.
fn sample(game: &dyn Game, line: &[String]) -> Option<SampleGame> {
    let mut table = game.open(&json!({}), None, TimeControl::None).ok()?;
    let first = board(&*table);
    let mut before = first.clone();
    let mut changes = Vec::new();
    for word in line {
        table.play_recorded(word).ok()?;
        let after = board(&*table);
        changes.push(ViewDelta::without_choices(&before, &after));
        before = after;
    }
    Some(SampleGame { game: game.name().to_string(), first, changes })
}

/// What a spectator sees, without choices.
fn board(table: &dyn Table) -> View {
    View { choices: Vec::new(), ..table.view(Eye::Spectator) }
}
