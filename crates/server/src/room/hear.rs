//! What a room does with what it is told.

use super::deeds::{Giver, meant};
use super::message::{Message, Newcomer, ViewerId};
use super::settle::Before;
use super::viewers::{Viewer, owns, wire};
use super::{Room, timer};
use crate::chronicle::Before as DoneBefore;
use crate::row::What;
use crate::who::Who;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use tetrarch_protocol::{
    Closing, Command, Deed, Order, Phase, Refused, RefusedFor, ServerMessage, TableState,
};
use tetrarch_rules::SeatSet;
use tetrarch_table::{Millis, OfferKind};
use tokio::time::Instant;

/// Who has missed more than this gets the whole state.
const LONGEST_GAP: u64 = 200;

impl Room {
    pub(super) async fn hear(&mut self, message: Message) -> ControlFlow<()> {
        // That others analyse keeps no room open.
        if !matches!(message, Message::Stands(_)) {
            self.busy = Instant::now();
        }
        match message {
            Message::Hello(newcomer) => Box::pin(self.welcome(*newcomer)).await,
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
            Message::Say { viewer, to, words } => {
                let Some(who) = self.viewers.get(viewer).map(|viewer| viewer.who.clone()) else {
                    return ControlFlow::Continue(());
                };
                if let Err(why) = Box::pin(self.say(&who, to, &words)).await {
                    self.tell(viewer, &ServerMessage::Refused { id: None, why });
                }
            }
            Message::Speak { who, to, words, reply } => {
                let _ = reply.send(Box::pin(self.say(&who, to, &words)).await);
            }
            Message::Do { who, command, at, reply } => {
                let used = self.used(at);
                let _ = reply.send(self.do_and_show(&who, &command, used).await);
            }
            Message::Goodbye(viewer) => Box::pin(self.goodbye(viewer)).await,
            Message::Join(who, join, reply) => {
                let _ = reply.send(Box::pin(self.join(&who, *join)).await);
            }
            Message::State(who, reply) => {
                let _ = reply.send(self.state_for(&who));
            }
            Message::WaitNoLonger => Box::pin(self.wait_no_longer()).await,
            Message::LoggedOut(person) => Box::pin(self.send_away(&person)).await,
            Message::Stands(reply) => {
                let _ = reply.send(self.stands());
            }
            Message::Read(who, read) => read(self.known(&who).map(|_| &self.table)),
            Message::Answer { seat, asked, deed } => self.engine_answered(seat, asked, *deed).await,
            Message::Shutdown => return self.shut_down().await,
        }
        ControlFlow::Continue(())
    }

    /// The seats of who looks, if they may look.
    pub(super) fn known(&self, who: &Who) -> Result<SeatSet, Refused> {
        let (seats, owner) = (self.table.seats_of(who), owns(&self.table, who));
        if !seats.is_empty() || owner {
            return Ok(seats);
        }
        if who.token.is_some() {
            return Err(Refused::new(RefusedFor::UnknownToken, "This token is not of this table."));
        }
        if self.table.head.setting.no_watchers {
            return Err(Refused::new(RefusedFor::NotYourSeat, "Only who sits at this table may look at it."));
        }
        Ok(seats)
    }

    async fn welcome(&mut self, newcomer: Newcomer) {
        match self.known(&newcomer.who) {
            Err(why) => {
                let closing = match why.reason {
                    RefusedFor::NotYourSeat => Closing::Private,
                    _ => Closing::NoHello,
                };
                let mut viewer = Viewer::new(newcomer, SeatSet::EMPTY, false);
                viewer.send(&wire(&ServerMessage::Refused { id: None, why }));
                viewer.close(closing);
            }
            Ok(you) => {
                let (id, version) = (newcomer.id, newcomer.version);
                let owner = owns(&self.table, &newcomer.who);
                self.viewers.add(Viewer::new(newcomer, you, owner));
                self.recall().await;
                self.catch_up(id, version);
                if let Some(viewer) = self.viewers.get(id) {
                    viewer.tell_who_they_are(&self.table);
                }
                let lines = self.heard(you.is_empty());
                if !lines.is_empty() {
                    self.tell(id, &ServerMessage::Chat { lines });
                }
                self.tell_seats_if_changed();
                self.count_the_present().await;
                if self.timer.starts_at().is_some() && !self.awaits_its_player() {
                    self.start_the_clock();
                }
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

    fn state_for(&self, who: &Who) -> Result<Box<TableState>, Refused> {
        let you = self.known(who)?;
        Ok(Box::new(self.picture().state(you)))
    }

    async fn goodbye(&mut self, id: ViewerId) {
        self.viewers.remove(id);
        self.tell_seats_if_changed();
        self.count_the_present().await;
    }

    /// Closes the connections of a person who is not known by their session any more.
    async fn send_away(&mut self, person: &str) {
        for (id, session) in self.viewers.sessions_of(person) {
            if self.rooms.people().is_known(&session).await {
                continue;
            }
            if let Some(viewer) = self.viewers.get(id) {
                viewer.close(Closing::LoggedOut);
            }
            self.goodbye(id).await;
        }
    }

    /// Tells everybody who is connected, if that is not what they were told last.
    fn tell_seats_if_changed(&mut self) {
        if self.viewers.here() != self.viewers.told_here {
            self.tell_seats();
        }
    }

    pub(super) fn tell_seats(&mut self) {
        let seats = self.picture().seats();
        self.viewers.told_here = self.viewers.here();
        self.viewers.tell_all(&wire(&ServerMessage::Seats { seats }));
    }

    fn tell(&mut self, id: ViewerId, message: &ServerMessage) {
        if let Some(viewer) = self.viewers.get(id) {
            viewer.send(&wire(message));
        }
    }

    async fn command(&mut self, id: ViewerId, command: &Command, at: Instant) {
        let Some(viewer) = self.viewers.get(id) else { return };
        let giver = Giver::of(&self.table, &viewer.who);
        let used = self.used(at);
        let before = self.before();
        let result = self.obey(&giver, command, used, &before).await;
        let answer = match &result {
            Ok(version) => ServerMessage::Done { id: command.id.clone(), version: *version },
            Err(why) => ServerMessage::Refused { id: Some(command.id.clone()), why: why.clone() },
        };
        // A refused command can have let the flag fall. The answer goes out together with the news.
        let news = (self.table.rows != before.rows).then(|| self.news(&before));
        self.tell(id, &answer);
        news.into_iter().for_each(|news| self.spread(news));
        // Nobody is shown it before who did it has an answer.
        if let Some(viewer) = self.viewers.get(id) {
            viewer.flush();
        }
    }

    /// Does what somebody says over HTTP.
    async fn do_and_show(&mut self, who: &Who, command: &Command, used: Millis) -> Result<u64, Refused> {
        let giver = Giver::of(&self.table, who);
        let before = self.before();
        let result = self.obey(&giver, command, used, &before).await;
        self.publish_if_changed(&before);
        result
    }

    /// Does a command and tells the version after it. A repeated command is not done again.
    pub(super) async fn obey(
        &mut self,
        giver: &Giver,
        command: &Command,
        used: Millis,
        before: &Before,
    ) -> Result<u64, Refused> {
        let result = self.obey_once(giver, command, used, before).await;
        let counts = self.rooms.counts();
        let count = if result.is_ok() { &counts.commands } else { &counts.refused };
        count.fetch_add(1, Ordering::Relaxed);
        result
    }

    async fn obey_once(
        &mut self,
        giver: &Giver,
        command: &Command,
        used: Millis,
        before: &Before,
    ) -> Result<u64, Refused> {
        match self.table.done_before(giver.seats, giver.owner, &command.id, &command.deed) {
            Some(DoneBefore::Done(version)) => return Ok(version),
            Some(DoneBefore::Another) => {
                let words =
                    "Something else was done under this id already. Give every command an id of its own.";
                return Err(Refused::new(RefusedFor::NotNow, words));
            }
            None => {}
        }
        let things = meant(&self.table, giver, command, used)?;
        self.must_be_absent(&command.deed)?;
        match &command.deed {
            Deed::Rematch => Box::pin(self.want_rematch(giver)).await?,
            Deed::Order(Order::Reset) => Box::pin(self.reset(things, command)).await?,
            // Nothing else can be ordered then.
            Deed::Order(order) if self.table.phase() == Phase::Over => {
                Box::pin(self.order_later(order, giver)).await?;
            }
            deed => {
                if self.needs_time(deed, giver) {
                    self.must_be_in_time(used).await?;
                }
                let seating = self.table.seating;
                match deed {
                    // Who sees what from where stays as it is, so all that there will be to tell is known at once.
                    Deed::Act(_) => self.happen_and_prepare(things, &command.id, before).await?,
                    _ => self.happen(things, Some(&command.id)).await?,
                }
                self.reseat_if_changed(seating).await;
            }
        }
        Ok(self.table.version())
    }

    /// The owner wants to begin anew: this game does not count, and the next one is made.
    async fn reset(&mut self, things: Vec<What>, command: &Command) -> Result<(), Refused> {
        let before = self.before();
        if self.table.phase() != Phase::Over {
            self.happen(things, Some(&command.id)).await?;
        }
        if self.next.is_none() {
            self.follow(false).await?;
        }
        // What has happened to the game is told by who was commanded, and the next table with it.
        if self.table.rows == before.rows {
            self.publish(&before);
        }
        Ok(())
    }

    /// Tells everybody who sits where, if that has changed; where all sit now, the game begins.
    async fn reseat_if_changed(&mut self, before: u64) {
        if self.table.seating == before {
            return;
        }
        self.begin_when_full().await;
        self.viewers.reseat(&self.table);
        self.tell_seats();
    }

    /// Whether something can only be done while the seat to act has time: to act for it, and to give the turn back.
    fn needs_time(&self, deed: &Deed, giver: &Giver) -> bool {
        match deed {
            Deed::Act(_) => self.table.table.turn().seat().is_some_and(|seat| giver.seats.contains(seat)),
            Deed::Accept(OfferKind::Takeback) => true,
            _ => false,
        }
    }

    /// If the time of the seat to act is up, its flag falls first.
    async fn must_be_in_time(&mut self, used: Millis) -> Result<(), Refused> {
        let Some((seat, left)) = timer::left(&self.table).filter(|(_, left)| used >= *left) else {
            return Ok(());
        };
        self.happen(vec![What::Flagged { spent: left }], None).await?;
        let words = format!("{}'s time had run out.", self.table.name(seat));
        Err(Refused::new(RefusedFor::Flag, words))
    }
}
