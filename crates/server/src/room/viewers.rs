//! Who is connected to a room, and what they have been shown.

use super::message::{Line, Newcomer, ViewerId};
use super::out::Out;
use super::picture::Sight;
use crate::chronicle::Chronicle;
use crate::outlet::Unsaid;
use crate::token::TokenHash;
use crate::who::Who;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tetrarch_protocol::{Closing, ServerMessage, You};
use tetrarch_rules::{Seat, SeatSet};
use tetrarch_table::Millis;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// How long a client may be too slow before it is dropped.
const PATIENCE: Duration = Duration::from_secs(15);

/// To how many clients a room itself writes what it has just said.
const AT_ONCE: usize = 16;

/// Somebody who is connected.
pub(super) struct Viewer {
    pub(super) id: ViewerId,
    /// The seats that are theirs; none for watchers.
    pub(super) you: SeatSet,
    pub(super) owner: bool,
    pub(super) who: Who,
    /// Whether they always want the whole state.
    whole: bool,
    line: Arc<Line>,
    out: Out,
    /// Whether something was said that is not on its way yet.
    spoken_to: bool,
    /// Since when events are left out, because too many wait already.
    behind: Option<Instant>,
}

impl Viewer {
    pub(super) fn new(newcomer: Newcomer, you: SeatSet, owner: bool) -> Viewer {
        let Newcomer { id, line, out, who, whole, .. } = newcomer;
        Viewer { id, you, owner, who, whole, line, out, spoken_to: false, behind: None }
    }

    /// Sends something, or remembers that it was left out.
    pub(super) fn send(&mut self, text: &Utf8Bytes) {
        if self.behind.is_some() {
            return;
        }
        self.spoken_to = true;
        if self.out.say(text) != Err(Unsaid::Full) {
            return;
        }
        // The flag is set before the second try: if that fails too, the socket will find the flag when it has sent all.
        self.line.behind.store(true, Ordering::SeqCst);
        match self.out.say(text) {
            Ok(()) => self.out.hand_over(),
            Err(_) => self.behind = Some(Instant::now()),
        }
    }

    /// Sends what was said.
    pub(super) fn flush(&mut self) {
        self.spoken_to = false;
        self.out.flush();
    }

    /// Tells them who they are here.
    pub(super) fn tell_who_they_are(&mut self, table: &Chronicle) {
        let seats = self.you.iter().map(|seat| table.name(seat).to_string()).collect();
        let you = You { seats, owner: self.owner, person: self.who.id().map(str::to_string) };
        self.send(&wire(&ServerMessage::You(you)));
    }

    pub(super) fn close(&self, why: Closing) {
        self.out.close(why);
    }

    /// What is made good of its lag.
    pub(super) fn allowance(&self) -> Millis {
        self.line.lag.allowance()
    }

    fn is_lost(&self) -> bool {
        self.out.is_closed() || self.behind.is_some_and(|since| since.elapsed() > PATIENCE)
    }
}

/// Messages by the seats that their readers sit on.
pub(super) type ByKind = Vec<Kind>;

/// What those who sit on the same seats are told; nothing that none of them wants.
pub(super) struct Kind {
    you: SeatSet,
    change: Option<Utf8Bytes>,
    whole: Option<Utf8Bytes>,
}

/// Everybody who is connected, and what they were last shown.
#[derive(Default)]
pub(super) struct Viewers {
    all: Vec<Viewer>,
    shown: Option<Sight>,
    /// The seats that everybody was last told are here.
    pub(super) told_here: SeatSet,
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
        let own = self.all.iter().filter(|viewer| viewer.who.id() == Some(person));
        own.filter_map(|viewer| Some((viewer.id, viewer.who.session.clone()?))).collect()
    }

    pub(super) fn add(&mut self, viewer: Viewer) {
        self.all.push(viewer);
    }

    pub(super) fn remove(&mut self, id: ViewerId) {
        self.all.retain(|viewer| viewer.id != id);
    }

    /// The viewer has taken all that waited for it.
    pub(super) fn caught_up(&mut self, id: ViewerId) {
        if let Some(viewer) = self.get(id) {
            viewer.behind = None;
        }
    }

    /// Lets go of those who are gone or have been too slow for too long.
    pub(super) fn drop_the_lost(&mut self) {
        self.all.retain(|viewer| !viewer.is_lost());
    }

    /// The seats whose people are connected.
    pub(super) fn here(&self) -> SeatSet {
        self.all.iter().fold(SeatSet::EMPTY, |here, viewer| here | viewer.you)
    }

    /// The most that is made good of the lag of a seat.
    pub(super) fn allowance(&self, seat: Seat) -> Millis {
        let own = self.all.iter().filter(|viewer| viewer.you.contains(seat));
        own.map(Viewer::allowance).max().unwrap_or_default()
    }

    /// Makes sure that what everybody sees is known, before it changes.
    pub(super) fn remember(&mut self, sight: impl FnOnce() -> Sight) {
        if self.shown.is_none() && !self.all.is_empty() {
            self.shown = Some(sight());
        }
    }

    /// Forgets what was shown: who is shown something next gets all of it.
    pub(super) fn forget(&mut self) {
        self.shown = None;
    }

    pub(super) fn remembers(&self) -> bool {
        self.shown.is_some()
    }

    /// What everybody was last shown. It must be told what they see now.
    pub(super) fn shown(&mut self) -> Option<Sight> {
        self.shown.take()
    }

    /// Everybody sees this now.
    pub(super) fn saw(&mut self, sight: Sight) {
        self.shown = (!self.all.is_empty()).then_some(sight);
    }

    /// Messages for each kind of viewer: what has changed, and the whole state for those who want that.
    pub(super) fn to_each_kind(
        &self,
        change: impl Fn(SeatSet) -> Utf8Bytes,
        whole: impl Fn(SeatSet) -> Utf8Bytes,
    ) -> ByKind {
        let wanted =
            |you: SeatSet, all: bool| self.all.iter().any(|viewer| viewer.you == you && viewer.whole == all);
        let kind = |you: SeatSet| Kind {
            you,
            change: wanted(you, false).then(|| change(you)),
            whole: wanted(you, true).then(|| whole(you)),
        };
        self.kinds().into_iter().map(kind).collect()
    }

    pub(super) fn tell_kinds(&mut self, kinds: ByKind) {
        for Kind { you, change, whole } in kinds {
            for viewer in self.all.iter_mut().filter(|viewer| viewer.you == you) {
                let text = if viewer.whole { &whole } else { &change };
                text.iter().for_each(|text| viewer.send(text));
            }
        }
    }

    /// Sends everybody the same.
    pub(super) fn tell_all(&mut self, text: &Utf8Bytes) {
        self.all.iter_mut().for_each(|viewer| viewer.send(text));
    }

    /// Sends some of them the same.
    pub(super) fn tell_some(&mut self, text: &Utf8Bytes, whom: impl Fn(&Viewer) -> bool) {
        let some = self.all.iter_mut().filter(|viewer| whom(viewer));
        some.for_each(|viewer| viewer.send(text));
    }

    /// Sends what was said. If it was said to many, the tasks of the others do it beside each other.
    pub(super) fn flush(&mut self) {
        for (number, viewer) in self.all.iter_mut().filter(|viewer| viewer.spoken_to).enumerate() {
            if number < AT_ONCE {
                viewer.flush();
            } else {
                viewer.spoken_to = false;
                viewer.out.hand_over();
            }
        }
    }

    pub(super) fn close_all(&mut self, why: Closing) {
        self.all.drain(..).for_each(|viewer| viewer.close(why));
    }

    /// Somebody has taken or left a seat: who is connected sees the table from where they sit now, and is told so.
    pub(super) fn reseat(&mut self, table: &Chronicle) {
        for viewer in &mut self.all {
            let (you, owner) = (table.seats_of(&viewer.who), owns(table, &viewer.who));
            if you != viewer.you || owner != viewer.owner {
                (viewer.you, viewer.owner) = (you, owner);
                viewer.tell_who_they_are(table);
                self.shown = None;
            }
        }
    }

    /// The kinds of viewers there are: the seats they sit on.
    fn kinds(&self) -> Vec<SeatSet> {
        let mut kinds: Vec<SeatSet> = Vec::new();
        for viewer in &self.all {
            if !kinds.contains(&viewer.you) {
                kinds.push(viewer.you);
            }
        }
        kinds
    }
}

/// Whether somebody may order what the owner may.
pub(super) fn owns(table: &Chronicle, who: &Who) -> bool {
    table.is_owner(who) || who.is_admin()
}

/// A message as it goes over the wire.
pub(super) fn wire(message: &ServerMessage) -> Utf8Bytes {
    // Made of texts, numbers and lists: there is nothing in it that JSON could not hold.
    serde_json::to_string(message).unwrap_or_default().into()
}
