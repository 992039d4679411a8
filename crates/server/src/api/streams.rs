//! Lines of JSON for programs that play: what concerns a person, and what happens at a table.

use super::Endpoint;
use super::asker::Caller;
use super::error::{ApiError, shutting_down};
use super::tables::find_room;
use crate::limits::ConnectionGuard;
use crate::lobby::PersonUpdate;
use crate::queue::{QueueReceiver, bounded};
use crate::room::{Attach, ClientSink, ConnectionStats, OutgoingMessage, RoomHandle, RoomMessage, ViewerId};
use crate::rooms::AppState;
use crate::token::TokenHash;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use futures_util::stream::unfold;
use serde::Serialize;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tetrarch_protocol::{PersonEvent, ServerMessage};
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::time::timeout;

/// A blank line says so often that the connection lives.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(7);
/// How many lines may wait for a client.
const MAX_QUEUED_LINES: usize = 16;

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new("get", "/api/stream", "What concerns who asks, as it happens.", get(stream_person))
            .returns_lines::<PersonEvent>(),
        Endpoint::new(
            "get",
            "/api/tables/{table}/stream",
            "The whole state whenever something has changed, and what is said.",
            get(stream_table),
        )
        .returns_lines::<ServerMessage>(),
    ]
}

fn json_line(message: &impl Serialize) -> Bytes {
    let mut text = serde_json::to_string(message).unwrap_or_default();
    text.push('\n');
    text.into()
}

/// An answer of lines, each as soon as it is there.
pub(super) fn ndjson_response<S>(lines: S) -> Response
where
    S: futures_util::Stream<Item = Result<Bytes, Infallible>> + Send + 'static,
{
    let headers = [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CACHE_CONTROL, "no-store")];
    (headers, Body::from_stream(lines)).into_response()
}

/// Someone who follows what concerns them.
struct PersonStream {
    state: AppState,
    _counted: ConnectionGuard,
    person: String,
    session: Option<TokenHash>,
    pending: VecDeque<PersonEvent>,
    updates: broadcast::Receiver<PersonUpdate>,
}

impl PersonStream {
    async fn next(&mut self) -> Option<Bytes> {
        if let Some(event) = self.pending.pop_front() {
            return Some(json_line(&event));
        }
        loop {
            let news = tokio::select! {
                news = timeout(KEEP_ALIVE_INTERVAL, self.updates.recv()) => news,
                () = self.state.shutdown_requested() => return None,
            };
            match news {
                Err(_) => return Some(Bytes::from_static(b"\n")),
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
                    // What was missed is told again from how things stand.
                    let (now, news) = self.state.lobby().subscribe_person(&self.person);
                    (self.pending, self.updates) = (now.into(), news);
                    return Some(Bytes::from_static(b"\n"));
                }
                Ok(Err(RecvError::Closed)) => return None,
            }
        }
    }
}

async fn stream_person(State(rooms): State<AppState>, asker: Caller) -> Result<Response, ApiError> {
    let person = asker.require_person()?.id.clone();
    let _counted = rooms.limits().open_connection(&asker.limit_subject())?;
    let (waiting, news) = rooms.lobby().subscribe_person(&person);
    let session = asker.identity.session;
    let follower =
        PersonStream { state: rooms, _counted, person, session, pending: waiting.into(), updates: news };
    Ok(ndjson_response(unfold(follower, async |mut follower| {
        follower.next().await.map(|line| (Ok::<_, Infallible>(line), follower))
    })))
}

/// A program that watches or plays at a table without a socket.
struct TableStream {
    id: ViewerId,
    room: Arc<RoomHandle>,
    stats: Arc<ConnectionStats>,
    lines: QueueReceiver<OutgoingMessage>,
    closing: bool,
    state: AppState,
    _counted: ConnectionGuard,
}

impl TableStream {
    async fn next(&mut self) -> Option<Bytes> {
        if self.closing {
            return None;
        }
        match timeout(KEEP_ALIVE_INTERVAL, self.lines.recv()).await {
            Err(_) => Some(Bytes::from_static(b"\n")),
            Ok(Some(OutgoingMessage::Text(text))) => {
                if self.lines.is_empty() && self.stats.missed_events.swap(false, Ordering::SeqCst) {
                    let _ = self.room.send(RoomMessage::CaughtUp(self.id)).await;
                }
                let mut bytes = text.as_bytes().to_vec();
                bytes.push(b'\n');
                Some(bytes.into())
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
        let (door, id) = (Arc::clone(&self.room), self.id);
        self.state.tasks().spawn(async move {
            let _ = door.send(RoomMessage::Detach(id)).await;
        });
    }
}

async fn stream_table(
    State(rooms): State<AppState>,
    Path(table): Path<String>,
    asker: Caller,
) -> Result<Response, ApiError> {
    let door = find_room(&rooms, &table).await?;
    let _counted = rooms.limits().open_connection(&asker.limit_subject())?;
    let (out, lines) = bounded(MAX_QUEUED_LINES);
    let (id, line) = (rooms.next_viewer_id(), Arc::new(ConnectionStats::default()));
    let (who, out) = (asker.identity, ClientSink::Queue(out));
    let newcomer =
        Attach { id, identity: who, version: None, full_state: true, stats: Arc::clone(&line), sink: out };
    door.send(RoomMessage::Attach(Box::new(newcomer))).await.map_err(|_| shutting_down())?;
    let listener = TableStream { id, room: door, stats: line, lines, closing: false, state: rooms, _counted };
    Ok(ndjson_response(unfold(listener, async |mut listener| {
        listener.next().await.map(|line| (Ok::<_, Infallible>(line), listener))
    })))
}
