//! Endpoints for organisers: several tables at once, and their results.

use super::Endpoint;
use super::error::{ApiError, bad_request, no_randomness, not_found, shutting_down};
use super::extract::{Caller, JsonBody};
use super::invite_sheet;
use super::tables::limit_account_lookups;
use crate::auth::token::{AccessToken, TokenHash, random_id};
use crate::sets::{TableSet, seat_invite, seat_invites};
use crate::state::{AppState, LoadError};
use crate::table::create;
use crate::table::header::{SeatAssignment, TableHeader, sanitize_line};
use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse as _, Response};
use axum::routing::{get, post};
use schemars::JsonSchema;
use serde::Deserialize;
use tetrarch_protocol::{CreateSetRequest, ErrorCode, RequestError, SeatSetup, SetCreated, SetResults};
use tetrarch_store::GameId;

/// How many tables a set can have.
const MAX_TABLES: u32 = 64;

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new("post", "/api/sets", "Create several tables at once.", post(create_set))
            .body::<CreateSetRequest>()
            .returns::<SetCreated>()
            .created(),
        Endpoint::new("get", "/api/sets/{set}", "The results of a set so far.", get(results))
            .returns::<SetResults>(),
        Endpoint::new("get", "/api/sets/{set}/results.csv", "The results as CSV.", get(csv))
            .returns_text("text/csv"),
        Endpoint::new(
            "get",
            "/api/sets/{set}/sheet",
            "A page to print, with a QR code for each seat.",
            get(print_invites),
        )
        .query::<SetKeyQuery>()
        .returns_text("text/html"),
    ]
}

/// The query of the page with the invites.
#[derive(Deserialize, JsonSchema)]
struct SetKeyQuery {
    /// The key of the set.
    key: String,
}

async fn create_set(
    State(state): State<AppState>,
    caller: Caller,
    JsonBody(request): JsonBody<CreateSetRequest>,
) -> Result<(StatusCode, Json<SetCreated>), ApiError> {
    if state.rooms().is_shutting_down() {
        return Err(shutting_down().into());
    }
    if !(1..=MAX_TABLES).contains(&request.tables) {
        return Err(bad_request(format!("A set can have 1 to {MAX_TABLES} tables.")).into());
    }
    if request.table.seats.0.iter().any(|(_, seat)| matches!(seat, SeatSetup::Mine)) {
        return Err(
            bad_request("You can't reserve a seat for yourself in a set. Join a table afterwards.").into()
        );
    }
    state.limits().check_tables(&caller.limit_subject(), request.tables)?;
    limit_account_lookups(&state, &caller, &request.table)?;
    let (set, key) = (random_id().map_err(no_randomness)?, AccessToken::generate().map_err(no_randomness)?);
    let (hash, key) = (key.hash(), key.into_string());
    let mut tables = Vec::new();
    for _ in 0..request.tables {
        let table = random_id().map_err(no_randomness)?;
        let header = create::prepare_table(&state, &caller.identity, &request.table, &table).await?.header;
        state.create_table(&table, &with_invites(&state, header, &hash, &key, &table)).await?;
        tables.push(table.to_string());
    }
    let name = sanitize_line(&request.name, 80);
    let table_set = TableSet { name, game: request.table.game, key: hash, tables };
    let row = table_set.to_json().map_err(LoadError::from)?;
    state.store().put_note(&TableSet::storage_key(set.as_str()), row).await.map_err(LoadError::from)?;
    let tables = seat_invites(&state, &table_set, &key).await;
    Ok((StatusCode::CREATED, Json(SetCreated { set: set.to_string(), key, tables })))
}

/// Reserves the open seats for their invite links, and makes the key's holder the owner of the table.
fn with_invites(
    state: &AppState,
    mut header: TableHeader,
    hash: &TokenHash,
    key: &str,
    table: &GameId,
) -> TableHeader {
    let names = crate::sets::seat_names(state, &header);
    for (assignment, seat) in header.seats.iter_mut().zip(names) {
        if assignment.is_free() {
            let invite = TokenHash::of(&seat_invite(key, table.as_str(), &seat));
            *assignment = SeatAssignment::Invited { invite, person: None, name: None };
        }
    }
    TableHeader { owner: hash.clone(), ..header }
}

async fn load_set(state: &AppState, set: &str) -> Result<TableSet, ApiError> {
    let unknown = || not_found("There is no such set.");
    set.parse::<GameId>().map_err(|_| unknown())?;
    let text = state.store().get_note(&TableSet::storage_key(set)).await.map_err(LoadError::from)?;
    Ok(text.and_then(|text| TableSet::from_json(&text)).ok_or_else(unknown)?)
}

async fn results(
    State(state): State<AppState>,
    Path(set): Path<String>,
) -> Result<Json<SetResults>, ApiError> {
    Ok(Json(load_set(&state, &set).await?.results(&state).await?))
}

async fn csv(State(state): State<AppState>, Path(set): Path<String>) -> Result<Response, ApiError> {
    let results = load_set(&state, &set).await?.results(&state).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"results.csv\""),
    ];
    Ok((headers, crate::sets::results_csv(&results)).into_response())
}

async fn print_invites(
    State(state): State<AppState>,
    Path(set): Path<String>,
    query: Result<Query<SetKeyQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Html<String>, ApiError> {
    let Query(SetKeyQuery { key }) = query?;
    let table_set = load_set(&state, &set).await?;
    if !table_set.key.matches(&TokenHash::of(&key)) {
        return Err(RequestError::new(ErrorCode::NotOwner, "Wrong key for this set.").into());
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    let https =
        state.config().trust_proxy && headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https");
    let site = format!("{}://{host}", if https { "https" } else { "http" });
    Ok(Html(invite_sheet::page(&table_set.name, &site, &seat_invites(&state, &table_set, &key).await)))
}
