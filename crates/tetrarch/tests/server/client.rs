//! A client as a good one is: it holds a state, applies events to it, and notices when something is missing.

use crate::flows::play;
use crate::kit::{Served, read};
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

/// Longer than anything takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct Client {
    pub(crate) socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    address: SocketAddr,
    table: String,
    pub(crate) token: Option<String>,
    pub(crate) state: TableState,
    /// What it held when it was last shown everything.
    held: Option<TableState>,
    /// Everything that was received, as it came.
    pub(crate) texts: Vec<String>,
    pub(crate) closing: Option<CloseReason>,
    commands: u32,
}

impl Client {
    pub(crate) async fn connect(served: &Served, table: &str, token: Option<String>) -> Client {
        let mut socket = open(served.address, table).await;
        socket
            .send(Message::text(json!({"kind": "hello", "token": token}).to_string()))
            .await
            .expect("hello");
        let first = next(&mut socket).await.expect("a first message");
        let ServerMessage::State(state) = read(&first) else { panic!("no state: {first}") };
        let (table, texts) = (table.to_string(), vec![first]);
        Client {
            socket,
            address: served.address,
            table,
            token,
            state: *state,
            held: None,
            texts,
            closing: None,
            commands: 0,
        }
    }

    /// Closes the socket without a word and connects again with what it knows.
    pub(crate) async fn reconnect(&mut self, served: &Served) {
        self.address = served.address;
        let _ = self.socket.close(None).await;
        self.socket = open(self.address, &self.table).await;
        let hello = json!({"kind": "hello", "token": self.token, "version": self.state.version});
        self.socket.send(Message::text(hello.to_string())).await.expect("hello");
        self.closing = None;
        let before = self.texts.len();
        self.until("something about the board", |client| {
            client.texts[before..]
                .iter()
                .any(|text| text.contains(r#""kind":"event""#) || text.contains(r#""kind":"state""#))
        })
        .await;
    }

    /// Whether the last thing it was shown was all or only what had changed.
    pub(crate) fn was_shown_all(&self) -> bool {
        let shown = self.texts.iter().rev().find(|text| {
            [r#"{"kind":"state""#, r#"{"kind":"event""#].iter().any(|kind| text.starts_with(kind))
        });
        shown.is_some_and(|text| text.starts_with(r#"{"kind":"state""#))
    }

    /// Takes the next message.
    pub(crate) async fn take(&mut self) -> Option<ServerMessage> {
        let text = next(&mut self.socket).await?;
        let message: ServerMessage = read(&text);
        self.texts.push(text);
        match message.clone() {
            ServerMessage::State(state) => self.held = Some(replace(&mut self.state, *state)),
            ServerMessage::Event(event) => self.apply(*event),
            ServerMessage::Seats { seats } => self.state.seats = seats,
            ServerMessage::You(you) => self.state.you = you.seats,
            ServerMessage::Closing { why } => self.closing = Some(why),
            _ => {}
        }
        Some(message)
    }

    fn apply(&mut self, event: EventMessage) {
        assert_eq!(event.from, self.state.version, "something is missing");
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

    pub(crate) async fn until(&mut self, what: &str, so: impl Fn(&Client) -> bool) {
        while !so(self) {
            let taken = timeout(PATIENCE, self.take()).await;
            let taken =
                taken.unwrap_or_else(|_| panic!("{what} did not come; the last was {:?}", self.texts.last()));
            assert!(
                taken.is_some(),
                "the socket was closed before {what}; the last was {:?}",
                self.texts.last()
            );
        }
    }

    pub(crate) async fn until_version(&mut self, version: u64) {
        self.until("a version", |client| client.state.version >= version).await;
    }

    pub(crate) async fn until_over(&mut self) {
        self.until("the end", |client| client.state.now.phase == TablePhase::Over).await;
    }

    pub(crate) async fn send(&mut self, message: Value) {
        self.socket.send(Message::text(message.to_string())).await.expect("sending");
    }

    pub(crate) async fn act(&mut self, action: &str) -> Result<u64, RequestError> {
        self.order(CommandKind::Act(action.to_string())).await
    }

    pub(crate) async fn propose(&mut self, offer: OfferKind) -> Result<u64, RequestError> {
        self.order(CommandKind::Propose(offer)).await
    }

    pub(crate) async fn accept(&mut self, offer: OfferKind) -> Result<u64, RequestError> {
        self.order(CommandKind::Accept(offer)).await
    }

    /// Gives a command against the state it has, and waits for the answer.
    pub(crate) async fn order(&mut self, deed: CommandKind) -> Result<u64, RequestError> {
        let (id, version) = (self.new_id(), self.state.version);
        self.order_as(&id, version, deed).await
    }

    pub(crate) fn new_id(&mut self) -> String {
        self.commands += 1;
        format!("c{}", self.commands)
    }

    pub(crate) async fn order_as(
        &mut self,
        id: &str,
        version: u64,
        deed: CommandKind,
    ) -> Result<u64, RequestError> {
        self.send(json!({"kind": "command", "id": id, "version": version, "do": deed})).await;
        self.answer(id).await
    }

    /// The answer to a command.
    pub(crate) async fn answer(&mut self, wanted: &str) -> Result<u64, RequestError> {
        loop {
            let message =
                timeout(PATIENCE, self.take()).await.expect("an answer in time").expect("an open socket");
            match message {
                ServerMessage::Done { id, version } if id.as_str() == wanted => return Ok(version),
                ServerMessage::Refused { id: Some(id), why } if id.as_str() == wanted => return Err(why),
                ServerMessage::Refused { id: None, why } => panic!("not understood: {why}"),
                _ => {}
            }
        }
    }

    pub(crate) fn choices(&self) -> Vec<String> {
        self.state.view.choices.iter().map(|choice| choice.text.to_string()).collect()
    }
}

pub(crate) async fn open(address: SocketAddr, table: &str) -> WebSocketStream<MaybeTlsStream<TcpStream>> {
    connect_async(format!("ws://{address}/ws/{table}")).await.expect("a socket").0
}

/// The next text; pings are answered on the way. None once the server has closed.
pub(crate) async fn next(socket: &mut WebSocketStream<MaybeTlsStream<TcpStream>>) -> Option<String> {
    loop {
        match socket.next().await? {
            Ok(Message::Text(text)) => return Some(text.to_string()),
            Ok(Message::Close(_)) | Err(_) => return None,
            Ok(_) => {}
        }
    }
}

/// Everybody takes messages until they have this version.
pub(crate) async fn all_at(clients: &mut [Client], version: u64) {
    for client in clients {
        client.until_version(version).await;
    }
}

/// The client whose seat is to act.
pub(crate) fn to_act(clients: &[Client]) -> usize {
    let who = &clients[0].state.view.turn.who;
    clients.iter().position(|client| client.state.you.iter().any(|seat| seat == who)).expect("a seat to act")
}

/// Plays at random, fewer actions where the game ends before: dice and deals are others in every run.
pub(crate) async fn wander(clients: &mut [Client], luck: &mut SeededRng, actions: usize) {
    for _ in 0..actions {
        if clients[0].state.now.outcome.is_some() {
            return;
        }
        let action = luck.choose(&clients[to_act(clients)].choices()).cloned().expect("a choice");
        play(clients, &[&action]).await;
    }
}

/// What the applied events have made of the state must be what the server says it is; clocks go on meanwhile, and the
/// order of the men means nothing.
pub(crate) async fn must_be_up_to_date(client: &mut Client) {
    client.held = None;
    client.send(json!({"kind": "look"})).await;
    client.until("the state", |client| client.held.is_some()).await;
    let (mut held, mut told) = (client.held.take().expect("a state"), client.state.clone());
    for state in [&mut held, &mut told] {
        state.now.clocks = None;
        state.seats.clear();
        state.view.men.sort_by(|a, b| (&a.cell, &a.letter).cmp(&(&b.cell, &b.letter)));
    }
    assert_eq!(held, told);
}
