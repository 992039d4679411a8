//! The lobby over HTTP and WebSocket.

use super::Endpoint;
use super::error::ApiError;
use super::extract::Caller;
use crate::net::websocket::configure;
use crate::net::{CLIENT_TIMEOUT, MAX_UNANSWERED_PINGS, PING_INTERVAL};
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use axum::routing::get;
use std::time::Duration;
use tetrarch_protocol::{LobbyMessage, LobbyState};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{interval, timeout};

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new("get", "/api/lobby", "The unfinished public tables.", get(public))
            .returns::<LobbyState>(),
        Endpoint::new("get", "/api/me/tables", "Your unfinished tables.", get(my_tables))
            .returns::<LobbyState>(),
    ]
}

async fn public(State(state): State<AppState>) -> Json<LobbyState> {
    Json(state.lobby().public_tables())
}

async fn my_tables(State(state): State<AppState>, caller: Caller) -> Result<Json<LobbyState>, ApiError> {
    Ok(Json(state.lobby().tables_of(&caller.require_person()?.id)))
}

pub(super) async fn connect(
    State(state): State<AppState>,
    caller: Caller,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let guard = state.limits().open_connection(&caller.limit_subject())?;
    let token = state.tasks().token();
    Ok(configure(upgrade).on_upgrade(async move |mut socket| {
        tokio::select! {
            () = serve(&mut socket, &state) => {}
            () = state.shutdown_requested() => {}
        }
        let _ = timeout(Duration::from_secs(1), socket.send(Message::Close(None))).await;
        drop((token, guard));
    }))
}

/// Sends the lobby, then every change. The client only answers pings; any message from it ends the connection.
async fn serve(socket: &mut WebSocket, state: &AppState) {
    let (now, mut changes) = state.lobby().subscribe();
    let mut pings = interval(PING_INTERVAL);
    let mut unanswered = 0;
    let mut next = Some(LobbyMessage::Lobby(now));
    loop {
        if let Some(message) = next.take() {
            let text = match serde_json::to_string(&message) {
                Ok(text) => text,
                Err(error) => return tracing::error!(%error, "failed to serialise a lobby message"),
            };
            if !send(socket, Message::Text(text.into())).await {
                return;
            }
        }
        tokio::select! {
            change = changes.recv() => match change {
                Ok(change) => next = Some(change),
                Err(RecvError::Lagged(_)) => {
                    let (now, later) = state.lobby().subscribe();
                    changes = later;
                    next = Some(LobbyMessage::Lobby(now));
                }
                Err(RecvError::Closed) => return,
            },
            frame = socket.recv() => match frame {
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => unanswered = 0,
                _ => return,
            },
            _ = pings.tick() => {
                unanswered += 1;
                if unanswered > MAX_UNANSWERED_PINGS || !send(socket, Message::Ping(Vec::new().into())).await {
                    return;
                }
            }
        }
    }
}

async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(timeout(CLIENT_TIMEOUT, socket.send(message)).await, Ok(Ok(())))
}
