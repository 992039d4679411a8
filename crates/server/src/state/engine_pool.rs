//! Runs the engine and other long computations on blocking threads, a limited number at a time.

use super::engine_quota::EngineQuota;
use crate::deps::EngineBackend;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tetrarch_protocol::{CommandKind, ErrorCode, RequestError};
use tetrarch_rules::{Seat, Turn};
use tetrarch_table::Table;
use tetrarch_table::search::{SearchReport, SearchRequest, StopFlag};
use tokio::sync::Semaphore;
use tokio::task::JoinError;

/// How many analyses may be queued or running.
const MAX_QUEUED_ANALYSES: usize = 32;

/// Why the engine did not decide for its seat.
#[derive(Debug, thiserror::Error)]
pub(crate) enum EngineFailure {
    #[error("the engine failed: {0}")]
    Panicked(#[from] JoinError),
    #[error("the engine is to act, but decided nothing")]
    NoDecision,
}

/// Stops an analysis when the client that requested it disconnects.
struct StopOnDrop(StopFlag);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// The engine, shared by the tables, analyses and studies.
pub(crate) struct EnginePool {
    engine: Arc<dyn EngineBackend>,
    /// Limits searches for the engine seats.
    engine_slots: Semaphore,
    /// The quota of each table owner; `None` without rate limits.
    quota: Option<EngineQuota>,
    /// Limits studies, which run on blocking threads.
    study_slots: Semaphore,
    /// Limits analyses to half of the cores, so that they never starve the engines at the tables.
    analysis_slots: Semaphore,
    /// Limits analyses that are queued or running.
    analysis_queue: Semaphore,
    analysis_count: AtomicU64,
}

impl EnginePool {
    pub(super) fn new(engine: Arc<dyn EngineBackend>, rate_limits: bool) -> EnginePool {
        // Leave one core to the server, where there is more than one.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let engines = cores.saturating_sub(1).max(1);
        EnginePool {
            engine,
            engine_slots: Semaphore::new(engines),
            quota: rate_limits.then(|| EngineQuota::new(engines)),
            study_slots: Semaphore::new(cores),
            analysis_slots: Semaphore::new((cores / 2).max(1)),
            analysis_queue: Semaphore::new(MAX_QUEUED_ANALYSES),
            analysis_count: AtomicU64::new(0),
        }
    }

    /// Runs the engine for a seat, when a slot is free. An owner with many engine games waits for their own quota.
    /// `None` if there is nothing to decide, or the request was stopped.
    pub(crate) async fn decide(
        &self,
        owner: Option<&str>,
        table_id: String,
        game: Box<dyn Table>,
        seat: Seat,
        request: SearchRequest,
    ) -> Result<Option<CommandKind>, EngineFailure> {
        let share = match &self.quota {
            Some(quota) => quota.acquire(owner).await,
            None => None,
        };
        let permit = self.engine_slots.acquire().await;
        let (stop, is_to_act) = (request.stop.clone(), game.turn() == Turn::Seat(seat));
        if stop.is_stopped() {
            return Ok(None);
        }
        let engine = Arc::clone(&self.engine);
        let decide = move || engine.decide(&table_id, &*game, seat, &request);
        let answer = tokio::task::spawn_blocking(decide).await;
        drop((permit, share));
        match answer? {
            // Out of turn, it may leave an offer open.
            None if is_to_act && !stop.is_stopped() => Err(EngineFailure::NoDecision),
            decision => Ok(decision),
        }
    }

    /// Runs the engine on a position outside any table. The report is empty if there is nothing to decide.
    ///
    /// Fails if too many analyses are queued already, or if the engine panics.
    pub(crate) async fn analyse(
        &self,
        game: Box<dyn Table>,
        request: SearchRequest,
    ) -> Result<SearchReport, RequestError> {
        let busy = || RequestError::new(ErrorCode::TooMuch, "The engine is busy. Try again later.");
        let _place = self.analysis_queue.try_acquire().map_err(|_| busy())?;
        let permit = self.analysis_slots.acquire().await.map_err(|_| busy())?;
        let engine = Arc::clone(&self.engine);
        let stop = StopOnDrop(request.stop.clone());
        let answer = tokio::task::spawn_blocking(move || engine.analyse(&*game, &request)).await;
        drop((permit, stop));
        self.analysis_count.fetch_add(1, Ordering::Relaxed);
        let report = answer.map_err(|error| {
            tracing::error!(%error, "the engine panicked");
            RequestError::new(ErrorCode::NotStored, "The analysis failed. Try another position.")
        })?;
        Ok(report.unwrap_or_default())
    }

    /// How many positions were analysed.
    pub(crate) fn analysis_count(&self) -> u64 {
        self.analysis_count.load(Ordering::Relaxed)
    }

    /// Runs work for a client without a table on a blocking thread.
    pub(crate) async fn run_blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, RequestError> {
        let failed = || RequestError::new(ErrorCode::NotStored, "The request failed. Try again.");
        let permit = self.study_slots.acquire().await.map_err(|_| failed())?;
        let done = tokio::task::spawn_blocking(work).await;
        drop(permit);
        done.map_err(|_| failed())
    }

    /// Drops quotas that are no longer needed.
    pub(super) fn prune(&self) {
        self.quota.iter().for_each(EngineQuota::prune);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::RangeInclusive;
    use tetrarch_rules::BanChess;
    use tetrarch_table::search::Level;
    use tetrarch_table::{Game as _, GameKind, TimeControl};

    /// Panics when White is to decide, and decides nothing for Black, who is to act.
    struct BrokenEngine;

    impl EngineBackend for BrokenEngine {
        fn levels(&self, _: &str) -> Option<RangeInclusive<u8>> {
            Some(1..=1)
        }

        fn can_stand_in(&self, _: &str) -> bool {
            false
        }

        fn analyse(&self, _: &dyn Table, _: &SearchRequest) -> Option<SearchReport> {
            None
        }

        fn decide(&self, _: &str, _: &dyn Table, seat: Seat, _: &SearchRequest) -> Option<CommandKind> {
            assert_ne!(seat, Seat::new(0), "White's engine is broken");
            None
        }
    }

    async fn decide(seat: Seat, stopped: bool) -> Result<Option<CommandKind>, EngineFailure> {
        const GAME: GameKind<BanChess> = GameKind::with_formats(&[]);
        let pool = EnginePool::new(Arc::new(BrokenEngine), true);
        let game = GAME.open(&serde_json::json!({}), None, TimeControl::None).unwrap();
        let request = SearchRequest::at_level(Level::try_from(1).unwrap());
        if stopped {
            request.stop.stop();
        }
        pool.decide(None, "table".to_string(), game, seat, request).await
    }

    #[tokio::test]
    async fn a_failing_engine_is_reported_unless_its_request_was_stopped() {
        let (white, black) = (Seat::new(0), Seat::new(1));
        assert!(matches!(decide(white, false).await, Err(EngineFailure::Panicked(_))));
        assert!(matches!(decide(black, false).await, Err(EngineFailure::NoDecision)));
        assert!(matches!(decide(white, true).await, Ok(None)));
    }
}
