//! One task a socket: what comes in goes to the room. What goes out is written by the room, as long as the client takes it.

use crate::limits::Counted;
use crate::outlet::Outlet;
use crate::room::{Door, Line, Message, Newcomer, Out, ViewerId};
use crate::rooms::Rooms;
use crate::upgrade::Socket;
use crate::who::Who;
use axum::body::Bytes;
use governor::DefaultDirectRateLimiter;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tetrarch_protocol::{ClientMessage, Closing, CommandId, Hello, Refused, RefusedFor, ServerMessage};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Message as Frame};
use tokio_tungstenite::tungstenite::{Error, Utf8Bytes};

/// How many messages may wait for a client.
const WAITING: usize = 16;
/// How long a client may take to say hello, and to take a message.
const PATIENCE: Duration = Duration::from_secs(15);
/// After so many pings without an answer a client is gone.
const UNANSWERED: u32 = 3;

/// A client at a table.
pub(crate) struct Session<'a> {
    socket: Socket,
    door: Arc<Door>,
    id: ViewerId,
    line: Arc<Line>,
    outlet: Outlet,
    /// When the ping was sent that was not answered yet.
    pinged: Option<Instant>,
    unanswered: u32,
    /// How much it may say.
    flood: Option<DefaultDirectRateLimiter>,
    /// Who counts for what is said here and on their other sockets.
    counted: Counted,
    rooms: &'a Rooms,
}

/// Serves a socket until either side closes it.
pub(crate) async fn serve(mut socket: Socket, rooms: Rooms, door: Arc<Door>, cookie: Who, counted: Counted) {
    let hello = tokio::select! {
        hello = Box::pin(hello(&mut socket)) => hello,
        () = rooms.stopping() => Err(Closing::Shutdown),
    };
    let hello = match hello {
        Ok(hello) => hello,
        Err(why) => return Box::pin(close(socket, why)).await,
    };
    let who = match &hello.token {
        // Who comes with the token of a seat is still the person that their browser is known for. Boxed: else every socket
        // would keep the memory for it as long as it lives.
        Some(token) => Box::pin(rooms.people().identify(token)).await.map(|who| who.or_person_of(cookie)),
        None => Ok(cookie),
    };
    let Ok(who) = who else { return Box::pin(close(socket, Closing::Shutdown)).await };
    let counted = counted.known_as(who.id());
    let (outlet, out) = (socket.outlet(), Out::Socket(socket.for_room(WAITING)));
    let (id, line) = (rooms.next_viewer(), Arc::new(Line::default()));
    let version = hello.version;
    let newcomer = Newcomer { id, who, version, whole: false, line: Arc::clone(&line), out };
    if door.tell(Message::Hello(Box::new(newcomer))).await.is_err() {
        return Box::pin(close(socket, Closing::Shutdown)).await;
    }
    let flood = rooms.limits().socket();
    rooms.counts().sockets.fetch_add(1, Ordering::Relaxed);
    let rooms = &rooms;
    let session =
        Session { socket, door, id, line, outlet, pinged: None, unanswered: 0, flood, counted, rooms };
    session.run(rooms.config().patience.ping).await;
    rooms.counts().sockets.fetch_sub(1, Ordering::Relaxed);
}

/// The first message, which must be a hello and come soon.
async fn hello(socket: &mut Socket) -> Result<Hello, Closing> {
    let first = async {
        loop {
            match socket.recv().await {
                Some(Ok(Frame::Text(text))) => return Ok(text),
                Some(Ok(Frame::Ping(_) | Frame::Pong(_) | Frame::Frame(_))) => {}
                Some(Err(error)) => return Err(too_long(&error).unwrap_or(Closing::NoHello)),
                Some(Ok(Frame::Binary(_) | Frame::Close(_))) | None => return Err(Closing::NoHello),
            }
        }
    };
    let text = timeout(PATIENCE, first).await.map_err(|_| Closing::NoHello)??;
    match serde_json::from_str(&text) {
        Ok(ClientMessage::Hello(hello)) => return Ok(hello),
        Ok(_) => refuse(socket, "The first message must be a hello.").await,
        Err(error) => refuse(socket, &error.to_string()).await,
    }
    Err(Closing::NoHello)
}

async fn refuse(socket: &mut Socket, words: &str) {
    let why = not_understood(words);
    let _ = timeout(PATIENCE, socket.send(text(&ServerMessage::Refused { id: None, why }))).await;
}

/// The id of a command that is not understood otherwise, so that who waits for its answer gets one.
fn id_in(text: &str) -> Option<CommandId> {
    #[derive(serde::Deserialize)]
    struct Named {
        id: CommandId,
    }
    serde_json::from_str(text).ok().map(|Named { id }| id)
}

/// What is said to a client whose message was too long to be read.
fn too_long(error: &Error) -> Option<Closing> {
    matches!(error, Error::Capacity(_)).then_some(Closing::TooLong)
}

/// Says why, and closes.
async fn close(mut socket: Socket, why: Closing) {
    let code = match why {
        Closing::Shutdown => CloseCode::Restart,
        Closing::TooSlow | Closing::Silent => CloseCode::Again,
        Closing::TooLong => CloseCode::Size,
        Closing::NoHello | Closing::Flood | Closing::Private | Closing::LoggedOut => CloseCode::Policy,
    };
    let goodbye = async {
        let _ = socket.send(text(&ServerMessage::Closing { why })).await;
        let _ = socket.send(Frame::Close(Some(CloseFrame { code, reason: Utf8Bytes::default() }))).await;
        // The client answers with a close of its own; without it the last message might be lost on the way.
        while let Some(Ok(_)) = socket.recv().await {}
        // What was too long is still on its way: if nobody took it, the system would throw away what we said.
        if why == Closing::TooLong {
            socket.drain().await;
        }
    };
    let _ = timeout(Duration::from_secs(2), goodbye).await;
}

fn text(message: &ServerMessage) -> Frame {
    Frame::Text(serde_json::to_string(message).unwrap_or_default().into())
}

/// What is to be done after something was received.
enum Next {
    Go(ControlFlow<Option<Closing>>),
    /// To be answered.
    Say(Frame),
    /// The room is to be told, once it has time.
    Tell(Message),
}

impl Next {
    const GO_ON: Next = Next::Go(ControlFlow::Continue(()));
}

fn refusal(id: Option<CommandId>, why: Refused) -> Next {
    Next::Say(text(&ServerMessage::Refused { id, why }))
}

fn not_understood(words: &str) -> Refused {
    Refused::new(RefusedFor::NotUnderstood, words)
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
                () = self.outlet.needed() => Box::pin(self.finish_sending()).await,
                frame = self.socket.recv() => match frame {
                    Some(Ok(frame)) => match self.receive(frame) {
                        Next::Go(flow) => flow,
                        Next::Say(frame) => Box::pin(self.send(frame)).await,
                        // If the room is gone, what waits for us says why.
                        Next::Tell(message) => {
                            let _ = Box::pin(self.door.tell(message)).await;
                            ControlFlow::Continue(())
                        }
                    },
                    Some(Err(error)) => Box::pin(self.give_up(&error)).await,
                    None => ControlFlow::Break(None),
                },
                _ = pings.tick() => Box::pin(self.ping()).await,
            };
            if let ControlFlow::Break(end) = flow {
                break end;
            }
        };
        self.outlet.mute();
        let _ = self.door.tell(Message::Goodbye(self.id)).await;
        // Given back before the goodbye is said, so that a room need not wait for a slow client.
        drop(self.door);
        match end {
            Some(why) => Box::pin(close(self.socket, why)).await,
            // Who says goodbye gets an answer.
            None => drop(timeout(Duration::from_secs(1), self.socket.flush()).await),
        }
    }

    fn receive(&mut self, frame: Frame) -> Next {
        let at = Instant::now();
        match frame {
            _ if self.says_too_much() => Next::Go(ControlFlow::Break(Some(Closing::Flood))),
            Frame::Text(text) => match self.understand(&text, at) {
                // Most often there is room for it, and nothing to wait for.
                Ok(message) => match self.door.tell_at_once(message) {
                    Some(message) => Next::Tell(message),
                    None => Next::GO_ON,
                },
                Err((id, why)) => refusal(id, why),
            },
            Frame::Pong(_) => {
                self.unanswered = 0;
                if let Some(pinged) = self.pinged.take() {
                    self.line.lag.measured(at.duration_since(pinged));
                }
                Next::GO_ON
            }
            Frame::Ping(_) | Frame::Frame(_) => Next::GO_ON,
            Frame::Binary(_) => refusal(None, not_understood("Messages are texts.")),
            Frame::Close(_) => Next::Go(ControlFlow::Break(None)),
        }
    }

    /// What the room is to be told of a text, or why it is told nothing.
    fn understand(&self, text: &str, at: Instant) -> Result<Message, (Option<CommandId>, Refused)> {
        let said: ClientMessage =
            serde_json::from_str(text).map_err(|error| (id_in(text), not_understood(&error.to_string())))?;
        self.rooms.limits().message(&self.counted).map_err(|why| (said.id().cloned(), why))?;
        let viewer = self.id;
        Ok(match said {
            ClientMessage::Command(command) => Message::Command { viewer, command: Box::new(command), at },
            ClientMessage::Look {} => Message::Look(viewer),
            ClientMessage::Explain { id, gesture } => {
                Message::Explain { viewer, id, gesture: Box::new(gesture) }
            }
            ClientMessage::Say { to, words } => Message::Say { viewer, to, words },
            ClientMessage::Hello(_) => return Err((None, not_understood("You have said hello already."))),
        })
    }

    /// What came is no message of the protocol: says so, if the client is still there, and ends.
    async fn give_up(&mut self, error: &Error) -> ControlFlow<Option<Closing>> {
        let (code, reason) = match error {
            Error::Capacity(_) => return ControlFlow::Break(Some(Closing::TooLong)),
            Error::Utf8(_) => (CloseCode::Invalid, "Texts are UTF-8."),
            Error::Protocol(_) => (CloseCode::Protocol, "This is not the WebSocket protocol."),
            _ => return ControlFlow::Break(None),
        };
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
        self.outlet.mute();
        let _ = timeout(Duration::from_secs(2), self.socket.send(Frame::Close(Some(frame)))).await;
        ControlFlow::Break(None)
    }

    fn says_too_much(&self) -> bool {
        self.flood.as_ref().is_some_and(|limiter| limiter.check().is_err())
    }

    /// Sends what the room could not, and does what is to be done after it.
    async fn finish_sending(&mut self) -> ControlFlow<Option<Closing>> {
        match timeout(PATIENCE, self.socket.flush()).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) => return ControlFlow::Break(None),
            Err(_) => return ControlFlow::Break(Some(Closing::TooSlow)),
        }
        // Before it is looked what else there is to do: what comes up meanwhile needs this task again.
        self.outlet.finished();
        if let Some(why) = self.outlet.left() {
            let is_behind = self.line.behind.load(Ordering::SeqCst);
            return ControlFlow::Break(Some(why.unwrap_or(match is_behind {
                true => Closing::TooSlow,
                false => Closing::Shutdown,
            })));
        }
        if self.line.behind.swap(false, Ordering::SeqCst) {
            let _ = self.door.tell(Message::CaughtUp(self.id)).await;
        }
        ControlFlow::Continue(())
    }

    async fn send(&mut self, frame: Frame) -> ControlFlow<Option<Closing>> {
        match timeout(PATIENCE, self.socket.send(frame)).await {
            Ok(Ok(())) => ControlFlow::Continue(()),
            Ok(Err(_)) => ControlFlow::Break(None),
            Err(_) => ControlFlow::Break(Some(Closing::TooSlow)),
        }
    }

    async fn ping(&mut self) -> ControlFlow<Option<Closing>> {
        if self.unanswered >= UNANSWERED {
            return ControlFlow::Break(Some(Closing::Silent));
        }
        self.unanswered += 1;
        self.pinged = Some(Instant::now());
        self.send(Frame::Ping(Bytes::new())).await
    }
}
