//! A game at a table on a server.

mod client;
mod commands;
mod connection;
mod events;
mod link;

pub use client::{JoinOptions, SeatRequest, TableClient};
pub use link::TableLink;

use crate::{PlaySession, SessionEvent, UserCommand, UserError};
use connection::ConnectionEvent;
use data_encoding::HEXLOWER;
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};
use tetrarch_protocol::{
    ChatMessage, ClientMessage, CloseReason, Command, CommandId, CommandKind, ServerMessage, TablePhase,
    TableState,
};
use tetrarch_table::OfferKind;

/// How long to wait for the first state.
const FIRST_STATE_TIMEOUT: Duration = Duration::from_secs(15);
/// The message for tables that allow no spectators.
const PRIVATE_TABLE: &str = "This table is private: only its players can see it.";

/// A game at a table on a server.
pub struct RemoteSession {
    client: TableClient,
    state: TableState,
    seen_at: Instant,
    outgoing: Sender<ClientMessage>,
    incoming: Receiver<ConnectionEvent>,
    /// The number of commands sent. Command ids combine it with a random prefix, so that no two clients use the same id.
    commands_sent: u64,
    id_prefix: String,
    /// Commands without an answer yet. They are sent again after a reconnect.
    unanswered: Vec<(CommandId, ClientMessage)>,
    /// The chat so far.
    chat: Vec<ChatMessage>,
    /// Whether the player has owner rights.
    is_owner: bool,
    disconnected: bool,
}

/// The first state of a table, and the channels of its connection.
type OpenConnection = (TableState, Sender<ClientMessage>, Receiver<ConnectionEvent>);

/// `N` random bytes in hexadecimal.
fn random_hex<const N: usize>() -> Result<String, UserError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)
        .map_err(|error| UserError(format!("Failed to get random numbers: {error}")))?;
    Ok(HEXLOWER.encode(&bytes))
}

/// Connects and waits for the first state.
fn open_connection(client: &TableClient) -> Result<OpenConnection, UserError> {
    let (outgoing, incoming) = connection::open(client)?;
    let started = Instant::now();
    while let Some(timeout) = FIRST_STATE_TIMEOUT.checked_sub(started.elapsed()) {
        match incoming.recv_timeout(timeout) {
            Ok(ConnectionEvent::Message(message)) => match *message {
                ServerMessage::State(state) => return Ok((*state, outgoing, incoming)),
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
    Err(UserError("The server did not answer in time.".to_string()))
}

impl RemoteSession {
    /// Connects to a table, as a player or a spectator.
    ///
    /// # Errors
    /// If the server cannot be reached or refuses the connection.
    pub fn connect(client: TableClient) -> Result<RemoteSession, UserError> {
        let (state, outgoing, incoming) = open_connection(&client)?;
        let prefix = random_hex::<6>()?;
        let (seen_at, waiting, chat) = (Instant::now(), Vec::new(), Vec::new());
        Ok(RemoteSession {
            client,
            state,
            seen_at,
            outgoing,
            incoming,
            commands_sent: 0,
            id_prefix: prefix,
            unanswered: waiting,
            chat,
            is_owner: false,
            disconnected: false,
        })
    }

    /// The token of the seat, for coming back to it.
    pub fn token(&self) -> Option<&str> {
        self.client.token()
    }

    /// Switches to the table of the rematch.
    fn follow(&mut self, next: &str) -> Result<Vec<String>, UserError> {
        let client = self.client.for_table(next);
        (self.state, self.outgoing, self.incoming) = open_connection(&client)?;
        self.client = client;
        self.unanswered.clear();
        self.chat.clear();
        self.seen_at = Instant::now();
        Ok(vec![format!("The rematch is at table {next}.")])
    }

    fn next_command_id(&mut self) -> Result<CommandId, UserError> {
        self.commands_sent += 1;
        let id = format!("t{}-{}", self.commands_sent, self.id_prefix);
        CommandId::try_from(id).map_err(UserError)
    }

    fn send(&mut self, message: ClientMessage) -> Result<(), UserError> {
        self.outgoing
            .send(message)
            .map_err(|_| UserError("The connection to the server is lost.".to_string()))
    }

    /// Sends a message that the server answers by its id.
    fn send_tracked(&mut self, id: CommandId, message: ClientMessage) -> Result<Vec<String>, UserError> {
        self.send(message.clone())?;
        self.unanswered.push((id, message));
        Ok(Vec::new())
    }

    fn send_command(&mut self, seat: Option<String>, kind: CommandKind) -> Result<Vec<String>, UserError> {
        if self.state.you.is_empty() && !self.is_owner {
            return Err(UserError("You are a spectator: you have no seat at this table.".to_string()));
        }
        let id = self.next_command_id()?;
        let command = Command { id: id.clone(), version: self.state.version, seat, kind };
        self.send_tracked(id, ClientMessage::Command(command))
    }

    /// The pending offer to one of our seats, and that seat.
    fn waiting_offer(&self, kind: Option<&OfferKind>) -> Result<(String, OfferKind), UserError> {
        let wanted = |offer: &OfferKind| kind.is_none_or(|kind| kind == offer);
        let offers = self.state.now.offers.iter().filter(|now| wanted(&now.offer));
        let mine = offers.flat_map(|now| now.waiting.iter().map(|seat| (seat.clone(), now.offer.clone())));
        let found = mine.into_iter().find(|(seat, _)| self.state.you.contains(seat));
        found.ok_or_else(|| UserError("There is no offer to answer.".to_string()))
    }

    fn handle_event(&mut self, event: ConnectionEvent) -> Vec<SessionEvent> {
        let messages = match event {
            ConnectionEvent::Message(message) => match *message {
                ServerMessage::Closing { why: CloseReason::Private } => {
                    return self.disconnect(PRIVATE_TABLE.to_string());
                }
                message => self.handle_message(message),
            },
            ConnectionEvent::Interrupted => {
                vec!["Connection lost. Reconnecting...".to_string()]
            }
            ConnectionEvent::Reconnected => {
                // The ids are the same, so the server does not execute a command twice.
                let again: Vec<ClientMessage> =
                    self.unanswered.iter().map(|(_, message)| message.clone()).collect();
                again.into_iter().for_each(|message| drop(self.send(message)));
                vec!["Reconnected.".to_string()]
            }
            ConnectionEvent::Failed(why) => return self.disconnect(why),
        };
        messages.into_iter().map(SessionEvent::Message).collect()
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
                vec![why.map_or_else(|| "That is legal.".to_string(), |why| why.words)]
            }
            ServerMessage::Closing { why: CloseReason::Shutdown } => {
                vec!["The server is shutting down. The clocks are stopped.".to_string()]
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

    fn execute(&mut self, command: UserCommand) -> Result<Vec<String>, UserError> {
        self.run(command)
    }

    fn poll(&mut self, timeout: Duration) -> Vec<SessionEvent> {
        let before = self.state.now.next.clone();
        let mut events = Vec::new();
        if let Ok(first) = self.incoming.recv_timeout(timeout) {
            events.extend(self.handle_event(first));
        }
        while let Ok(next) = self.incoming.try_recv() {
            events.extend(self.handle_event(next));
        }
        if let Some(next) = self.state.now.next.clone().filter(|_| before.is_none()) {
            let messages = self.follow(&next).unwrap_or_else(|UserError(why)| {
                vec![format!("Failed to join the rematch at table {next}: {why}")]
            });
            events.extend(messages.into_iter().map(SessionEvent::Message));
        }
        events
    }
}
