//! When to stop thinking.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// How far a search may go. Whatever is reached first ends it.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct SearchLimits {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions, all threads together.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<TimeBudget>,
}

/// How much time a decision may take.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct TimeBudget {
    /// After this nothing new is begun.
    pub soft: Duration,
    /// After this it stops wherever it is.
    pub hard: Duration,
}

impl SearchLimits {
    /// Until it is stopped.
    pub const NONE: SearchLimits = SearchLimits { depth: None, nodes: None, time: None };

    /// So many plies.
    pub const fn depth(depth: u32) -> SearchLimits {
        SearchLimits { depth: Some(depth), ..SearchLimits::NONE }
    }

    /// So many positions.
    pub const fn nodes(nodes: u64) -> SearchLimits {
        SearchLimits { nodes: Some(nodes), ..SearchLimits::NONE }
    }

    /// Just so long.
    pub const fn time(time: Duration) -> SearchLimits {
        SearchLimits { time: Some(TimeBudget { soft: time, hard: time }), ..SearchLimits::NONE }
    }
}

/// A way to stop a search from outside. Its copies are one.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// One that has not been pulled.
    pub fn new() -> StopFlag {
        StopFlag::default()
    }

    /// Stops all that look at it.
    pub fn stop(&self) {
        self.0.store(true, Relaxed);
    }

    /// Whether it was pulled.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// Somebody else's flag, which stops the search when it is set.
impl From<Arc<AtomicBool>> for StopFlag {
    fn from(flag: Arc<AtomicBool>) -> StopFlag {
        StopFlag(flag)
    }
}

/// The limits of one search, watched while it runs.
#[derive(Clone, Debug)]
pub(crate) struct SearchControl {
    pub(crate) started: Instant,
    pub(crate) limits: SearchLimits,
    stop: StopFlag,
    /// The search is over for all its threads.
    finished: StopFlag,
}

impl SearchControl {
    pub(crate) fn new(limits: SearchLimits, stop: &StopFlag) -> SearchControl {
        SearchControl { started: Instant::now(), limits, stop: stop.clone(), finished: StopFlag::new() }
    }

    /// Ends the search in all threads.
    pub(crate) fn finish(&self) {
        self.finished.stop();
    }

    /// Whether to stop at once, having seen `nodes` positions.
    pub(crate) fn should_stop(&self, nodes: u64) -> bool {
        self.finished.is_stopped()
            || self.stop.is_stopped()
            || self.limits.nodes.is_some_and(|most| nodes >= most)
            || self.limits.time.is_some_and(|time| self.started.elapsed() >= time.hard)
    }

    /// Whether to begin another depth.
    pub(crate) fn may_start_depth(&self, depth: u32, nodes: u64) -> bool {
        !self.should_stop(nodes)
            && self.limits.depth.is_none_or(|most| depth <= most)
            && self.limits.time.is_none_or(|time| self.started.elapsed() < time.soft)
    }
}
