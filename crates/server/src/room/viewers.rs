//! Who is connected to a room, and what they have been shown.

use super::handle::{Attach, ConnectionStats, ViewerId};
use super::projection::SharedView;
use super::sink::ClientSink;
use crate::table::LiveTable;
use crate::token::TokenHash;
use crate::who::Identity;
use crate::writer::SinkError;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tetrarch_protocol::{CloseReason, ServerMessage, ViewerInfo};
use tetrarch_rules::{Seat, SeatSet};
use tetrarch_table::Millis;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// How long a client may be too slow before it is dropped.
const SLOW_CLIENT_TIMEOUT: Duration = Duration::from_secs(15);

/// To how many clients a room itself writes what it has just said.
const MAX_DIRECT_WRITES: usize = 16;

/// Somebody who is connected.
pub(super) struct Viewer {
    pub(super) id: ViewerId,
    /// The seats that are theirs; none for watchers.
    pub(super) seats: SeatSet,
    pub(super) is_owner: bool,
    pub(super) identity: Identity,
    /// Whether they always want the whole state.
    full_state: bool,
    stats: Arc<ConnectionStats>,
    sink: ClientSink,
    /// Whether something was said that is not on its way yet.
    unflushed: bool,
    /// Since when events are left out, because too many wait already.
    behind_since: Option<Instant>,
}

impl Viewer {
    pub(super) fn new(newcomer: Attach, seats: SeatSet, is_owner: bool) -> Viewer {
        let Attach { id, stats, sink, identity, full_state, .. } = newcomer;
        Viewer {
            id,
            seats,
            is_owner,
            identity,
            full_state,
            stats,
            sink,
            unflushed: false,
            behind_since: None,
        }
    }

    /// Sends something, or remembers that it was left out.
    pub(super) fn send(&mut self, text: &Utf8Bytes) {
        if self.behind_since.is_some() {
            return;
        }
        self.unflushed = true;
        if self.sink.send(text) != Err(SinkError::Full) {
            return;
        }
        // The flag is set before the second try: if that fails too, the socket will find the flag when it has sent all.
        self.stats.missed_events.store(true, Ordering::SeqCst);
        match self.sink.send(text) {
            Ok(()) => self.sink.wake_task(),
            Err(_) => self.behind_since = Some(Instant::now()),
        }
    }

    /// Sends what was said.
    pub(super) fn flush(&mut self) {
        self.unflushed = false;
        self.sink.flush();
    }

    /// Tells them who they are here.
    pub(super) fn send_you(&mut self, table: &LiveTable) {
        let seats = self.seats.iter().map(|seat| table.seat_name(seat).to_string()).collect();
        let you =
            ViewerInfo { seats, owner: self.is_owner, person: self.identity.person_id().map(str::to_string) };
        self.send(&encode(&ServerMessage::You(you)));
    }

    pub(super) fn close(&self, why: CloseReason) {
        self.sink.close(why);
    }

    /// What is made good of its lag.
    pub(super) fn lag_compensation(&self) -> Millis {
        self.stats.latency.compensation()
    }

    fn is_lost(&self) -> bool {
        self.sink.is_closed() || self.behind_since.is_some_and(|since| since.elapsed() > SLOW_CLIENT_TIMEOUT)
    }
}

/// Messages by the seats that their readers sit on.
pub(super) type Broadcast = Vec<GroupUpdate>;

/// What those who sit on the same seats are told; nothing that none of them wants.
pub(super) struct GroupUpdate {
    seats: SeatSet,
    change: Option<Utf8Bytes>,
    full_state: Option<Utf8Bytes>,
}

/// Everybody who is connected, and what they were last shown.
#[derive(Default)]
pub(super) struct Viewers {
    all: Vec<Viewer>,
    last_view: Option<SharedView>,
    /// The seats that everybody was last told are here.
    pub(super) announced_seats: SeatSet,
}

impl Viewers {
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(super) fn get(&mut self, id: ViewerId) -> Option<&mut Viewer> {
        self.all.iter_mut().find(|viewer| viewer.id == id)
    }

    /// The connections of a person, and the sessions by which they are known there.
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

    /// The viewer has taken all that waited for it.
    pub(super) fn clear_behind(&mut self, id: ViewerId) {
        if let Some(viewer) = self.get(id) {
            viewer.behind_since = None;
        }
    }

    /// Lets go of those who are gone or have been too slow for too long.
    pub(super) fn drop_lost(&mut self) {
        self.all.retain(|viewer| !viewer.is_lost());
    }

    /// The seats whose people are connected.
    pub(super) fn connected_seats(&self) -> SeatSet {
        self.all.iter().fold(SeatSet::EMPTY, |here, viewer| here | viewer.seats)
    }

    /// The most that is made good of the lag of a seat.
    pub(super) fn lag_compensation(&self, seat: Seat) -> Millis {
        let own = self.all.iter().filter(|viewer| viewer.seats.contains(seat));
        own.map(Viewer::lag_compensation).max().unwrap_or_default()
    }

    /// Makes sure that what everybody sees is known, before it changes.
    pub(super) fn remember_view(&mut self, sight: impl FnOnce() -> SharedView) {
        if self.last_view.is_none() && !self.all.is_empty() {
            self.last_view = Some(sight());
        }
    }

    /// Forgets what was shown: who is shown something next gets all of it.
    pub(super) fn forget_view(&mut self) {
        self.last_view = None;
    }

    pub(super) fn has_view(&self) -> bool {
        self.last_view.is_some()
    }

    /// What everybody was last shown. It must be told what they see now.
    pub(super) fn take_view(&mut self) -> Option<SharedView> {
        self.last_view.take()
    }

    /// Everybody sees this now.
    pub(super) fn set_view(&mut self, sight: SharedView) {
        self.last_view = (!self.all.is_empty()).then_some(sight);
    }

    /// Messages for each kind of viewer: what has changed, and the whole state for those who want that.
    pub(super) fn render_groups(
        &self,
        change: impl Fn(SeatSet) -> Utf8Bytes,
        whole: impl Fn(SeatSet) -> Utf8Bytes,
    ) -> Broadcast {
        let wanted = |you: SeatSet, all: bool| {
            self.all.iter().any(|viewer| viewer.seats == you && viewer.full_state == all)
        };
        let kind = |you: SeatSet| GroupUpdate {
            seats: you,
            change: wanted(you, false).then(|| change(you)),
            full_state: wanted(you, true).then(|| whole(you)),
        };
        self.seat_groups().into_iter().map(kind).collect()
    }

    pub(super) fn send_broadcast(&mut self, kinds: Broadcast) {
        for GroupUpdate { seats: you, change, full_state: whole } in kinds {
            for viewer in self.all.iter_mut().filter(|viewer| viewer.seats == you) {
                let text = if viewer.full_state { &whole } else { &change };
                text.iter().for_each(|text| viewer.send(text));
            }
        }
    }

    /// Sends everybody the same.
    pub(super) fn send_all(&mut self, text: &Utf8Bytes) {
        self.all.iter_mut().for_each(|viewer| viewer.send(text));
    }

    /// Sends some of them the same.
    pub(super) fn send_where(&mut self, text: &Utf8Bytes, whom: impl Fn(&Viewer) -> bool) {
        let some = self.all.iter_mut().filter(|viewer| whom(viewer));
        some.for_each(|viewer| viewer.send(text));
    }

    /// Sends what was said. If it was said to many, the tasks of the others do it beside each other.
    pub(super) fn flush(&mut self) {
        for (number, viewer) in self.all.iter_mut().filter(|viewer| viewer.unflushed).enumerate() {
            if number < MAX_DIRECT_WRITES {
                viewer.flush();
            } else {
                viewer.unflushed = false;
                viewer.sink.wake_task();
            }
        }
    }

    pub(super) fn close_all(&mut self, why: CloseReason) {
        self.all.drain(..).for_each(|viewer| viewer.close(why));
    }

    /// Somebody has taken or left a seat: who is connected sees the table from where they sit now, and is told so.
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

    /// The kinds of viewers there are: the seats they sit on.
    fn seat_groups(&self) -> Vec<SeatSet> {
        let mut kinds: Vec<SeatSet> = Vec::new();
        for viewer in &self.all {
            if !kinds.contains(&viewer.seats) {
                kinds.push(viewer.seats);
            }
        }
        kinds
    }
}

/// Whether somebody may order what the owner may.
pub(super) fn has_owner_rights(table: &LiveTable, who: &Identity) -> bool {
    table.is_owner(who) || who.is_admin()
}

/// A message as it goes over the wire.
pub(super) fn encode(message: &ServerMessage) -> Utf8Bytes {
    // Made of texts, numbers and lists: there is nothing in it that JSON could not hold.
    serde_json::to_string(message).unwrap_or_default().into()
}
