//! When to stop thinking.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// How far a search may go. Whatever is reached first ends it.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions, all threads together.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<Budget>,
}

/// How much time a decision may take.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Budget {
    /// After this nothing new is begun.
    pub wanted: Duration,
    /// After this it stops wherever it is.
    pub most: Duration,
}

impl Limits {
    /// Until it is stopped.
    pub const NONE: Limits = Limits { depth: None, nodes: None, time: None };

    /// So many plies.
    pub const fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::NONE }
    }

    /// So many positions.
    pub const fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::NONE }
    }

    /// Just so long.
    pub const fn time(time: Duration) -> Limits {
        Limits { time: Some(Budget { wanted: time, most: time }), ..Limits::NONE }
    }
}

/// A way to stop a search from outside. Its copies are one.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// One that has not been pulled.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Stops all that look at it.
    pub fn pull(&self) {
        self.0.store(true, Relaxed);
    }

    /// Whether it was pulled.
    pub fn is_pulled(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// Somebody else's flag, which stops the search when it is set.
impl From<Arc<AtomicBool>> for Stop {
    fn from(flag: Arc<AtomicBool>) -> Stop {
        Stop(flag)
    }
}

/// The limits of one search, watched while it runs.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    pub(crate) begun: Instant,
    pub(crate) limits: Limits,
    stop: Stop,
    /// The search is over for all its threads.
    done: Stop,
}

impl Watch {
    pub(crate) fn new(limits: Limits, stop: &Stop) -> Watch {
        Watch { begun: Instant::now(), limits, stop: stop.clone(), done: Stop::new() }
    }

    /// Ends the search in all threads.
    pub(crate) fn end(&self) {
        self.done.pull();
    }

    /// Whether to stop at once, having seen `nodes` positions.
    pub(crate) fn must_stop(&self, nodes: u64) -> bool {
        self.done.is_pulled()
            || self.stop.is_pulled()
            || self.limits.nodes.is_some_and(|most| nodes >= most)
            || self.limits.time.is_some_and(|time| self.begun.elapsed() >= time.most)
    }

    /// Whether to begin another depth.
    pub(crate) fn may_go_on(&self, depth: u32, nodes: u64) -> bool {
        !self.must_stop(nodes)
            && self.limits.depth.is_none_or(|most| depth <= most)
            && self.limits.time.is_none_or(|time| self.begun.elapsed() < time.wanted)
    }
}
