//! Lines of JSON for programs that play: what concerns a person, and what happens at a table.

use super::Endpoint;
use super::asker::Asker;
use super::fault::{Fault, stopping};
use super::tables::room;
use crate::limits::Connection;
use crate::lobby::News;
use crate::queue::{Receiver, queue};
use crate::room::{Door, Line, Message, Newcomer, Out, Outgoing, ViewerId};
use crate::rooms::Rooms;
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
const ALIVE: Duration = Duration::from_secs(7);
/// How many lines may wait for a client.
const WAITING: usize = 16;

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new("get", "/api/stream", "What concerns who asks, as it happens.", get(person))
            .lines::<PersonEvent>(),
        Endpoint::new(
            "get",
            "/api/tables/{table}/stream",
            "The whole state whenever something has changed, and what is said.",
            get(table),
        )
        .lines::<ServerMessage>(),
    ]
}

fn line(message: &impl Serialize) -> Bytes {
    let mut text = serde_json::to_string(message).unwrap_or_default();
    text.push('\n');
    text.into()
}

/// An answer of lines, each as soon as it is there.
pub(super) fn answer<S>(lines: S) -> Response
where
    S: futures_util::Stream<Item = Result<Bytes, Infallible>> + Send + 'static,
{
    let headers = [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CACHE_CONTROL, "no-store")];
    (headers, Body::from_stream(lines)).into_response()
}

/// Someone who follows what concerns them.
struct Follower {
    rooms: Rooms,
    _counted: Connection,
    person: String,
    session: Option<TokenHash>,
    waiting: VecDeque<PersonEvent>,
    news: broadcast::Receiver<News>,
}

impl Follower {
    async fn next(&mut self) -> Option<Bytes> {
        if let Some(event) = self.waiting.pop_front() {
            return Some(line(&event));
        }
        loop {
            let news = tokio::select! {
                news = timeout(ALIVE, self.news.recv()) => news,
                () = self.rooms.stopping() => return None,
            };
            match news {
                Err(_) => return Some(Bytes::from_static(b"\n")),
                Ok(Ok((person, _))) if person != self.person => {}
                Ok(Ok((_, Some(event)))) => return Some(line(&event)),
                Ok(Ok((_, None))) => {
                    if let Some(session) = &self.session
                        && !self.rooms.people().is_known(session).await
                    {
                        return None;
                    }
                }
                Ok(Err(RecvError::Lagged(_))) => {
                    // What was missed is told again from how things stand.
                    let (now, news) = self.rooms.lobby().follow(&self.person);
                    (self.waiting, self.news) = (now.into(), news);
                    return Some(Bytes::from_static(b"\n"));
                }
                Ok(Err(RecvError::Closed)) => return None,
            }
        }
    }
}

async fn person(State(rooms): State<Rooms>, asker: Asker) -> Result<Response, Fault> {
    let person = asker.person()?.id.clone();
    let _counted = rooms.limits().connection(&asker.counted())?;
    let (waiting, news) = rooms.lobby().follow(&person);
    let session = asker.who.session;
    let follower = Follower { rooms, _counted, person, session, waiting: waiting.into(), news };
    Ok(answer(unfold(follower, async |mut follower| {
        follower.next().await.map(|line| (Ok::<_, Infallible>(line), follower))
    })))
}

/// A program that watches or plays at a table without a socket.
struct Listener {
    id: ViewerId,
    door: Arc<Door>,
    line: Arc<Line>,
    lines: Receiver<Outgoing>,
    closing: bool,
    rooms: Rooms,
    _counted: Connection,
}

impl Listener {
    async fn next(&mut self) -> Option<Bytes> {
        if self.closing {
            return None;
        }
        match timeout(ALIVE, self.lines.recv()).await {
            Err(_) => Some(Bytes::from_static(b"\n")),
            Ok(Some(Outgoing::Text(text))) => {
                if self.lines.is_empty() && self.line.behind.swap(false, Ordering::SeqCst) {
                    let _ = self.door.tell(Message::CaughtUp(self.id)).await;
                }
                let mut bytes = text.as_bytes().to_vec();
                bytes.push(b'\n');
                Some(bytes.into())
            }
            Ok(Some(Outgoing::Close(why))) => {
                self.closing = true;
                Some(line(&ServerMessage::Closing { why }))
            }
            Ok(None) => None,
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let (door, id) = (Arc::clone(&self.door), self.id);
        self.rooms.tasks().spawn(async move {
            let _ = door.tell(Message::Goodbye(id)).await;
        });
    }
}

async fn table(
    State(rooms): State<Rooms>,
    Path(table): Path<String>,
    asker: Asker,
) -> Result<Response, Fault> {
    let door = room(&rooms, &table).await?;
    let _counted = rooms.limits().connection(&asker.counted())?;
    let (out, lines) = queue(WAITING);
    let (id, line) = (rooms.next_viewer(), Arc::new(Line::default()));
    let (who, out) = (asker.who, Out::Queue(out));
    let newcomer = Newcomer { id, who, version: None, whole: true, line: Arc::clone(&line), out };
    door.tell(Message::Hello(Box::new(newcomer))).await.map_err(|_| stopping())?;
    let listener = Listener { id, door, line, lines, closing: false, rooms, _counted };
    Ok(answer(unfold(listener, async |mut listener| {
        listener.next().await.map(|line| (Ok::<_, Infallible>(line), listener))
    })))
}
