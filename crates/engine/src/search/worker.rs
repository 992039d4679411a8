//! One search thread and its private state.

use super::SearchFlags;
use super::move_ordering::{MoveHistory, ScoredMove};
use crate::search_control::SearchControl;
use crate::search_game::ActionOf;
use crate::{SearchGame, TranspositionTable};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The search goes no deeper than this ply.
pub(crate) const MAX_PLY: usize = 120;

/// How many nodes to search between checks of the limits.
const NODES_PER_LIMIT_CHECK: u64 = 64;

pub(super) struct Worker<'a, M: SearchGame> {
    pub(super) game: &'a M,
    pub(super) table: &'a TranspositionTable,
    pub(super) control: &'a SearchControl,
    pub(super) flags: SearchFlags,
    /// Number of chance nodes between the root and this node.
    pub(super) chance_nodes_above: u32,
    /// Nodes searched by all threads.
    total_nodes: &'a AtomicU64,
    pub(super) nodes: u64,
    pub(super) stopped: bool,
    /// From this ply on, danger extends the search no more.
    pub(super) max_extension_ply: usize,
    /// The keys of the positions that lead here, first those of the game.
    path: Vec<u64>,
    /// How many of them belong to the game.
    game_history_len: usize,
    pub(super) history: MoveHistory<ActionOf<M>>,
    /// The principal variation from each ply on.
    pub(super) pv: Vec<Vec<ActionOf<M>>>,
    /// Unused move lists, kept to avoid allocations.
    spare_lists: Vec<Vec<ScoredMove<ActionOf<M>>>>,
    /// The moves that the game has generated for the current node.
    pub(super) generated: Vec<ActionOf<M>>,
}

impl<'a, M: SearchGame> Worker<'a, M> {
    pub(super) fn new(
        game: &'a M,
        table: &'a TranspositionTable,
        control: &'a SearchControl,
        total_nodes: &'a AtomicU64,
        flags: SearchFlags,
        game_history: &[u64],
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
            path: game_history.to_vec(),
            game_history_len: game_history.len(),
            history: MoveHistory::new(M::HISTORY_SIZE),
            pv: vec![Vec::new(); MAX_PLY + 2],
            spare_lists: Vec::new(),
            generated: Vec::new(),
        }
    }

    /// Counts a node. Returns false if the search has to stop.
    pub(super) fn count_node(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_LIMIT_CHECK) {
            let total = self.total_nodes.fetch_add(NODES_PER_LIMIT_CHECK, Relaxed) + NODES_PER_LIMIT_CHECK;
            self.stopped = self.stopped || self.control.should_stop(total);
        } else if self.control.limits.nodes.is_some_and(|limit| self.nodes >= limit) {
            self.stopped = true;
        }
        !self.stopped
    }

    /// Adds the nodes since the last check of the limits to the total.
    pub(super) fn flush_node_count(&self) {
        self.total_nodes.fetch_add(self.nodes % NODES_PER_LIMIT_CHECK, Relaxed);
    }

    /// Nodes searched by all threads so far.
    pub(super) fn nodes_searched(&self) -> u64 {
        self.total_nodes.load(Relaxed) + self.nodes % NODES_PER_LIMIT_CHECK
    }

    pub(super) fn push_key(&mut self, key: u64) {
        self.path.push(key);
    }

    pub(super) fn pop_key(&mut self) {
        self.path.pop();
    }

    /// Whether this position occurred before in this line, or twice before in the game.
    pub(super) fn is_repetition(&self, position: &M::Game, key: u64) -> bool {
        let reversible = self.game.reversible_plies(position).min(self.path.len());
        let from = self.path.len() - reversible;
        let mut occurrences = 0;
        for (index, earlier) in self.path[from..].iter().enumerate().rev() {
            if *earlier == key {
                occurrences += 1;
                if from + index >= self.game_history_len || occurrences >= 2 {
                    return true;
                }
            }
        }
        false
    }

    /// An empty move list.
    pub(super) fn take_list(&mut self) -> Vec<ScoredMove<ActionOf<M>>> {
        self.spare_lists.pop().unwrap_or_default()
    }

    pub(super) fn return_list(&mut self, mut list: Vec<ScoredMove<ActionOf<M>>>) {
        list.clear();
        self.spare_lists.push(list);
    }
}
