//! Who is connected to a room, and what they have been shown.

use super::message::{Line, Newcomer, Outgoing, ViewerId};
use crate::chronicle::Chronicle;
use crate::who::Who;
use axum::extract::ws::Utf8Bytes;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tetrarch_protocol::{Closing, ServerMessage, You};
use tetrarch_rules::{Seat, SeatSet, View};
use tetrarch_table::Millis;
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;
use tokio::time::Instant;

/// How long a client may be too slow before it is dropped.
const PATIENCE: Duration = Duration::from_secs(15);

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
    out: mpsc::Sender<Outgoing>,
    /// Since when events are left out, because too many wait already.
    behind: Option<Instant>,
}

impl Viewer {
    pub(super) fn new(newcomer: Newcomer, you: SeatSet, owner: bool) -> Viewer {
        let Newcomer { id, line, out, who, whole, .. } = newcomer;
        Viewer { id, you, owner, who, whole, line, out, behind: None }
    }

    /// Sends something, or remembers that it was left out.
    pub(super) fn send(&mut self, text: Utf8Bytes) {
        if self.behind.is_some() {
            return;
        }
        let Err(TrySendError::Full(again)) = self.out.try_send(Outgoing::Text(text)) else { return };
        // The flag is set before the second try: if that fails too, the socket will find the flag when it has sent all.
        self.line.behind.store(true, Ordering::SeqCst);
        if self.out.try_send(again).is_err() {
            self.behind = Some(Instant::now());
        }
    }

    /// Tells them who they are here.
    pub(super) fn tell_who_they_are(&mut self, table: &Chronicle) {
        let seats = self.you.iter().map(|seat| table.name(seat).to_string()).collect();
        let you = You { seats, owner: self.owner, person: self.who.id().map(str::to_string) };
        self.send(wire(&ServerMessage::You(you)));
    }

    pub(super) fn close(&self, why: Closing) {
        // A client that takes nothing sees the end of its queue instead.
        let _ = self.out.try_send(Outgoing::Close(why));
    }

    /// What is made good of its lag.
    pub(super) fn allowance(&self) -> Millis {
        self.line.lag.allowance()
    }

    fn is_lost(&self) -> bool {
        self.out.is_closed() || self.behind.is_some_and(|since| since.elapsed() > PATIENCE)
    }
}

/// Everybody who is connected, and the boards they were last shown.
#[derive(Default)]
pub(super) struct Viewers {
    all: Vec<Viewer>,
    shown: Vec<(SeatSet, View)>,
}

impl Viewers {
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(super) fn get(&mut self, id: ViewerId) -> Option<&mut Viewer> {
        self.all.iter_mut().find(|viewer| viewer.id == id)
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
    pub(super) fn remember(&mut self, view: impl Fn(SeatSet) -> View) {
        let kinds = self.kinds();
        self.shown.retain(|(you, _)| kinds.contains(you));
        for you in kinds {
            if !self.shown.iter().any(|(own, _)| *own == you) {
                self.shown.push((you, view(you)));
            }
        }
    }

    /// Forgets what was shown: who is shown something next gets all of it.
    pub(super) fn forget(&mut self) {
        self.shown = Vec::new();
    }

    pub(super) fn remembers(&self) -> bool {
        !self.shown.is_empty()
    }

    /// Sends everybody what the change of the board means to their kind of viewer. `message` is told what they saw, if
    /// that is known, and what they are to see.
    pub(super) fn show(
        &mut self,
        view: impl Fn(SeatSet) -> View,
        message: impl Fn(SeatSet, Option<(&View, &View)>) -> Utf8Bytes,
    ) {
        for you in self.kinds() {
            let new = view(you);
            let text = match self.shown.iter_mut().find(|(own, _)| *own == you) {
                Some((_, old)) => {
                    let text = message(you, Some((old, &new)));
                    *old = new;
                    text
                }
                None => message(you, None),
            };
            let same = |viewer: &&mut Viewer| viewer.you == you;
            let (whole, changes) = (|viewer: &Viewer| viewer.whole, text);
            let mut all = None;
            for viewer in self.all.iter_mut().filter(same) {
                if whole(viewer) {
                    let all = all.get_or_insert_with(|| message(you, None));
                    viewer.send(all.clone());
                } else {
                    viewer.send(changes.clone());
                }
            }
        }
    }

    /// Sends everybody the same.
    pub(super) fn tell_all(&mut self, text: &Utf8Bytes) {
        self.all.iter_mut().for_each(|viewer| viewer.send(text.clone()));
    }

    /// Sends some of them the same.
    pub(super) fn tell_some(&mut self, text: &Utf8Bytes, whom: impl Fn(&Viewer) -> bool) {
        let some = self.all.iter_mut().filter(|viewer| whom(viewer));
        some.for_each(|viewer| viewer.send(text.clone()));
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
