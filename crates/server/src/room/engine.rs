//! Engine seats: starts a search when an engine is to act or to answer an offer, and executes the command it
//! decides on.

use super::Room;
use super::authorize::Principal;
use super::handle::RoomMessage;
use crate::state::EngineFailure;
use std::time::Duration;
use tetrarch_protocol::{Command, CommandId, CommandKind, ErrorCode, TablePhase};
use tetrarch_rules::{Seat, Turn};
use tetrarch_table::search::{Level, SearchRequest, StopFlag};
use tetrarch_table::{Millis, Offer};
use tokio::time::Instant;

/// How often the engine's command may be refused before its seat resigns.
const MAX_REFUSED_COMMANDS: u32 = 3;

/// Delay before another attempt after the store or the engine failed; it doubles up to the maximum.
const INITIAL_RETRY_DELAY: Duration = Duration::from_millis(200);
const MAX_RETRY_DELAY: Duration = Duration::from_secs(10);

/// The searches for the engine seats of a room.
#[derive(Default)]
pub(super) struct EngineSearches {
    /// Numbers the requests. A command for a cancelled request is ignored.
    request_count: u64,
    pending: Vec<SeatSearch>,
    refusals: u32,
    /// How often in a row the store failed, or the engine itself. No command was refused then.
    failures: u32,
    /// When to try again after a failure.
    retry_at: Option<Instant>,
}

struct SeatSearch {
    seat: Seat,
    request: u64,
    context: SearchContext,
    stop: StopFlag,
}

/// What a search depends on. While it stays the same, the search continues whatever the other players do.
#[derive(PartialEq)]
struct SearchContext {
    version: u64,
    turn: Turn,
    offers: Vec<Offer>,
    level: Level,
    delay: Millis,
}

impl Drop for SeatSearch {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

impl EngineSearches {
    /// Whether a search is running or due.
    pub(super) fn is_busy(&self) -> bool {
        !self.pending.is_empty() || self.retry_at.is_some()
    }

    /// When to try again after a failure.
    pub(super) fn retry_at(&self) -> Option<Instant> {
        self.retry_at
    }

    /// Waits longer after each failure, so as not to flood a failing store or log.
    fn back_off(&mut self, now: Instant) {
        let pause = INITIAL_RETRY_DELAY.saturating_mul(1 << self.failures.min(16)).min(MAX_RETRY_DELAY);
        self.failures += 1;
        self.retry_at = Some(now + pause);
    }

    pub(super) fn stop_all(&mut self) {
        self.pending.clear();
    }
}

impl Room {
    /// Starts a search for every engine that is to act or to answer an offer, and cancels outdated ones.
    pub(super) fn update_engines(&mut self) {
        let waits = self.engines.retry_at.is_some_and(|at| self.now() < at);
        if !waits {
            self.engines.retry_at = None;
        }
        for seat in (0..self.table.seats.len()).map(Seat::new) {
            let context = self.search_context(seat);
            let same = |search: &SeatSearch| Some(&search.context) == context.as_ref();
            self.engines.pending.retain(|search| search.seat != seat || same(search));
            let thinks = self.engines.pending.iter().any(|search| search.seat == seat);
            context
                .filter(|_| !thinks && !waits)
                .into_iter()
                .for_each(|context| self.start_search(seat, context));
        }
    }

    /// What the engine on a seat has to decide now, if anything.
    fn search_context(&self, seat: Seat) -> Option<SearchContext> {
        if self.table.phase() != TablePhase::Playing || self.table.paused {
            return None;
        }
        let (level, delay) = self.table.engine_for(seat)?;
        let level = Level::try_from(level).ok()?;
        let (game, version) = (&self.table.game, self.table.game.version());
        let waiting = game.offers().iter().filter(|offer| offer.waiting.contains(seat));
        let (turn, offers) = (game.turn(), waiting.cloned().collect::<Vec<Offer>>());
        let must_decide = turn == Turn::Seat(seat) || !offers.is_empty();
        must_decide.then_some(SearchContext { version, turn, offers, level, delay })
    }

    fn start_search(&mut self, seat: Seat, context: SearchContext) {
        let Some(handle) = self.handle.upgrade() else { return };
        let answer_at = self.now() + Duration::from_millis(context.delay.0);
        let search = SearchRequest::at_level(context.level);
        self.engines.request_count += 1;
        let request = self.engines.request_count;
        self.engines.pending.push(SeatSearch { seat, request, context, stop: search.stop.clone() });
        let (state, owner) = (self.state.clone(), self.table.owner.person.clone());
        let (table_id, game) = (self.table.id.to_string(), self.table.game.snapshot());
        tokio::spawn(async move {
            let message = match state.engines().decide(owner.as_deref(), table_id, game, seat, search).await {
                Ok(Some(kind)) => RoomMessage::EngineCommand { seat, request, kind: Box::new(kind) },
                Ok(None) => return,
                Err(error) => RoomMessage::EngineFailed { seat, request, error },
            };
            tokio::time::sleep_until(answer_at).await;
            let _ = handle.send(message).await;
        });
    }

    /// Tries again later. Otherwise the seat would never move.
    pub(super) fn handle_engine_failure(&mut self, seat: Seat, request: u64, error: &EngineFailure) {
        tracing::error!(table = %self.table.id, seat = self.table.seat_name(seat), %error, "no engine move");
        if self.engines.pending.iter().any(|search| search.request == request) {
            self.engines.pending.retain(|search| search.request != request);
            self.engines.back_off(self.now());
        }
    }

    pub(super) async fn handle_engine_command(&mut self, seat: Seat, request: u64, kind: CommandKind) {
        if !self.engines.pending.iter().any(|search| search.request == request) {
            return;
        }
        self.engines.pending.retain(|search| search.seat != seat);
        let kind = if self.engines.refusals >= MAX_REFUSED_COMMANDS { CommandKind::Resign } else { kind };
        let Ok(id) = CommandId::try_from(format!("engine-{}", self.table.event_count)) else { return };
        let command = Command { id, version: self.table.game.version(), seat: None, kind };
        let before = self.checkpoint();
        let principal = Principal::engine(seat);
        let used = self.clock.used(self.now());
        match self.execute(&principal, &command, used, &before).await {
            Ok(_) => (self.engines.refusals, self.engines.failures) = (0, 0),
            Err(why) => {
                if why.reason == ErrorCode::NotStored {
                    self.engines.back_off(self.now());
                } else {
                    self.engines.refusals += 1;
                }
                tracing::warn!(table = %self.table.id, kind = ?command.kind, %why, "the engine's command was refused");
            }
        }
        if self.table.event_count != before.event_count {
            self.broadcast(&before);
        } else {
            self.update_engines();
        }
    }
}
