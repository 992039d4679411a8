//! A player that acts as fast as it can and records what the server tells it.

use super::promises::Promises;
use super::support::SeatToken;
use futures_util::{SinkExt as _, StreamExt as _};
use std::net::SocketAddr;
use std::sync::Arc;
use tetrarch_protocol::{
    ClientMessage, Command, CommandKind, ErrorCode, Hello, PlayedStep, ServerMessage, TablePhase,
};
use tetrarch_rules::Choice;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

/// The player of one seat, through all restarts of the server.
pub(crate) struct Player {
    seat: SeatToken,
    promises: Arc<Promises>,
    line: Vec<String>,
    version: Option<u64>,
    choices: Vec<Choice>,
    /// The command that was sent but not answered.
    pending: Option<(Command, String)>,
    count: u64,
}

type Socket = WebSocketStream<TcpStream>;

impl Player {
    pub(crate) fn new(seat: SeatToken, promises: Arc<Promises>) -> Player {
        Player { seat, promises, line: vec![], version: None, choices: vec![], pending: None, count: 0 }
    }

    /// Plays until the server is gone. First repeats a command that was not answered: whether or not it was stored, it
    /// must be applied at most once.
    pub(crate) async fn play(mut self, address: SocketAddr) -> Player {
        let Some(mut socket) = self.connect(address).await else { return self };
        if let Some((command, _)) = self.pending.clone() {
            send(&mut socket, &ClientMessage::Command(command)).await;
        }
        while let Some(Ok(message)) = socket.next().await {
            let Message::Text(text) = message else { continue };
            self.handle(serde_json::from_str(&text).expect("unknown message"));
            if let Some(command) = self.next_command() {
                send(&mut socket, &ClientMessage::Command(command)).await;
            }
        }
        self
    }

    async fn connect(&self, address: SocketAddr) -> Option<Socket> {
        let stream = TcpStream::connect(address).await.ok()?;
        let url = format!("ws://{address}/ws/{}", self.seat.table);
        let (mut socket, _) = client_async(url, stream).await.ok()?;
        let hello = Hello { token: Some(self.seat.token.clone()), version: self.version };
        send(&mut socket, &ClientMessage::Hello(hello)).await;
        Some(socket)
    }

    fn handle(&mut self, message: ServerMessage) {
        match message {
            ServerMessage::State(state) => {
                self.line.clear();
                self.choices = state.view.choices;
                self.record_shown(None, state.line, state.version, state.now.phase);
            }
            ServerMessage::Event(event) => {
                assert_eq!(Some(event.from), self.version, "the event does not follow the known version");
                if let Some(choices) = event.change.choices {
                    self.choices = choices;
                }
                self.record_shown(event.cut, event.played, event.version, event.now.phase);
            }
            ServerMessage::Done { id, version } => {
                let (command, action) = self.pending.take().expect("no pending command");
                assert_eq!(id, command.id);
                self.promises.record_acknowledged(command.version, &action, version);
            }
            ServerMessage::Refused { id, why } => {
                let (command, _) = self.pending.take().unwrap_or_else(|| panic!("{why}"));
                assert_eq!(id, Some(command.id), "{why}");
                // The repeated command had not been stored, but another one had: a game-ending command of another
                // player.
                assert!(matches!(why.reason, ErrorCode::Stale | ErrorCode::Over), "{why:?}");
            }
            ServerMessage::Seats { .. }
            | ServerMessage::Explained { .. }
            | ServerMessage::You(_)
            | ServerMessage::Chat { .. }
            | ServerMessage::Closing { .. } => {}
        }
    }

    fn record_shown(&mut self, cut: Option<u64>, played: Vec<PlayedStep>, version: u64, phase: TablePhase) {
        if let Some(length) = cut {
            self.line.truncate(length as usize);
        }
        self.line.extend(played.into_iter().map(|step| step.word));
        self.version = Some(version);
        self.promises.record_shown(&self.line, version, phase == TablePhase::Over);
    }

    /// One of the choices, if it is this player's turn and no command is pending.
    fn next_command(&mut self) -> Option<Command> {
        if self.pending.is_some() || self.choices.is_empty() {
            return None;
        }
        self.count += 1;
        let pseudorandom = (self.count * 7919 + self.line.len() as u64 * 104_729) as usize;
        let action = self.choices[pseudorandom % self.choices.len()].text.to_string();
        // There are no choices until the next event.
        self.choices.clear();
        let id = format!("{}-{}", &self.seat.token[..8], self.count).try_into().expect("the id is too long");
        let command =
            Command { id, version: self.version?, seat: None, kind: CommandKind::Act(action.clone()) };
        self.pending = Some((command.clone(), action));
        Some(command)
    }
}

async fn send(socket: &mut Socket, message: &ClientMessage) {
    // If the server is gone, the next read fails.
    let _ = socket.send(Message::text(serde_json::to_string(message).expect("invalid JSON"))).await;
}
