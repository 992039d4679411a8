//! Doing, storing and showing: the one way by which anything changes.

use super::projection::{Delta, SharedView, steps};
use super::turn_clock::TurnClock;
use super::viewers::{Broadcast, encode};
use super::{Room, listing};
use crate::event::{StoredEvent, TableEvent};
use crate::refusal::to_request_error;
use crate::table;
use crate::timestamp::now;
use tetrarch_protocol::{CommandId, EncodedEvent, ErrorCode, RequestError, ServerMessage, TablePhase};
use tetrarch_store::{GameEnd, StoreError};

/// What there was before something happened.
pub(super) struct Checkpoint {
    version: u64,
    log: usize,
    line: usize,
    phase: TablePhase,
    seating_version: u64,
    entropy_count: usize,
    pub(super) event_count: u64,
}

/// What everybody is to be told once it is stored.
pub(super) struct PreparedBroadcast {
    /// How many rows there are then.
    event_count: u64,
    broadcast: Broadcast,
}

impl Room {
    /// Remembers what everybody sees, so that they can be told what has changed.
    pub(super) fn checkpoint(&mut self) -> Checkpoint {
        let table = &self.table;
        self.viewers.remember_view(|| SharedView::of(&*table.game, table.begun));
        Checkpoint {
            version: self.table.version(),
            log: self.table.game.log().len(),
            line: self.table.game.line_len(),
            phase: self.table.phase(),
            seating_version: self.table.seating_version,
            entropy_count: self.table.entropy_count(),
            event_count: self.table.event_count,
        }
    }

    /// Does things one after the other and stores them together. If it is refused, nothing has changed.
    pub(super) async fn commit(
        &mut self,
        things: Vec<TableEvent>,
        id: Option<&CommandId>,
    ) -> Result<(), RequestError> {
        self.commit_events(things, id, None).await
    }

    /// The same. While the disk is busy with it, what everybody will be told of it is made ready.
    pub(super) async fn commit_and_prepare(
        &mut self,
        things: Vec<TableEvent>,
        id: &CommandId,
        before: &Checkpoint,
    ) -> Result<(), RequestError> {
        self.commit_events(things, Some(id), Some(before)).await
    }

    async fn commit_events(
        &mut self,
        things: Vec<TableEvent>,
        id: Option<&CommandId>,
        before: Option<&Checkpoint>,
    ) -> Result<(), RequestError> {
        let (from, turns, paused) = (self.table.event_count, self.table.turn_count, self.table.paused);
        let rows = self.apply_events(things, id).await?;
        let resumes = self.table.turn_count != turns || self.table.paused != paused;
        let storing = self.store_events(from, &rows);
        let preparing = async {
            let before = before?;
            // What others do now is stored with this if it comes in time: they go first.
            tokio::task::yield_now().await;
            self.restart_clock(resumes);
            Some(PreparedBroadcast {
                event_count: self.table.event_count,
                broadcast: self.build_broadcast(before),
            })
        };
        // The first is asked first: the rows are on their way before anything is prepared.
        let (stored, ready) = tokio::join!(biased; storing, preparing);
        if let Err(error) = stored {
            tracing::error!(table = %self.table.id, %error, "could not store");
            return self.recover(&rows, id).await;
        }
        self.prepared = ready;
        self.restart_clock(resumes);
        Ok(())
    }

    /// Does things in memory. If one of them is refused, none is done.
    async fn apply_events(
        &mut self,
        things: Vec<TableEvent>,
        id: Option<&CommandId>,
    ) -> Result<Vec<StoredEvent>, RequestError> {
        let from = self.table.event_count;
        let mut rows = Vec::with_capacity(things.len());
        for what in things {
            match self.table.apply(what, id.cloned()) {
                Ok(row) => rows.push(row),
                Err(refusal) => {
                    // Half of it is done in memory, nothing is stored: what counts is what is stored.
                    if self.table.event_count != from || self.table.is_inconsistent() {
                        self.reload().await;
                    }
                    return Err(to_request_error(&refusal));
                }
            }
        }
        Ok(rows)
    }

    fn restart_clock(&mut self, resumes: bool) {
        if resumes {
            self.clock = TurnClock::resume(&self.table);
        }
    }

    /// Stores rows; with the last of a game, that it is over.
    fn store_events(
        &self,
        from: u64,
        rows: &[StoredEvent],
    ) -> impl Future<Output = Result<(), StoreError>> + Send + use<> {
        let texts = rows.iter().map(|row| serde_json::to_string(row).unwrap_or_default()).collect();
        let (store, id) = (self.state.store().clone(), self.table.id.clone());
        let end = self.table.game.outcome().map(|outcome| {
            let (at, summary) = (now(), outcome.reason().description().to_string());
            (GameEnd { at, summary }, listing::archive_entry(&self.table, &outcome, at))
        });
        async move {
            match end {
                Some((finish, entry)) => store.finish_archived(&id, from, texts, finish, entry).await,
                None => store.append(&id, from, texts).await,
            }
        }
    }

    /// After a fault of the store: back to what is stored. If the command turns out to be stored, all is well.
    async fn recover(&mut self, rows: &[StoredEvent], id: Option<&CommandId>) -> Result<(), RequestError> {
        self.reload().await;
        if self.store_failed {
            let words = "The database does not answer, so nobody knows yet whether it was done. Try again.";
            return Err(RequestError::new(ErrorCode::NotStored, words));
        }
        // Ids are each person's own: only what these seats have done counts.
        let seats = rows.iter().filter_map(|row| self.table.seat_named(row.what.seat()?).ok()).collect();
        let ordered = rows.iter().any(|row| row.what.seat().is_none());
        let deed = rows.iter().find_map(|row| row.what.command_kind());
        if let (Some(id), Some(deed)) = (id, deed)
            && let Some(table::DuplicateCommand::Same(_)) =
                self.table.find_duplicate(seats, ordered, id, &deed)
        {
            return Ok(());
        }
        let words = "It could not be stored, so it was not done. Try again.";
        Err(RequestError::new(ErrorCode::NotStored, words))
    }

    /// Takes the table as it is stored, and shows it to everybody.
    async fn reload(&mut self) {
        let id = self.table.id.clone();
        match self.state.load_table(&id).await {
            Ok(Some(table)) => {
                self.table = table;
                self.clock = TurnClock::resume(&self.table);
                self.viewers.forget_view();
                self.broadcast_state();
            }
            Ok(None) => self.store_failed = true,
            Err(error) => {
                tracing::error!(table = %id, %error, "could not load again");
                self.store_failed = true;
            }
        }
    }

    /// Shows everybody the whole state.
    fn broadcast_state(&mut self) {
        let picture = self.projection();
        let state = |you| encode(&ServerMessage::State(Box::new(picture.state(you))));
        let all = self.viewers.render_groups(state, state);
        self.viewers.send_broadcast(all);
    }

    /// Shows everybody what has happened, and lets the engines know.
    pub(super) fn broadcast(&mut self, before: &Checkpoint) {
        let news = self.prepare_broadcast(before);
        self.send_broadcast(news);
    }

    /// The same, if anything has happened.
    pub(super) fn broadcast_if_changed(&mut self, before: &Checkpoint) {
        if self.table.event_count != before.event_count {
            self.broadcast(before);
        }
    }

    /// What everybody is to be told of what has happened since.
    pub(super) fn prepare_broadcast(&mut self, before: &Checkpoint) -> Broadcast {
        match self.prepared.take() {
            Some(ready) if ready.event_count == self.table.event_count => ready.broadcast,
            _ => self.build_broadcast(before),
        }
    }

    fn build_broadcast(&mut self, before: &Checkpoint) -> Broadcast {
        self.viewers.drop_lost();
        let (course, old) = (self.delta_since(before), self.viewers.take_view());
        let picture = self.projection();
        let state = |you| encode(&ServerMessage::State(Box::new(picture.state(you))));
        let new = picture.shared_view();
        let news = match old {
            Some(old) => {
                let event = picture.event(course, &old, &new);
                let everybody = EncodedEvent::new(&event);
                let change = |you| picture.event_text(you, &event, &everybody, [&old, &new]);
                self.viewers.render_groups(change, state)
            }
            None => self.viewers.render_groups(state, state),
        };
        self.viewers.set_view(new);
        news
    }

    pub(super) fn send_broadcast(&mut self, news: Broadcast) {
        // What is in memory then may not be stored.
        if self.store_failed {
            return;
        }
        self.viewers.send_broadcast(news);
        self.update_lobby();
        self.update_engines();
    }

    /// What has happened since.
    fn delta_since(&self, before: &Checkpoint) -> Delta {
        let since = self.table.game.log().get(before.log..).unwrap_or_default();
        let cut = since.iter().find_map(|entry| entry.word.strip_prefix("takeback:")?.parse::<usize>().ok());
        Delta {
            from: before.version,
            cut: cut.map(|length| length as u64),
            played: steps(&*self.table.game, cut.unwrap_or(before.line)),
            deal_changed: self.table.phase() != before.phase
                || self.table.seating_version != before.seating_version
                || self.table.entropy_count() != before.entropy_count,
        }
    }
}
