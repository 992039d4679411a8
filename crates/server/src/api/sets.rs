//! For organisers: several tables at once, and their results.

use super::Endpoint;
use super::asker::{Caller, JsonBody};
use super::error::{ApiError, bad_request, no_randomness, not_found, shutting_down};
use super::invite_sheet;
use super::tables::limit_account_lookups;
use crate::create;
use crate::header::{SeatAssignment, TableHeader, sanitize_line};
use crate::rooms::{AppState, LoadError};
use crate::sets::{TableSet, seat_invite, seat_invites};
use crate::token::{AccessToken, TokenHash, random_id};
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
        Endpoint::new("post", "/api/sets", "Make several tables at once.", post(create_set))
            .body::<CreateSetRequest>()
            .returns::<SetCreated>()
            .created(),
        Endpoint::new("get", "/api/sets/{set}", "How things stand in a set.", get(results))
            .returns::<SetResults>(),
        Endpoint::new("get", "/api/sets/{set}/results.csv", "The same for spreadsheets.", get(csv))
            .returns_text("text/csv"),
        Endpoint::new(
            "get",
            "/api/sets/{set}/sheet",
            "A page to print, with a code for each seat.",
            get(print_invites),
        )
        .query::<SetKeyQuery>()
        .returns_text("text/html"),
    ]
}

/// What the organiser was told.
#[derive(Deserialize, JsonSchema)]
struct SetKeyQuery {
    /// The key of the set.
    key: String,
}

async fn create_set(
    State(rooms): State<AppState>,
    asker: Caller,
    JsonBody(new): JsonBody<CreateSetRequest>,
) -> Result<(StatusCode, Json<SetCreated>), ApiError> {
    if rooms.is_shutting_down() {
        return Err(shutting_down().into());
    }
    if !(1..=MAX_TABLES).contains(&new.tables) {
        return Err(bad_request(format!("A set has 1 to {MAX_TABLES} tables.")).into());
    }
    if new.table.seats.0.iter().any(|(_, seat)| matches!(seat, SeatSetup::Mine)) {
        return Err(bad_request("Nobody sits at all tables of a set: take a seat afterwards.").into());
    }
    rooms.limits().check_tables(&asker.limit_subject(), new.tables)?;
    limit_account_lookups(&rooms, &asker, &new.table)?;
    let (set, key) = (random_id().map_err(no_randomness)?, AccessToken::generate().map_err(no_randomness)?);
    let (hash, key) = (key.hash(), key.into_string());
    let mut tables = Vec::new();
    for _ in 0..new.tables {
        let table = random_id().map_err(no_randomness)?;
        let head = create::prepare_table(&rooms, &asker.identity, &new.table, &table).await?.head;
        rooms.create_table(&table, &with_invites(&rooms, head, &hash, &key, &table)).await?;
        tables.push(table.to_string());
    }
    let name = sanitize_line(&new.name, 80);
    let kept = TableSet { name, game: new.table.game, key: hash, tables };
    rooms
        .store()
        .put_note(&TableSet::storage_key(set.as_str()), kept.to_json())
        .await
        .map_err(LoadError::from)?;
    let tables = seat_invites(&rooms, &kept, &key).await;
    Ok((StatusCode::CREATED, Json(SetCreated { set: set.to_string(), key, tables })))
}

/// Free seats are kept for who has their link; the table is whose the set is.
fn with_invites(
    rooms: &AppState,
    mut head: TableHeader,
    hash: &TokenHash,
    key: &str,
    table: &GameId,
) -> TableHeader {
    let names = crate::sets::seat_names(rooms, &head);
    for (sitting, seat) in head.seats.iter_mut().zip(names) {
        if sitting.is_free() {
            let invite = TokenHash::of(&seat_invite(key, table.as_str(), &seat));
            *sitting = SeatAssignment::Invited { invite, person: None, name: None };
        }
    }
    TableHeader { owner: hash.clone(), ..head }
}

async fn load_set(rooms: &AppState, set: &str) -> Result<TableSet, ApiError> {
    let unknown = || not_found("There is no such set.");
    set.parse::<GameId>().map_err(|_| unknown())?;
    let text = rooms.store().get_note(&TableSet::storage_key(set)).await.map_err(LoadError::from)?;
    Ok(text.and_then(|text| TableSet::from_json(&text)).ok_or_else(unknown)?)
}

async fn results(
    State(rooms): State<AppState>,
    Path(set): Path<String>,
) -> Result<Json<SetResults>, ApiError> {
    Ok(Json(load_set(&rooms, &set).await?.results(&rooms).await?))
}

async fn csv(State(rooms): State<AppState>, Path(set): Path<String>) -> Result<Response, ApiError> {
    let results = load_set(&rooms, &set).await?.results(&rooms).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"results.csv\""),
    ];
    Ok((headers, crate::sets::results_csv(&results)).into_response())
}

async fn print_invites(
    State(rooms): State<AppState>,
    Path(set): Path<String>,
    query: Result<Query<SetKeyQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Html<String>, ApiError> {
    let Query(SetKeyQuery { key }) = query?;
    let kept = load_set(&rooms, &set).await?;
    if !kept.key.matches(&TokenHash::of(&key)) {
        return Err(RequestError::new(ErrorCode::NotOwner, "This is not the key of the set.").into());
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    let https =
        rooms.config().trust_proxy && headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https");
    let site = format!("{}://{host}", if https { "https" } else { "http" });
    Ok(Html(invite_sheet::page(&kept.name, &site, &seat_invites(&rooms, &kept, &key).await)))
}
