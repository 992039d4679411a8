//! Tables: making, looking, joining, acting, records.

use super::Endpoint;
use super::asker::{Caller, JsonBody};
use super::error::{ApiError, no_randomness, not_found, shutting_down};
use crate::create::{self, TableDraft};
use crate::record;
use crate::room::{RoomHandle, RoomMessage};
use crate::rooms::AppState;
use crate::socket;
use crate::table::LiveTable;
use crate::upgrade::WebSocketUpgrade;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;
use tetrarch_protocol::{
    ChatChannel, Command, CommandResponse, CreateTableRequest, JoinRequest, JoinResponse, OwnerCommandRecord,
    RequestError, SeatSetup, TableCreated, TableState,
};
use tetrarch_store::GameId;
use tokio::sync::oneshot;
use tokio::time::Instant;

pub(super) fn endpoints() -> Vec<Endpoint> {
    let record = get(get_record);
    vec![
        Endpoint::new("post", "/api/tables", "Make a table.", post(create_table))
            .body::<CreateTableRequest>()
            .example(|| serde_json::from_str(include_str!("new_table.json")).unwrap_or_default())
            .returns::<TableCreated>()
            .created(),
        Endpoint::new("get", "/api/tables/{table}", "The state, as who asks sees it.", get(state))
            .returns::<TableState>(),
        Endpoint::new("post", "/api/tables/{table}/join", "Take a seat.", post(join))
            .body::<JoinRequest>()
            .example(|| json!({ "name": "Ada" }))
            .returns::<JoinResponse>(),
        Endpoint::new("post", "/api/tables/{table}/do", "Give a command.", post(post_command))
            .body::<Command>()
            .example(|| json!({ "id": "1", "version": 1, "do": { "act": "?b2" } }))
            .returns::<CommandResponse>(),
        Endpoint::new(
            "get",
            "/api/tables/{table}/orders",
            "What the owner has ordered.",
            get(get_owner_commands),
        )
        .returns::<Vec<OwnerCommandRecord>>(),
        Endpoint::new("post", "/api/tables/{table}/say", "Say something.", post(say))
            .body::<ChatRequest>()
            .no_content(),
        Endpoint::new(
            "get",
            "/api/tables/{table}/record/{format}",
            "The record in a format of the game.",
            record,
        )
        .returns_text("text/plain"),
    ]
}

/// Something to be heard by others.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ChatRequest {
    /// To whom.
    to: ChatChannel,
    /// Up to 200 letters in one line.
    words: String,
}

/// The room of a table that is named from outside.
pub(super) async fn find_room(rooms: &AppState, table: &str) -> Result<Arc<RoomHandle>, ApiError> {
    let unknown = || not_found("There is no such table.");
    let id: GameId = table.parse().map_err(|_| unknown())?;
    Ok(rooms.get_or_open_room(&id).await?.ok_or_else(unknown)?)
}

/// Reads something of a table that who asks may see.
pub(super) async fn read_table<T: Send + 'static>(
    rooms: &AppState,
    asker: &Caller,
    table: &str,
    read: impl FnOnce(&LiveTable) -> Result<T, RequestError> + Send + 'static,
) -> Result<T, ApiError> {
    let (reply, answer) = oneshot::channel();
    let message = RoomMessage::Read(
        Box::new(asker.identity.clone()),
        Box::new(move |table| {
            let _ = reply.send(table.and_then(read));
        }),
    );
    find_room(rooms, table).await?.send(message).await.map_err(|_| shutting_down())?;
    Ok(answer.await.map_err(|_| shutting_down())??)
}

pub(super) async fn connect(
    State(rooms): State<AppState>,
    Path(table): Path<String>,
    asker: Caller,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let door = find_room(&rooms, &table).await?;
    let who = asker.limit_subject();
    let counted = rooms.limits().open_connection(&who)?;
    let token = rooms.tasks().token();
    Ok(upgrade.on_upgrade(async move |socket| {
        socket::serve(socket, rooms, door, asker.identity, who).await;
        drop((token, counted));
    }))
}

async fn state(
    State(rooms): State<AppState>,
    Path(table): Path<String>,
    asker: Caller,
) -> Result<Json<TableState>, ApiError> {
    let asked = find_room(&rooms, &table)
        .await?
        .request(|reply| RoomMessage::State(Box::new(asker.identity), reply))
        .await;
    Ok(Json(*asked.map_err(|_| shutting_down())??))
}

async fn get_record(
    State(rooms): State<AppState>,
    Path((table, format)): Path<(String, String)>,
    asker: Caller,
) -> Result<Response, ApiError> {
    let text = read_table(&rooms, &asker, &table, move |table| record::write_record(table, &format)).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

async fn get_owner_commands(
    State(rooms): State<AppState>,
    Path(table): Path<String>,
    asker: Caller,
) -> Result<Json<Vec<OwnerCommandRecord>>, ApiError> {
    Ok(Json(read_table(&rooms, &asker, &table, |table| Ok(table.owner_commands.clone())).await?))
}

async fn join(
    State(rooms): State<AppState>,
    Path(table): Path<String>,
    asker: Caller,
    JsonBody(join): JsonBody<JoinRequest>,
) -> Result<Json<JoinResponse>, ApiError> {
    let asked = find_room(&rooms, &table)
        .await?
        .request(|reply| RoomMessage::Join(Box::new(asker.identity), Box::new(join), reply))
        .await;
    Ok(Json(asked.map_err(|_| shutting_down())??))
}

async fn post_command(
    State(rooms): State<AppState>,
    Path(table): Path<String>,
    asker: Caller,
    JsonBody(command): JsonBody<Command>,
) -> Result<Json<CommandResponse>, ApiError> {
    let (who, at, command) = (Box::new(asker.identity), Instant::now(), Box::new(command));
    let asked = find_room(&rooms, &table)
        .await?
        .request(|reply| RoomMessage::HttpCommand { who, command, at, reply })
        .await;
    Ok(Json(CommandResponse { version: asked.map_err(|_| shutting_down())?? }))
}

async fn say(
    State(rooms): State<AppState>,
    Path(table): Path<String>,
    asker: Caller,
    JsonBody(ChatRequest { to, words }): JsonBody<ChatRequest>,
) -> Result<StatusCode, ApiError> {
    let who = Box::new(asker.identity);
    let asked = find_room(&rooms, &table)
        .await?
        .request(|reply| RoomMessage::HttpChat { who, to, words, reply })
        .await;
    asked.map_err(|_| shutting_down())??;
    Ok(StatusCode::NO_CONTENT)
}

/// Who invites by the names of accounts learns which there are: no faster than by trying to log in.
pub(super) fn limit_account_lookups(
    rooms: &AppState,
    asker: &Caller,
    new: &CreateTableRequest,
) -> Result<(), RequestError> {
    let named = |seat: &SeatSetup| matches!(seat, SeatSetup::Invited { account: Some(_) });
    let many = new.seats.0.iter().filter(|(_, seat)| named(seat)).count();
    (0..many).try_for_each(|_| rooms.limits().check_account_lookup(&asker.limit_subject()))
}

async fn create_table(
    State(rooms): State<AppState>,
    asker: Caller,
    JsonBody(new): JsonBody<CreateTableRequest>,
) -> Result<(StatusCode, Json<TableCreated>), ApiError> {
    if rooms.is_shutting_down() {
        return Err(shutting_down().into());
    }
    rooms.limits().check_tables(&asker.limit_subject(), 1)?;
    limit_account_lookups(&rooms, &asker, &new)?;
    let id = crate::token::random_id().map_err(no_randomness)?;
    let TableDraft { head, token, invites, commitment } =
        create::prepare_table(&rooms, &asker.identity, &new, &id).await?;
    rooms.create_table(&id, &head).await?;
    Ok((
        StatusCode::CREATED,
        Json(TableCreated { table: id.to_string(), token: token.into_string(), commitment, invites }),
    ))
}
