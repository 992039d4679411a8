//! One thread of a search, with what it has learnt on the way.

use super::SearchFlags;
use super::move_ordering::{MoveHistory, ScoredMove};
use crate::limits::SearchControl;
use crate::search_game::ActionOf;
use crate::{SearchGame, TranspositionTable};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Deeper than this no line is followed.
pub(super) const MAX_PLY: usize = 120;

/// How many positions are seen between two looks at the clock.
const NODES_PER_LIMIT_CHECK: u64 = 64;

pub(super) struct Worker<'a, M: SearchGame> {
    pub(super) game: &'a M,
    pub(super) table: &'a TranspositionTable,
    pub(super) control: &'a SearchControl,
    pub(super) flags: SearchFlags,
    /// How many turns of chance lead here from the root.
    pub(super) chance_nodes_above: u32,
    /// Positions seen by all threads.
    total_nodes: &'a AtomicU64,
    pub(super) nodes: u64,
    pub(super) stopped: bool,
    /// From this ply on tense positions are searched no deeper than others.
    pub(super) max_extension_ply: usize,
    /// The keys of the positions that lead here, the game's own first.
    path: Vec<u64>,
    /// How many of them are the game's own.
    game_history_len: usize,
    pub(super) history: MoveHistory<ActionOf<M>>,
    /// The best line found from each ply on.
    pub(super) pv: Vec<Vec<ActionOf<M>>>,
    /// Lists of moves that are not in use, so that none has to be made anew.
    spare_lists: Vec<Vec<ScoredMove<ActionOf<M>>>>,
    pub(super) generated: Vec<ActionOf<M>>,
}

impl<'a, M: SearchGame> Worker<'a, M> {
    pub(super) fn new(
        game: &'a M,
        table: &'a TranspositionTable,
        control: &'a SearchControl,
        total_nodes: &'a AtomicU64,
        flags: SearchFlags,
        history: &[u64],
    ) -> Worker<'a, M> {
        Worker {
            game,
            table,
            control,
            flags,
            chance_nodes_above: 0,
            total_nodes,
            nodes: 0,
            stopped: false,
            max_extension_ply: 0,
            path: history.to_vec(),
            game_history_len: history.len(),
            history: MoveHistory::new(M::HISTORY_SIZE),
            pv: vec![Vec::new(); MAX_PLY + 2],
            spare_lists: Vec::new(),
            generated: Vec::new(),
        }
    }

    /// Counts a position. False if the search has to stop.
    pub(super) fn count_node(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_LIMIT_CHECK) {
            let all = self.total_nodes.fetch_add(NODES_PER_LIMIT_CHECK, Relaxed) + NODES_PER_LIMIT_CHECK;
            self.stopped = self.stopped || self.control.should_stop(all);
        } else if self.control.limits.nodes.is_some_and(|most| self.nodes >= most) {
            self.stopped = true;
        }
        !self.stopped
    }

    /// Adds what was seen since the last look at the clock.
    pub(super) fn flush_node_count(&self) {
        self.total_nodes.fetch_add(self.nodes % NODES_PER_LIMIT_CHECK, Relaxed);
    }

    /// Positions seen by all threads so far.
    pub(super) fn nodes_searched(&self) -> u64 {
        self.total_nodes.load(Relaxed) + self.nodes % NODES_PER_LIMIT_CHECK
    }

    pub(super) fn push_key(&mut self, key: u64) {
        self.path.push(key);
    }

    pub(super) fn pop_key(&mut self) {
        self.path.pop();
    }

    /// Whether this position stood before in this line, or twice before in the game.
    pub(super) fn is_repetition(&self, game: &M::Game, key: u64) -> bool {
        let reach = self.game.reversible_plies(game).min(self.path.len());
        let from = self.path.len() - reach;
        let mut in_game = 0;
        for (place, earlier) in self.path[from..].iter().enumerate().rev() {
            if *earlier == key {
                in_game += 1;
                if from + place >= self.game_history_len || in_game >= 2 {
                    return true;
                }
            }
        }
        false
    }

    /// An empty list of moves.
    pub(super) fn take_list(&mut self) -> Vec<ScoredMove<ActionOf<M>>> {
        self.spare_lists.pop().unwrap_or_default()
    }

    pub(super) fn return_list(&mut self, mut list: Vec<ScoredMove<ActionOf<M>>>) {
        list.clear();
        self.spare_lists.push(list);
    }
}
