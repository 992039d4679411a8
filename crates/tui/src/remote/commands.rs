//! The player's commands at a table on a server.

use super::RemoteSession;
use crate::{PlayerKind, RemoteCommand, UserCommand, UserError, state_text};
use tetrarch_protocol::{
    ChatChannel, ClientMessage, CommandKind, EngineAssignment, Occupant, OwnerCommand as Owners,
};
use tetrarch_table::{Millis, OfferKind};

impl RemoteSession {
    pub(super) fn run(&mut self, command: UserCommand) -> Result<Vec<String>, UserError> {
        match command {
            UserCommand::Act(text) => self.act(text),
            UserCommand::Propose(kind) => self.send_command(None, CommandKind::Propose(kind)),
            UserCommand::Undo => self.send_command(None, CommandKind::Propose(OfferKind::Takeback)),
            UserCommand::Accept(kind) => {
                let (seat, kind) = self.waiting_offer(kind.as_ref())?;
                self.send_command(Some(seat), CommandKind::Accept(kind))
            }
            UserCommand::Decline(kind) => {
                let (seat, kind) = self.waiting_offer(kind.as_ref())?;
                self.send_command(Some(seat), CommandKind::Decline(kind))
            }
            UserCommand::Claim => self.send_command(None, CommandKind::Claim),
            UserCommand::Resign(seat) => self.send_command(seat, CommandKind::Resign),
            UserCommand::Abort => self.send_command(None, CommandKind::Abort),
            UserCommand::Why(gesture) => {
                let id = self.next_command_id()?;
                self.send_tracked(id.clone(), ClientMessage::Explain { id, gesture })
            }
            UserCommand::Record(format) => self.client.record(format.as_deref().unwrap_or("json")),
            UserCommand::Redo
            | UserCommand::Hint
            | UserCommand::Analyse
            | UserCommand::Load(_)
            | UserCommand::Save(_) => Err(UserError("This command only works in local games.".to_string())),
            UserCommand::SetPlayer(seat, who) => self.seat_engine(seat, &who),
            UserCommand::AddTime(seat, time) => self.owner_command(Owners::AddTime { seat, time }),
            UserCommand::Reset => self.owner_command(Owners::Reset),
            UserCommand::Remote(command) => self.run_remote(command),
            UserCommand::Show(_) => Ok(Vec::new()),
        }
    }

    /// Sends a command that only the owner of the table may use.
    fn owner_command(&mut self, command: Owners) -> Result<Vec<String>, UserError> {
        self.send_command(None, CommandKind::Order(command))
    }

    /// Sets or removes the engine on a seat.
    fn seat_engine(&mut self, seat: String, who: &str) -> Result<Vec<String>, UserError> {
        match who.parse().map_err(UserError)? {
            PlayerKind::Human => self.owner_command(Owners::EngineOff(seat)),
            PlayerKind::Engine(level) => {
                let engine = EngineAssignment { seat, level: level.number(), delay: Millis::ZERO };
                self.owner_command(Owners::Engine(engine))
            }
        }
    }

    fn run_remote(&mut self, command: RemoteCommand) -> Result<Vec<String>, UserError> {
        match command {
            RemoteCommand::Say(words) => {
                let to = if self.state.you.is_empty() { ChatChannel::Watchers } else { ChatChannel::Table };
                self.send(ClientMessage::Say { to, words })?;
                Ok(Vec::new())
            }
            RemoteCommand::Rematch => match self.state.now.next.clone() {
                Some(next) => self.follow(&next),
                None => self.send_command(None, CommandKind::Rematch),
            },
            RemoteCommand::Adjudicate(verdict) => self.owner_command(Owners::Adjudicate(verdict)),
            RemoteCommand::Remove(seat) => self.owner_command(Owners::Remove(seat)),
            RemoteCommand::SwapSeats(one, other) => self.owner_command(Owners::Swap { one, other }),
            RemoteCommand::HandOver(seat) => self.owner_command(Owners::HandOver(seat)),
            RemoteCommand::Mute { seat, muted } => {
                let person = self.person_on_seat(&seat)?;
                self.owner_command(Owners::Mute { person, muted })
            }
            RemoteCommand::ClaimAbsent(seat) => self.send_command(None, CommandKind::ClaimAbsent(seat)),
            RemoteCommand::Begin => self.owner_command(Owners::Begin),
            RemoteCommand::Pause => self.owner_command(Owners::Pause),
            RemoteCommand::Resume => self.owner_command(Owners::Resume),
        }
    }

    /// Runs an operator's action, proposes a treaty or plays an action, whichever the text names.
    fn act(&mut self, text: String) -> Result<Vec<String>, UserError> {
        if self.state.now.operations.contains(&text) {
            return self.owner_command(Owners::Operate(text));
        }
        let treaty = OfferKind::Treaty(text.clone());
        let proposable = self.state.now.proposable.iter().flat_map(|seats| &seats.0);
        let by =
            proposable.into_iter().find(|(_, offers)| offers.contains(&treaty)).map(|(seat, _)| seat.clone());
        match by {
            Some(seat) => self.send_command(Some(seat), CommandKind::Propose(treaty)),
            None => self
                .send_command(None, CommandKind::Act(state_text::resolve_typed_action(&self.state, &text))),
        }
    }

    /// The id of the person on a seat.
    fn person_on_seat(&self, seat: &str) -> Result<String, UserError> {
        let occupant = self.state.seats.iter().find(|now| now.seat == seat).map(|now| &now.sitter);
        match occupant {
            Some(Occupant::Person { person: Some(person), .. }) => Ok(person.clone()),
            _ => Err(UserError(format!("Only guests and accounts can be muted, and none sits on {seat}."))),
        }
    }
}
