//! What a room does with what it is told.

use super::authorize::{Principal, authorize};
use super::commit::Checkpoint;
use super::handle::{Attach, RoomMessage, ViewerId};
use super::viewers::{Viewer, encode, has_owner_rights};
use super::{Room, turn_clock};
use crate::event::TableEvent;
use crate::table::DuplicateCommand as DoneBefore;
use crate::who::Identity;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use tetrarch_protocol::{
    CloseReason, Command, CommandKind, ErrorCode, OwnerCommand, RequestError, ServerMessage, TablePhase,
    TableState,
};
use tetrarch_rules::SeatSet;
use tetrarch_table::{Millis, OfferKind};
use tokio::time::Instant;

/// Who has missed more than this gets the whole state.
const MAX_CATCH_UP_VERSIONS: u64 = 200;

impl Room {
    pub(super) async fn dispatch(&mut self, message: RoomMessage) -> ControlFlow<()> {
        // That others analyse keeps no room open.
        if !matches!(message, RoomMessage::PositionKey(_)) {
            self.last_active = Instant::now();
        }
        match message {
            RoomMessage::Attach(newcomer) => Box::pin(self.attach(*newcomer)).await,
            RoomMessage::Command { viewer, command, at } => self.handle_command(viewer, &command, at).await,
            RoomMessage::SendState(viewer) => self.send_state(viewer),
            RoomMessage::CaughtUp(viewer) => {
                self.viewers.clear_behind(viewer);
                self.send_state(viewer);
            }
            RoomMessage::Explain { viewer, id, gesture } => {
                let why = self.table.game.explain(&gesture);
                self.send_to(viewer, &ServerMessage::Explained { id, why });
            }
            RoomMessage::Chat { viewer, to, words } => {
                let Some(who) = self.viewers.get(viewer).map(|viewer| viewer.identity.clone()) else {
                    return ControlFlow::Continue(());
                };
                if let Err(why) = Box::pin(self.say(&who, to, &words)).await {
                    self.send_to(viewer, &ServerMessage::Refused { id: None, why });
                }
            }
            RoomMessage::HttpChat { who, to, words, reply } => {
                let _ = reply.send(Box::pin(self.say(&who, to, &words)).await);
            }
            RoomMessage::HttpCommand { who, command, at, reply } => {
                let used = self.turn_time_used(at);
                let _ = reply.send(self.handle_http_command(&who, &command, used).await);
            }
            RoomMessage::Detach(viewer) => Box::pin(self.detach(viewer)).await,
            RoomMessage::Join(who, join, reply) => {
                let _ = reply.send(Box::pin(self.join(&who, *join)).await);
            }
            RoomMessage::State(who, reply) => {
                let _ = reply.send(self.state_for(&who));
            }
            RoomMessage::AbortUnstarted => Box::pin(self.abort_if_unstarted()).await,
            RoomMessage::LoggedOut(person) => Box::pin(self.close_logged_out(&person)).await,
            RoomMessage::PositionKey(reply) => {
                let _ = reply.send(self.position_key());
            }
            RoomMessage::Read(who, read) => read(self.check_may_watch(&who).map(|_| &self.table)),
            RoomMessage::EngineCommand { seat, asked, deed } => {
                self.handle_engine_command(seat, asked, *deed).await
            }
            RoomMessage::Shutdown => return self.shut_down().await,
        }
        ControlFlow::Continue(())
    }

    /// The seats of who looks, if they may look.
    pub(super) fn check_may_watch(&self, who: &Identity) -> Result<SeatSet, RequestError> {
        let (seats, owner) = (self.table.seats_of(who), has_owner_rights(&self.table, who));
        if !seats.is_empty() || owner {
            return Ok(seats);
        }
        if who.token.is_some() {
            return Err(RequestError::new(ErrorCode::UnknownToken, "This token is not of this table."));
        }
        if self.table.header.setting.no_watchers {
            return Err(RequestError::new(
                ErrorCode::NotYourSeat,
                "Only who sits at this table may look at it.",
            ));
        }
        Ok(seats)
    }

    async fn attach(&mut self, newcomer: Attach) {
        match self.check_may_watch(&newcomer.identity) {
            Err(why) => {
                let closing = match why.reason {
                    ErrorCode::NotYourSeat => CloseReason::Private,
                    _ => CloseReason::NoHello,
                };
                let mut viewer = Viewer::new(newcomer, SeatSet::EMPTY, false);
                viewer.send(&encode(&ServerMessage::Refused { id: None, why }));
                viewer.close(closing);
            }
            Ok(you) => {
                let (id, version) = (newcomer.id, newcomer.version);
                let owner = has_owner_rights(&self.table, &newcomer.identity);
                self.viewers.add(Viewer::new(newcomer, you, owner));
                self.load_chat().await;
                self.catch_up(id, version);
                if let Some(viewer) = self.viewers.get(id) {
                    viewer.send_you(&self.table);
                }
                let lines = self.visible_chat(you.is_empty());
                if !lines.is_empty() {
                    self.send_to(id, &ServerMessage::Chat { lines });
                }
                self.broadcast_seats_if_changed();
                self.update_presence().await;
                if self.clock.starts_at().is_some() && !self.is_player_to_act_away() {
                    self.start_clock();
                }
            }
        }
    }

    /// Shows a newcomer what has changed since the version they know, or everything.
    fn catch_up(&mut self, id: ViewerId, version: Option<u64>) {
        let now = self.table.version();
        let known = version.filter(|known| *known <= now && now - known <= MAX_CATCH_UP_VERSIONS);
        let Some(you) = self.viewers.get(id).map(|viewer| viewer.seats) else { return };
        match known.and_then(|known| self.projection().catch_up_event(you, known)) {
            Some(event) => {
                let seats = self.projection().seats();
                self.send_to(id, &ServerMessage::Seats { seats });
                self.send_to(id, &ServerMessage::Event(Box::new(event)));
            }
            None => self.send_state(id),
        }
    }

    fn send_state(&mut self, id: ViewerId) {
        let Some(you) = self.viewers.get(id).map(|viewer| viewer.seats) else { return };
        let state = self.projection().state(you);
        self.send_to(id, &ServerMessage::State(Box::new(state)));
    }

    fn state_for(&self, who: &Identity) -> Result<Box<TableState>, RequestError> {
        let you = self.check_may_watch(who)?;
        Ok(Box::new(self.projection().state(you)))
    }

    async fn detach(&mut self, id: ViewerId) {
        self.viewers.remove(id);
        self.broadcast_seats_if_changed();
        self.update_presence().await;
    }

    /// Closes the connections of a person who is not known by their session any more.
    async fn close_logged_out(&mut self, person: &str) {
        for (id, session) in self.viewers.sessions_of(person) {
            if self.state.accounts().is_session_valid(&session).await {
                continue;
            }
            if let Some(viewer) = self.viewers.get(id) {
                viewer.close(CloseReason::LoggedOut);
            }
            self.detach(id).await;
        }
    }

    /// Tells everybody who is connected, if that is not what they were told last.
    fn broadcast_seats_if_changed(&mut self) {
        if self.viewers.connected_seats() != self.viewers.announced_seats {
            self.broadcast_seats();
        }
    }

    pub(super) fn broadcast_seats(&mut self) {
        let seats = self.projection().seats();
        self.viewers.announced_seats = self.viewers.connected_seats();
        self.viewers.send_all(&encode(&ServerMessage::Seats { seats }));
    }

    fn send_to(&mut self, id: ViewerId, message: &ServerMessage) {
        if let Some(viewer) = self.viewers.get(id) {
            viewer.send(&encode(message));
        }
    }

    async fn handle_command(&mut self, id: ViewerId, command: &Command, at: Instant) {
        let Some(viewer) = self.viewers.get(id) else { return };
        let giver = Principal::new(&self.table, &viewer.identity);
        let used = self.turn_time_used(at);
        let before = self.checkpoint();
        let result = self.execute(&giver, command, used, &before).await;
        let answer = match &result {
            Ok(version) => ServerMessage::Done { id: command.id.clone(), version: *version },
            Err(why) => ServerMessage::Refused { id: Some(command.id.clone()), why: why.clone() },
        };
        // A refused command can have let the flag fall. The answer goes out together with the news.
        let news = (self.table.event_count != before.event_count).then(|| self.prepare_broadcast(&before));
        self.send_to(id, &answer);
        news.into_iter().for_each(|news| self.send_broadcast(news));
        // Nobody is shown it before who did it has an answer.
        if let Some(viewer) = self.viewers.get(id) {
            viewer.flush();
        }
    }

    /// Does what somebody says over HTTP.
    async fn handle_http_command(
        &mut self,
        who: &Identity,
        command: &Command,
        used: Millis,
    ) -> Result<u64, RequestError> {
        let giver = Principal::new(&self.table, who);
        let before = self.checkpoint();
        let result = self.execute(&giver, command, used, &before).await;
        self.broadcast_if_changed(&before);
        result
    }

    /// Does a command and tells the version after it. A repeated command is not done again.
    pub(super) async fn execute(
        &mut self,
        giver: &Principal,
        command: &Command,
        used: Millis,
        before: &Checkpoint,
    ) -> Result<u64, RequestError> {
        let result = self.execute_once(giver, command, used, before).await;
        let counts = self.state.metrics();
        let count = if result.is_ok() { &counts.commands_accepted } else { &counts.commands_refused };
        count.fetch_add(1, Ordering::Relaxed);
        result
    }

    async fn execute_once(
        &mut self,
        giver: &Principal,
        command: &Command,
        used: Millis,
        before: &Checkpoint,
    ) -> Result<u64, RequestError> {
        match self.table.find_duplicate(giver.seats, giver.is_owner, &command.id, &command.kind) {
            Some(DoneBefore::Same(version)) => return Ok(version),
            Some(DoneBefore::Different) => {
                let words =
                    "Something else was done under this id already. Give every command an id of its own.";
                return Err(RequestError::new(ErrorCode::NotNow, words));
            }
            None => {}
        }
        let things = authorize(&self.table, giver, command, used)?;
        self.check_absence_claim(&command.kind)?;
        match &command.kind {
            CommandKind::Rematch => Box::pin(self.request_rematch(giver)).await?,
            CommandKind::Order(OwnerCommand::Reset) => Box::pin(self.reset(things, command)).await?,
            // Nothing else can be ordered then.
            CommandKind::Order(order) if self.table.phase() == TablePhase::Over => {
                Box::pin(self.execute_post_game_command(order, giver)).await?;
            }
            deed => {
                if self.needs_time(deed, giver) {
                    self.check_flag(used).await?;
                }
                let seating = self.table.seating_version;
                match deed {
                    // Who sees what from where stays as it is, so all that there will be to tell is known at once.
                    CommandKind::Act(_) => self.commit_and_prepare(things, &command.id, before).await?,
                    _ => self.commit(things, Some(&command.id)).await?,
                }
                self.reseat_if_changed(seating).await;
            }
        }
        Ok(self.table.version())
    }

    /// The owner wants to begin anew: this game does not count, and the next one is made.
    async fn reset(&mut self, things: Vec<TableEvent>, command: &Command) -> Result<(), RequestError> {
        let before = self.checkpoint();
        if self.table.phase() != TablePhase::Over {
            self.commit(things, Some(&command.id)).await?;
        }
        if self.next_table.is_none() {
            self.create_next_table(false).await?;
        }
        // What has happened to the game is told by who was commanded, and the next table with it.
        if self.table.event_count == before.event_count {
            self.broadcast(&before);
        }
        Ok(())
    }

    /// Tells everybody who sits where, if that has changed; where all sit now, the game begins.
    async fn reseat_if_changed(&mut self, before: u64) {
        if self.table.seating_version == before {
            return;
        }
        self.begin_when_full().await;
        self.viewers.reseat(&self.table);
        self.broadcast_seats();
    }

    /// Whether something can only be done while the seat to act has time: to act for it, and to give the turn back.
    fn needs_time(&self, deed: &CommandKind, giver: &Principal) -> bool {
        match deed {
            CommandKind::Act(_) => {
                self.table.game.turn().seat().is_some_and(|seat| giver.seats.contains(seat))
            }
            CommandKind::Accept(OfferKind::Takeback) => true,
            _ => false,
        }
    }

    /// If the time of the seat to act is up, its flag falls first.
    async fn check_flag(&mut self, used: Millis) -> Result<(), RequestError> {
        let Some((seat, left)) = turn_clock::running_clock(&self.table).filter(|(_, left)| used >= *left)
        else {
            return Ok(());
        };
        self.commit(vec![TableEvent::Flagged { spent: left }], None).await?;
        let words = format!("{}'s time had run out.", self.table.seat_name(seat));
        Err(RequestError::new(ErrorCode::Flag, words))
    }
}
