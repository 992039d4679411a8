//! One player. The same player plays on both servers; only what a message means differs.

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

/// How the text of a choice begins.
const TEXT: &[u8] = br#""text":""#;

/// Which server is played on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Ours.
    Tetrarch,
    /// One that only passes messages on. Its players take turns and stop after as many actions as a game has.
    Bare { length: u64 },
}

/// What a message means to a player.
#[derive(PartialEq, Eq, Debug)]
enum News {
    /// Nothing to do.
    Nothing,
    /// What this player did is acknowledged.
    Acknowledged,
    /// It is this player's turn: the version, and what it does.
    Turn { version: u64, action: String },
    /// The game is over.
    Over,
    /// Something is wrong.
    Refused,
}

/// A player on a chair.
pub(crate) struct Player {
    socket: WebSocketStream<TcpStream>,
    kind: Kind,
    /// Its place at the table, and how many sit there.
    place: (u64, u64),
    luck: u64,
    /// When the action that is not acknowledged yet was due.
    due: Option<Instant>,
    number: u64,
}

impl Player {
    /// Sits down: the server has answered the hello.
    pub(crate) async fn sit(
        address: SocketAddr,
        kind: Kind,
        chair: &SeatToken,
        place: (u64, u64),
    ) -> (Player, Utf8Bytes) {
        let stream = TcpStream::connect(address).await.expect("the server listens");
        stream.set_nodelay(true).expect("a socket");
        let url = format!("ws://{address}/ws/{}", chair.table);
        let (socket, _) = client_async(url, stream).await.expect("a socket at the table");
        let luck =
            0x9E37_79B9_7F4A_7C15 ^ chair.token.bytes().fold(place.0, |sum, byte| sum * 31 + u64::from(byte));
        let mut player = Player { socket, kind, place, luck, due: None, number: 0 };
        player.send(format!(r#"{{"kind":"hello","token":"{}"}}"#, chair.token)).await;
        let state = player.receive().await.expect("an answer to the hello");
        (player, state)
    }

    /// Plays until the game or the time is over, and says whether it was the game. Every acknowledged action is told to
    /// the pace.
    pub(crate) async fn play(mut self, state: Utf8Bytes, pace: Arc<Pace>) -> bool {
        let finished = tokio::time::timeout_at(pace.ends().into(), self.play_on(state, &pace)).await;
        let _ = tokio::time::timeout(Duration::from_secs(1), self.socket.close(None)).await;
        finished.unwrap_or(false)
    }

    async fn play_on(&mut self, state: Utf8Bytes, pace: &Pace) -> bool {
        let mut text = state;
        loop {
            match self.read(&text) {
                News::Nothing => {}
                News::Over => return true,
                News::Refused => pace.fail(&text),
                News::Acknowledged => {
                    let due = self.due.take().expect("something was done");
                    pace.acknowledged(due);
                    if matches!(self.kind, Kind::Bare { .. }) {
                        // There one message is both the answer and the news.
                        if let Some((version, action)) = self.after(version(&text) + 1) {
                            self.act(version, &action, pace).await;
                        }
                    }
                }
                News::Turn { version, action } => self.act(version, &action, pace).await,
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

    /// Stays connected and does nothing but answer pings, until the end of the program.
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

    fn read(&mut self, text: &str) -> News {
        match self.kind {
            Kind::Tetrarch => self.read_ours(text),
            Kind::Bare { .. } => self.read_bare(text),
        }
    }

    /// Looks only for what a player needs: a generator of load should not be busier than what it measures.
    fn read_ours(&mut self, text: &str) -> News {
        let kind = text.strip_prefix(r#"{"kind":""#).unwrap_or_default();
        if kind.starts_with("done") {
            return News::Acknowledged;
        }
        if kind.starts_with("refused") || kind.starts_with("closing") {
            return News::Refused;
        }
        if !kind.starts_with("event") && !kind.starts_with("state") {
            return News::Nothing;
        }
        match self.choose(text) {
            Some(action) => News::Turn { version: version(text), action },
            None if memmem::find(text.as_bytes(), br#""phase":"over""#).is_some() => News::Over,
            None => News::Nothing,
        }
    }

    /// One of the choices, if there are any.
    fn choose(&mut self, text: &str) -> Option<String> {
        let start = memmem::find(text.as_bytes(), br#""choices":["#)?;
        let choices = &text[start..];
        let choices = &choices[..memchr::memchr(b']', choices.as_bytes())?];
        let finder = memmem::Finder::new(TEXT);
        let count = finder.find_iter(choices.as_bytes()).count();
        let number = self.luck() as usize % count.max(1);
        let at = finder.find_iter(choices.as_bytes()).nth(number)?;
        choices[at + TEXT.len()..].split('"').next().map(str::to_string)
    }

    fn read_bare(&mut self, text: &str) -> News {
        if text.starts_with(r#"{"kind":"hello"#) {
            return match self.after(0) {
                Some((version, action)) => News::Turn { version, action },
                None => News::Nothing,
            };
        }
        let version = version(text);
        if version % self.place.1 == self.place.0 {
            return News::Acknowledged;
        }
        match self.after(version + 1) {
            Some((version, action)) => News::Turn { version, action },
            None => News::Nothing,
        }
    }

    /// What to do at a version, if that is this player's.
    fn after(&self, version: u64) -> Option<(u64, String)> {
        let Kind::Bare { length } = self.kind else { return None };
        (version % self.place.1 == self.place.0 && version < length).then(|| (version, "m:e2e4".to_string()))
    }

    /// Whether this was the last message of a game on the bare server.
    fn is_done(&self, text: &str) -> bool {
        matches!(self.kind, Kind::Bare { length } if version(text) + 1 >= length)
    }

    fn luck(&mut self) -> u64 {
        self.luck ^= self.luck << 13;
        self.luck ^= self.luck >> 7;
        self.luck ^= self.luck << 17;
        self.luck
    }

    async fn send(&mut self, text: String) {
        // If the server has gone, the next message will tell.
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

/// The first version named in a message.
fn version(text: &str) -> u64 {
    let digits = text.split_once(r#""version":"#).map_or("", |(_, rest)| rest);
    let end = digits.find(|digit: char| !digit.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse().unwrap_or(0)
}
