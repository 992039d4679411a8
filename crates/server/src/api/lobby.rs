//! The lobby, over HTTP and live.

use super::Endpoint;
use super::asker::Caller;
use super::error::ApiError;
use crate::rooms::AppState;
use crate::upgrade::{WebSocketUpgrade, WsConnection};
use axum::Json;
use axum::extract::State;
use axum::response::Response;
use axum::routing::get;
use std::time::Duration;
use tetrarch_protocol::{LobbyMessage, LobbyState};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{interval, timeout};
use tokio_tungstenite::tungstenite::Message;

/// After so many pings without an answer a client is gone.
const MAX_UNANSWERED_PINGS: u32 = 3;
/// How long a client may take for a message.
const CLIENT_TIMEOUT: Duration = Duration::from_secs(15);

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new("get", "/api/lobby", "The public tables that are not over.", get(public))
            .returns::<LobbyState>(),
        Endpoint::new("get", "/api/me/tables", "One's own tables that are not over.", get(mine))
            .returns::<LobbyState>(),
    ]
}

async fn public(State(rooms): State<AppState>) -> Json<LobbyState> {
    Json(rooms.lobby().public_tables())
}

async fn mine(State(rooms): State<AppState>, asker: Caller) -> Result<Json<LobbyState>, ApiError> {
    Ok(Json(rooms.lobby().tables_of(&asker.require_person()?.id)))
}

pub(super) async fn connect(
    State(rooms): State<AppState>,
    asker: Caller,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let counted = rooms.limits().open_connection(&asker.limit_subject())?;
    let token = rooms.tasks().token();
    Ok(upgrade.on_upgrade(async move |mut socket| {
        tokio::select! {
            () = serve(&mut socket, &rooms) => {}
            () = rooms.shutdown_requested() => {}
        }
        let _ = timeout(Duration::from_secs(1), socket.send(Message::Close(None))).await;
        drop((token, counted));
    }))
}

/// Tells a client everything, then every change. What it says itself is not listened to.
async fn serve(socket: &mut WsConnection, rooms: &AppState) {
    let (now, mut changes) = rooms.lobby().subscribe();
    let mut pings = interval(rooms.config().timeouts.ping_interval);
    let mut unanswered = 0;
    let mut next = Some(LobbyMessage::Lobby(now));
    loop {
        if let Some(message) = next.take() {
            let text = serde_json::to_string(&message).unwrap_or_default();
            if !send(socket, Message::Text(text.into())).await {
                return;
            }
        }
        tokio::select! {
            change = changes.recv() => match change {
                Ok(change) => next = Some(change),
                Err(RecvError::Lagged(_)) => {
                    let (now, later) = rooms.lobby().subscribe();
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

async fn send(socket: &mut WsConnection, message: Message) -> bool {
    matches!(timeout(CLIENT_TIMEOUT, socket.send(message)).await, Ok(Ok(())))
}
