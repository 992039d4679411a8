//! Chance nodes: expectiminimax with Star1 and Star2 pruning.
//!
//! Star1 bounds the average by assuming the extreme scores for outcomes that are not searched yet. Star2 first
//! probes one good reply to each outcome, which often proves that the average is too low to matter.

use super::move_ordering::pick_next;
use super::node::Window;
use super::worker::Worker;
use crate::transposition_table::{Bound, NO_MOVE, TtEntry, score_from_tt, score_to_tt};
use crate::{NodeDepth, NodeKind, SearchGame};
use tetrarch_rules::{Position as _, Turn};
use tetrarch_table::search::Score;

/// Star2 probes only pay off from this depth on; near the leaves a full search of an outcome costs no more.
const MIN_STAR2_DEPTH: i32 = 2;

/// A child of a chance node, with bounds on its score.
struct ChanceChild<P> {
    position: P,
    weight: i64,
    /// Whether the other side is to move after it.
    switches_side: bool,
    /// Extra plies that it costs.
    depth_cost: i32,
    /// Bounds on its score.
    lower: Score,
    upper: Score,
}

/// The range in which the score of an outcome is expected.
#[derive(Copy, Clone)]
struct ExpectedRange {
    lower: Score,
    upper: Score,
}

impl<M: SearchGame> Worker<'_, M> {
    pub(super) fn search_chance_node(
        &mut self,
        position: &M::Game,
        key: u64,
        node: NodeDepth,
        window: Window,
    ) -> Score {
        let cost = if self.flags.pruning { self.game.chance_depth_cost() } else { 0 };
        let child_node = NodeDepth { ply: node.ply + 1, depth: node.depth - cost };
        let expected = self.expected_range(position, window);
        let mut average = ChanceAverage {
            children: self.chance_children(position, expected),
            score_range: self.game.score_range(),
        };
        self.chance_nodes_above += 1;
        if self.flags.star1 && self.flags.star2 && child_node.depth >= MIN_STAR2_DEPTH {
            self.star2_probe_children(&mut average, child_node, window);
        }
        self.star1_search_children(&mut average, child_node, window, expected);
        self.chance_nodes_above -= 1;
        self.pv[node.ply].clear();
        if self.stopped {
            return Score::DRAW;
        }
        let score = if average.lower() >= window.beta { average.lower() } else { average.upper() };
        self.store_chance_entry(key, node, window, score);
        score
    }

    /// The outcomes, the most likely first.
    fn chance_children(
        &self,
        position: &M::Game,
        expected: Option<ExpectedRange>,
    ) -> Vec<ChanceChild<M::Game>> {
        let (lower, upper) =
            (Score::lost_in(0), expected.map_or(Score::won_in(0), |expected| expected.upper));
        let mut outcomes = Vec::new();
        position.chance_outcomes(&mut outcomes);
        outcomes.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
        let child = |(action, weight): (_, u32)| {
            let mut child = position.clone();
            self.game.play(&mut child, action);
            let switches_side = self.game.side_to_move(position) != self.game.side_to_move(&child);
            // An outcome that leads to another chance node has cost somebody a turn, so it costs a ply.
            let depth_cost = i32::from(child.turn() == Turn::Chance);
            ChanceChild { position: child, weight: weight.into(), switches_side, depth_cost, lower, upper }
        };
        outcomes.into_iter().map(child).collect()
    }

    /// The expected range of the outcomes' scores before they are searched.
    fn expected_range(&self, position: &M::Game, window: Window) -> Option<ExpectedRange> {
        let is_decisive = [window.alpha, window.beta].iter().any(|edge| edge.is_win() || edge.is_loss());
        let swing = self.game.expected_swing(position).filter(|_| self.flags.pruning && !is_decisive)?;
        let evaluation = self.game.evaluate(position);
        Some(ExpectedRange { lower: evaluation.plus(-swing), upper: evaluation.plus(swing) })
    }

    /// Star2: probes one reply to each outcome.
    fn star2_probe_children(
        &mut self,
        average: &mut ChanceAverage<M::Game>,
        node: NodeDepth,
        window: Window,
    ) {
        for index in 0..average.children.len() {
            let child_window = average.star1_window(window, index);
            let child = &average.children[index];
            let (switches_side, position) = (child.switches_side, child.position.clone());
            let probed = self.star2_probe(&position, node, child_window.negated_if(switches_side));
            let Some(score) = probed else { continue };
            if self.stopped {
                return;
            }
            let child = &mut average.children[index];
            if switches_side {
                child.upper = child.upper.min(-score);
            } else {
                child.lower = child.lower.max(score);
            }
            if average.is_outside(window) {
                return;
            }
        }
    }

    /// A lower bound for the side to move: the score of the move that is ordered first.
    fn star2_probe(&mut self, position: &M::Game, node: NodeDepth, window: Window) -> Option<Score> {
        if self.game.effective_rank(position) != 1 || !self.count_node() {
            return None;
        }
        let key = self.game.key(position);
        let entry = if self.flags.transposition_table { self.table.probe(key) } else { None };
        if let Some(entry) = entry.filter(|entry| entry.bound != Bound::Upper)
            && i32::from(entry.depth) >= node.depth
        {
            return Some(score_from_tt(entry.score, node.ply));
        }
        self.generated.clear();
        match self.game.generate_moves(position, node, &mut self.generated) {
            NodeKind::Terminal(terminal) => return Some(terminal.score(node.ply)),
            NodeKind::Chance => return None,
            NodeKind::Decision => {}
        }
        let mut list = self.score_moves(position, node.ply, entry);
        let first = pick_next(&mut list, 0).map(|scored| scored.action);
        self.return_list(list);
        let mut child = position.clone();
        self.game.play(&mut child, first?);
        self.push_key(key);
        let score = self.search_child(position, &child, node, window, 1, 0);
        self.pop_key();
        Some(score)
    }

    /// Searches the outcomes with Star1 windows until the average is outside of the window.
    fn star1_search_children(
        &mut self,
        average: &mut ChanceAverage<M::Game>,
        node: NodeDepth,
        window: Window,
        expected: Option<ExpectedRange>,
    ) {
        let (total_weight, mut searched_weight) = (average.total_weight(), 0);
        for index in 0..average.children.len() {
            if self.flags.star1 && average.is_outside(window) {
                return;
            }
            let child_window =
                if self.flags.star1 { average.star1_window(window, index) } else { Window::FULL };
            let child = &average.children[index];
            let (switches_side, position) = (child.switches_side, child.position.clone());
            let child_node = NodeDepth { depth: node.depth - child.depth_cost, ..node };
            let score = self.alpha_beta(&position, child_node, child_window.negated_if(switches_side), true);
            if self.stopped {
                return;
            }
            let score = if switches_side { -score } else { score };
            let child = &mut average.children[index];
            if score > child_window.alpha {
                child.lower = score;
            }
            if score < child_window.beta {
                child.upper = score;
            }
            // The search result overrides the expected range.
            child.lower = child.lower.min(score);
            child.upper = child.upper.max(score);
            searched_weight += child.weight;
            // The static evaluation does not see hanging pieces, so trust the lower end of the expected range only
            // after half of the outcomes (by weight) have been searched.
            if let Some(expected) = expected.filter(|_| 2 * searched_weight >= total_weight) {
                let rest = average.children[index + 1..].iter_mut();
                rest.for_each(|child| child.lower = child.lower.max(expected.lower).min(child.upper));
            }
        }
    }

    fn store_chance_entry(&self, key: u64, node: NodeDepth, window: Window, score: Score) {
        let entry = TtEntry {
            score: score_to_tt(score, node.ply),
            bound: window.bound(score),
            depth: node.depth.clamp(0, 255) as u8,
            moves: [NO_MOVE; 2],
        };
        self.table.store(key, entry);
    }
}

/// An average over outcomes whose scores are only partly known.
struct ChanceAverage<P> {
    children: Vec<ChanceChild<P>>,
    score_range: (Score, Score),
}

impl<P> ChanceAverage<P> {
    /// The lower bound of the average.
    fn lower(&self) -> Score {
        self.average_of(|child| child.lower)
    }

    /// The upper bound of the average.
    fn upper(&self) -> Score {
        self.average_of(|child| child.upper)
    }

    fn is_outside(&self, window: Window) -> bool {
        self.upper() <= window.alpha || self.lower() >= window.beta
    }

    /// If every outcome wins, the slowest win is certain, and likewise for losses. Otherwise decisive scores are
    /// clamped to the score range.
    fn average_of(&self, score: impl Fn(&ChanceChild<P>) -> Score) -> Score {
        let scores = || self.children.iter().map(&score);
        if scores().all(Score::is_win) {
            return scores().min().unwrap_or(Score::DRAW);
        }
        if scores().all(Score::is_loss) {
            return scores().max().unwrap_or(Score::DRAW);
        }
        let total = self.total_weight();
        let sum: i64 = self.children.iter().map(|child| child.weight * self.clamped(score(child))).sum();
        Score::DRAW.plus((2 * sum + total).div_euclid(2 * total) as i32)
    }

    fn total_weight(&self) -> i64 {
        self.children.iter().map(|child| child.weight).sum::<i64>().max(1)
    }

    /// The value that a score counts in an average.
    fn clamped(&self, score: Score) -> i64 {
        score.clamp(self.score_range.0, self.score_range.1).value().into()
    }

    /// The Star1 window for one outcome: a score outside of it puts the whole average outside of `window`.
    fn star1_window(&self, window: Window, index: usize) -> Window {
        let weight = self.children[index].weight.max(1);
        let rest = |score: fn(&ChanceChild<P>) -> Score| -> i64 {
            let others = self.children.iter().enumerate().filter(|(other, _)| *other != index);
            others.map(|(_, child)| child.weight * self.clamped(score(child))).sum()
        };
        let needed = |edge: Score| i64::from(edge.value()) * self.total_weight();
        let low = (needed(window.alpha) - rest(|child| child.upper)).div_euclid(weight) - 1;
        let high = (needed(window.beta) - rest(|child| child.lower)).div_euclid(weight) + 2;
        let (worst, best) = (i64::from(self.score_range.0.value()), i64::from(self.score_range.1.value()));
        let alpha = match window.alpha {
            // Only a certain win is better.
            alpha if alpha >= self.score_range.1 => alpha,
            _ if low <= worst => Score::WORST,
            _ => Score::DRAW.plus(low.min(best) as i32),
        };
        let beta = match window.beta {
            beta if beta <= self.score_range.0 => beta,
            _ if high >= best => Score::BEST,
            _ => Score::DRAW.plus(high.max(worst) as i32),
        };
        Window { alpha, beta }
    }
}
