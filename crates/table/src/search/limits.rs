//! When a search stops.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// Limits of a search. The first one reached ends it.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct SearchLimits {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes, over all threads.
    pub nodes: Option<u64>,
    /// Time budget.
    pub time: Option<TimeBudget>,
}

/// How much time a move may take.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct TimeBudget {
    /// The soft limit: no new iteration starts after it.
    pub soft: Duration,
    /// The hard limit: the search stops wherever it is.
    pub hard: Duration,
}

impl SearchLimits {
    /// No limits: the search runs until it is stopped.
    pub const NONE: SearchLimits = SearchLimits { depth: None, nodes: None, time: None };

    /// A depth limit, in plies.
    pub const fn depth(depth: u32) -> SearchLimits {
        SearchLimits { depth: Some(depth), ..SearchLimits::NONE }
    }

    /// A node limit.
    pub const fn nodes(nodes: u64) -> SearchLimits {
        SearchLimits { nodes: Some(nodes), ..SearchLimits::NONE }
    }

    /// A fixed time.
    pub const fn time(time: Duration) -> SearchLimits {
        SearchLimits { time: Some(TimeBudget { soft: time, hard: time }), ..SearchLimits::NONE }
    }
}

/// A shared flag that stops a search from outside. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// A flag that is not set.
    pub fn new() -> StopFlag {
        StopFlag::default()
    }

    /// Stops every search that uses this flag.
    pub fn stop(&self) {
        self.0.store(true, Relaxed);
    }

    /// Whether the flag is set.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Relaxed)
    }
}
