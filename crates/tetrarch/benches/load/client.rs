//! A player. The same player is used for both servers; only the meaning of the messages differs.

use crate::pace::Pace;
use crate::support::SeatToken;
use futures_util::{SinkExt as _, StreamExt as _};
use memchr::memmem;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async};

/// The start of the text of a choice, in JSON.
const TEXT_KEY: &[u8] = br#""text":""#;

/// The server to play on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum ServerKind {
    /// The Tetrarch server.
    Tetrarch,
    /// The bare server. Its players alternate and stop after `length` actions.
    Bare { length: u64 },
}

/// The meaning of a message for a player.
#[derive(PartialEq, Eq, Debug)]
enum MessageKind {
    /// Nothing to do.
    Nothing,
    /// The player's action is acknowledged.
    Acknowledged,
    /// It is the player's turn: the version, and the chosen action.
    Turn { version: u64, action: String },
    /// The game is over.
    Over,
    /// The server refused something.
    Refused,
}

/// A connected player.
pub(crate) struct Player {
    socket: WebSocketStream<TcpStream>,
    kind: ServerKind,
    /// The seat number and the number of seats.
    place: (u64, u64),
    random: u64,
    /// When the unacknowledged action was due.
    due: Option<Instant>,
    number: u64,
}

impl Player {
    /// Connects and waits for the answer to the hello.
    pub(crate) async fn connect(
        address: SocketAddr,
        kind: ServerKind,
        seat: &SeatToken,
        place: (u64, u64),
    ) -> (Player, Utf8Bytes) {
        let stream = TcpStream::connect(address).await.expect("the server listens");
        stream.set_nodelay(true).expect("a socket");
        let url = format!("ws://{address}/ws/{}", seat.table);
        let (socket, _) = client_async(url, stream).await.expect("a socket at the table");
        let random =
            0x9E37_79B9_7F4A_7C15 ^ seat.token.bytes().fold(place.0, |sum, byte| sum * 31 + u64::from(byte));
        let mut player = Player { socket, kind, place, random, due: None, number: 0 };
        player.send(format!(r#"{{"kind":"hello","token":"{}"}}"#, seat.token)).await;
        let state = player.receive().await.expect("an answer to the hello");
        (player, state)
    }

    /// Plays until the game or the time is over, and returns whether the game ended. Reports every acknowledged action to the pace.
    pub(crate) async fn play(mut self, state: Utf8Bytes, pace: Arc<Pace>) -> bool {
        let finished = tokio::time::timeout_at(pace.ends().into(), self.play_until_end(state, &pace)).await;
        let _ = tokio::time::timeout(Duration::from_secs(1), self.socket.close(None)).await;
        finished.unwrap_or(false)
    }

    async fn play_until_end(&mut self, state: Utf8Bytes, pace: &Pace) -> bool {
        let mut text = state;
        loop {
            match self.read(&text) {
                MessageKind::Nothing => {}
                MessageKind::Over => return true,
                MessageKind::Refused => pace.fail(&text),
                MessageKind::Acknowledged => {
                    let due = self.due.take().expect("something was done");
                    pace.acknowledged(due);
                    if matches!(self.kind, ServerKind::Bare { .. }) {
                        // On the bare server one message is both acknowledgement and event.
                        if let Some((version, action)) = self.action_at(version(&text) + 1) {
                            self.act(version, &action, pace).await;
                        }
                    }
                }
                MessageKind::Turn { version, action } => self.act(version, &action, pace).await,
            }
            if self.is_done(&text) {
                return true;
            }
            match self.receive().await {
                Some(next) => text = next,
                None => return false,
            }
        }
    }

    /// Stays connected and only answers pings.
    pub(crate) async fn idle(mut self) {
        while self.receive().await.is_some() {}
    }

    async fn act(&mut self, version: u64, action: &str, pace: &Pace) {
        let due = pace.wait().await;
        self.due = Some(due);
        self.number += 1;
        let id = format!("{}-{}", self.place.0, self.number);
        self.send(format!(
            r#"{{"kind":"command","id":"{id}","version":{version},"do":{{"act":"{action}"}}}}"#
        ))
        .await;
    }

    fn read(&mut self, text: &str) -> MessageKind {
        match self.kind {
            ServerKind::Tetrarch => self.read_ours(text),
            ServerKind::Bare { .. } => self.read_bare(text),
        }
    }

    /// Extracts only what a player needs: the load generator should not be busier than the server.
    fn read_ours(&mut self, text: &str) -> MessageKind {
        let kind = text.strip_prefix(r#"{"kind":""#).unwrap_or_default();
        if kind.starts_with("done") {
            return MessageKind::Acknowledged;
        }
        if kind.starts_with("refused") || kind.starts_with("closing") {
            return MessageKind::Refused;
        }
        if !kind.starts_with("event") && !kind.starts_with("state") {
            return MessageKind::Nothing;
        }
        match self.choose(text) {
            Some(action) => MessageKind::Turn { version: version(text), action },
            None if memmem::find(text.as_bytes(), br#""phase":"over""#).is_some() => MessageKind::Over,
            None => MessageKind::Nothing,
        }
    }

    /// A random choice, if there are any.
    fn choose(&mut self, text: &str) -> Option<String> {
        let start = memmem::find(text.as_bytes(), br#""choices":["#)?;
        let choices = &text[start..];
        let choices = &choices[..memchr::memchr(b']', choices.as_bytes())?];
        let finder = memmem::Finder::new(TEXT_KEY);
        let count = finder.find_iter(choices.as_bytes()).count();
        let number = self.random() as usize % count.max(1);
        let at = finder.find_iter(choices.as_bytes()).nth(number)?;
        choices[at + TEXT_KEY.len()..].split('"').next().map(str::to_string)
    }

    fn read_bare(&mut self, text: &str) -> MessageKind {
        if text.starts_with(r#"{"kind":"hello"#) {
            return match self.action_at(0) {
                Some((version, action)) => MessageKind::Turn { version, action },
                None => MessageKind::Nothing,
            };
        }
        let version = version(text);
        if version % self.place.1 == self.place.0 {
            return MessageKind::Acknowledged;
        }
        match self.action_at(version + 1) {
            Some((version, action)) => MessageKind::Turn { version, action },
            None => MessageKind::Nothing,
        }
    }

    /// The action at a version, if it is this player's turn.
    fn action_at(&self, version: u64) -> Option<(u64, String)> {
        let ServerKind::Bare { length } = self.kind else { return None };
        (version % self.place.1 == self.place.0 && version < length).then(|| (version, "m:e2e4".to_string()))
    }

    /// Whether this is the last message of a game on the bare server.
    fn is_done(&self, text: &str) -> bool {
        matches!(self.kind, ServerKind::Bare { length } if version(text) + 1 >= length)
    }

    fn random(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }

    async fn send(&mut self, text: String) {
        // If the server is gone, the next receive fails.
        let _ = self.socket.send(Message::text(text)).await;
    }

    async fn receive(&mut self) -> Option<Utf8Bytes> {
        loop {
            match self.socket.next().await?.ok()? {
                Message::Text(text) => return Some(text),
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }
}

/// The first version in a message.
fn version(text: &str) -> u64 {
    let digits = text.split_once(r#""version":"#).map_or("", |(_, rest)| rest);
    let end = digits.find(|digit: char| !digit.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse().unwrap_or(0)
}
