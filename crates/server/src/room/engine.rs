//! The engine's seats: asked when they are to act or to answer, on threads that never keep play waiting.

use super::Room;
use super::authorize::Principal;
use super::handle::RoomMessage;
use crate::deps::DecisionRequest;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tetrarch_protocol::{Command, CommandId, CommandKind, ErrorCode, TablePhase};
use tetrarch_rules::{Seat, Turn};
use tetrarch_table::{Millis, Offer};
use tokio::time::Instant;

/// How often an engine may answer what cannot be done before its seat gives up.
const MAX_REFUSED_COMMANDS: u32 = 3;

/// How long it waits before what could not be stored is tried again: at first, and at most.
const INITIAL_RETRY_DELAY: Duration = Duration::from_millis(200);
const MAX_RETRY_DELAY: Duration = Duration::from_secs(10);

/// What the engine's seats are thinking about.
#[derive(Default)]
pub(super) struct EngineSearches {
    /// Counts the questions: an answer to one that was withdrawn is late.
    request_count: u64,
    pending: Vec<SeatSearch>,
    refusals: u32,
    /// How often in a row something could not be stored. No engine can help that.
    store_failures: u32,
    /// When it is tried again.
    retry_at: Option<Instant>,
}

struct SeatSearch {
    seat: Seat,
    request: u64,
    context: SearchContext,
    stop: Arc<AtomicBool>,
}

/// What a seat is asked. As long as it is the same, nothing that others do stops its thinking.
#[derive(PartialEq)]
struct SearchContext {
    version: u64,
    turn: Turn,
    offers: Vec<Offer>,
    level: u8,
    delay: Millis,
}

impl Drop for SeatSearch {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl EngineSearches {
    /// Whether something will be done by itself.
    pub(super) fn is_busy(&self) -> bool {
        !self.pending.is_empty() || self.retry_at.is_some()
    }

    /// When engines are asked again after something could not be stored.
    pub(super) fn retry_at(&self) -> Option<Instant> {
        self.retry_at
    }

    /// Waits a little, and longer each time: a store that fails is not helped by being asked all the time.
    fn back_off(&mut self) {
        let pause = INITIAL_RETRY_DELAY.saturating_mul(1 << self.store_failures.min(16)).min(MAX_RETRY_DELAY);
        self.store_failures += 1;
        self.retry_at = Some(Instant::now() + pause);
    }

    pub(super) fn stop_all(&mut self) {
        self.pending.clear();
    }
}

impl Room {
    /// Asks every engine that is to act or to answer, and stops those whose question is out of date.
    pub(super) fn update_engines(&mut self) {
        let waits = self.engines.retry_at.is_some_and(|at| Instant::now() < at);
        if !waits {
            self.engines.retry_at = None;
        }
        for seat in (0..self.table.seats.len()).map(Seat::new) {
            let about = self.search_context(seat);
            let same = |thinking: &SeatSearch| Some(&thinking.context) == about.as_ref();
            self.engines.pending.retain(|thinking| thinking.seat != seat || same(thinking));
            let thinks = self.engines.pending.iter().any(|thinking| thinking.seat == seat);
            about.filter(|_| !thinks && !waits).into_iter().for_each(|about| self.start_search(seat, about));
        }
    }

    /// What the engine on a seat is to decide now.
    fn search_context(&self, seat: Seat) -> Option<SearchContext> {
        if self.table.phase() != TablePhase::Playing || self.table.paused {
            return None;
        }
        let (level, delay) = self.table.engine_for(seat)?;
        let (table, version) = (&self.table.game, self.table.version());
        let waiting = table.offers().iter().filter(|offer| offer.waiting.contains(seat));
        let (turn, offers) = (table.turn(), waiting.cloned().collect::<Vec<Offer>>());
        let asked = turn == Turn::Seat(seat) || !offers.is_empty();
        asked.then_some(SearchContext { version, turn, offers, level, delay })
    }

    fn start_search(&mut self, seat: Seat, about: SearchContext) {
        let Some(door) = self.handle.upgrade() else { return };
        let (level, delay) = (about.level, about.delay);
        let stop = Arc::new(AtomicBool::new(false));
        self.engines.request_count += 1;
        let asked = self.engines.request_count;
        let question = DecisionRequest {
            table_id: self.table.id.to_string(),
            game: self.table.game.snapshot(),
            seat,
            level,
            stop: Arc::clone(&stop),
        };
        self.engines.pending.push(SeatSearch { seat, request: asked, context: about, stop });
        let (rooms, owner) = (self.state.clone(), self.table.owner.person.clone());
        tokio::spawn(async move {
            let answer_at = Instant::now() + Duration::from_millis(delay.0);
            if let Some(deed) = rooms.decide(owner.as_deref(), question).await {
                tokio::time::sleep_until(answer_at).await;
                let _ = door.send(RoomMessage::EngineCommand { seat, asked, deed: Box::new(deed) }).await;
            }
        });
    }

    pub(super) async fn handle_engine_command(&mut self, seat: Seat, asked: u64, deed: CommandKind) {
        if !self.engines.pending.iter().any(|thinking| thinking.request == asked) {
            return;
        }
        self.engines.pending.retain(|thinking| thinking.seat != seat);
        let deed = if self.engines.refusals >= MAX_REFUSED_COMMANDS { CommandKind::Resign } else { deed };
        let Ok(id) = CommandId::try_from(format!("engine-{}", self.table.event_count)) else { return };
        let command = Command { id, version: self.table.version(), seat: None, kind: deed };
        let before = self.checkpoint();
        let giver = Principal::engine(seat);
        let used = self.clock.used(Instant::now());
        match self.execute(&giver, &command, used, &before).await {
            Ok(_) => (self.engines.refusals, self.engines.store_failures) = (0, 0),
            Err(why) => {
                if why.reason == ErrorCode::NotStored {
                    self.engines.back_off();
                } else {
                    self.engines.refusals += 1;
                }
                tracing::warn!(table = %self.table.id, deed = ?command.kind, %why, "the engine was refused");
            }
        }
        if self.table.event_count != before.event_count {
            self.broadcast(&before);
        } else {
            self.update_engines();
        }
    }
}
