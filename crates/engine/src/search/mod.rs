//! The search in which two sides decide: alpha-beta with everything that makes it fast.
//!
//! [`Search`] is the door. A worker searches in one thread; workers share the memory and nothing else.

mod best_moves;
mod chance;
mod move_ordering;
pub mod multiplayer;
mod node;
mod quiescence;
mod root;
mod worker;

pub use root::{PvLine, SearchResult};

use crate::search_game::ActionOf;
use crate::searcher::{SearchRequest, Searcher};
use crate::{SearchGame, TranspositionTable};
use root::RootSearch;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use worker::Worker;

/// What of the machinery is switched on. All of it, except where a test asks whether it changes the result.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct SearchFlags {
    /// Shallower searches of moves that come late, and none where the balance is clear.
    pub pruning: bool,
    /// Remembered scores cut.
    pub transposition_table: bool,
    /// Captures are followed to a quiet position.
    pub quiescence: bool,
    /// Bounds at chance turns.
    pub star1: bool,
    /// One reply to each outcome of chance is looked at first.
    pub star2: bool,
}

impl SearchFlags {
    /// Everything.
    pub const ALL: SearchFlags =
        SearchFlags { pruning: true, transposition_table: true, quiescence: true, star1: true, star2: true };
    /// Alpha-beta alone: the same values as trying everything.
    pub const NONE: SearchFlags = SearchFlags {
        pruning: false,
        transposition_table: false,
        quiescence: false,
        star1: false,
        star2: false,
    };
}

/// A search with its knowledge of the game and its memory.
pub struct AlphaBetaSearch<M: SearchGame> {
    game: M,
    table: Arc<TranspositionTable>,
    threads: usize,
    flags: SearchFlags,
}

impl<M: SearchGame> AlphaBetaSearch<M> {
    /// A search with a memory of so many mebibytes, in so many threads.
    pub fn new(game: M, mebibytes: usize, threads: usize) -> AlphaBetaSearch<M> {
        let table = Arc::new(TranspositionTable::new(mebibytes));
        AlphaBetaSearch { game, table, threads: threads.max(1), flags: SearchFlags::ALL }
    }

    /// The same with some of the machinery off.
    #[must_use]
    pub fn with_flags(self, machinery: SearchFlags) -> AlphaBetaSearch<M> {
        AlphaBetaSearch { flags: machinery, ..self }
    }

    /// What it knows of the game, to be changed before it thinks again.
    pub fn game_mut(&mut self) -> &mut M {
        &mut self.game
    }

    /// What it knows of the game.
    pub fn game(&self) -> &M {
        &self.game
    }
}

impl<M: SearchGame> Searcher<M::Game> for AlphaBetaSearch<M> {
    fn search(
        &mut self,
        task: &SearchRequest<'_, M::Game>,
        report: &mut dyn FnMut(&SearchResult<ActionOf<M>>),
    ) -> SearchResult<ActionOf<M>> {
        self.table.new_search();
        let nodes = AtomicU64::new(0);
        let watch = task.control();
        let mind = self.game.prepared_for(task.game, task.limits, task.stop);
        let worker = || Worker::new(&mind, &self.table, &watch, &nodes, self.flags, task.history);
        let mut thought = thread::scope(|scope| {
            let helpers: Vec<_> = (1..self.threads)
                .map(|number| {
                    let worker = worker();
                    scope
                        .spawn(move || RootSearch::new(worker, task).iterative_deepening(number, &mut |_| {}))
                })
                .collect();
            let own = RootSearch::new(worker(), task).iterative_deepening(0, report);
            watch.finish();
            let others = helpers.into_iter().filter_map(|helper| helper.join().ok());
            others.fold(own, |best, other| if other.depth > best.depth { other } else { best })
        });
        thought.nodes = nodes.load(Relaxed);
        thought.time = watch.started.elapsed();
        thought.hashfull = self.table.hashfull();
        root::finalize_lines(&self.game, task.game, thought)
    }

    fn clear(&mut self) {
        self.table.clear();
    }

    fn set_hash_size(&mut self, mebibytes: usize) {
        self.table = Arc::new(TranspositionTable::new(mebibytes));
    }

    fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }
}
