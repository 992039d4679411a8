//! A table on a server, by the protocol.

mod client;
mod commands;
mod connection;
mod events;
mod link;

pub use client::{JoinOptions, SeatRequest, TableClient};
pub use link::TableLink;

use crate::{PlaySession, SessionEvent, UserCommand, UserError};
use connection::ConnectionEvent;
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};
use tetrarch_protocol::{
    ChatMessage, ClientMessage, CloseReason, Command, CommandId, CommandKind, ServerMessage, TablePhase,
    TableState,
};
use tetrarch_table::OfferKind;

/// How long the first state may take.
const FIRST_STATE_TIMEOUT: Duration = Duration::from_secs(15);
/// What is said where nobody may watch.
const PRIVATE_TABLE: &str = "Only who plays at this table may see it.";

/// A table on a server.
pub struct RemoteSession {
    client: TableClient,
    state: TableState,
    seen_at: Instant,
    outgoing: Sender<ClientMessage>,
    incoming: Receiver<ConnectionEvent>,
    /// Counts what was said, for names of its own: each begins with what no other client says.
    commands_sent: u64,
    id_prefix: String,
    /// What was asked for and not answered yet: asked for again if the connection breaks.
    unanswered: Vec<(CommandId, ClientMessage)>,
    /// What was said at the table.
    chat: Vec<ChatMessage>,
    /// Whether one may order what the table's owner may.
    is_owner: bool,
    disconnected: bool,
}

/// What a server first tells of a table, and the line to it.
type OpenConnection = (TableState, Sender<ClientMessage>, Receiver<ConnectionEvent>);

/// So many random bytes in hexadecimal.
fn random_hex<const N: usize>() -> Result<String, UserError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)
        .map_err(|error| UserError(format!("There are no random numbers: {error}")))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Connects, and waits for the state of the table.
fn open_connection(door: &TableClient) -> Result<OpenConnection, UserError> {
    let (out, heard) = connection::open(door)?;
    let begun = Instant::now();
    while let Some(patience) = FIRST_STATE_TIMEOUT.checked_sub(begun.elapsed()) {
        match heard.recv_timeout(patience) {
            Ok(ConnectionEvent::Message(message)) => match *message {
                ServerMessage::State(state) => return Ok((*state, out, heard)),
                ServerMessage::Refused { why, .. } => return Err(UserError(why.words)),
                ServerMessage::Closing { why: CloseReason::Private } => {
                    return Err(UserError(PRIVATE_TABLE.to_string()));
                }
                _ => {}
            },
            Ok(ConnectionEvent::Failed(why)) => return Err(UserError(why)),
            Ok(ConnectionEvent::Reconnected | ConnectionEvent::Interrupted) | Err(_) => {}
        }
    }
    Err(UserError("The server does not answer.".to_string()))
}

impl RemoteSession {
    /// Sits down, or comes back, or watches.
    ///
    /// # Errors
    /// If the server cannot be reached, or does not let one in.
    pub fn connect(door: TableClient) -> Result<RemoteSession, UserError> {
        let (state, out, heard) = open_connection(&door)?;
        let prefix = random_hex::<6>()?;
        let (seen, waiting, chat) = (Instant::now(), Vec::new(), Vec::new());
        Ok(RemoteSession {
            client: door,
            state,
            seen_at: seen,
            outgoing: out,
            incoming: heard,
            commands_sent: 0,
            id_prefix: prefix,
            unanswered: waiting,
            chat,
            is_owner: false,
            disconnected: false,
        })
    }

    /// The token one sits here with, to come back with.
    pub fn token(&self) -> Option<&str> {
        self.client.token()
    }

    /// Goes on at the table that follows this one, with the same people.
    fn follow(&mut self, next: &str) -> Result<Vec<String>, UserError> {
        let door = self.client.for_table(next);
        (self.state, self.outgoing, self.incoming) = open_connection(&door)?;
        self.client = door;
        self.unanswered.clear();
        self.chat.clear();
        self.seen_at = Instant::now();
        Ok(vec![format!("Everybody goes on at table {next}.")])
    }

    fn next_command_id(&mut self) -> Result<CommandId, UserError> {
        self.commands_sent += 1;
        let id = format!("t{}-{}", self.commands_sent, self.id_prefix);
        CommandId::try_from(id).map_err(UserError)
    }

    fn send(&mut self, message: ClientMessage) -> Result<(), UserError> {
        self.outgoing
            .send(message)
            .map_err(|_| UserError("The server cannot be reached any more.".to_string()))
    }

    /// Sends something that will be answered by its name.
    fn send_tracked(&mut self, id: CommandId, message: ClientMessage) -> Result<Vec<String>, UserError> {
        self.send(message.clone())?;
        self.unanswered.push((id, message));
        Ok(Vec::new())
    }

    fn send_command(&mut self, seat: Option<String>, deed: CommandKind) -> Result<Vec<String>, UserError> {
        if self.state.you.is_empty() && !self.is_owner {
            return Err(UserError("You watch: you have no seat here.".to_string()));
        }
        let id = self.next_command_id()?;
        let command = Command { id: id.clone(), version: self.state.version, seat, kind: deed };
        self.send_tracked(id, ClientMessage::Command(command))
    }

    /// The offer that waits for one of one's own seats, and which.
    fn waiting_offer(&self, kind: Option<&OfferKind>) -> Result<(String, OfferKind), UserError> {
        let wanted = |offer: &OfferKind| kind.is_none_or(|kind| kind == offer);
        let offers = self.state.now.offers.iter().filter(|now| wanted(&now.offer));
        let mine = offers.flat_map(|now| now.waiting.iter().map(|seat| (seat.clone(), now.offer.clone())));
        let found = mine.into_iter().find(|(seat, _)| self.state.you.contains(seat));
        found.ok_or_else(|| UserError("Nothing waits for your answer.".to_string()))
    }

    fn handle_event(&mut self, heard: ConnectionEvent) -> Vec<SessionEvent> {
        let said = match heard {
            ConnectionEvent::Message(message) => match *message {
                ServerMessage::Closing { why: CloseReason::Private } => {
                    return self.disconnect(PRIVATE_TABLE.to_string());
                }
                message => self.handle_message(message),
            },
            ConnectionEvent::Interrupted => {
                vec!["The connection is broken: trying to make it again.".to_string()]
            }
            ConnectionEvent::Reconnected => {
                // With the same names, what had arrived is not done twice.
                let again: Vec<ClientMessage> =
                    self.unanswered.iter().map(|(_, message)| message.clone()).collect();
                again.into_iter().for_each(|message| drop(self.send(message)));
                vec!["Connected again.".to_string()]
            }
            ConnectionEvent::Failed(why) => return self.disconnect(why),
        };
        said.into_iter().map(SessionEvent::Message).collect()
    }

    fn disconnect(&mut self, why: String) -> Vec<SessionEvent> {
        self.disconnected = true;
        vec![SessionEvent::Disconnected(why)]
    }

    fn forget_command(&mut self, id: Option<&CommandId>) {
        self.unanswered.retain(|(own, _)| Some(own) != id);
    }

    fn handle_message(&mut self, message: ServerMessage) -> Vec<String> {
        match message {
            ServerMessage::State(state) => self.apply_state(*state),
            ServerMessage::Event(event) => self.apply_event(*event),
            ServerMessage::Seats { seats } => {
                self.state.seats = seats;
                Vec::new()
            }
            ServerMessage::Done { id, .. } => {
                self.forget_command(Some(&id));
                Vec::new()
            }
            ServerMessage::Refused { id, why } => {
                self.forget_command(id.as_ref());
                vec![format!("! {}", why.words)]
            }
            ServerMessage::Explained { id, why } => {
                self.forget_command(Some(&id));
                vec![why.map_or_else(|| "This can be played.".to_string(), |why| why.words)]
            }
            ServerMessage::Closing { why: CloseReason::Shutdown } => {
                vec!["The server stops; clocks stand.".to_string()]
            }
            ServerMessage::Closing { .. } => Vec::new(),
            ServerMessage::You(you) => {
                self.state.you = you.seats;
                self.is_owner = you.owner;
                Vec::new()
            }
            ServerMessage::Chat { lines } => self.add_chat(lines),
        }
    }
}

impl PlaySession for RemoteSession {
    fn state(&self) -> &TableState {
        &self.state
    }

    fn seen_at(&self) -> Instant {
        self.seen_at
    }

    fn is_busy(&self) -> bool {
        let asked = self.waiting_offer(None).is_ok();
        let mine = !self.state.view.choices.is_empty() && self.state.now.phase == TablePhase::Playing;
        !self.disconnected
            && (!self.unanswered.is_empty() || (self.state.now.phase != TablePhase::Over && !mine && !asked))
    }

    fn has_local_player(&self) -> bool {
        !self.state.you.is_empty()
    }

    fn waits_for_others(&self) -> bool {
        self.unanswered.is_empty() && self.is_busy()
    }

    fn execute(&mut self, order: UserCommand) -> Result<Vec<String>, UserError> {
        self.run(order)
    }

    fn poll(&mut self, patience: Duration) -> Vec<SessionEvent> {
        let before = self.state.now.next.clone();
        let mut news = Vec::new();
        if let Ok(first) = self.incoming.recv_timeout(patience) {
            news.extend(self.handle_event(first));
        }
        while let Ok(next) = self.incoming.try_recv() {
            news.extend(self.handle_event(next));
        }
        if let Some(next) = self.state.now.next.clone().filter(|_| before.is_none()) {
            let told = self.follow(&next).unwrap_or_else(|UserError(why)| {
                vec![format!("Everybody goes on at table {next}, which cannot be reached: {why}")]
            });
            news.extend(told.into_iter().map(SessionEvent::Message));
        }
        news
    }
}
