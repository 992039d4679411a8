//! Endpoints for tables: create, read, join, command, chat and export.

use super::Endpoint;
use super::error::{ApiError, no_randomness, not_found, shutting_down};
use super::extract::{Caller, JsonBody};
use crate::net::session;
use crate::net::websocket::configure;
use crate::room::{RoomHandle, RoomMessage, TableRequest, TableResponse};
use crate::state::AppState;
use crate::table::LiveTable;
use crate::table::create::{self, TableDraft};
use crate::table::record;
use axum::Json;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;
use tetrarch_protocol::{
    ChatChannel, Command, CommandResponse, CreateTableRequest, ErrorCode, JoinRequest, JoinResponse,
    OwnerCommandRecord, RequestError, SeatSetup, TableCreated, TableState,
};
use tetrarch_store::GameId;
use tokio::sync::oneshot;

pub(super) fn endpoints() -> Vec<Endpoint> {
    let record = get(get_record);
    vec![
        Endpoint::new("post", "/api/tables", "Create a table.", post(create_table))
            .body::<CreateTableRequest>()
            .example(|| serde_json::from_str(include_str!("new_table.json")).unwrap_or_default())
            .returns::<TableCreated>()
            .created(),
        Endpoint::new("get", "/api/tables/{table}", "The state of a table as you see it.", get(get_state))
            .returns::<TableState>(),
        Endpoint::new("post", "/api/tables/{table}/join", "Take a seat.", post(join))
            .body::<JoinRequest>()
            .example(|| json!({ "name": "Ada" }))
            .returns::<JoinResponse>(),
        Endpoint::new("post", "/api/tables/{table}/do", "Execute a command.", post(post_command))
            .body::<Command>()
            .example(|| json!({ "id": "1", "version": 1, "do": { "act": "?b2" } }))
            .returns::<CommandResponse>(),
        Endpoint::new(
            "get",
            "/api/tables/{table}/orders",
            "The log of owner commands.",
            get(get_owner_commands),
        )
        .returns::<Vec<OwnerCommandRecord>>(),
        Endpoint::new("post", "/api/tables/{table}/say", "Post a chat message.", post(post_chat))
            .body::<ChatRequest>()
            .no_content(),
        Endpoint::new("get", "/api/tables/{table}/record/{format}", "Export the game record.", record)
            .returns_text("text/plain"),
    ]
}

/// A chat message.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ChatRequest {
    /// Who can read it.
    to: ChatChannel,
    /// One line of up to 200 characters.
    words: String,
}

/// The room of a table, by the id in a request.
pub(super) async fn find_room(state: &AppState, table: &str) -> Result<Arc<RoomHandle>, ApiError> {
    let unknown = || not_found("There is no such table.");
    let id: GameId = table.parse().map_err(|_| unknown())?;
    Ok(state.get_or_open_room(&id).await?.ok_or_else(unknown)?)
}

/// The room closed before it could respond: the server is shutting down, or the store failed and the table is reopened.
fn room_closed(state: &AppState) -> RequestError {
    if state.rooms().is_shutting_down() {
        return shutting_down();
    }
    RequestError::new(ErrorCode::NotStored, "The table is being reopened. Try again in a moment.")
}

/// Reads from a table that the caller may watch.
pub(super) async fn read_table<T: Send + 'static>(
    state: &AppState,
    caller: &Caller,
    table: &str,
    read: impl FnOnce(&LiveTable) -> Result<T, RequestError> + Send + 'static,
) -> Result<T, ApiError> {
    let (reply, answer) = oneshot::channel();
    let message = RoomMessage::Read(
        Box::new(caller.identity.clone()),
        Box::new(move |table| {
            let _ = reply.send(table.and_then(read));
        }),
    );
    find_room(state, table).await?.send(message).await.map_err(|_| room_closed(state))?;
    Ok(answer.await.map_err(|_| room_closed(state))??)
}

pub(super) async fn connect(
    State(state): State<AppState>,
    Path(table): Path<String>,
    caller: Caller,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let room = find_room(&state, &table).await?;
    let subject = caller.limit_subject();
    let guard = state.limits().open_connection(&subject)?;
    let token = state.tasks().token();
    Ok(configure(upgrade).on_upgrade(async move |socket| {
        session::serve(socket, state, room, caller.identity, subject).await;
        drop((token, guard));
    }))
}

/// Makes a request of the caller at a table.
async fn ask(
    state: &AppState,
    caller: Caller,
    table: &str,
    request: TableRequest,
) -> Result<TableResponse, ApiError> {
    let at = state.clock().now();
    let room = find_room(state, table).await?;
    Ok(room.ask(caller.identity, request, at).await.map_err(|_| room_closed(state))??)
}

impl IntoResponse for TableResponse {
    fn into_response(self) -> Response {
        match self {
            TableResponse::Done(version) => Json(CommandResponse { version }).into_response(),
            TableResponse::State(state) => Json(state).into_response(),
            TableResponse::Explained(why) => Json(why).into_response(),
            TableResponse::Posted => StatusCode::NO_CONTENT.into_response(),
            TableResponse::Joined(joined) => Json(joined).into_response(),
        }
    }
}

async fn get_state(
    State(state): State<AppState>,
    Path(table): Path<String>,
    caller: Caller,
) -> Result<TableResponse, ApiError> {
    ask(&state, caller, &table, TableRequest::State).await
}

async fn get_record(
    State(state): State<AppState>,
    Path((table, format)): Path<(String, String)>,
    caller: Caller,
) -> Result<Response, ApiError> {
    let text = read_table(&state, &caller, &table, move |table| record::write_record(table, &format)).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

async fn get_owner_commands(
    State(state): State<AppState>,
    Path(table): Path<String>,
    caller: Caller,
) -> Result<Json<Vec<OwnerCommandRecord>>, ApiError> {
    Ok(Json(read_table(&state, &caller, &table, |table| Ok(table.owner_commands.clone())).await?))
}

async fn join(
    State(state): State<AppState>,
    Path(table): Path<String>,
    caller: Caller,
    JsonBody(join): JsonBody<JoinRequest>,
) -> Result<TableResponse, ApiError> {
    ask(&state, caller, &table, TableRequest::Join(join)).await
}

async fn post_command(
    State(state): State<AppState>,
    Path(table): Path<String>,
    caller: Caller,
    JsonBody(command): JsonBody<Command>,
) -> Result<TableResponse, ApiError> {
    ask(&state, caller, &table, TableRequest::Command(command)).await
}

async fn post_chat(
    State(state): State<AppState>,
    Path(table): Path<String>,
    caller: Caller,
    JsonBody(ChatRequest { to, words }): JsonBody<ChatRequest>,
) -> Result<TableResponse, ApiError> {
    ask(&state, caller, &table, TableRequest::Chat { to, words }).await
}

/// Inviting by account name reveals which accounts exist, so it is limited like login attempts.
pub(super) fn limit_account_lookups(
    state: &AppState,
    caller: &Caller,
    request: &CreateTableRequest,
) -> Result<(), RequestError> {
    let named = |seat: &SeatSetup| matches!(seat, SeatSetup::Invited { account: Some(_) });
    let many = request.seats.0.iter().filter(|(_, seat)| named(seat)).count();
    (0..many).try_for_each(|_| state.limits().check_account_lookup(&caller.limit_subject()))
}

async fn create_table(
    State(state): State<AppState>,
    caller: Caller,
    JsonBody(request): JsonBody<CreateTableRequest>,
) -> Result<(StatusCode, Json<TableCreated>), ApiError> {
    if state.rooms().is_shutting_down() {
        return Err(shutting_down().into());
    }
    state.limits().check_tables(&caller.limit_subject(), 1)?;
    limit_account_lookups(&state, &caller, &request)?;
    let id = crate::auth::token::random_id().map_err(no_randomness)?;
    let TableDraft { header, token, invites, commitment } =
        create::prepare_table(&state, &caller.identity, &request, &id).await?;
    state.create_table(&id, &header).await?;
    Ok((
        StatusCode::CREATED,
        Json(TableCreated { table: id.to_string(), token: token.into_string(), commitment, invites }),
    ))
}
