//! Dispatches the messages of a room and executes commands.

use super::authorize::{Principal, authorize};
use super::commit::Checkpoint;
use super::handle::{Attach, RoomMessage, ViewerId};
use super::viewers::{Viewer, encode, has_owner_rights};
use super::{Room, turn_clock};
use crate::auth::identity::Identity;
use crate::table::DuplicateCommand;
use crate::table::event::RoomEvent;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use tetrarch_protocol::{
    CloseReason, Command, CommandKind, ErrorCode, OwnerCommand, RequestError, ServerMessage, TablePhase,
    TableState,
};
use tetrarch_rules::SeatSet;
use tetrarch_table::{Millis, OfferKind, TableEvent};

/// A client that missed more versions than this gets the whole state.
const MAX_CATCH_UP_VERSIONS: u64 = 200;

impl Room {
    pub(super) async fn dispatch(&mut self, message: RoomMessage) -> ControlFlow<()> {
        // Position lookups by others do not keep a room open.
        if !matches!(message, RoomMessage::PositionKey(_)) {
            self.last_active = self.now();
        }
        match message {
            RoomMessage::Attach(attach) => Box::pin(self.attach(*attach)).await,
            RoomMessage::Request(request) => self.handle_request(*request).await,
            RoomMessage::CaughtUp(viewer) => {
                self.viewers.clear_behind(viewer);
                self.send_state(viewer);
            }
            RoomMessage::Detach(viewer) => Box::pin(self.detach(viewer)).await,
            RoomMessage::AbortUnstarted => Box::pin(self.abort_if_unstarted()).await,
            RoomMessage::LoggedOut(person) => Box::pin(self.close_logged_out(&person)).await,
            RoomMessage::PositionKey(reply) => {
                let _ = reply.send(self.position_key());
            }
            RoomMessage::Read(identity, read) => read(self.check_may_watch(&identity).map(|_| &self.table)),
            RoomMessage::EngineCommand { seat, request, kind } => {
                self.handle_engine_command(seat, request, *kind).await;
            }
            RoomMessage::EngineFailed { seat, request, error } => {
                self.handle_engine_failure(seat, request, &error);
            }
            RoomMessage::Shutdown => return self.shut_down().await,
        }
        ControlFlow::Continue(())
    }

    /// The client's seats, or an error if it may not watch.
    pub(super) fn check_may_watch(&self, identity: &Identity) -> Result<SeatSet, RequestError> {
        let (seats, owner) = (self.table.seats_of(identity), has_owner_rights(&self.table, identity));
        if !seats.is_empty() || owner {
            return Ok(seats);
        }
        if identity.token.is_some() {
            return Err(RequestError::new(
                ErrorCode::UnknownToken,
                "This token does not belong to this table.",
            ));
        }
        if self.table.header.setting.no_watchers {
            return Err(RequestError::new(ErrorCode::NotYourSeat, "Only players can watch this table."));
        }
        Ok(seats)
    }

    async fn attach(&mut self, attach: Attach) {
        match self.check_may_watch(&attach.identity) {
            Err(why) => {
                let closing = match why.reason {
                    ErrorCode::NotYourSeat => CloseReason::Private,
                    _ => CloseReason::NoHello,
                };
                let mut viewer = Viewer::new(attach, SeatSet::EMPTY, false, self.state.clock());
                viewer.send(&encode(&ServerMessage::Refused { id: None, why }));
                viewer.close(closing);
            }
            Ok(seats) => {
                let (id, version) = (attach.id, attach.version);
                let owner = has_owner_rights(&self.table, &attach.identity);
                self.viewers.add(Viewer::new(attach, seats, owner, self.state.clock()));
                self.load_chat().await;
                self.catch_up(id, version);
                if let Some(viewer) = self.viewers.get(id) {
                    viewer.send_you(&self.table);
                }
                let lines = self.visible_chat(seats.is_empty());
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

    /// Sends a new viewer what changed since the version it has, or the whole state.
    fn catch_up(&mut self, id: ViewerId, version: Option<u64>) {
        let now = self.table.game.version();
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

    pub(super) fn state_for(&self, identity: &Identity) -> Result<Box<TableState>, RequestError> {
        let you = self.check_may_watch(identity)?;
        Ok(Box::new(self.projection().state(you)))
    }

    async fn detach(&mut self, id: ViewerId) {
        self.viewers.remove(id);
        self.broadcast_seats_if_changed();
        self.update_presence().await;
    }

    /// Closes the connections of a person whose sessions have ended.
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

    /// Announces who is connected, if that has changed.
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

    pub(super) fn send_to(&mut self, id: ViewerId, message: &ServerMessage) {
        if let Some(viewer) = self.viewers.get(id) {
            viewer.send(&encode(message));
        }
    }

    /// Executes a command and returns the version after it. A repeated command is not executed again.
    pub(super) async fn execute(
        &mut self,
        principal: &Principal,
        command: &Command,
        used: Millis,
        before: &Checkpoint,
    ) -> Result<u64, RequestError> {
        let result = self.execute_once(principal, command, used, before).await;
        let metrics = self.state.metrics();
        let counter = if result.is_ok() { &metrics.commands_accepted } else { &metrics.commands_refused };
        counter.fetch_add(1, Ordering::Relaxed);
        result
    }

    async fn execute_once(
        &mut self,
        principal: &Principal,
        command: &Command,
        used: Millis,
        before: &Checkpoint,
    ) -> Result<u64, RequestError> {
        match self.table.find_duplicate(principal.seats, principal.is_owner, &command.id, &command.kind) {
            Some(DuplicateCommand::Same(version)) => return Ok(version),
            Some(DuplicateCommand::Different) => {
                let words =
                    "This command id was already used for another command. Use a new id for every command.";
                return Err(RequestError::new(ErrorCode::NotNow, words));
            }
            None => {}
        }
        let events = authorize(&self.table, principal, command, used)?;
        self.check_absence_claim(&command.kind)?;
        match &command.kind {
            CommandKind::Rematch => Box::pin(self.request_rematch(principal)).await?,
            CommandKind::Order(OwnerCommand::Reset) => Box::pin(self.reset(events, command)).await?,
            // No other command is possible after the game.
            CommandKind::Order(order) if self.table.phase() == TablePhase::Over => {
                Box::pin(self.execute_post_game_command(order, principal)).await?;
            }
            kind => {
                if self.needs_time(kind, principal) {
                    self.check_flag(used).await?;
                }
                let seating = self.table.seating_version;
                match kind {
                    // The seating stays the same, so the broadcast can be prepared while the events are stored.
                    CommandKind::Act(_) => {
                        self.commit_events(events, Some(&command.id), Some(before)).await?;
                    }
                    _ => self.commit(events, Some(&command.id)).await?,
                }
                self.reseat_if_changed(seating).await;
            }
        }
        Ok(self.table.game.version())
    }

    /// The owner resets the table: this game does not count, and the next table is created.
    async fn reset(&mut self, events: Vec<RoomEvent>, command: &Command) -> Result<(), RequestError> {
        let before = self.checkpoint();
        if self.table.phase() != TablePhase::Over {
            self.commit(events, Some(&command.id)).await?;
        }
        if self.next_table.is_none() {
            self.create_next_table(false).await?;
        }
        // The caller broadcasts changes to the game, including the next table.
        if self.table.event_count == before.event_count {
            self.broadcast(&before);
        }
        Ok(())
    }

    /// Announces a change of seating. If all seats are taken now, the game begins.
    async fn reseat_if_changed(&mut self, before: u64) {
        if self.table.seating_version == before {
            return;
        }
        self.begin_when_full().await;
        self.viewers.reseat(&self.table);
        self.broadcast_seats();
    }

    /// Whether a command is possible only while the seat to act has time left: its move, and a takeback that
    /// returns the turn.
    fn needs_time(&self, kind: &CommandKind, principal: &Principal) -> bool {
        match kind {
            CommandKind::Act(_) => {
                self.table.game.turn().seat().is_some_and(|seat| principal.seats.contains(seat))
            }
            CommandKind::Accept(OfferKind::Takeback) => true,
            _ => false,
        }
    }

    /// If the seat to act has run out of time, records the flag fall first.
    async fn check_flag(&mut self, used: Millis) -> Result<(), RequestError> {
        let Some((seat, left)) = turn_clock::running_clock(&self.table).filter(|(_, left)| used >= *left)
        else {
            return Ok(());
        };
        self.commit(vec![TableEvent::Flagged { seat, spent: left }.into()], None).await?;
        let words = format!("{} has run out of time.", self.table.seat_name(seat));
        Err(RequestError::new(ErrorCode::Flag, words))
    }
}
