//! Streams of JSON lines for bots: events for a person, and the state of a table.

use super::Endpoint;
use super::error::{ApiError, shutting_down};
use super::extract::Caller;
use super::tables::find_room;
use crate::auth::token::TokenHash;
use crate::lobby::PersonUpdate;
use crate::net::limits::ConnectionGuard;
use crate::room::{Attach, ClientSink, ConnectionStats, OutgoingMessage, RoomHandle, RoomMessage, ViewerId};
use crate::state::AppState;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use futures_util::stream::unfold;
use serde::Serialize;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tetrarch_protocol::{PersonEvent, ServerMessage};
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::sync::mpsc;
use tokio::time::timeout;

/// How often a blank line is sent to keep the connection alive.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(7);

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new(
            "get",
            "/api/stream",
            "Your events: invitations, and games that begin and end.",
            get(stream_person),
        )
        .returns_lines::<PersonEvent>(),
        Endpoint::new(
            "get",
            "/api/tables/{table}/stream",
            "The whole state after every change, and the chat.",
            get(stream_table),
        )
        .returns_lines::<ServerMessage>(),
    ]
}

/// One line of a stream. An error ends the stream.
pub(super) type StreamLine = Result<Bytes, serde_json::Error>;

pub(super) fn json_line(message: &impl Serialize) -> StreamLine {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    Ok(line.into())
}

/// A streaming response of JSON lines.
pub(super) fn ndjson_response<S>(lines: S) -> Response
where
    S: futures_util::Stream<Item = StreamLine> + Send + 'static,
{
    let headers = [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CACHE_CONTROL, "no-store")];
    (headers, Body::from_stream(lines)).into_response()
}

/// The stream of events for a person.
struct PersonStream {
    state: AppState,
    _guard: ConnectionGuard,
    person: String,
    session: Option<TokenHash>,
    pending: VecDeque<PersonEvent>,
    updates: broadcast::Receiver<PersonUpdate>,
}

impl PersonStream {
    async fn next(&mut self) -> Option<StreamLine> {
        if let Some(event) = self.pending.pop_front() {
            return Some(json_line(&event));
        }
        loop {
            let update = tokio::select! {
                update = timeout(KEEP_ALIVE_INTERVAL, self.updates.recv()) => update,
                () = self.state.shutdown_requested() => return None,
            };
            match update {
                Err(_) => return Some(Ok(Bytes::from_static(b"\n"))),
                Ok(Ok((person, _))) if person != self.person => {}
                Ok(Ok((_, Some(event)))) => return Some(json_line(&event)),
                Ok(Ok((_, None))) => {
                    if let Some(session) = &self.session
                        && !self.state.accounts().is_session_valid(session).await
                    {
                        return None;
                    }
                }
                Ok(Err(RecvError::Lagged(_))) => {
                    // Start over from the current state.
                    let (now, update) = self.state.lobby().subscribe_person(&self.person);
                    (self.pending, self.updates) = (now.into(), update);
                    return Some(Ok(Bytes::from_static(b"\n")));
                }
                Ok(Err(RecvError::Closed)) => return None,
            }
        }
    }
}

async fn stream_person(State(state): State<AppState>, caller: Caller) -> Result<Response, ApiError> {
    let person = caller.require_person()?.id.clone();
    let _guard = state.limits().open_connection(&caller.limit_subject())?;
    let (pending, updates) = state.lobby().subscribe_person(&person);
    let session = caller.identity.session;
    let stream = PersonStream { state, _guard, person, session, pending: pending.into(), updates };
    Ok(ndjson_response(unfold(stream, async |mut stream| stream.next().await.map(|line| (line, stream)))))
}

/// The stream of a table, for clients without a socket.
struct TableStream {
    id: ViewerId,
    room: Arc<RoomHandle>,
    stats: Arc<ConnectionStats>,
    lines: mpsc::Receiver<OutgoingMessage>,
    closing: bool,
    state: AppState,
    _guard: ConnectionGuard,
}

impl TableStream {
    async fn next(&mut self) -> Option<StreamLine> {
        if self.closing {
            return None;
        }
        match timeout(KEEP_ALIVE_INTERVAL, self.lines.recv()).await {
            Err(_) => Some(Ok(Bytes::from_static(b"\n"))),
            Ok(Some(OutgoingMessage::Text(text))) => {
                if self.lines.is_empty() && self.stats.missed_events.swap(false, Ordering::SeqCst) {
                    let _ = self.room.send(RoomMessage::CaughtUp(self.id)).await;
                }
                let mut bytes = text.as_str().as_bytes().to_vec();
                bytes.push(b'\n');
                Some(Ok(bytes.into()))
            }
            Ok(Some(OutgoingMessage::Close(why))) => {
                self.closing = true;
                Some(json_line(&ServerMessage::Closing { why }))
            }
            Ok(None) => None,
        }
    }
}

impl Drop for TableStream {
    fn drop(&mut self) {
        let (room, id) = (Arc::clone(&self.room), self.id);
        self.state.tasks().spawn(async move {
            let _ = room.send(RoomMessage::Detach(id)).await;
        });
    }
}

async fn stream_table(
    State(state): State<AppState>,
    Path(table): Path<String>,
    caller: Caller,
) -> Result<Response, ApiError> {
    let room = find_room(&state, &table).await?;
    let _guard = state.limits().open_connection(&caller.limit_subject())?;
    let (sink, lines) = ClientSink::new();
    let (id, stats) = (state.next_viewer_id(), Arc::new(ConnectionStats::default()));
    let identity = caller.identity;
    let attach = Attach { id, identity, version: None, full_state: true, stats: Arc::clone(&stats), sink };
    room.send(RoomMessage::Attach(Box::new(attach))).await.map_err(|_| shutting_down())?;
    let stream = TableStream { id, room, stats, lines, closing: false, state, _guard };
    Ok(ndjson_response(unfold(stream, async |mut stream| stream.next().await.map(|line| (line, stream)))))
}
