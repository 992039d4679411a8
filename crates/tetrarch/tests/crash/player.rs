//! A player that acts as fast as it can and remembers what it was told.

use super::kit::Chair;
use super::told::Told;
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

/// Somebody on a chair, through all restarts of the server.
pub(crate) struct Player {
    chair: Chair,
    told: Arc<Told>,
    line: Vec<String>,
    /// None before the first state.
    version: Option<u64>,
    choices: Vec<Choice>,
    /// What was sent and not answered.
    pending: Option<(Command, String)>,
    count: u64,
}

type Socket = WebSocketStream<TcpStream>;

impl Player {
    pub(crate) fn new(chair: Chair, told: Arc<Told>) -> Player {
        Player { chair, told, line: vec![], version: None, choices: vec![], pending: None, count: 0 }
    }

    /// Plays until the server is gone. A command that was not answered before is sent again: whether it was stored or
    /// not, it must be done at most once.
    pub(crate) async fn play(mut self, address: SocketAddr) -> Player {
        let Some(mut socket) = self.connect(address).await else { return self };
        if let Some((command, _)) = self.pending.clone() {
            send(&mut socket, &ClientMessage::Command(command)).await;
        }
        while let Some(Ok(message)) = socket.next().await {
            let Message::Text(text) = message else { continue };
            self.hear(serde_json::from_str(&text).expect("one of the messages"));
            if let Some(command) = self.next_command() {
                send(&mut socket, &ClientMessage::Command(command)).await;
            }
        }
        self
    }

    async fn connect(&self, address: SocketAddr) -> Option<Socket> {
        let stream = TcpStream::connect(address).await.ok()?;
        let url = format!("ws://{address}/ws/{}", self.chair.table);
        let (mut socket, _) = client_async(url, stream).await.ok()?;
        let hello = Hello { token: Some(self.chair.token.clone()), version: self.version };
        send(&mut socket, &ClientMessage::Hello(hello)).await;
        Some(socket)
    }

    fn hear(&mut self, message: ServerMessage) {
        match message {
            ServerMessage::State(state) => {
                self.line.clear();
                self.choices = state.view.choices;
                self.see(None, state.line, state.version, state.now.phase);
            }
            ServerMessage::Event(event) => {
                assert_eq!(Some(event.from), self.version, "an event of another version");
                if let Some(choices) = event.change.choices {
                    self.choices = choices;
                }
                self.see(event.cut, event.played, event.version, event.now.phase);
            }
            ServerMessage::Done { id, version } => {
                let (command, action) = self.pending.take().expect("something was sent");
                assert_eq!(id, command.id);
                self.told.done(command.version, &action, version);
            }
            ServerMessage::Refused { id, why } => {
                let (command, _) = self.pending.take().unwrap_or_else(|| panic!("{why}"));
                assert_eq!(id, Some(command.id), "{why}");
                // The command was sent again and had not been stored, and something else was: somebody's end.
                assert!(matches!(why.reason, ErrorCode::Stale | ErrorCode::Over), "{why:?}");
            }
            ServerMessage::Seats { .. }
            | ServerMessage::Explained { .. }
            | ServerMessage::You(_)
            | ServerMessage::Chat { .. }
            | ServerMessage::Closing { .. } => {}
        }
    }

    fn see(&mut self, cut: Option<u64>, played: Vec<PlayedStep>, version: u64, phase: TablePhase) {
        if let Some(length) = cut {
            self.line.truncate(length as usize);
        }
        self.line.extend(played.into_iter().map(|step| step.word));
        self.version = Some(version);
        self.told.shown(&self.line, version, phase == TablePhase::Over);
    }

    /// Any of the choices, if it is this player's turn and nothing waits for an answer.
    fn next_command(&mut self) -> Option<Command> {
        if self.pending.is_some() || self.choices.is_empty() {
            return None;
        }
        self.count += 1;
        let luck = (self.count * 7919 + self.line.len() as u64 * 104_729) as usize;
        let action = self.choices[luck % self.choices.len()].text.to_string();
        // Until the event comes there is nothing to choose from.
        self.choices.clear();
        let id = format!("{}-{}", &self.chair.token[..8], self.count).try_into().expect("a short id");
        let command =
            Command { id, version: self.version?, seat: None, kind: CommandKind::Act(action.clone()) };
        self.pending = Some((command.clone(), action));
        Some(command)
    }
}

async fn send(socket: &mut Socket, message: &ClientMessage) {
    // If the server is gone, the next message will tell.
    let _ = socket.send(Message::text(serde_json::to_string(message).expect("JSON"))).await;
}
