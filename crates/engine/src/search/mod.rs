//! The two-sided search: alpha-beta with the usual enhancements.
//!
//! [`AlphaBetaSearch`] is the entry point. It runs one worker for each thread (lazy SMP); the workers share only
//! the transposition table.

mod best_moves;
mod chance;
pub(crate) mod move_ordering;
mod node;
mod quiescence;
mod result;
mod root;
pub(crate) mod worker;

pub use result::{PvLine, SearchResult};

use crate::search_game::ActionOf;
use crate::searcher::{SearchInput, Searcher};
use crate::{SearchGame, TranspositionTable};
use root::RootSearch;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use worker::Worker;

/// Which search heuristics are on. Tests switch some off to check that results do not change.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct SearchFlags {
    /// Null windows, extensions, null-move, futility and late-move pruning, and late-move reductions.
    pub pruning: bool,
    /// Cutoffs from the transposition table.
    pub transposition_table: bool,
    /// Quiescence search.
    pub quiescence: bool,
    /// Star1 bounds at chance nodes.
    pub star1: bool,
    /// Star2 probes at chance nodes.
    pub star2: bool,
}

impl SearchFlags {
    /// All heuristics.
    pub const ALL: SearchFlags =
        SearchFlags { pruning: true, transposition_table: true, quiescence: true, star1: true, star2: true };
    /// Plain alpha-beta, which returns the same values as minimax.
    pub const NONE: SearchFlags = SearchFlags {
        pruning: false,
        transposition_table: false,
        quiescence: false,
        star1: false,
        star2: false,
    };
}

/// An alpha-beta search of a game, with its transposition table.
pub struct AlphaBetaSearch<M: SearchGame> {
    game: M,
    table: Arc<TranspositionTable>,
    threads: usize,
    flags: SearchFlags,
}

impl<M: SearchGame> AlphaBetaSearch<M> {
    /// Creates a search with a table size in mebibytes and a number of threads.
    pub fn new(game: M, mebibytes: usize, threads: usize) -> AlphaBetaSearch<M> {
        let table = Arc::new(TranspositionTable::new(mebibytes));
        AlphaBetaSearch { game, table, threads: threads.max(1), flags: SearchFlags::ALL }
    }

    /// The same search with other flags.
    #[must_use]
    pub fn with_flags(self, flags: SearchFlags) -> AlphaBetaSearch<M> {
        AlphaBetaSearch { flags, ..self }
    }

    /// The game adapter, to change it between searches.
    pub fn game_mut(&mut self) -> &mut M {
        &mut self.game
    }

    /// The game adapter.
    pub fn game(&self) -> &M {
        &self.game
    }
}

impl<M: SearchGame> Searcher<M::Game> for AlphaBetaSearch<M> {
    fn search(
        &mut self,
        input: &SearchInput<'_, M::Game>,
        report: &mut dyn FnMut(&SearchResult<ActionOf<M>>),
    ) -> SearchResult<ActionOf<M>> {
        self.table.new_search();
        let nodes = AtomicU64::new(0);
        let control = input.control();
        let game = self.game.prepared_for(input.position, input.limits(), &input.request.stop);
        let worker = || Worker::new(&game, &self.table, &control, &nodes, self.flags, input.history);
        let mut result = thread::scope(|scope| {
            let helpers: Vec<_> = (1..self.threads)
                .map(|number| {
                    let worker = worker();
                    scope.spawn(move || {
                        RootSearch::new(worker, input).iterative_deepening(number, &mut |_| {})
                    })
                })
                .collect();
            let main = RootSearch::new(worker(), input).iterative_deepening(0, report);
            control.finish();
            let others = helpers.into_iter().filter_map(|helper| helper.join().ok());
            others.fold(main, |best, other| if other.depth > best.depth { other } else { best })
        });
        result.nodes = nodes.load(Relaxed);
        result.time = control.started.elapsed();
        result.hashfull = self.table.hashfull();
        root::finalize_lines(&self.game, input.position, result)
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

    fn uses_opponent_model(&self) -> bool {
        false
    }
}
