//! A table on a server, by the protocol.

mod door;
mod wire;

pub use door::{Door, Entry};

use crate::{Desk, News, Order, There, Trouble, Who, words};
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};
use tetrarch_protocol::{
    ChatRoom, ClientMessage, Closing, Command, CommandId, Deed, EngineOn, Event, Order as Owners, Phase,
    ServerMessage, TableState,
};
use tetrarch_table::{Millis, OfferKind};
use wire::Heard;

/// How long the first state may take.
const PATIENCE: Duration = Duration::from_secs(15);

/// A table on a server.
pub struct Remote {
    door: Door,
    state: TableState,
    seen: Instant,
    out: Sender<ClientMessage>,
    heard: Receiver<Heard>,
    /// Counts what was said, for names of its own.
    said: u64,
    /// What was said and not answered yet.
    waiting: Vec<CommandId>,
    /// Whether one may order what the table's owner may.
    owner: bool,
    lost: bool,
}

impl Remote {
    /// Sits down, or comes back, or watches.
    ///
    /// # Errors
    /// If the server cannot be reached, or does not let one in.
    pub fn connect(door: Door) -> Result<Remote, Trouble> {
        let (out, heard) = wire::open(&door)?;
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            match heard.recv_timeout(PATIENCE) {
                Ok(Heard::Message(message)) => {
                    if let ServerMessage::State(state) = *message {
                        let (state, seen, waiting) = (*state, Instant::now(), Vec::new());
                        return Ok(Remote {
                            door,
                            state,
                            seen,
                            out,
                            heard,
                            said: 0,
                            waiting,
                            owner: false,
                            lost: false,
                        });
                    }
                    if let ServerMessage::Refused { why, .. } = *message {
                        return Err(Trouble(why.words));
                    }
                }
                Ok(Heard::Lost(why)) => return Err(Trouble(why)),
                Ok(Heard::Back) | Err(_) => {}
            }
        }
        Err(Trouble("The server does not answer.".to_string()))
    }

    /// The token one sits here with, to come back with.
    pub fn token(&self) -> Option<&str> {
        self.door.token()
    }

    fn name(&mut self) -> Result<CommandId, Trouble> {
        self.said += 1;
        let id = format!("t{}-{:x}", self.said, std::process::id());
        CommandId::try_from(id).map_err(Trouble)
    }

    fn send(&mut self, message: ClientMessage) -> Result<(), Trouble> {
        self.out.send(message).map_err(|_| Trouble("The server cannot be reached any more.".to_string()))
    }

    fn give(&mut self, seat: Option<String>, deed: Deed) -> Result<Vec<String>, Trouble> {
        if self.state.you.is_empty() && !self.owner {
            return Err(Trouble("You watch: you have no seat here.".to_string()));
        }
        let id = self.name()?;
        let command = Command { id: id.clone(), version: self.state.version, seat, deed };
        self.send(ClientMessage::Command(command))?;
        self.waiting.push(id);
        Ok(Vec::new())
    }

    /// Something only the owner of the table may.
    fn order(&mut self, order: Owners) -> Result<Vec<String>, Trouble> {
        self.give(None, Deed::Order(order))
    }

    /// Lets the engine play for a seat, or no longer.
    fn seat_engine(&mut self, seat: String, who: &str) -> Result<Vec<String>, Trouble> {
        match who.parse().map_err(Trouble)? {
            Who::Me => self.order(Owners::EngineOff(seat)),
            Who::Engine(level) => {
                let engine = EngineOn { seat, level: level.number(), delay: Millis::ZERO };
                self.order(Owners::Engine(engine))
            }
        }
    }

    fn there(&mut self, there: There) -> Result<Vec<String>, Trouble> {
        match there {
            There::Say(words) => {
                let to = if self.state.you.is_empty() { ChatRoom::Watchers } else { ChatRoom::Table };
                self.send(ClientMessage::Say { to, words })?;
                Ok(Vec::new())
            }
            There::Rematch => self.give(None, Deed::Rematch),
            There::ClaimAbsent(seat) => self.give(None, Deed::ClaimAbsent(seat)),
            There::Begin => self.order(Owners::Begin),
            There::Pause => self.order(Owners::Pause),
            There::Resume => self.order(Owners::Resume),
        }
    }

    /// An operator's action, a treaty that can be proposed, or an action of the game.
    fn act(&mut self, text: String) -> Result<Vec<String>, Trouble> {
        if self.state.now.operations.contains(&text) {
            return self.order(Owners::Operate(text));
        }
        let treaty = OfferKind::Treaty(text.clone());
        let proposable = self.state.now.proposable.iter().flat_map(|seats| &seats.0);
        let by =
            proposable.into_iter().find(|(_, offers)| offers.contains(&treaty)).map(|(seat, _)| seat.clone());
        match by {
            Some(seat) => self.give(Some(seat), Deed::Propose(treaty)),
            None => self.give(None, Deed::Act(words::meant(&self.state, &text))),
        }
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
        let message = match heard {
            Heard::Message(message) => *message,
            Heard::Back => {
                self.waiting.clear();
                return vec![News::Words("Connected again.".to_string())];
            }
            Heard::Lost(why) => {
                self.lost = true;
                return vec![News::Lost(why)];
            }
        };
        let said = match message {
            ServerMessage::State(state) => self.take_state(*state),
            ServerMessage::Event(event) => self.take_event(*event),
            ServerMessage::Seats { seats } => {
                self.state.seats = seats;
                Vec::new()
            }
            ServerMessage::Done { id, .. } => {
                self.waiting.retain(|own| *own != id);
                Vec::new()
            }
            ServerMessage::Refused { id, why } => {
                self.waiting.retain(|own| Some(own) != id.as_ref());
                vec![format!("! {}", why.words)]
            }
            ServerMessage::Explained { id, why } => {
                self.waiting.retain(|own| *own != id);
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
            ServerMessage::Chat { lines } => {
                lines.iter().map(|line| format!("{} says: {}", line.name, line.words)).collect()
            }
        };
        said.into_iter().map(News::Words).collect()
    }

    fn take_state(&mut self, state: TableState) -> Vec<String> {
        let same = self.state.line.iter().zip(&state.line).take_while(|(old, new)| old == new).count();
        let before = std::mem::replace(&mut self.state, state);
        self.news_since(&before, same)
    }

    fn take_event(&mut self, event: Event) -> Vec<String> {
        if event.from != self.state.version {
            // Something is missing: ask for everything. If that fails the connection is lost, which is told elsewhere.
            let _ = self.send(ClientMessage::Look);
            return Vec::new();
        }
        let before = self.state.clone();
        let Event { version, cut, played, change, now, .. } = event;
        self.state.line.truncate(cut.map_or(usize::MAX, |cut| cut as usize));
        let told = self.state.line.len();
        self.state.line.extend(played);
        change.apply(&mut self.state.view);
        let fairness = now.fairness.clone().or(self.state.now.fairness.take());
        self.state.now = now;
        self.state.now.fairness = fairness;
        self.state.version = version;
        self.news_since(&before, told)
    }

    fn news_since(&mut self, before: &TableState, told: usize) -> Vec<String> {
        self.seen = Instant::now();
        let state = &self.state;
        let mut news: Vec<String> = Vec::new();
        if before.line.len() > told {
            news.push(format!("Taken back to action {}.", told + 1));
        }
        news.extend(state.line.iter().skip(told).map(words::step));
        let new = state.now.offers.iter().filter(|offer| !before.now.offers.contains(offer));
        news.extend(new.map(words::waiting));
        if before.now.paused != state.now.paused {
            let words = if state.now.paused { "The clock is stopped." } else { "The game goes on." };
            news.push(words.to_string());
        }
        if let Some(next) = state.now.next.as_ref().filter(|_| before.now.next.is_none()) {
            news.push(format!("Everybody goes on at table {next}."));
        }
        if before.now.phase == Phase::Waiting && state.now.phase == Phase::Playing {
            news.push("Everybody is here: the game begins.".to_string());
        }
        if let Some(outcome) = state.now.outcome.as_ref().filter(|_| before.now.outcome.is_none()) {
            news.push(words::outcome(outcome));
        }
        news
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

    fn obey(&mut self, order: Order) -> Result<Vec<String>, Trouble> {
        match order {
            Order::Act(text) => self.act(text),
            Order::Propose(kind) => self.give(None, Deed::Propose(kind)),
            Order::Undo => self.give(None, Deed::Propose(OfferKind::Takeback)),
            Order::Accept(kind) => {
                let (seat, kind) = self.waiting_offer(kind.as_ref())?;
                self.give(Some(seat), Deed::Accept(kind))
            }
            Order::Decline(kind) => {
                let (seat, kind) = self.waiting_offer(kind.as_ref())?;
                self.give(Some(seat), Deed::Decline(kind))
            }
            Order::Claim => self.give(None, Deed::Claim),
            Order::Resign(seat) => self.give(seat, Deed::Resign),
            Order::Abort => self.give(None, Deed::Abort),
            Order::Why(gesture) => {
                let id = self.name()?;
                self.send(ClientMessage::Explain { id: id.clone(), gesture })?;
                self.waiting.push(id);
                Ok(Vec::new())
            }
            Order::Record(format) => self.door.record(format.as_deref().unwrap_or("json")),
            Order::Redo | Order::Hint | Order::Analyse | Order::Load(_) | Order::Save(_) => {
                Err(Trouble("That is for tables of your own.".to_string()))
            }
            Order::Sit(seat, who) => self.seat_engine(seat, &who),
            Order::AddTime(seat, time) => self.order(Owners::AddTime { seat, time }),
            Order::Reset => self.order(Owners::Reset),
            Order::There(there) => self.there(there),
            Order::Show(_) => Ok(Vec::new()),
        }
    }

    fn attend(&mut self, patience: Duration) -> Vec<News> {
        let mut news = Vec::new();
        if let Ok(first) = self.heard.recv_timeout(patience) {
            news.extend(self.hear(first));
        }
        while let Ok(next) = self.heard.try_recv() {
            news.extend(self.hear(next));
        }
        news
    }
}
