//! One thread of a search, with what it has learnt on the way.

use super::Machinery;
use super::order::{Habits, Ranked};
use crate::limits::Watch;
use crate::mind::ActionOf;
use crate::{Memory, Mind};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Deeper than this no line is followed.
pub(super) const DEEPEST: usize = 120;

/// How many positions are seen between two looks at the clock.
const LOOK: u64 = 64;

pub(super) struct Worker<'a, M: Mind> {
    pub(super) mind: &'a M,
    pub(super) memory: &'a Memory,
    pub(super) watch: &'a Watch,
    pub(super) machinery: Machinery,
    /// How many turns of chance lead here from the root.
    pub(super) under_chance: u32,
    /// Positions seen by all threads.
    all_nodes: &'a AtomicU64,
    pub(super) nodes: u64,
    pub(super) stopped: bool,
    /// From this ply on tense positions are searched no deeper than others.
    pub(super) horizon: usize,
    /// The keys of the positions that lead here, the game's own first.
    path: Vec<u64>,
    /// How many of them are the game's own.
    played: usize,
    pub(super) habits: Habits<ActionOf<M>>,
    /// The best line found from each ply on.
    pub(super) lines: Vec<Vec<ActionOf<M>>>,
    /// Lists of moves that are not in use, so that none has to be made anew.
    spare: Vec<Vec<Ranked<ActionOf<M>>>>,
    pub(super) listed: Vec<ActionOf<M>>,
}

impl<'a, M: Mind> Worker<'a, M> {
    pub(super) fn new(
        mind: &'a M,
        memory: &'a Memory,
        watch: &'a Watch,
        all_nodes: &'a AtomicU64,
        machinery: Machinery,
        history: &[u64],
    ) -> Worker<'a, M> {
        Worker {
            mind,
            memory,
            watch,
            machinery,
            under_chance: 0,
            all_nodes,
            nodes: 0,
            stopped: false,
            horizon: 0,
            path: history.to_vec(),
            played: history.len(),
            habits: Habits::new(M::SLOTS),
            lines: vec![Vec::new(); DEEPEST + 2],
            spare: Vec::new(),
            listed: Vec::new(),
        }
    }

    /// Counts a position. False if the search has to stop.
    pub(super) fn count(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK) {
            let all = self.all_nodes.fetch_add(LOOK, Relaxed) + LOOK;
            self.stopped = self.stopped || self.watch.must_stop(all);
        } else if self.watch.limits.nodes.is_some_and(|most| self.nodes >= most) {
            self.stopped = true;
        }
        !self.stopped
    }

    /// Adds what was seen since the last look at the clock.
    pub(super) fn settle_count(&self) {
        self.all_nodes.fetch_add(self.nodes % LOOK, Relaxed);
    }

    /// Positions seen by all threads so far.
    pub(super) fn seen(&self) -> u64 {
        self.all_nodes.load(Relaxed) + self.nodes % LOOK
    }

    pub(super) fn enter(&mut self, key: u64) {
        self.path.push(key);
    }

    pub(super) fn leave(&mut self) {
        self.path.pop();
    }

    /// Whether this position stood before in this line, or twice before in the game.
    pub(super) fn is_repeated(&self, game: &M::Game, key: u64) -> bool {
        let reach = self.mind.reversible(game).min(self.path.len());
        let from = self.path.len() - reach;
        let mut in_game = 0;
        for (place, earlier) in self.path[from..].iter().enumerate().rev() {
            if *earlier == key {
                in_game += 1;
                if from + place >= self.played || in_game >= 2 {
                    return true;
                }
            }
        }
        false
    }

    /// An empty list of moves.
    pub(super) fn borrow_list(&mut self) -> Vec<Ranked<ActionOf<M>>> {
        self.spare.pop().unwrap_or_default()
    }

    pub(super) fn give_back(&mut self, mut list: Vec<Ranked<ActionOf<M>>>) {
        list.clear();
        self.spare.push(list);
    }
}
