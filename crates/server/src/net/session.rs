//! The session of a WebSocket at a table. One task per socket forwards the client's messages to the room, and writes
//! what the room has queued for the client.

use crate::auth::identity::Identity;
use crate::net::limits::LimitSubject;
use crate::net::websocket::{MAX_MESSAGE_BYTES, ReadError};
use crate::net::{CLIENT_TIMEOUT, MAX_UNANSWERED_PINGS, PING_INTERVAL};
use crate::room::{
    Attach, ClientRequest, ClientSink, ConnectionStats, OutgoingMessage, Requester, RoomHandle, RoomMessage,
    TableRequest, ViewerId, encode,
};
use crate::state::AppState;
use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, close_code};
use futures_util::SinkExt as _;
use governor::DefaultDirectRateLimiter;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tetrarch_protocol::{
    ClientMessage, CloseReason, CommandId, ErrorCode, Hello, RequestError, ServerMessage,
};
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

/// A client that is connected to a table.
pub(crate) struct Session<'a> {
    socket: WebSocket,
    room: Arc<RoomHandle>,
    id: ViewerId,
    stats: Arc<ConnectionStats>,
    /// What the room has queued for the client.
    outbox: mpsc::Receiver<OutgoingMessage>,
    /// When the last unanswered ping was sent.
    pinged_at: Option<Instant>,
    unanswered_pings: u32,
    /// Limits the messages on this socket.
    flood_limiter: Option<DefaultDirectRateLimiter>,
    /// Identifies the client for limits across all its sockets.
    limit_subject: LimitSubject,
    state: &'a AppState,
}

/// Serves a socket until either side closes it.
pub(crate) async fn serve(
    mut socket: WebSocket,
    state: AppState,
    room: Arc<RoomHandle>,
    cookie: Identity,
    limit_subject: LimitSubject,
) {
    let hello = tokio::select! {
        hello = Box::pin(receive_hello(&mut socket)) => hello,
        () = state.shutdown_requested() => Err(CloseReason::Shutdown),
    };
    let hello = match hello {
        Ok(hello) => hello,
        Err(why) => return Box::pin(close(socket, why)).await,
    };
    let identity = match &hello.token {
        // A client with a seat token is still the person of its session cookie. Boxed; otherwise every socket
        // would keep the memory for this as long as it lives.
        Some(token) => Box::pin(state.accounts().authenticate(token))
            .await
            .map(|identity| identity.or_person_from(cookie)),
        None => Ok(cookie),
    };
    let Ok(identity) = identity else { return Box::pin(close(socket, CloseReason::Shutdown)).await };
    let limit_subject = limit_subject.with_person(identity.person_id());
    let (sink, outbox) = ClientSink::new();
    let (id, stats) = (state.next_viewer_id(), Arc::new(ConnectionStats::default()));
    let version = hello.version;
    let attach = Attach { id, identity, version, full_state: false, stats: Arc::clone(&stats), sink };
    if room.send(RoomMessage::Attach(Box::new(attach))).await.is_err() {
        return Box::pin(close(socket, CloseReason::Shutdown)).await;
    }
    let flood_limiter = state.limits().flood_limiter();
    state.metrics().open_sockets.fetch_add(1, Ordering::Relaxed);
    let state = &state;
    let session = Session {
        socket,
        room,
        id,
        stats,
        outbox,
        pinged_at: None,
        unanswered_pings: 0,
        flood_limiter,
        limit_subject,
        state,
    };
    session.run(PING_INTERVAL).await;
    state.metrics().open_sockets.fetch_sub(1, Ordering::Relaxed);
}

/// The first message, which must be a hello and arrive in time.
async fn receive_hello(socket: &mut WebSocket) -> Result<Hello, CloseReason> {
    let first = async {
        loop {
            match socket.recv().await {
                Some(Ok(frame)) if is_too_long(&frame) => return Err(CloseReason::TooLong),
                Some(Ok(Frame::Text(text))) => return Ok(text),
                Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {}
                Some(Err(error)) => {
                    return Err(match error.into() {
                        ReadError::TooLong => CloseReason::TooLong,
                        _ => CloseReason::NoHello,
                    });
                }
                Some(Ok(Frame::Binary(_) | Frame::Close(_))) | None => return Err(CloseReason::NoHello),
            }
        }
    };
    let text = timeout(CLIENT_TIMEOUT, first).await.map_err(|_| CloseReason::NoHello)??;
    match serde_json::from_str(&text) {
        Ok(ClientMessage::Hello(hello)) => return Ok(hello),
        Ok(_) => refuse(socket, "The first message must be a hello.").await,
        Err(error) => refuse(socket, &error.to_string()).await,
    }
    Err(CloseReason::NoHello)
}

async fn refuse(socket: &mut WebSocket, words: &str) {
    let why = not_understood(words);
    let _ = timeout(CLIENT_TIMEOUT, socket.send(text_frame(&ServerMessage::Refused { id: None, why }))).await;
}

/// Extracts the id of a command that cannot be parsed otherwise, so that the client gets an answer to it.
fn command_id_in(text: &str) -> Option<CommandId> {
    #[derive(serde::Deserialize)]
    struct WithCommandId {
        id: CommandId,
    }
    serde_json::from_str(text).ok().map(|WithCommandId { id }| id)
}

fn is_too_long(frame: &Frame) -> bool {
    match frame {
        Frame::Text(text) => text.len() > MAX_MESSAGE_BYTES,
        Frame::Binary(bytes) => bytes.len() > MAX_MESSAGE_BYTES,
        Frame::Ping(_) | Frame::Pong(_) | Frame::Close(_) => false,
    }
}

/// Sends the reason and closes the socket.
async fn close(mut socket: WebSocket, why: CloseReason) {
    let code = match why {
        CloseReason::Shutdown => close_code::RESTART,
        CloseReason::TooSlow | CloseReason::Silent => close_code::AGAIN,
        CloseReason::TooLong => close_code::SIZE,
        CloseReason::NoHello | CloseReason::Flood | CloseReason::Private | CloseReason::LoggedOut => {
            close_code::POLICY
        }
    };
    let goodbye = async {
        let _ = socket.send(text_frame(&ServerMessage::Closing { why })).await;
        let _ = socket.send(Frame::Close(Some(CloseFrame { code, reason: Utf8Bytes::default() }))).await;
        // Wait for the client's close frame; otherwise the last message might be lost.
        while let Some(Ok(_)) = socket.recv().await {}
    };
    let _ = timeout(Duration::from_secs(2), goodbye).await;
}

fn text_frame(message: &ServerMessage) -> Frame {
    Frame::Text(encode(message))
}

/// What to do after a frame was received.
enum FrameAction {
    Continue(ControlFlow<Option<CloseReason>>),
    /// Send this frame.
    Reply(Frame),
    /// Forward this to the room, once it has space.
    Forward(RoomMessage),
}

impl FrameAction {
    const CONTINUE: FrameAction = FrameAction::Continue(ControlFlow::Continue(()));
}

fn refusal(id: Option<CommandId>, why: RequestError) -> FrameAction {
    FrameAction::Reply(text_frame(&ServerMessage::Refused { id, why }))
}

fn not_understood(words: &str) -> RequestError {
    RequestError::new(ErrorCode::NotUnderstood, words)
}

impl Session<'_> {
    async fn run(mut self, ping: Duration) {
        let mut pings = interval(ping);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let end = loop {
            // The steps are boxed; otherwise every socket would keep the memory of the largest one for as long as
            // it lives.
            let flow = tokio::select! {
                // Stop reading from a client that does not read what it is sent.
                biased;
                message = self.outbox.recv() => Box::pin(self.deliver(message)).await,
                frame = self.socket.recv() => match frame {
                    Some(Ok(frame)) => match self.handle_frame(frame) {
                        FrameAction::Continue(flow) => flow,
                        FrameAction::Reply(frame) => Box::pin(self.send(frame)).await,
                        // If the room has closed, the outbox has the reason.
                        FrameAction::Forward(message) => {
                            let _ = Box::pin(self.room.send(message)).await;
                            ControlFlow::Continue(())
                        }
                    },
                    Some(Err(error)) => Box::pin(self.close_on_error(error.into())).await,
                    None => ControlFlow::Break(None),
                },
                _ = pings.tick() => Box::pin(self.ping()).await,
            };
            if let ControlFlow::Break(end) = flow {
                break end;
            }
        };
        self.outbox.close();
        let _ = self.room.send(RoomMessage::Detach(self.id)).await;
        // Release the handle before the closing handshake, so that the room need not wait for a slow client.
        drop(self.room);
        match end {
            Some(why) => Box::pin(close(self.socket, why)).await,
            // Answer the client's close frame.
            None => drop(timeout(Duration::from_secs(1), self.socket.flush()).await),
        }
    }

    fn handle_frame(&mut self, frame: Frame) -> FrameAction {
        let at = self.state.clock().now();
        match frame {
            _ if self.is_flooding() => FrameAction::Continue(ControlFlow::Break(Some(CloseReason::Flood))),
            frame if is_too_long(&frame) => {
                FrameAction::Continue(ControlFlow::Break(Some(CloseReason::TooLong)))
            }
            Frame::Text(text) => match self.parse_message(&text, at) {
                // Usually the room has space, and there is no need to wait.
                Ok(message) => match self.room.try_send(message) {
                    Some(message) => FrameAction::Forward(message),
                    None => FrameAction::CONTINUE,
                },
                Err((id, why)) => refusal(id, why),
            },
            Frame::Pong(_) => {
                self.unanswered_pings = 0;
                if let Some(pinged) = self.pinged_at.take() {
                    self.stats.latency.record_round_trip(at.duration_since(pinged));
                }
                FrameAction::CONTINUE
            }
            Frame::Ping(_) => FrameAction::CONTINUE,
            Frame::Binary(_) => {
                refusal(None, not_understood("Messages must be text frames, not binary frames."))
            }
            Frame::Close(_) => FrameAction::Continue(ControlFlow::Break(None)),
        }
    }

    /// Parses a text into a message for the room.
    fn parse_message(
        &self,
        text: &str,
        at: Instant,
    ) -> Result<RoomMessage, (Option<CommandId>, RequestError)> {
        let message: ClientMessage = serde_json::from_str(text)
            .map_err(|error| (command_id_in(text), not_understood(&error.to_string())))?;
        self.state.limits().check_message(&self.limit_subject).map_err(|why| (message.id().cloned(), why))?;
        let (id, request) = match message {
            ClientMessage::Command(command) => (Some(command.id.clone()), TableRequest::Command(command)),
            ClientMessage::Look {} => (None, TableRequest::State),
            ClientMessage::Explain { id, gesture } => (Some(id), TableRequest::Explain(gesture)),
            ClientMessage::Say { to, words } => (None, TableRequest::Chat { to, words }),
            ClientMessage::Hello(_) => return Err((None, not_understood("The hello was already sent."))),
        };
        let from = Requester::Viewer { viewer: self.id, id };
        Ok(RoomMessage::Request(Box::new(ClientRequest { from, request, at })))
    }

    /// The client violated the WebSocket protocol: tells it so and closes.
    async fn close_on_error(&mut self, error: ReadError) -> ControlFlow<Option<CloseReason>> {
        let (code, reason) = match error {
            ReadError::TooLong => return ControlFlow::Break(Some(CloseReason::TooLong)),
            ReadError::InvalidUtf8 => (close_code::INVALID, "Text must be valid UTF-8."),
            ReadError::Protocol => (close_code::PROTOCOL, "WebSocket protocol error."),
            ReadError::Disconnected => return ControlFlow::Break(None),
        };
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
        let _ = timeout(Duration::from_secs(2), self.socket.send(Frame::Close(Some(frame)))).await;
        ControlFlow::Break(None)
    }

    fn is_flooding(&self) -> bool {
        self.flood_limiter.as_ref().is_some_and(|limiter| limiter.check().is_err())
    }

    /// Writes the first message and everything that is queued behind it. `None` if the room dropped the client.
    async fn deliver(&mut self, first: Option<OutgoingMessage>) -> ControlFlow<Option<CloseReason>> {
        let Some(first) = first else {
            let is_behind = self.stats.missed_events.load(Ordering::SeqCst);
            let why = if is_behind { CloseReason::TooSlow } else { CloseReason::Shutdown };
            return ControlFlow::Break(Some(why));
        };
        match timeout(CLIENT_TIMEOUT, self.write_queued(first)).await {
            Ok(Ok(None)) => {}
            Ok(Ok(Some(why))) => return ControlFlow::Break(Some(why)),
            Ok(Err(_)) => return ControlFlow::Break(None),
            Err(_) => return ControlFlow::Break(Some(CloseReason::TooSlow)),
        }
        if self.outbox.is_empty() && self.stats.missed_events.swap(false, Ordering::SeqCst) {
            let _ = self.room.send(RoomMessage::CaughtUp(self.id)).await;
        }
        ControlFlow::Continue(())
    }

    /// Writes queued texts; returns the reason if the room closes the connection.
    async fn write_queued(&mut self, first: OutgoingMessage) -> Result<Option<CloseReason>, axum::Error> {
        let mut next = Some(first);
        while let Some(message) = next {
            match message {
                OutgoingMessage::Text(text) => self.socket.feed(Frame::Text(text)).await?,
                OutgoingMessage::Close(why) => return Ok(Some(why)),
            }
            next = self.outbox.try_recv().ok();
        }
        self.socket.flush().await?;
        Ok(None)
    }

    async fn send(&mut self, frame: Frame) -> ControlFlow<Option<CloseReason>> {
        match timeout(CLIENT_TIMEOUT, self.socket.send(frame)).await {
            Ok(Ok(())) => ControlFlow::Continue(()),
            Ok(Err(_)) => ControlFlow::Break(None),
            Err(_) => ControlFlow::Break(Some(CloseReason::TooSlow)),
        }
    }

    async fn ping(&mut self) -> ControlFlow<Option<CloseReason>> {
        if self.unanswered_pings >= MAX_UNANSWERED_PINGS {
            return ControlFlow::Break(Some(CloseReason::Silent));
        }
        self.unanswered_pings += 1;
        self.pinged_at = Some(self.state.clock().now());
        self.send(Frame::Ping(Bytes::new())).await
    }
}
