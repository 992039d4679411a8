//! Watches the limits of a running search.

use std::time::Instant;
use tetrarch_table::search::{SearchLimits, StopFlag};

/// Watches the limits of a running search.
#[derive(Clone, Debug)]
pub(crate) struct SearchControl {
    pub(crate) started: Instant,
    pub(crate) limits: SearchLimits,
    stop: StopFlag,
    /// Set when the main thread has finished, so that helper threads stop.
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

    /// Whether to stop at once after `nodes` nodes.
    pub(crate) fn should_stop(&self, nodes: u64) -> bool {
        self.finished.is_stopped()
            || self.stop.is_stopped()
            || self.limits.nodes.is_some_and(|limit| nodes >= limit)
            || self.limits.time.is_some_and(|time| self.started.elapsed() >= time.hard)
    }

    /// Whether to start another iteration.
    pub(crate) fn may_start_depth(&self, depth: u32, nodes: u64) -> bool {
        !self.should_stop(nodes)
            && self.limits.depth.is_none_or(|limit| depth <= limit)
            && self.limits.time.is_none_or(|time| self.started.elapsed() < time.soft)
    }
}
