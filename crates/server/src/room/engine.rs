//! The engine's seats: asked when they are to act or to answer, on threads that never keep play waiting.

use super::Room;
use super::deeds::Giver;
use super::message::Message;
use crate::house::Question;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tetrarch_protocol::{Command, CommandId, Deed, Phase, RefusedFor};
use tetrarch_rules::{Seat, Turn};
use tetrarch_table::{Millis, Offer};
use tokio::time::Instant;

/// How often an engine may answer what cannot be done before its seat gives up.
const PATIENCE: u32 = 3;

/// How long it waits before what could not be stored is tried again: at first, and at most.
const FIRST_PAUSE: Duration = Duration::from_millis(200);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// What the engine's seats are thinking about.
#[derive(Default)]
pub(super) struct Engines {
    /// Counts the questions: an answer to one that was withdrawn is late.
    questions: u64,
    thinking: Vec<Thinking>,
    failures: u32,
    /// How often in a row something could not be stored. No engine can help that.
    not_stored: u32,
    /// When it is tried again.
    again_at: Option<Instant>,
}

struct Thinking {
    seat: Seat,
    asked: u64,
    about: About,
    stop: Arc<AtomicBool>,
}

/// What a seat is asked. As long as it is the same, nothing that others do stops its thinking.
#[derive(PartialEq)]
struct About {
    version: u64,
    turn: Turn,
    offers: Vec<Offer>,
    level: u8,
    delay: Millis,
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Engines {
    /// Whether something will be done by itself.
    pub(super) fn are_thinking(&self) -> bool {
        !self.thinking.is_empty() || self.again_at.is_some()
    }

    /// When engines are asked again after something could not be stored.
    pub(super) fn again_at(&self) -> Option<Instant> {
        self.again_at
    }

    /// Waits a little, and longer each time: a store that fails is not helped by being asked all the time.
    fn wait(&mut self) {
        let pause = FIRST_PAUSE.saturating_mul(1 << self.not_stored.min(16)).min(LONGEST_PAUSE);
        self.not_stored += 1;
        self.again_at = Some(Instant::now() + pause);
    }

    pub(super) fn stop_all(&mut self) {
        self.thinking.clear();
    }
}

impl Room {
    /// Asks every engine that is to act or to answer, and stops those whose question is out of date.
    pub(super) fn ask_engines(&mut self) {
        let waits = self.engines.again_at.is_some_and(|at| Instant::now() < at);
        if !waits {
            self.engines.again_at = None;
        }
        for seat in (0..self.table.seats.len()).map(Seat::new) {
            let about = self.asked_of(seat);
            let same = |thinking: &Thinking| Some(&thinking.about) == about.as_ref();
            self.engines.thinking.retain(|thinking| thinking.seat != seat || same(thinking));
            let thinks = self.engines.thinking.iter().any(|thinking| thinking.seat == seat);
            about.filter(|_| !thinks && !waits).into_iter().for_each(|about| self.ask(seat, about));
        }
    }

    /// What the engine on a seat is to decide now.
    fn asked_of(&self, seat: Seat) -> Option<About> {
        if self.table.phase() != Phase::Playing || self.table.paused {
            return None;
        }
        let (level, delay) = self.table.engine_of(seat)?;
        let (table, version) = (&self.table.table, self.table.version());
        let waiting = table.offers().iter().filter(|offer| offer.waiting.contains(seat));
        let (turn, offers) = (table.turn(), waiting.cloned().collect::<Vec<Offer>>());
        let asked = turn == Turn::Seat(seat) || !offers.is_empty();
        asked.then_some(About { version, turn, offers, level, delay })
    }

    fn ask(&mut self, seat: Seat, about: About) {
        let Some(door) = self.door.upgrade() else { return };
        let (level, delay) = (about.level, about.delay);
        let stop = Arc::new(AtomicBool::new(false));
        self.engines.questions += 1;
        let asked = self.engines.questions;
        let question = Question {
            id: self.table.id.to_string(),
            table: self.table.table.snapshot(),
            seat,
            level,
            stop: Arc::clone(&stop),
        };
        self.engines.thinking.push(Thinking { seat, asked, about, stop });
        let (rooms, owner) = (self.rooms.clone(), self.table.owner.person.clone());
        tokio::spawn(async move {
            let answer_at = Instant::now() + Duration::from_millis(delay.0);
            if let Some(deed) = rooms.think(owner.as_deref(), question).await {
                tokio::time::sleep_until(answer_at).await;
                let _ = door.tell(Message::Answer { seat, asked, deed: Box::new(deed) }).await;
            }
        });
    }

    pub(super) async fn engine_answered(&mut self, seat: Seat, asked: u64, deed: Deed) {
        if !self.engines.thinking.iter().any(|thinking| thinking.asked == asked) {
            return;
        }
        self.engines.thinking.retain(|thinking| thinking.seat != seat);
        let deed = if self.engines.failures >= PATIENCE { Deed::Resign } else { deed };
        let Ok(id) = CommandId::try_from(format!("engine-{}", self.table.rows)) else { return };
        let command = Command { id, version: self.table.version(), seat: None, deed };
        let before = self.before();
        let giver = Giver::engine(seat);
        let used = self.timer.used(Instant::now());
        match self.obey(&giver, &command, used, &before).await {
            Ok(_) => (self.engines.failures, self.engines.not_stored) = (0, 0),
            Err(why) => {
                if why.reason == RefusedFor::NotStored {
                    self.engines.wait();
                } else {
                    self.engines.failures += 1;
                }
                tracing::warn!(table = %self.table.id, deed = ?command.deed, %why, "the engine was refused");
            }
        }
        if self.table.rows != before.rows {
            self.publish(&before);
        } else {
            self.ask_engines();
        }
    }
}
