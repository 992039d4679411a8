//! A well-behaved client: it holds a state, applies events to it, and notices when one is missing.

use crate::flows::play;
use crate::test_server::{TestServer, read};
use futures_util::SinkExt as _;
use futures_util::stream::StreamExt as _;
use serde_json::{Value, json};
use std::mem::replace;
use std::net::SocketAddr;
use std::time::Duration;
use tetrarch_protocol::{
    CloseReason, CommandKind, EventMessage, RequestError, ServerMessage, TablePhase, TableState,
};
use tetrarch_rules::laws::SeededRng;
use tetrarch_table::OfferKind;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Longer than any response takes on a busy machine.
const MESSAGE_TIMEOUT: Duration = Duration::from_secs(30);

pub(crate) struct Client {
    pub(crate) socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    address: SocketAddr,
    table: String,
    pub(crate) token: Option<String>,
    pub(crate) state: TableState,
    /// The state before the last full state that the server sent.
    replaced: Option<TableState>,
    /// All received texts, in order.
    pub(crate) texts: Vec<String>,
    pub(crate) closing: Option<CloseReason>,
    commands: u32,
}

impl Client {
    pub(crate) async fn connect(server: &TestServer, table: &str, token: Option<String>) -> Client {
        let mut socket = open_socket(server.address, table).await;
        socket
            .send(Message::text(json!({"kind": "hello", "token": token}).to_string()))
            .await
            .expect("failed to send the hello");
        let first = next_text(&mut socket).await.expect("the server closed before the first message");
        let ServerMessage::State(state) = read(&first) else { panic!("no state: {first}") };
        let (table, texts) = (table.to_string(), vec![first]);
        Client {
            socket,
            address: server.address,
            table,
            token,
            state: *state,
            replaced: None,
            texts,
            closing: None,
            commands: 0,
        }
    }

    /// Drops the socket and reconnects with the known version.
    pub(crate) async fn reconnect(&mut self, server: &TestServer) {
        self.address = server.address;
        let _ = self.socket.close(None).await;
        self.socket = open_socket(self.address, &self.table).await;
        let hello = json!({"kind": "hello", "token": self.token, "version": self.state.version});
        self.socket.send(Message::text(hello.to_string())).await.expect("failed to send the hello");
        self.closing = None;
        let before = self.texts.len();
        self.wait_for("something about the board", |client| {
            client.texts[before..]
                .iter()
                .any(|text| text.contains(r#""kind":"event""#) || text.contains(r#""kind":"state""#))
        })
        .await;
    }

    /// Whether the last update was a full state rather than a delta.
    pub(crate) fn received_full_state(&self) -> bool {
        let shown = self.texts.iter().rev().find(|text| {
            [r#"{"kind":"state""#, r#"{"kind":"event""#].iter().any(|kind| text.starts_with(kind))
        });
        shown.is_some_and(|text| text.starts_with(r#"{"kind":"state""#))
    }

    /// Receives the next message and applies it.
    pub(crate) async fn next_message(&mut self) -> Option<ServerMessage> {
        let text = next_text(&mut self.socket).await?;
        let message: ServerMessage = read(&text);
        self.texts.push(text);
        match message.clone() {
            ServerMessage::State(state) => self.replaced = Some(replace(&mut self.state, *state)),
            ServerMessage::Event(event) => self.apply(*event),
            ServerMessage::Seats { seats } => self.state.seats = seats,
            ServerMessage::You(you) => self.state.you = you.seats,
            ServerMessage::Closing { why } => self.closing = Some(why),
            _ => {}
        }
        Some(message)
    }

    fn apply(&mut self, event: EventMessage) {
        assert_eq!(event.from, self.state.version, "an event is missing");
        self.state.version = event.version;
        if let Some(length) = event.cut {
            self.state.line.truncate(length as usize);
        }
        self.state.line.extend(event.played);
        event.change.apply(&mut self.state.view);
        let fairness = self.state.now.fairness.take();
        self.state.now = event.now;
        self.state.now.fairness = self.state.now.fairness.take().or(fairness);
    }

    /// Reads until the server has closed the connection.
    pub(crate) async fn read_to_end(&mut self) {
        while self.next_message().await.is_some() {}
    }

    /// Reads everything that the server sent before it answers an explanation request, which changes nothing.
    pub(crate) async fn drain_messages(&mut self) {
        let gesture = json!({"kind": "move", "from": "a1", "to": "a2"});
        self.send(json!({"kind": "explain", "id": "why", "gesture": gesture})).await;
        while !matches!(
            self.next_message().await.expect("the socket was closed"),
            ServerMessage::Explained { .. }
        ) {}
    }

    /// Drains the messages, and waits until the server has handled the answers to its pings and what was due.
    pub(crate) async fn settle(&mut self) {
        for _ in 0..2 {
            self.drain_messages().await;
        }
    }

    pub(crate) async fn wait_for(&mut self, what: &str, so: impl Fn(&Client) -> bool) {
        while !so(self) {
            let taken = timeout(MESSAGE_TIMEOUT, self.next_message()).await;
            let taken = taken.unwrap_or_else(|_| {
                panic!("timed out waiting for {what}; the last message was {:?}", self.texts.last())
            });
            assert!(
                taken.is_some(),
                "the socket closed before {what}; the last message was {:?}",
                self.texts.last()
            );
        }
    }

    pub(crate) async fn wait_for_version(&mut self, version: u64) {
        self.wait_for("a version", |client| client.state.version >= version).await;
    }

    pub(crate) async fn wait_for_end(&mut self) {
        self.wait_for("the end", |client| client.state.now.phase == TablePhase::Over).await;
    }

    pub(crate) async fn send(&mut self, message: Value) {
        self.socket.send(Message::text(message.to_string())).await.expect("failed to send");
    }

    pub(crate) async fn act(&mut self, action: &str) -> Result<u64, RequestError> {
        self.command(CommandKind::Act(action.to_string())).await
    }

    pub(crate) async fn propose(&mut self, offer: OfferKind) -> Result<u64, RequestError> {
        self.command(CommandKind::Propose(offer)).await
    }

    pub(crate) async fn accept(&mut self, offer: OfferKind) -> Result<u64, RequestError> {
        self.command(CommandKind::Accept(offer)).await
    }

    /// Sends a command against the known state, and waits for the response.
    pub(crate) async fn command(&mut self, command: CommandKind) -> Result<u64, RequestError> {
        let (id, version) = (self.new_id(), self.state.version);
        self.command_as(&id, version, command).await
    }

    pub(crate) fn new_id(&mut self) -> String {
        self.commands += 1;
        format!("c{}", self.commands)
    }

    pub(crate) async fn command_as(
        &mut self,
        id: &str,
        version: u64,
        command: CommandKind,
    ) -> Result<u64, RequestError> {
        self.send(json!({"kind": "command", "id": id, "version": version, "do": command})).await;
        self.response(id).await
    }

    /// The response to a command.
    pub(crate) async fn response(&mut self, wanted: &str) -> Result<u64, RequestError> {
        loop {
            let message = timeout(MESSAGE_TIMEOUT, self.next_message())
                .await
                .expect("no response in time")
                .expect("the socket was closed");
            match message {
                ServerMessage::Done { id, version } if id.as_str() == wanted => return Ok(version),
                ServerMessage::Refused { id: Some(id), why } if id.as_str() == wanted => return Err(why),
                ServerMessage::Refused { id: None, why } => {
                    panic!("the server did not understand a message: {why}")
                }
                _ => {}
            }
        }
    }

    pub(crate) fn choices(&self) -> Vec<String> {
        self.state.view.choices.iter().map(|choice| choice.text.to_string()).collect()
    }
}

pub(crate) async fn open_socket(
    address: SocketAddr,
    table: &str,
) -> WebSocketStream<MaybeTlsStream<TcpStream>> {
    connect_async(format!("ws://{address}/ws/{table}")).await.expect("failed to open a socket").0
}

/// The next text message; pings are answered automatically. `None` once the server has closed.
pub(crate) async fn next_text(socket: &mut WebSocketStream<MaybeTlsStream<TcpStream>>) -> Option<String> {
    loop {
        match socket.next().await? {
            Ok(Message::Text(text)) => return Some(text.to_string()),
            Err(_) => return None,
            // Reading on answers a close message.
            Ok(_) => {}
        }
    }
}

/// Waits until all clients have this version.
pub(crate) async fn wait_all_for_version(clients: &mut [Client], version: u64) {
    for client in clients {
        client.wait_for_version(version).await;
    }
}

/// The index of the client whose seat is to act.
pub(crate) fn acting_client(clients: &[Client]) -> usize {
    let who = &clients[0].state.view.turn.who;
    clients.iter().position(|client| client.state.you.iter().any(|seat| seat == who)).expect("no seat to act")
}

/// Plays random actions, fewer if the game ends before: dice and deals differ in every run.
pub(crate) async fn play_random_actions(clients: &mut [Client], rng: &mut SeededRng, actions: usize) {
    for _ in 0..actions {
        if clients[0].state.now.outcome.is_some() {
            return;
        }
        let action = rng.choose(&clients[acting_client(clients)].choices()).cloned().expect("no choices");
        play(clients, &[&action]).await;
    }
}

/// Asserts that the state built from events equals the state on the server. Ignores running clocks and the order of
/// pieces.
pub(crate) async fn assert_up_to_date(client: &mut Client) {
    client.replaced = None;
    client.send(json!({"kind": "look"})).await;
    client.wait_for("the state", |client| client.replaced.is_some()).await;
    let (mut replaced, mut sent) = (client.replaced.take().expect("no state"), client.state.clone());
    for state in [&mut replaced, &mut sent] {
        state.now.clocks = None;
        state.seats.clear();
        state.view.men.sort_by(|a, b| (&a.cell, &a.letter).cmp(&(&b.cell, &b.letter)));
    }
    assert_eq!(replaced, sent);
}
