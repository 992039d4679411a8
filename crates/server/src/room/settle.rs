//! Doing, storing and showing: the one way by which anything changes.

use super::picture::{Course, Sight, steps};
use super::timer::Timer;
use super::viewers::{ByKind, wire};
use super::{Room, listing};
use crate::chronicle;
use crate::refusal::told;
use crate::row::{Row, What};
use crate::when::now;
use tetrarch_protocol::{CommandId, EventText, Phase, Refused, RefusedFor, ServerMessage};
use tetrarch_store::{Finish, StoreError};

/// What there was before something happened.
pub(super) struct Before {
    version: u64,
    log: usize,
    line: usize,
    phase: Phase,
    seating: u64,
    entropies: usize,
    pub(super) rows: u64,
}

/// What everybody is to be told once it is stored.
pub(super) struct Ready {
    /// How many rows there are then.
    rows: u64,
    news: ByKind,
}

impl Room {
    /// Remembers what everybody sees, so that they can be told what has changed.
    pub(super) fn before(&mut self) -> Before {
        let table = &self.table;
        self.viewers.remember(|| Sight::of(&*table.table, table.begun));
        Before {
            version: self.table.version(),
            log: self.table.table.log().len(),
            line: self.table.table.line_length(),
            phase: self.table.phase(),
            seating: self.table.seating,
            entropies: self.table.entropies(),
            rows: self.table.rows,
        }
    }

    /// Does things one after the other and stores them together. If it is refused, nothing has changed.
    pub(super) async fn happen(&mut self, things: Vec<What>, id: Option<&CommandId>) -> Result<(), Refused> {
        self.settle(things, id, None).await
    }

    /// The same. While the disk is busy with it, what everybody will be told of it is made ready.
    pub(super) async fn happen_and_prepare(
        &mut self,
        things: Vec<What>,
        id: &CommandId,
        before: &Before,
    ) -> Result<(), Refused> {
        self.settle(things, Some(id), Some(before)).await
    }

    async fn settle(
        &mut self,
        things: Vec<What>,
        id: Option<&CommandId>,
        before: Option<&Before>,
    ) -> Result<(), Refused> {
        let (from, turns, paused) = (self.table.rows, self.table.turns, self.table.paused);
        let rows = self.perform(things, id).await?;
        let resumes = self.table.turns != turns || self.table.paused != paused;
        let storing = self.storing(from, &rows);
        let preparing = async {
            let before = before?;
            // What others do now is stored with this if it comes in time: they go first.
            tokio::task::yield_now().await;
            self.resume_the_clock(resumes);
            Some(Ready { rows: self.table.rows, news: self.look_for_news(before) })
        };
        // The first is asked first: the rows are on their way before anything is prepared.
        let (stored, ready) = tokio::join!(biased; storing, preparing);
        if let Err(error) = stored {
            tracing::error!(table = %self.table.id, %error, "could not store");
            return self.recover(&rows, id).await;
        }
        self.ready = ready;
        self.resume_the_clock(resumes);
        Ok(())
    }

    /// Does things in memory. If one of them is refused, none is done.
    async fn perform(&mut self, things: Vec<What>, id: Option<&CommandId>) -> Result<Vec<Row>, Refused> {
        let from = self.table.rows;
        let mut rows = Vec::with_capacity(things.len());
        for what in things {
            match self.table.perform(what, id.cloned()) {
                Ok(row) => rows.push(row),
                Err(refusal) => {
                    // Half of it is done in memory, nothing is stored: what counts is what is stored.
                    if self.table.rows != from || self.table.is_spoiled() {
                        self.reload().await;
                    }
                    return Err(told(&refusal));
                }
            }
        }
        Ok(rows)
    }

    fn resume_the_clock(&mut self, resumes: bool) {
        if resumes {
            self.timer = Timer::resume(&self.table);
        }
    }

    /// Stores rows; with the last of a game, that it is over.
    fn storing(
        &self,
        from: u64,
        rows: &[Row],
    ) -> impl Future<Output = Result<(), StoreError>> + Send + use<> {
        let texts = rows.iter().map(|row| serde_json::to_string(row).unwrap_or_default()).collect();
        let (store, id) = (self.rooms.store().clone(), self.table.id.clone());
        let end = self.table.table.outcome().map(|outcome| {
            let (at, summary) = (now(), outcome.reason().words().to_string());
            (Finish { at, summary }, listing::archived(&self.table, &outcome, at))
        });
        async move {
            match end {
                Some((finish, entry)) => store.finish_as(&id, from, texts, finish, entry).await,
                None => store.append(&id, from, texts).await,
            }
        }
    }

    /// After a fault of the store: back to what is stored. If the command turns out to be stored, all is well.
    async fn recover(&mut self, rows: &[Row], id: Option<&CommandId>) -> Result<(), Refused> {
        self.reload().await;
        if self.broken {
            let words = "The database does not answer, so nobody knows yet whether it was done. Try again.";
            return Err(Refused::new(RefusedFor::NotStored, words));
        }
        // Ids are each person's own: only what these seats have done counts.
        let seats = rows.iter().filter_map(|row| self.table.seat(row.what.seat()?).ok()).collect();
        let ordered = rows.iter().any(|row| row.what.seat().is_none());
        let deed = rows.iter().find_map(|row| row.what.deed());
        if let (Some(id), Some(deed)) = (id, deed)
            && let Some(chronicle::Before::Done(_)) = self.table.done_before(seats, ordered, id, &deed)
        {
            return Ok(());
        }
        let words = "It could not be stored, so it was not done. Try again.";
        Err(Refused::new(RefusedFor::NotStored, words))
    }

    /// Takes the table as it is stored, and shows it to everybody.
    async fn reload(&mut self) {
        let id = self.table.id.clone();
        match self.rooms.load(&id).await {
            Ok(Some(table)) => {
                self.table = table;
                self.timer = Timer::resume(&self.table);
                self.viewers.forget();
                self.show_all();
            }
            Ok(None) => self.broken = true,
            Err(error) => {
                tracing::error!(table = %id, %error, "could not load again");
                self.broken = true;
            }
        }
    }

    /// Shows everybody the whole state.
    fn show_all(&mut self) {
        let picture = self.picture();
        let state = |you| wire(&ServerMessage::State(Box::new(picture.state(you))));
        let all = self.viewers.to_each_kind(state, state);
        self.viewers.tell_kinds(all);
    }

    /// Shows everybody what has happened, and lets the engines know.
    pub(super) fn publish(&mut self, before: &Before) {
        let news = self.news(before);
        self.spread(news);
    }

    /// The same, if anything has happened.
    pub(super) fn publish_if_changed(&mut self, before: &Before) {
        if self.table.rows != before.rows {
            self.publish(before);
        }
    }

    /// What everybody is to be told of what has happened since.
    pub(super) fn news(&mut self, before: &Before) -> ByKind {
        match self.ready.take() {
            Some(ready) if ready.rows == self.table.rows => ready.news,
            _ => self.look_for_news(before),
        }
    }

    fn look_for_news(&mut self, before: &Before) -> ByKind {
        self.viewers.drop_the_lost();
        let (course, old) = (self.course(before), self.viewers.shown());
        let picture = self.picture();
        let state = |you| wire(&ServerMessage::State(Box::new(picture.state(you))));
        let new = picture.sight();
        let news = match old {
            Some(old) => {
                let event = picture.event(course, &old, &new);
                let everybody = EventText::new(&event);
                let change = |you| picture.told(you, &event, &everybody, [&old, &new]);
                self.viewers.to_each_kind(change, state)
            }
            None => self.viewers.to_each_kind(state, state),
        };
        self.viewers.saw(new);
        news
    }

    pub(super) fn spread(&mut self, news: ByKind) {
        // What is in memory then may not be stored.
        if self.broken {
            return;
        }
        self.viewers.tell_kinds(news);
        self.list();
        self.ask_engines();
    }

    /// What has happened since.
    fn course(&self, before: &Before) -> Course {
        let since = self.table.table.log().get(before.log..).unwrap_or_default();
        let cut = since.iter().find_map(|entry| entry.word.strip_prefix("takeback:")?.parse::<usize>().ok());
        Course {
            from: before.version,
            cut: cut.map(|length| length as u64),
            played: steps(&*self.table.table, cut.unwrap_or(before.line)),
            dealing: self.table.phase() != before.phase
                || self.table.seating != before.seating
                || self.table.entropies() != before.entropies,
        }
    }
}
