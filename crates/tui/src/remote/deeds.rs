//! What a player asks for at a server's table.

use super::Remote;
use crate::{Order, There, Trouble, Who, words};
use tetrarch_protocol::{ChatRoom, ClientMessage, Deed, EngineOn, Order as Owners, Sitter};
use tetrarch_table::{Millis, OfferKind};

impl Remote {
    pub(super) fn carry_out(&mut self, order: Order) -> Result<Vec<String>, Trouble> {
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
                self.ask(id.clone(), ClientMessage::Explain { id, gesture })
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
            There::Rematch => match self.state.now.next.clone() {
                Some(next) => self.follow(&next),
                None => self.give(None, Deed::Rematch),
            },
            There::Adjudicate(verdict) => self.order(Owners::Adjudicate(verdict)),
            There::Remove(seat) => self.order(Owners::Remove(seat)),
            There::SwapSeats(one, other) => self.order(Owners::Swap { one, other }),
            There::HandOver(seat) => self.order(Owners::HandOver(seat)),
            There::Mute { seat, muted } => {
                let person = self.person(&seat)?;
                self.order(Owners::Mute { person, muted })
            }
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

    /// The person on a seat, whom the server knows.
    fn person(&self, seat: &str) -> Result<String, Trouble> {
        let sitter = self.state.seats.iter().find(|now| now.seat == seat).map(|now| &now.sitter);
        match sitter {
            Some(Sitter::Person { person: Some(person), .. }) => Ok(person.clone()),
            _ => Err(Trouble(format!("Nobody whom the server knows sits on {seat}."))),
        }
    }
}
