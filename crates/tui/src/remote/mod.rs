//! A table on a server, by the protocol.

mod deeds;
mod door;
mod link;
mod news;
mod wire;

pub use door::{Chair, Door, Entry};
pub use link::Link;

use crate::{Desk, News, Order, Trouble};
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};
use tetrarch_protocol::{
    ChatLine, ClientMessage, Closing, Command, CommandId, Deed, Phase, ServerMessage, TableState,
};
use tetrarch_table::OfferKind;
use wire::Heard;

/// How long the first state may take.
const PATIENCE: Duration = Duration::from_secs(15);
/// What is said where nobody may watch.
const PRIVATE: &str = "Only who plays at this table may see it.";

/// A table on a server.
pub struct Remote {
    door: Door,
    state: TableState,
    seen: Instant,
    out: Sender<ClientMessage>,
    heard: Receiver<Heard>,
    /// Counts what was said, for names of its own: each begins with what no other client says.
    said: u64,
    prefix: String,
    /// What was asked for and not answered yet: asked for again if the connection breaks.
    waiting: Vec<(CommandId, ClientMessage)>,
    /// What was said at the table.
    chat: Vec<ChatLine>,
    /// Whether one may order what the table's owner may.
    owner: bool,
    lost: bool,
}

/// What a server first tells of a table, and the line to it.
type Connection = (TableState, Sender<ClientMessage>, Receiver<Heard>);

/// So many random bytes in hexadecimal.
fn random<const N: usize>() -> Result<String, Trouble> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| Trouble(format!("There are no random numbers: {error}")))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Connects, and waits for the state of the table.
fn connect(door: &Door) -> Result<Connection, Trouble> {
    let (out, heard) = wire::open(door)?;
    let begun = Instant::now();
    while let Some(patience) = PATIENCE.checked_sub(begun.elapsed()) {
        match heard.recv_timeout(patience) {
            Ok(Heard::Message(message)) => match *message {
                ServerMessage::State(state) => return Ok((*state, out, heard)),
                ServerMessage::Refused { why, .. } => return Err(Trouble(why.words)),
                ServerMessage::Closing { why: Closing::Private } => return Err(Trouble(PRIVATE.to_string())),
                _ => {}
            },
            Ok(Heard::Lost(why)) => return Err(Trouble(why)),
            Ok(Heard::Back | Heard::Gone) | Err(_) => {}
        }
    }
    Err(Trouble("The server does not answer.".to_string()))
}

impl Remote {
    /// Sits down, or comes back, or watches.
    ///
    /// # Errors
    /// If the server cannot be reached, or does not let one in.
    pub fn connect(door: Door) -> Result<Remote, Trouble> {
        let (state, out, heard) = connect(&door)?;
        let prefix = random::<6>()?;
        let (seen, waiting, chat) = (Instant::now(), Vec::new(), Vec::new());
        Ok(Remote {
            door,
            state,
            seen,
            out,
            heard,
            said: 0,
            prefix,
            waiting,
            chat,
            owner: false,
            lost: false,
        })
    }

    /// The token one sits here with, to come back with.
    pub fn token(&self) -> Option<&str> {
        self.door.token()
    }

    /// Goes on at the table that follows this one, with the same people.
    fn follow(&mut self, next: &str) -> Result<Vec<String>, Trouble> {
        let door = self.door.to(next);
        (self.state, self.out, self.heard) = connect(&door)?;
        self.door = door;
        self.waiting.clear();
        self.chat.clear();
        self.seen = Instant::now();
        Ok(vec![format!("Everybody goes on at table {next}.")])
    }

    fn name(&mut self) -> Result<CommandId, Trouble> {
        self.said += 1;
        let id = format!("t{}-{}", self.said, self.prefix);
        CommandId::try_from(id).map_err(Trouble)
    }

    fn send(&mut self, message: ClientMessage) -> Result<(), Trouble> {
        self.out.send(message).map_err(|_| Trouble("The server cannot be reached any more.".to_string()))
    }

    /// Sends something that will be answered by its name.
    fn ask(&mut self, id: CommandId, message: ClientMessage) -> Result<Vec<String>, Trouble> {
        self.send(message.clone())?;
        self.waiting.push((id, message));
        Ok(Vec::new())
    }

    fn give(&mut self, seat: Option<String>, deed: Deed) -> Result<Vec<String>, Trouble> {
        if self.state.you.is_empty() && !self.owner {
            return Err(Trouble("You watch: you have no seat here.".to_string()));
        }
        let id = self.name()?;
        let command = Command { id: id.clone(), version: self.state.version, seat, deed };
        self.ask(id, ClientMessage::Command(command))
    }

    /// The offer that waits for one of one's own seats, and which.
    fn waiting_offer(&self, kind: Option<&OfferKind>) -> Result<(String, OfferKind), Trouble> {
        let wanted = |offer: &OfferKind| kind.is_none_or(|kind| kind == offer);
        let offers = self.state.now.offers.iter().filter(|now| wanted(&now.offer));
        let mine = offers.flat_map(|now| now.waiting.iter().map(|seat| (seat.clone(), now.offer.clone())));
        let found = mine.into_iter().find(|(seat, _)| self.state.you.contains(seat));
        found.ok_or_else(|| Trouble("Nothing waits for your answer.".to_string()))
    }

    fn hear(&mut self, heard: Heard) -> Vec<News> {
        let said = match heard {
            Heard::Message(message) => match *message {
                ServerMessage::Closing { why: Closing::Private } => return self.lose(PRIVATE.to_string()),
                message => self.hear_message(message),
            },
            Heard::Gone => vec!["The connection is broken: trying to make it again.".to_string()],
            Heard::Back => {
                // With the same names, what had arrived is not done twice.
                let again: Vec<ClientMessage> =
                    self.waiting.iter().map(|(_, message)| message.clone()).collect();
                again.into_iter().for_each(|message| drop(self.send(message)));
                vec!["Connected again.".to_string()]
            }
            Heard::Lost(why) => return self.lose(why),
        };
        said.into_iter().map(News::Words).collect()
    }

    fn lose(&mut self, why: String) -> Vec<News> {
        self.lost = true;
        vec![News::Lost(why)]
    }

    fn answered(&mut self, id: Option<&CommandId>) {
        self.waiting.retain(|(own, _)| Some(own) != id);
    }

    fn hear_message(&mut self, message: ServerMessage) -> Vec<String> {
        match message {
            ServerMessage::State(state) => self.take_state(*state),
            ServerMessage::Event(event) => self.take_event(*event),
            ServerMessage::Seats { seats } => {
                self.state.seats = seats;
                Vec::new()
            }
            ServerMessage::Done { id, .. } => {
                self.answered(Some(&id));
                Vec::new()
            }
            ServerMessage::Refused { id, why } => {
                self.answered(id.as_ref());
                vec![format!("! {}", why.words)]
            }
            ServerMessage::Explained { id, why } => {
                self.answered(Some(&id));
                vec![why.map_or_else(|| "This can be played.".to_string(), |why| why.words)]
            }
            ServerMessage::Closing { why: Closing::Shutdown } => {
                vec!["The server stops; clocks stand.".to_string()]
            }
            ServerMessage::Closing { .. } => Vec::new(),
            ServerMessage::You(you) => {
                self.state.you = you.seats;
                self.owner = you.owner;
                Vec::new()
            }
            ServerMessage::Chat { lines } => self.take_chat(lines),
        }
    }
}

impl Desk for Remote {
    fn state(&self) -> &TableState {
        &self.state
    }

    fn seen(&self) -> Instant {
        self.seen
    }

    fn busy(&self) -> bool {
        let asked = self.waiting_offer(None).is_ok();
        let mine = !self.state.view.choices.is_empty() && self.state.now.phase == Phase::Playing;
        !self.lost && (!self.waiting.is_empty() || (self.state.now.phase != Phase::Over && !mine && !asked))
    }

    fn attended(&self) -> bool {
        !self.state.you.is_empty()
    }

    fn waits_for_others(&self) -> bool {
        self.waiting.is_empty() && self.busy()
    }

    fn obey(&mut self, order: Order) -> Result<Vec<String>, Trouble> {
        self.carry_out(order)
    }

    fn attend(&mut self, patience: Duration) -> Vec<News> {
        let before = self.state.now.next.clone();
        let mut news = Vec::new();
        if let Ok(first) = self.heard.recv_timeout(patience) {
            news.extend(self.hear(first));
        }
        while let Ok(next) = self.heard.try_recv() {
            news.extend(self.hear(next));
        }
        if let Some(next) = self.state.now.next.clone().filter(|_| before.is_none()) {
            let told = self.follow(&next).unwrap_or_else(|Trouble(why)| {
                vec![format!("Everybody goes on at table {next}, which cannot be reached: {why}")]
            });
            news.extend(told.into_iter().map(News::Words));
        }
        news
    }
}
