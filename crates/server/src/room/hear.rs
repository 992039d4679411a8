//! What a room does with what it is told.

use super::deeds::{Giver, meant};
use super::message::{Message, Newcomer, ViewerId};
use super::viewers::{Viewer, wire};
use super::{Room, timer};
use crate::record;
use crate::row::What;
use crate::token::TokenHash;
use std::ops::ControlFlow;
use tetrarch_protocol::{Closing, Command, Deed, Hello, Refused, RefusedFor, ServerMessage, TableState};
use tetrarch_rules::SeatSet;
use tetrarch_table::Millis;
use tokio::time::Instant;

/// Who has missed more than this gets the whole state.
const LONGEST_GAP: u64 = 200;

impl Room {
    pub(super) async fn hear(&mut self, message: Message) -> ControlFlow<()> {
        self.busy = Instant::now();
        match message {
            Message::Hello(newcomer) => self.welcome(*newcomer),
            Message::Command { viewer, command, at } => self.command(viewer, &command, at).await,
            Message::Look(viewer) => self.look(viewer),
            Message::CaughtUp(viewer) => {
                self.viewers.caught_up(viewer);
                self.look(viewer);
            }
            Message::Explain { viewer, id, gesture } => {
                let why = self.table.table.explain(&gesture);
                self.tell(viewer, &ServerMessage::Explained { id, why });
            }
            Message::Goodbye(viewer) => self.goodbye(viewer),
            Message::Join(join, reply) => {
                let _ = reply.send(self.join(*join).await);
            }
            Message::State(token, reply) => {
                let _ = reply.send(self.state_for(token.as_deref()));
            }
            Message::Record(format, reply) => {
                let _ = reply.send(record::write(&self.table, &format));
            }
            Message::Answer { seat, asked, deed } => self.engine_answered(seat, asked, *deed).await,
            Message::Shutdown => return self.shut_down().await,
        }
        ControlFlow::Continue(())
    }

    /// The seats of a token, and whether the table is its owner's.
    fn known(&self, token: Option<&str>) -> Result<(SeatSet, bool), Refused> {
        let Some(token) = token else { return Ok((SeatSet::EMPTY, false)) };
        let hash = TokenHash::of(token);
        let (seats, owner) = (self.table.seats_of(&hash), self.table.head.owner.is(&hash));
        if seats.is_empty() && !owner {
            return Err(Refused::new(RefusedFor::UnknownToken, "This token is not of this table."));
        }
        Ok((seats, owner))
    }

    fn welcome(&mut self, newcomer: Newcomer) {
        let Hello { token, version } = newcomer.hello.clone();
        let here = self.viewers.here();
        match self.known(token.as_deref()) {
            Err(why) => {
                let mut viewer = Viewer::new(newcomer, SeatSet::EMPTY, false);
                viewer.send(wire(&ServerMessage::Refused { id: None, why }));
                viewer.close(Closing::NoHello);
            }
            Ok((you, owner)) => {
                let id = newcomer.id;
                self.viewers.add(Viewer::new(newcomer, you, owner));
                self.catch_up(id, version);
                self.tell_seats_if_changed(here);
            }
        }
    }

    /// Shows a newcomer what has changed since the version they know, or everything.
    fn catch_up(&mut self, id: ViewerId, version: Option<u64>) {
        let now = self.table.version();
        let known = version.filter(|known| *known <= now && now - known <= LONGEST_GAP);
        let Some(you) = self.viewers.get(id).map(|viewer| viewer.you) else { return };
        match known.and_then(|known| self.picture().missed(you, known)) {
            Some(event) => {
                let seats = self.picture().seats();
                self.tell(id, &ServerMessage::Seats { seats });
                self.tell(id, &ServerMessage::Event(Box::new(event)));
            }
            None => self.look(id),
        }
    }

    fn look(&mut self, id: ViewerId) {
        let Some(you) = self.viewers.get(id).map(|viewer| viewer.you) else { return };
        let state = self.picture().state(you);
        self.tell(id, &ServerMessage::State(Box::new(state)));
    }

    fn state_for(&self, token: Option<&str>) -> Result<Box<TableState>, Refused> {
        let (you, _) = self.known(token)?;
        Ok(Box::new(self.picture().state(you)))
    }

    fn goodbye(&mut self, id: ViewerId) {
        let here = self.viewers.here();
        self.viewers.remove(id);
        self.tell_seats_if_changed(here);
    }

    /// Tells everybody who is connected, if that has changed.
    fn tell_seats_if_changed(&mut self, before: SeatSet) {
        if self.viewers.here() != before {
            self.tell_seats();
        }
    }

    pub(super) fn tell_seats(&mut self) {
        let seats = self.picture().seats();
        self.viewers.tell_all(&wire(&ServerMessage::Seats { seats }));
    }

    fn tell(&mut self, id: ViewerId, message: &ServerMessage) {
        if let Some(viewer) = self.viewers.get(id) {
            viewer.send(wire(message));
        }
    }

    async fn command(&mut self, id: ViewerId, command: &Command, at: Instant) {
        let Some(viewer) = self.viewers.get(id) else { return };
        let giver = Giver { seats: viewer.you, owner: viewer.owner };
        let used = self.timer.used(at) - viewer.allowance();
        let before = self.before();
        let result = self.obey(giver, command, used).await;
        let answer = match &result {
            Ok(version) => ServerMessage::Done { id: command.id.clone(), version: *version },
            Err(why) => ServerMessage::Refused { id: Some(command.id.clone()), why: why.clone() },
        };
        // A refused command can have let the flag fall. The answer goes out together with the news.
        let news = self.news(&before);
        self.tell(id, &answer);
        self.spread(news);
    }

    /// Does a command and tells the version after it. A repeated command is not done again.
    pub(super) async fn obey(
        &mut self,
        giver: Giver,
        command: &Command,
        used: Millis,
    ) -> Result<u64, Refused> {
        if let Some(version) = self.table.done_before(giver.seats, &command.id) {
            return Ok(version);
        }
        let what = meant(&self.table, giver, command, used)?;
        if let Deed::Act(_) = command.deed {
            self.must_be_in_time(used).await?;
        }
        self.happen(vec![what], Some(&command.id)).await?;
        Ok(self.table.version())
    }

    /// If the time of the seat to act is up, its flag falls before it acts.
    async fn must_be_in_time(&mut self, used: Millis) -> Result<(), Refused> {
        let Some((seat, left)) = timer::left(&self.table).filter(|(_, left)| used >= *left) else {
            return Ok(());
        };
        self.happen(vec![What::Flagged { spent: left }], None).await?;
        let words = format!("{}'s time had run out.", self.table.name(seat));
        Err(Refused::new(RefusedFor::Flag, words))
    }
}
