//! The lobby, over HTTP and live.

use super::Endpoint;
use super::asker::Asker;
use super::fault::Fault;
use crate::rooms::Rooms;
use crate::upgrade::{Socket, Upgrade};
use axum::Json;
use axum::extract::State;
use axum::response::Response;
use axum::routing::get;
use std::time::Duration;
use tetrarch_protocol::{Lobby, LobbyMessage};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{interval, timeout};
use tokio_tungstenite::tungstenite::Message;

/// After so many pings without an answer a client is gone.
const UNANSWERED: u32 = 3;
/// How long a client may take for a message.
const PATIENCE: Duration = Duration::from_secs(15);

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new("get", "/api/lobby", "The public tables that are not over.", get(public))
            .gives::<Lobby>(),
        Endpoint::new("get", "/api/me/tables", "One's own tables that are not over.", get(mine))
            .gives::<Lobby>(),
    ]
}

async fn public(State(rooms): State<Rooms>) -> Json<Lobby> {
    Json(rooms.lobby().public())
}

async fn mine(State(rooms): State<Rooms>, asker: Asker) -> Result<Json<Lobby>, Fault> {
    Ok(Json(rooms.lobby().of_person(&asker.person()?.id)))
}

pub(super) async fn connect(
    State(rooms): State<Rooms>,
    asker: Asker,
    upgrade: Upgrade,
) -> Result<Response, Fault> {
    let counted = rooms.limits().connection(&asker.counted())?;
    let token = rooms.tasks().token();
    Ok(upgrade.on_upgrade(async move |mut socket| {
        tokio::select! {
            () = serve(&mut socket, &rooms) => {}
            () = rooms.stopping() => {}
        }
        let _ = timeout(Duration::from_secs(1), socket.send(Message::Close(None))).await;
        drop((token, counted));
    }))
}

/// Tells a client everything, then every change. What it says itself is not listened to.
async fn serve(socket: &mut Socket, rooms: &Rooms) {
    let (now, mut changes) = rooms.lobby().listen();
    let mut pings = interval(rooms.config().patience.ping);
    let mut unanswered = 0;
    let mut next = Some(LobbyMessage::Lobby(now));
    loop {
        if let Some(message) = next.take() {
            let text = serde_json::to_string(&message).unwrap_or_default();
            if !sent(socket, Message::Text(text.into())).await {
                return;
            }
        }
        tokio::select! {
            change = changes.recv() => match change {
                Ok(change) => next = Some(change),
                Err(RecvError::Lagged(_)) => {
                    let (now, later) = rooms.lobby().listen();
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
                if unanswered > UNANSWERED || !sent(socket, Message::Ping(Vec::new().into())).await {
                    return;
                }
            }
        }
    }
}

async fn sent(socket: &mut Socket, message: Message) -> bool {
    matches!(timeout(PATIENCE, socket.send(message)).await, Ok(Ok(())))
}
