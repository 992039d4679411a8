//! Commits events: applies them to the table, stores them, and broadcasts the result. All changes go through
//! here.

use super::projection::Delta;
use super::turn_clock::TurnClock;
use super::viewers::{Broadcast, encode};
use super::{Room, listing};
use crate::state::LoadError;
use crate::table;
use crate::table::error::to_request_error;
use crate::table::event::{RoomEvent, StoredEvent};
use tetrarch_protocol::{
    CommandId, ErrorCode, RequestError, ServerMessage, SharedView, TablePhase, played_steps,
};
use tetrarch_store::GameEnd;
use tetrarch_table::LineChange;

/// The state before a change, to find out what changed.
pub(super) struct Checkpoint {
    version: u64,
    phase: TablePhase,
    seating_version: u64,
    entropy_count: usize,
    pub(super) event_count: u64,
}

/// A broadcast that was prepared while its events were being stored.
pub(super) struct PreparedBroadcast {
    /// The number of events it includes.
    event_count: u64,
    broadcast: Broadcast,
}

impl Room {
    /// Remembers the state that everybody sees before a change.
    pub(super) fn checkpoint(&mut self) -> Checkpoint {
        let table = &self.table;
        self.viewers.remember_view(|| SharedView::new(&*table.game, table.begun));
        Checkpoint {
            version: self.table.game.version(),
            phase: self.table.phase(),
            seating_version: self.table.seating_version,
            entropy_count: self.table.entropy_count(),
            event_count: self.table.event_count,
        }
    }

    /// Applies events in order and stores them in one transaction. If one is refused, nothing changes.
    pub(super) async fn commit(
        &mut self,
        events: Vec<RoomEvent>,
        id: Option<&CommandId>,
    ) -> Result<(), RequestError> {
        self.commit_events(events, id, None).await
    }

    /// The same. With a checkpoint, prepares the broadcast of what changed since while the store is writing.
    pub(super) async fn commit_events(
        &mut self,
        events: Vec<RoomEvent>,
        id: Option<&CommandId>,
        before: Option<&Checkpoint>,
    ) -> Result<(), RequestError> {
        let (from, turn_count, paused) = (self.table.event_count, self.table.turn_count, self.table.paused);
        let events = self.apply_events(events, id).await?;
        let resumes = self.table.turn_count != turn_count || self.table.paused != paused;
        let storing = self.store_events(from, &events);
        let preparing = async {
            let before = before?;
            // Let other rooms go first: if their events arrive in time, they are stored in the same transaction.
            tokio::task::yield_now().await;
            self.restart_clock(resumes);
            Some(PreparedBroadcast {
                event_count: self.table.event_count,
                broadcast: self.build_broadcast(before),
            })
        };
        // Polled in this order: the events are on their way before anything is prepared.
        let (stored, prepared) = tokio::join!(biased; storing, preparing);
        if let Err(error) = stored {
            tracing::error!(table = %self.table.id, %error, "failed to store events");
            return self.recover(&events, id).await;
        }
        self.prepared = prepared;
        self.restart_clock(resumes);
        Ok(())
    }

    /// Applies events in memory. If one of them is refused, none is applied. The last one stands for the command
    /// that caused them.
    async fn apply_events(
        &mut self,
        events: Vec<RoomEvent>,
        id: Option<&CommandId>,
    ) -> Result<Vec<StoredEvent>, RequestError> {
        let from = self.table.event_count;
        let (mut stored, count) = (Vec::with_capacity(events.len()), events.len());
        for (index, event) in events.into_iter().enumerate() {
            match self.table.apply(event, id.filter(|_| index + 1 == count)) {
                Ok(events) => stored.extend(events),
                Err(error) => {
                    // Some events are applied in memory but not stored. The store is authoritative.
                    if self.table.event_count != from {
                        self.reload().await;
                    }
                    return Err(to_request_error(&error));
                }
            }
        }
        Ok(stored)
    }

    fn restart_clock(&mut self, resumes: bool) {
        if resumes {
            self.clock = TurnClock::resume(&self.table, self.now());
        }
    }

    /// Stores events. Finishes the game with its last event.
    fn store_events(
        &self,
        from: u64,
        stored: &[StoredEvent],
    ) -> impl Future<Output = Result<(), LoadError>> + Send + use<> {
        let rows: serde_json::Result<Vec<String>> = stored.iter().map(serde_json::to_string).collect();
        let (store, id) = (self.state.store().clone(), self.table.id.clone());
        let end = self.table.game.outcome().map(|outcome| {
            let (at, summary) = (self.state.clock().timestamp(), outcome.reason().description().to_string());
            (GameEnd { at, summary }, listing::archive_entry(&self.table, &outcome, at))
        });
        async move {
            match end {
                Some((finish, entry)) => store.finish_archived(&id, from, rows?, finish, entry?).await?,
                None => store.append(&id, from, rows?).await?,
            }
            Ok(())
        }
    }

    /// Reloads the table after a store failure. If the command turns out to be stored, it succeeded.
    async fn recover(&mut self, stored: &[StoredEvent], id: Option<&CommandId>) -> Result<(), RequestError> {
        self.reload().await;
        if self.store_failed {
            let words = "The database is not responding, so it is unknown whether your command took effect. Try again.";
            return Err(RequestError::new(ErrorCode::NotStored, words));
        }
        // Command ids are only unique per client, so only the commands of this seat, or of the owner, count.
        let names = self.table.game.seats();
        let command = |stored: &StoredEvent| Some((stored.event.seat(), stored.event.command_kind(names)?));
        if let (Some(id), Some((seat, kind))) = (id, stored.iter().rev().find_map(command))
            && let Some(table::DuplicateCommand::Same(_)) =
                self.table.find_duplicate(seat.into_iter().collect(), seat.is_none(), id, &kind)
        {
            return Ok(());
        }
        let words = "Your command could not be saved and had no effect. Try again.";
        Err(RequestError::new(ErrorCode::NotStored, words))
    }

    /// Reloads the table from the store and sends everybody the whole state.
    async fn reload(&mut self) {
        let id = self.table.id.clone();
        match self.state.load_table(&id).await {
            Ok(Some(table)) => {
                self.table = table;
                self.clock = TurnClock::resume(&self.table, self.now());
                self.viewers.forget_view();
                self.broadcast_state();
            }
            Ok(None) => self.store_failed = true,
            Err(error) => {
                tracing::error!(table = %id, %error, "failed to reload the table");
                self.store_failed = true;
            }
        }
    }

    fn broadcast_state(&mut self) {
        let projection = self.projection();
        let state = |you| encode(&ServerMessage::State(Box::new(projection.state(you))));
        let all = self.viewers.render_groups(state, state);
        self.viewers.send_broadcast(all);
    }

    /// Sends everybody what changed, and updates the lobby and the engines.
    pub(super) fn broadcast(&mut self, before: &Checkpoint) {
        let broadcast = self.prepare_broadcast(before);
        self.send_broadcast(broadcast);
    }

    /// The broadcast for everything that changed since the checkpoint.
    pub(super) fn prepare_broadcast(&mut self, before: &Checkpoint) -> Broadcast {
        match self.prepared.take() {
            Some(prepared) if prepared.event_count == self.table.event_count => prepared.broadcast,
            _ => self.build_broadcast(before),
        }
    }

    fn build_broadcast(&mut self, before: &Checkpoint) -> Broadcast {
        self.viewers.drop_lost();
        let (delta, old) = (self.delta_since(before), self.viewers.take_view());
        let projection = self.projection();
        let state = |you| encode(&ServerMessage::State(Box::new(projection.state(you))));
        let new = projection.shared_view();
        let broadcast = match old {
            Some(old) => {
                let event = projection.event(delta, &old, &new);
                let change = |you| projection.event_text(you, &event, &old, &new);
                self.viewers.render_groups(change, state)
            }
            None => self.viewers.render_groups(state, state),
        };
        self.viewers.set_view(new);
        broadcast
    }

    pub(super) fn send_broadcast(&mut self, broadcast: Broadcast) {
        // The state in memory may not be stored.
        if self.store_failed {
            return;
        }
        self.viewers.send_broadcast(broadcast);
        self.update_lobby();
        self.update_engines();
    }

    fn delta_since(&self, before: &Checkpoint) -> Delta {
        let change = self.table.game.line_change_since(before.version);
        let LineChange { cut, start } = change.unwrap_or(LineChange { cut: Some(0), start: 0 });
        Delta {
            from: before.version,
            cut: cut.map(|length| length as u64),
            played: played_steps(&*self.table.game, start),
            deal_changed: self.table.phase() != before.phase
                || self.table.seating_version != before.seating_version
                || self.table.entropy_count() != before.entropy_count,
        }
    }
}
