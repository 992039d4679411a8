//! The search in which two sides decide: alpha-beta with everything that makes it fast.
//!
//! [`Search`] is the door. A worker searches in one thread; workers share the memory and nothing else.

mod best;
mod chance;
mod loud;
pub mod many;
mod node;
mod order;
mod root;
mod worker;

pub use root::{Line, Thought};

use crate::mind::ActionOf;
use crate::thinker::{Task, Thinker};
use crate::{Memory, Mind};
use root::Root;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use worker::Worker;

/// What of the machinery is switched on. All of it, except where a test asks whether it changes the result.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Machinery {
    /// Shallower searches of moves that come late, and none where the balance is clear.
    pub guesses: bool,
    /// Remembered scores cut.
    pub memory: bool,
    /// Captures are followed to a quiet position.
    pub captures: bool,
    /// Bounds at chance turns.
    pub star: bool,
    /// One reply to each outcome of chance is looked at first.
    pub probes: bool,
}

impl Machinery {
    /// Everything.
    pub const FULL: Machinery =
        Machinery { guesses: true, memory: true, captures: true, star: true, probes: true };
    /// Alpha-beta alone: the same values as trying everything.
    pub const PLAIN: Machinery =
        Machinery { guesses: false, memory: false, captures: false, star: false, probes: false };
}

/// A search with its knowledge of the game and its memory.
pub struct Search<M: Mind> {
    mind: M,
    memory: Arc<Memory>,
    threads: usize,
    machinery: Machinery,
}

impl<M: Mind> Search<M> {
    /// A search with a memory of so many mebibytes, in so many threads.
    pub fn new(mind: M, mebibytes: usize, threads: usize) -> Search<M> {
        let memory = Arc::new(Memory::new(mebibytes));
        Search { mind, memory, threads: threads.max(1), machinery: Machinery::FULL }
    }

    /// The same with some of the machinery off.
    #[must_use]
    pub fn with_machinery(self, machinery: Machinery) -> Search<M> {
        Search { machinery, ..self }
    }

    /// What it knows of the game, to be changed before it thinks again.
    pub fn mind_mut(&mut self) -> &mut M {
        &mut self.mind
    }

    /// What it knows of the game.
    pub fn mind(&self) -> &M {
        &self.mind
    }
}

impl<M: Mind> Thinker<M::Game> for Search<M> {
    fn think(
        &mut self,
        task: &Task<'_, M::Game>,
        report: &mut dyn FnMut(&Thought<ActionOf<M>>),
    ) -> Thought<ActionOf<M>> {
        self.memory.grow_older();
        let nodes = AtomicU64::new(0);
        let watch = task.watch();
        let mind = self.mind.prepared(task.game, task.limits, task.stop);
        let worker = || Worker::new(&mind, &self.memory, &watch, &nodes, self.machinery, task.history);
        let mut thought = thread::scope(|scope| {
            let helpers: Vec<_> = (1..self.threads)
                .map(|number| {
                    let worker = worker();
                    scope.spawn(move || Root::new(worker, task).iterate(number, &mut |_| {}))
                })
                .collect();
            let own = Root::new(worker(), task).iterate(0, report);
            watch.end();
            let others = helpers.into_iter().filter_map(|helper| helper.join().ok());
            others.fold(own, |best, other| if other.depth > best.depth { other } else { best })
        });
        thought.nodes = nodes.load(Relaxed);
        thought.time = watch.begun.elapsed();
        thought.memory_permille = self.memory.permille();
        root::tell(&self.mind, task.game, thought)
    }

    fn forget(&mut self) {
        self.memory.clear();
    }

    fn set_memory(&mut self, mebibytes: usize) {
        self.memory = Arc::new(Memory::new(mebibytes));
    }

    fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }
}
