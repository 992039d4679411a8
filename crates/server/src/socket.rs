//! One task a socket: what comes in goes to the room. What goes out is written by the room, as long as the client takes it.

use crate::limits::LimitSubject;
use crate::room::{Attach, ClientSink, ConnectionStats, RoomHandle, RoomMessage, ViewerId};
use crate::rooms::AppState;
use crate::upgrade::WsConnection;
use crate::who::Identity;
use crate::writer::SocketWriter;
use axum::body::Bytes;
use governor::DefaultDirectRateLimiter;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tetrarch_protocol::{
    ClientMessage, CloseReason, CommandId, ErrorCode, Hello, RequestError, ServerMessage,
};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Message as Frame};
use tokio_tungstenite::tungstenite::{Error, Utf8Bytes};

/// How many messages may wait for a client.
const MAX_QUEUED_TEXTS: usize = 16;
/// How long a client may take to say hello, and to take a message.
const CLIENT_TIMEOUT: Duration = Duration::from_secs(15);
/// After so many pings without an answer a client is gone.
const MAX_UNANSWERED_PINGS: u32 = 3;

/// A client at a table.
pub(crate) struct Session<'a> {
    socket: WsConnection,
    room: Arc<RoomHandle>,
    id: ViewerId,
    stats: Arc<ConnectionStats>,
    writer: SocketWriter,
    /// When the ping was sent that was not answered yet.
    pinged_at: Option<Instant>,
    unanswered_pings: u32,
    /// How much it may say.
    flood_limiter: Option<DefaultDirectRateLimiter>,
    /// Who counts for what is said here and on their other sockets.
    limit_subject: LimitSubject,
    state: &'a AppState,
}

/// Serves a socket until either side closes it.
pub(crate) async fn serve(
    mut socket: WsConnection,
    rooms: AppState,
    door: Arc<RoomHandle>,
    cookie: Identity,
    counted: LimitSubject,
) {
    let hello = tokio::select! {
        hello = Box::pin(receive_hello(&mut socket)) => hello,
        () = rooms.shutdown_requested() => Err(CloseReason::Shutdown),
    };
    let hello = match hello {
        Ok(hello) => hello,
        Err(why) => return Box::pin(close(socket, why)).await,
    };
    let who = match &hello.token {
        // Who comes with the token of a seat is still the person that their browser is known for. Boxed: else every socket
        // would keep the memory for it as long as it lives.
        Some(token) => {
            Box::pin(rooms.accounts().authenticate(token)).await.map(|who| who.or_person_from(cookie))
        }
        None => Ok(cookie),
    };
    let Ok(who) = who else { return Box::pin(close(socket, CloseReason::Shutdown)).await };
    let counted = counted.with_person(who.person_id());
    let (outlet, out) = (socket.writer(), ClientSink::Socket(socket.room_writer(MAX_QUEUED_TEXTS)));
    let (id, line) = (rooms.next_viewer_id(), Arc::new(ConnectionStats::default()));
    let version = hello.version;
    let newcomer =
        Attach { id, identity: who, version, full_state: false, stats: Arc::clone(&line), sink: out };
    if door.send(RoomMessage::Attach(Box::new(newcomer))).await.is_err() {
        return Box::pin(close(socket, CloseReason::Shutdown)).await;
    }
    let flood = rooms.limits().flood_limiter();
    rooms.metrics().open_sockets.fetch_add(1, Ordering::Relaxed);
    let rooms = &rooms;
    let session = Session {
        socket,
        room: door,
        id,
        stats: line,
        writer: outlet,
        pinged_at: None,
        unanswered_pings: 0,
        flood_limiter: flood,
        limit_subject: counted,
        state: rooms,
    };
    session.run(rooms.config().timeouts.ping_interval).await;
    rooms.metrics().open_sockets.fetch_sub(1, Ordering::Relaxed);
}

/// The first message, which must be a hello and come soon.
async fn receive_hello(socket: &mut WsConnection) -> Result<Hello, CloseReason> {
    let first = async {
        loop {
            match socket.recv().await {
                Some(Ok(Frame::Text(text))) => return Ok(text),
                Some(Ok(Frame::Ping(_) | Frame::Pong(_) | Frame::Frame(_))) => {}
                Some(Err(error)) => return Err(too_long(&error).unwrap_or(CloseReason::NoHello)),
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

async fn refuse(socket: &mut WsConnection, words: &str) {
    let why = not_understood(words);
    let _ = timeout(CLIENT_TIMEOUT, socket.send(text_frame(&ServerMessage::Refused { id: None, why }))).await;
}

/// The id of a command that is not understood otherwise, so that who waits for its answer gets one.
fn command_id_in(text: &str) -> Option<CommandId> {
    #[derive(serde::Deserialize)]
    struct WithCommandId {
        id: CommandId,
    }
    serde_json::from_str(text).ok().map(|WithCommandId { id }| id)
}

/// What is said to a client whose message was too long to be read.
fn too_long(error: &Error) -> Option<CloseReason> {
    matches!(error, Error::Capacity(_)).then_some(CloseReason::TooLong)
}

/// Says why, and closes.
async fn close(mut socket: WsConnection, why: CloseReason) {
    let code = match why {
        CloseReason::Shutdown => CloseCode::Restart,
        CloseReason::TooSlow | CloseReason::Silent => CloseCode::Again,
        CloseReason::TooLong => CloseCode::Size,
        CloseReason::NoHello | CloseReason::Flood | CloseReason::Private | CloseReason::LoggedOut => {
            CloseCode::Policy
        }
    };
    let goodbye = async {
        let _ = socket.send(text_frame(&ServerMessage::Closing { why })).await;
        let _ = socket.send(Frame::Close(Some(CloseFrame { code, reason: Utf8Bytes::default() }))).await;
        // The client answers with a close of its own; without it the last message might be lost on the way.
        while let Some(Ok(_)) = socket.recv().await {}
        // What was too long is still on its way: if nobody took it, the system would throw away what we said.
        if why == CloseReason::TooLong {
            socket.drain().await;
        }
    };
    let _ = timeout(Duration::from_secs(2), goodbye).await;
}

fn text_frame(message: &ServerMessage) -> Frame {
    Frame::Text(serde_json::to_string(message).unwrap_or_default().into())
}

/// What is to be done after something was received.
enum FrameAction {
    Continue(ControlFlow<Option<CloseReason>>),
    /// To be answered.
    Reply(Frame),
    /// The room is to be told, once it has time.
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
            // What is done is boxed: else every socket would keep the memory for all of it as long as it lives.
            let flow = tokio::select! {
                // Who does not take what it is told is not listened to.
                biased;
                () = self.writer.task_needed() => Box::pin(self.drain_writes()).await,
                frame = self.socket.recv() => match frame {
                    Some(Ok(frame)) => match self.handle_frame(frame) {
                        FrameAction::Continue(flow) => flow,
                        FrameAction::Reply(frame) => Box::pin(self.send(frame)).await,
                        // If the room is gone, what waits for us says why.
                        FrameAction::Forward(message) => {
                            let _ = Box::pin(self.room.send(message)).await;
                            ControlFlow::Continue(())
                        }
                    },
                    Some(Err(error)) => Box::pin(self.close_on_error(&error)).await,
                    None => ControlFlow::Break(None),
                },
                _ = pings.tick() => Box::pin(self.ping()).await,
            };
            if let ControlFlow::Break(end) = flow {
                break end;
            }
        };
        self.writer.mute();
        let _ = self.room.send(RoomMessage::Detach(self.id)).await;
        // Given back before the goodbye is said, so that a room need not wait for a slow client.
        drop(self.room);
        match end {
            Some(why) => Box::pin(close(self.socket, why)).await,
            // Who says goodbye gets an answer.
            None => drop(timeout(Duration::from_secs(1), self.socket.flush()).await),
        }
    }

    fn handle_frame(&mut self, frame: Frame) -> FrameAction {
        let at = Instant::now();
        match frame {
            _ if self.is_flooding() => FrameAction::Continue(ControlFlow::Break(Some(CloseReason::Flood))),
            Frame::Text(text) => match self.parse_message(&text, at) {
                // Most often there is room for it, and nothing to wait for.
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
            Frame::Ping(_) | Frame::Frame(_) => FrameAction::CONTINUE,
            Frame::Binary(_) => refusal(None, not_understood("Messages are texts.")),
            Frame::Close(_) => FrameAction::Continue(ControlFlow::Break(None)),
        }
    }

    /// What the room is to be told of a text, or why it is told nothing.
    fn parse_message(
        &self,
        text: &str,
        at: Instant,
    ) -> Result<RoomMessage, (Option<CommandId>, RequestError)> {
        let said: ClientMessage = serde_json::from_str(text)
            .map_err(|error| (command_id_in(text), not_understood(&error.to_string())))?;
        self.state.limits().check_message(&self.limit_subject).map_err(|why| (said.id().cloned(), why))?;
        let viewer = self.id;
        Ok(match said {
            ClientMessage::Command(command) => {
                RoomMessage::Command { viewer, command: Box::new(command), at }
            }
            ClientMessage::Look {} => RoomMessage::SendState(viewer),
            ClientMessage::Explain { id, gesture } => {
                RoomMessage::Explain { viewer, id, gesture: Box::new(gesture) }
            }
            ClientMessage::Say { to, words } => RoomMessage::Chat { viewer, to, words },
            ClientMessage::Hello(_) => return Err((None, not_understood("You have said hello already."))),
        })
    }

    /// What came is no message of the protocol: says so, if the client is still there, and ends.
    async fn close_on_error(&mut self, error: &Error) -> ControlFlow<Option<CloseReason>> {
        let (code, reason) = match error {
            Error::Capacity(_) => return ControlFlow::Break(Some(CloseReason::TooLong)),
            Error::Utf8(_) => (CloseCode::Invalid, "Texts are UTF-8."),
            Error::Protocol(_) => (CloseCode::Protocol, "This is not the WebSocket protocol."),
            _ => return ControlFlow::Break(None),
        };
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
        self.writer.mute();
        let _ = timeout(Duration::from_secs(2), self.socket.send(Frame::Close(Some(frame)))).await;
        ControlFlow::Break(None)
    }

    fn is_flooding(&self) -> bool {
        self.flood_limiter.as_ref().is_some_and(|limiter| limiter.check().is_err())
    }

    /// Sends what the room could not, and does what is to be done after it.
    async fn drain_writes(&mut self) -> ControlFlow<Option<CloseReason>> {
        match timeout(CLIENT_TIMEOUT, self.socket.flush()).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) => return ControlFlow::Break(None),
            Err(_) => return ControlFlow::Break(Some(CloseReason::TooSlow)),
        }
        // Before it is looked what else there is to do: what comes up meanwhile needs this task again.
        self.writer.task_done();
        if let Some(why) = self.writer.room_closed() {
            let is_behind = self.stats.missed_events.load(Ordering::SeqCst);
            return ControlFlow::Break(Some(why.unwrap_or(match is_behind {
                true => CloseReason::TooSlow,
                false => CloseReason::Shutdown,
            })));
        }
        if self.stats.missed_events.swap(false, Ordering::SeqCst) {
            let _ = self.room.send(RoomMessage::CaughtUp(self.id)).await;
        }
        ControlFlow::Continue(())
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
        self.pinged_at = Some(Instant::now());
        self.send(Frame::Ping(Bytes::new())).await
    }
}
