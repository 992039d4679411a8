//! The viewers of a room and what they have been shown.

use super::handle::{Attach, ConnectionStats, ViewerId};
use super::sink::{ClientSink, SinkError};
use crate::auth::identity::Identity;
use crate::auth::token::TokenHash;
use crate::clock::Clock;
use crate::table::LiveTable;
use axum::extract::ws::Utf8Bytes;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tetrarch_protocol::{CloseReason, ServerMessage, SharedView, ViewerInfo};
use tetrarch_rules::{Seat, SeatSet};
use tetrarch_table::Millis;
use tokio::time::Instant;

/// How long a client may be behind before it is dropped.
const SLOW_CLIENT_TIMEOUT: Duration = Duration::from_secs(15);

/// A connected client.
pub(super) struct Viewer {
    pub(super) id: ViewerId,
    /// The client's seats; empty for spectators.
    pub(super) seats: SeatSet,
    pub(super) is_owner: bool,
    pub(super) identity: Identity,
    /// Whether it wants the whole state instead of changes.
    full_state: bool,
    stats: Arc<ConnectionStats>,
    sink: ClientSink,
    /// Since when messages are dropped because its queue is full.
    behind_since: Option<Instant>,
    clock: Clock,
}

impl Viewer {
    pub(super) fn new(attach: Attach, seats: SeatSet, is_owner: bool, clock: Clock) -> Viewer {
        let Attach { id, stats, sink, identity, full_state, .. } = attach;
        Viewer { id, seats, is_owner, identity, full_state, stats, sink, behind_since: None, clock }
    }

    /// Queues a text, or notes that the client is behind.
    pub(super) fn send(&mut self, text: &Utf8Bytes) {
        if self.behind_since.is_some() {
            return;
        }
        if self.sink.send(text) != Err(SinkError::Full) {
            return;
        }
        // The flag is set before the second attempt: if that fails too, the connection's task finds the flag when
        // it has drained the queue.
        self.stats.missed_events.store(true, Ordering::SeqCst);
        if self.sink.send(text).is_err() {
            self.behind_since = Some(self.clock.now());
        }
    }

    /// Tells the client which seats and rights it has.
    pub(super) fn send_you(&mut self, table: &LiveTable) {
        let seats = self.seats.iter().map(|seat| table.seat_name(seat).to_string()).collect();
        let you =
            ViewerInfo { seats, owner: self.is_owner, person: self.identity.person_id().map(str::to_string) };
        self.send(&encode(&ServerMessage::You(you)));
    }

    pub(super) fn close(&self, why: CloseReason) {
        self.sink.close(why);
    }

    pub(super) fn lag_compensation(&self) -> Millis {
        self.stats.latency.compensation()
    }

    fn is_lost(&self) -> bool {
        self.sink.is_closed()
            || self.behind_since.is_some_and(|since| self.clock.now() - since > SLOW_CLIENT_TIMEOUT)
    }
}

/// The messages of one broadcast, by the seats of their recipients.
pub(super) type Broadcast = Vec<GroupUpdate>;

/// The message for all viewers with the same seats, in the forms that at least one of them wants.
pub(super) struct GroupUpdate {
    seats: SeatSet,
    change: Option<Utf8Bytes>,
    full_state: Option<Utf8Bytes>,
}

/// All viewers, and the view they were last shown.
#[derive(Default)]
pub(super) struct Viewers {
    all: Vec<Viewer>,
    last_view: Option<SharedView>,
    /// The connected seats that were last announced.
    pub(super) announced_seats: SeatSet,
}

impl Viewers {
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(super) fn get(&mut self, id: ViewerId) -> Option<&mut Viewer> {
        self.all.iter_mut().find(|viewer| viewer.id == id)
    }

    /// A person's connections and the sessions they use.
    pub(super) fn sessions_of(&self, person: &str) -> Vec<(ViewerId, TokenHash)> {
        let own = self.all.iter().filter(|viewer| viewer.identity.person_id() == Some(person));
        own.filter_map(|viewer| Some((viewer.id, viewer.identity.session.clone()?))).collect()
    }

    pub(super) fn add(&mut self, viewer: Viewer) {
        self.all.push(viewer);
    }

    pub(super) fn remove(&mut self, id: ViewerId) {
        self.all.retain(|viewer| viewer.id != id);
    }

    /// The viewer has drained its queue.
    pub(super) fn clear_behind(&mut self, id: ViewerId) {
        if let Some(viewer) = self.get(id) {
            viewer.behind_since = None;
        }
    }

    /// Drops viewers that disconnected or were behind for too long.
    pub(super) fn drop_lost(&mut self) {
        self.all.retain(|viewer| !viewer.is_lost());
    }

    pub(super) fn connected_seats(&self) -> SeatSet {
        self.all.iter().fold(SeatSet::EMPTY, |here, viewer| here | viewer.seats)
    }

    /// The highest lag compensation among a seat's connections.
    pub(super) fn lag_compensation(&self, seat: Seat) -> Millis {
        let own = self.all.iter().filter(|viewer| viewer.seats.contains(seat));
        own.map(Viewer::lag_compensation).max().unwrap_or_default()
    }

    /// Remembers the current view before a change.
    pub(super) fn remember_view(&mut self, view: impl FnOnce() -> SharedView) {
        if self.last_view.is_none() && !self.all.is_empty() {
            self.last_view = Some(view());
        }
    }

    /// Forgets the view: the next broadcast sends the whole state.
    pub(super) fn forget_view(&mut self) {
        self.last_view = None;
    }

    pub(super) fn has_view(&self) -> bool {
        self.last_view.is_some()
    }

    /// Takes the view that everybody was last shown. The caller must set the new one.
    pub(super) fn take_view(&mut self) -> Option<SharedView> {
        self.last_view.take()
    }

    pub(super) fn set_view(&mut self, view: SharedView) {
        self.last_view = (!self.all.is_empty()).then_some(view);
    }

    /// Renders the messages for each group of viewers: the change, and the whole state for those who want that.
    pub(super) fn render_groups(
        &self,
        change: impl Fn(SeatSet) -> Utf8Bytes,
        full_state: impl Fn(SeatSet) -> Utf8Bytes,
    ) -> Broadcast {
        let needed = |seats: SeatSet, full: bool| {
            self.all.iter().any(|viewer| viewer.seats == seats && viewer.full_state == full)
        };
        let group = |seats: SeatSet| GroupUpdate {
            seats,
            change: needed(seats, false).then(|| change(seats)),
            full_state: needed(seats, true).then(|| full_state(seats)),
        };
        self.seat_groups().into_iter().map(group).collect()
    }

    pub(super) fn send_broadcast(&mut self, groups: Broadcast) {
        for GroupUpdate { seats, change, full_state } in groups {
            for viewer in self.all.iter_mut().filter(|viewer| viewer.seats == seats) {
                let text = if viewer.full_state { &full_state } else { &change };
                text.iter().for_each(|text| viewer.send(text));
            }
        }
    }

    pub(super) fn send_all(&mut self, text: &Utf8Bytes) {
        self.all.iter_mut().for_each(|viewer| viewer.send(text));
    }

    pub(super) fn send_where(&mut self, text: &Utf8Bytes, predicate: impl Fn(&Viewer) -> bool) {
        let some = self.all.iter_mut().filter(|viewer| predicate(viewer));
        some.for_each(|viewer| viewer.send(text));
    }

    pub(super) fn close_all(&mut self, why: CloseReason) {
        self.all.drain(..).for_each(|viewer| viewer.close(why));
    }

    /// The seating changed: updates the seats of all viewers and tells those concerned.
    pub(super) fn reseat(&mut self, table: &LiveTable) {
        for viewer in &mut self.all {
            let (you, owner) = (table.seats_of(&viewer.identity), has_owner_rights(table, &viewer.identity));
            if you != viewer.seats || owner != viewer.is_owner {
                (viewer.seats, viewer.is_owner) = (you, owner);
                viewer.send_you(table);
                self.last_view = None;
            }
        }
    }

    /// The distinct sets of seats among the viewers.
    fn seat_groups(&self) -> Vec<SeatSet> {
        let mut groups: Vec<SeatSet> = Vec::new();
        for viewer in &self.all {
            if !groups.contains(&viewer.seats) {
                groups.push(viewer.seats);
            }
        }
        groups
    }
}

/// Whether this identity may give owner commands.
pub(super) fn has_owner_rights(table: &LiveTable, identity: &Identity) -> bool {
    table.is_owner(identity) || identity.is_admin()
}

/// A message as JSON.
pub(crate) fn encode(message: &ServerMessage) -> Utf8Bytes {
    let text = serde_json::to_string(message);
    text.expect("a message contains only strings, numbers, lists and maps with string keys").into()
}
