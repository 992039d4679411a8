//! Studies: positions without a table, and analysis.

use super::Endpoint;
use super::error::{ApiError, bad_request};
use super::extract::{Caller, JsonBody};
use super::streams::{StreamLine, json_line, ndjson_response};
use super::tables::read_table;
use crate::lobby::PositionKey;
use crate::net::limits::ConnectionGuard;
use crate::state::AppState;
use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::{get, post};
use futures_util::stream::unfold;
use serde_json::json;
use std::time::Duration;
use tetrarch_protocol::{
    AnalysedPly, AnalysisRequest, ChanceOutcome, ErrorCode, ExplainRequest, ExplainResponse, RequestError,
    Study, StudyError, StudyState, ViewsRequest, ViewsResponse, outcome_state, played_steps,
};
use tetrarch_rules::{Eye, Seat, Turn};
use tetrarch_table::search::{SearchLimits, SearchReport, SearchRequest};
use tetrarch_table::{Table, TimeControl};

pub(super) const MAX_STUDY_ACTIONS: usize = 2000;
/// How many states one response contains.
const MAX_STATES: usize = 100;
/// The longest and the default search time per position.
const MAX_TIME_MS: u32 = 5000;
const DEFAULT_TIME_MS: u32 = 1000;
/// Search time per position of a finished game.
const TIME_PER_PLY: Duration = Duration::from_millis(100);
const MAX_LINES: u32 = 40;
/// After this many actions a position is considered unique to its game.
const OPENING_ACTIONS: usize = 8;

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new("post", "/api/views", "Views of a line of play.", post(views))
            .body::<ViewsRequest>()
            .returns::<ViewsResponse>(),
        Endpoint::new("post", "/api/explanations", "Explain why a gesture is not possible.", post(explain))
            .body::<ExplainRequest>()
            .returns::<ExplainResponse>(),
        Endpoint::new("post", "/api/analysis", "Analyse a position.", post(analyse))
            .body::<AnalysisRequest>()
            .returns::<SearchReport>(),
        Endpoint::new(
            "get",
            "/api/tables/{table}/analysis",
            "Analyse every position of a finished game.",
            get(analyse_game),
        )
        .returns_lines::<AnalysedPly>(),
    ]
}

/// The starting position of a study.
fn open_study(state: &AppState, study: &Study) -> Result<Box<dyn Table>, RequestError> {
    if study.actions.len() > MAX_STUDY_ACTIONS {
        return Err(bad_request(format!("A line of play can have at most {MAX_STUDY_ACTIONS} actions.")));
    }
    let game = state.deps().games.by_name(&study.game).map_err(|error| bad_request(error.to_string()))?;
    let options = study.options.clone().unwrap_or_else(|| json!({}));
    game.rules
        .open(&options, study.start.as_deref(), TimeControl::None)
        .map_err(|error| bad_request(error.to_string()))
}

/// Plays a study; returns the game and the keys of all its positions. Fails at an action that cannot be played.
async fn play_study(state: &AppState, study: Study) -> Result<(Box<dyn Table>, Vec<u64>), RequestError> {
    let mut table = open_study(state, &study)?;
    let play = move || {
        let mut keys = vec![table.key()];
        for action in &study.actions {
            table.play_recorded(action).map_err(|error| {
                let mut refused = crate::table::error::to_request_error(&error);
                refused.reason = ErrorCode::Rules;
                refused
            })?;
            keys.push(table.key());
        }
        Ok((table, keys))
    };
    state.engines().run_blocking(play).await?
}

async fn views(
    State(state): State<AppState>,
    JsonBody(request): JsonBody<ViewsRequest>,
) -> Result<Json<ViewsResponse>, ApiError> {
    let ViewsRequest { study, seat, from } = request;
    let mut table = open_study(&state, &study)?;
    let seats = table.seats();
    let unknown = || bad_request(format!("There is no such seat: the seats are {}.", seats.join(", ")));
    let near = seat.map(|name| Seat::from_name(&name, seats).ok_or_else(unknown)).transpose()?;
    let render = move || {
        let first = from.map_or(usize::MAX, |from| from as usize);
        let (mut states, mut error) = (Vec::new(), None);
        for (at, action) in study.actions.iter().enumerate() {
            if at >= first && states.len() < MAX_STATES {
                states.push(study_state(&*table, at, near));
            }
            if let Err(refusal) = table.play_recorded(action) {
                let (at, action) = (u32::try_from(at).unwrap_or(u32::MAX), action.clone());
                error = Some(StudyError { at, action, words: refusal.to_string() });
                break;
            }
        }
        let ply = table.line_len();
        if states.len() < MAX_STATES && states.last().is_none_or(|last: &StudyState| last.ply as usize != ply)
        {
            states.push(study_state(&*table, ply, near));
        }
        let outcome = table.outcome().map(|outcome| outcome_state(&outcome, table.seats()));
        ViewsResponse { line: played_steps(&*table, 0), states, outcome, error }
    };
    Ok(Json(state.engines().run_blocking(render).await?))
}

fn study_state(table: &dyn Table, ply: usize, near: Option<Seat>) -> StudyState {
    let acting = table.turn().seat();
    let mut view = table.view(acting.map_or(Eye::Spectator, Eye::Seat));
    let eye = near.map_or(Eye::Spectator, Eye::Seat);
    view.board.near = eye.near_side(|seat| view.seats[seat.index()].side);
    let chances = match table.turn() {
        Turn::Chance => table.chances(),
        _ => Vec::new(),
    };
    let treaties = acting.map(|seat| table.proposable(seat)).unwrap_or_default();
    StudyState {
        ply: u32::try_from(ply).unwrap_or(u32::MAX),
        view,
        text: table.text(),
        chances: chances.into_iter().map(|(word, weight)| ChanceOutcome { word, weight }).collect(),
        others: treaties.into_iter().chain(table.operations()).collect(),
    }
}

async fn explain(
    State(state): State<AppState>,
    JsonBody(request): JsonBody<ExplainRequest>,
) -> Result<Json<ExplainResponse>, ApiError> {
    let (table, _) = play_study(&state, request.study).await?;
    Ok(Json(ExplainResponse { why: table.explain(&request.gesture) }))
}

/// The search that a client asks for, within the limits of the server.
fn search_request(request: &AnalysisRequest) -> Result<SearchRequest, RequestError> {
    let lines = request.lines.unwrap_or(1);
    let time = request.time.unwrap_or(DEFAULT_TIME_MS);
    if !(1..=MAX_LINES).contains(&lines) || !(1..=MAX_TIME_MS).contains(&time) {
        return Err(bad_request(format!(
            "Ask for 1 to {MAX_LINES} lines and at most {MAX_TIME_MS} milliseconds."
        )));
    }
    Ok(SearchRequest {
        lines: lines as usize,
        opponent_model: request.others.unwrap_or_default(),
        ..SearchRequest::within(SearchLimits::time(Duration::from_millis(time.into())))
    })
}

async fn analyse(
    State(state): State<AppState>,
    caller: Caller,
    JsonBody(request): JsonBody<AnalysisRequest>,
) -> Result<Json<SearchReport>, ApiError> {
    state.limits().check_analysis(&caller.limit_subject())?;
    let search = search_request(&request)?;
    if state.lobby().is_playing(&caller.identity, &request.study.game) {
        return Err(conflict("You can't analyse this game while you are playing it.").into());
    }
    let (table, keys) = play_study(&state, request.study).await?;
    check_not_contested(&state, table.game(), &keys).await?;
    Ok(Json(state.engines().analyse(table, search).await?))
}

fn conflict(words: &str) -> RequestError {
    RequestError::new(ErrorCode::NotNow, words)
}

/// Nobody gets the engine's help in a game between people, not even an anonymous client: the current position of
/// such a game is not analysed, nor one that was reached through it. Common openings are.
async fn check_not_contested(state: &AppState, game: &str, keys: &[u64]) -> Result<(), RequestError> {
    let is_contested = |(length, key): &PositionKey| {
        keys.last() == Some(key) && *length > 0 || keys.contains(key) && *length >= OPENING_ACTIONS
    };
    if state.contested_positions(game).await.iter().any(is_contested) {
        return Err(conflict("This position is being played right now. Try again later."));
    }
    Ok(())
}

/// The stream of analyses for a finished game.
struct GameAnalysisStream {
    state: AppState,
    game: Box<dyn Table>,
    words: std::vec::IntoIter<String>,
    ply: u32,
    done: bool,
    _guard: ConnectionGuard,
}

impl GameAnalysisStream {
    async fn next(&mut self) -> Option<StreamLine> {
        if self.done {
            return None;
        }
        let request = SearchRequest::within(SearchLimits::time(TIME_PER_PLY));
        let analysis = self.state.engines().analyse(self.game.snapshot(), request).await.ok()?;
        let analysed = AnalysedPly { ply: self.ply, analysis };
        self.ply += 1;
        let next = self.words.next();
        self.done = next.is_none_or(|word| self.game.play_recorded(&word).is_err());
        Some(json_line(&analysed))
    }
}

async fn analyse_game(
    State(state): State<AppState>,
    Path(table): Path<String>,
    caller: Caller,
) -> Result<Response, ApiError> {
    state.limits().check_analysis(&caller.limit_subject())?;
    let guard = state.limits().open_connection(&caller.limit_subject())?;
    let finished = read_table(&state, &caller, &table, |table| {
        table.game.outcome().ok_or_else(|| conflict("The game is not over yet."))?;
        let words: Vec<String> = table.game.line().into_iter().map(|step| step.word).collect();
        Ok((table.game.rewound(), words))
    });
    let (table, words) = finished.await?;
    let walk = GameAnalysisStream {
        state,
        game: table,
        words: words.into_iter(),
        ply: 0,
        done: false,
        _guard: guard,
    };
    Ok(ndjson_response(unfold(walk, async |mut walk| walk.next().await.map(|line| (line, walk)))))
}
