//! Turns of chance: the average over what can happen, cut short where the rest cannot matter.
//!
//! Bounds as in Star1: what has not been looked at yet is somewhere within the reach of scores. And as in Star2: one
//! good reply to each outcome, looked at first, often shows that the average is too low to matter.

use super::move_ordering::pick_next;
use super::node::Window;
use super::worker::Worker;
use crate::transposition_table::{Bound, NO_MOVE, TtEntry};
use crate::{NodeDepth, NodeKind, Score, SearchGame};
use tetrarch_rules::{Position as _, Turn};

/// Replies are looked at first only if the outcomes are searched at least this deep: near the leaves the whole
/// search of an outcome costs no more.
const MIN_STAR2_DEPTH: i32 = 2;

/// One thing that can happen.
struct ChanceChild<P> {
    game: P,
    weight: i64,
    /// Whether the other side decides then.
    switches_side: bool,
    /// How many plies it takes away.
    depth_cost: i32,
    /// The score lies between these.
    lower: Score,
    upper: Score,
}

/// The scores that an outcome is expected to lie between.
#[derive(Copy, Clone)]
struct ExpectedRange {
    lower: Score,
    upper: Score,
}

impl<M: SearchGame> Worker<'_, M> {
    pub(super) fn search_chance_node(
        &mut self,
        game: &M::Game,
        key: u64,
        spot: NodeDepth,
        window: Window,
    ) -> Score {
        let cost = if self.flags.pruning { self.game.chance_depth_cost() } else { 0 };
        let below = NodeDepth { ply: spot.ply + 1, depth: spot.depth - cost };
        let expected = self.expected_range(game, window);
        let mut average =
            ChanceAverage { outcomes: self.outcomes(game, expected), score_range: self.game.score_range() };
        self.chance_nodes_above += 1;
        if self.flags.star1 && self.flags.star2 && below.depth >= MIN_STAR2_DEPTH {
            self.star2_probe_outcomes(&mut average, below, window);
        }
        self.star1_search_outcomes(&mut average, below, window, expected);
        self.chance_nodes_above -= 1;
        self.pv[spot.ply].clear();
        if self.stopped {
            return Score::DRAW;
        }
        let score = if average.lower() >= window.beta { average.lower() } else { average.upper() };
        self.store_chance_entry(key, spot, window, score);
        score
    }

    /// What can happen, the likeliest first.
    fn outcomes(&self, game: &M::Game, expected: Option<ExpectedRange>) -> Vec<ChanceChild<M::Game>> {
        let (least, most) = (Score::lost_in(0), expected.map_or(Score::won_in(0), |expected| expected.upper));
        let mut chances = Vec::new();
        game.chance_outcomes(&mut chances);
        chances.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
        let outcome = |(action, weight): (_, u32)| {
            let mut below = game.clone();
            self.game.play(&mut below, action);
            let turn = self.game.side_to_move(game) != self.game.side_to_move(&below);
            // An outcome that leads to the next turn of chance has taken a turn from somebody: that is a ply.
            let costs = i32::from(below.turn() == Turn::Chance);
            ChanceChild {
                game: below,
                weight: weight.into(),
                switches_side: turn,
                depth_cost: costs,
                lower: least,
                upper: most,
            }
        };
        chances.into_iter().map(outcome).collect()
    }

    /// Between which scores an outcome is expected before it is looked at.
    fn expected_range(&self, game: &M::Game, window: Window) -> Option<ExpectedRange> {
        let ends = [window.alpha, window.beta].iter().any(|edge| edge.is_win() || edge.is_loss());
        let swing = self.game.expected_swing(game).filter(|_| self.flags.pruning && !ends)?;
        let judged = self.game.evaluate(game);
        Some(ExpectedRange { lower: judged.plus(-swing), upper: judged.plus(swing) })
    }

    /// Looks at one reply to each outcome.
    fn star2_probe_outcomes(
        &mut self,
        average: &mut ChanceAverage<M::Game>,
        spot: NodeDepth,
        window: Window,
    ) {
        for place in 0..average.outcomes.len() {
            let inner = average.window(window, place);
            let outcome = &average.outcomes[place];
            let (turn, below) = (outcome.switches_side, outcome.game.clone());
            let Some(score) = self.star2_probe(&below, spot, inner.negated_if(turn)) else { continue };
            if self.stopped {
                return;
            }
            let outcome = &mut average.outcomes[place];
            if turn {
                outcome.upper = outcome.upper.min(-score);
            } else {
                outcome.lower = outcome.lower.max(score);
            }
            if average.is_outside(window) {
                return;
            }
        }
    }

    /// A score that the side to decide can have at least: that of the move which looks best.
    fn star2_probe(&mut self, game: &M::Game, spot: NodeDepth, window: Window) -> Option<Score> {
        if self.game.effective_rank(game) != 1 || !self.count_node() {
            return None;
        }
        let key = self.game.key(game);
        let memo = if self.flags.transposition_table { self.table.probe(key) } else { None };
        if let Some(memo) = memo.filter(|memo| memo.bound != Bound::Upper)
            && i32::from(memo.depth) >= spot.depth
        {
            return Some(memo.score.relative_to_root(spot.ply));
        }
        self.generated.clear();
        match self.game.generate_moves(game, spot, &mut self.generated) {
            NodeKind::Terminal(end) => return Some(end.score(spot.ply)),
            NodeKind::Chance => return None,
            NodeKind::Decision => {}
        }
        let mut list = self.score_moves(game, spot.ply, memo);
        let best = pick_next(&mut list, 0).map(|ranked| ranked.action);
        self.return_list(list);
        let mut below = game.clone();
        self.game.play(&mut below, best?);
        self.push_key(key);
        let score = self.search_child(game, &below, spot, window, 1, 0);
        self.pop_key();
        Some(score)
    }

    fn star1_search_outcomes(
        &mut self,
        average: &mut ChanceAverage<M::Game>,
        spot: NodeDepth,
        window: Window,
        expected: Option<ExpectedRange>,
    ) {
        let (total, mut searched) = (average.total(), 0);
        for place in 0..average.outcomes.len() {
            if self.flags.star1 && average.is_outside(window) {
                return;
            }
            let inner = if self.flags.star1 { average.window(window, place) } else { Window::FULL };
            let outcome = &average.outcomes[place];
            let (turn, below) = (outcome.switches_side, outcome.game.clone());
            let spot = NodeDepth { depth: spot.depth - outcome.depth_cost, ..spot };
            let score = self.alpha_beta(&below, spot, inner.negated_if(turn), true);
            if self.stopped {
                return;
            }
            let score = if turn { -score } else { score };
            let outcome = &mut average.outcomes[place];
            if score > inner.alpha {
                outcome.lower = score;
            }
            if score < inner.beta {
                outcome.upper = score;
            }
            // What was only expected gives way to what was found.
            outcome.lower = outcome.lower.min(score);
            outcome.upper = outcome.upper.max(score);
            searched += outcome.weight;
            // Judgement does not see what hangs: that a turn is good enough is believed once half of it was looked at.
            if let Some(expected) = expected.filter(|_| 2 * searched >= total) {
                let rest = average.outcomes[place + 1..].iter_mut();
                rest.for_each(|outcome| outcome.lower = outcome.lower.max(expected.lower).min(outcome.upper));
            }
        }
    }

    fn store_chance_entry(&self, key: u64, spot: NodeDepth, window: Window, score: Score) {
        let memo = TtEntry {
            score: score.relative_to_node(spot.ply),
            bound: window.bound(score),
            depth: spot.depth.clamp(0, 255) as u8,
            moves: [NO_MOVE; 2],
        };
        self.table.store(key, memo);
    }
}

/// An average of which some parts are not known yet.
struct ChanceAverage<P> {
    outcomes: Vec<ChanceChild<P>>,
    score_range: (Score, Score),
}

impl<P> ChanceAverage<P> {
    /// The average if all that is open turns out as bad as it can.
    fn lower(&self) -> Score {
        self.average_of(|outcome| outcome.lower)
    }

    /// The average if all that is open turns out as good as it can.
    fn upper(&self) -> Score {
        self.average_of(|outcome| outcome.upper)
    }

    fn is_outside(&self, window: Window) -> bool {
        self.upper() <= window.alpha || self.lower() >= window.beta
    }

    /// Where every outcome wins, the slowest win is certain, and likewise where every outcome loses. Otherwise a
    /// known end counts as much as the reach allows.
    fn average_of(&self, score: impl Fn(&ChanceChild<P>) -> Score) -> Score {
        let scores = || self.outcomes.iter().map(&score);
        if scores().all(Score::is_win) {
            return scores().min().unwrap_or(Score::DRAW);
        }
        if scores().all(Score::is_loss) {
            return scores().max().unwrap_or(Score::DRAW);
        }
        let total = self.total();
        let sum: i64 =
            self.outcomes.iter().map(|outcome| outcome.weight * self.clamped(score(outcome))).sum();
        Score::DRAW.plus((2 * sum + total).div_euclid(2 * total) as i32)
    }

    fn total(&self) -> i64 {
        self.outcomes.iter().map(|outcome| outcome.weight).sum::<i64>().max(1)
    }

    /// The number that a score counts in an average.
    fn clamped(&self, score: Score) -> i64 {
        score.clamp(self.score_range.0, self.score_range.1).value().into()
    }

    /// The window for one outcome: outside of it the whole average is outside of `window`.
    fn window(&self, window: Window, place: usize) -> Window {
        let weight = self.outcomes[place].weight.max(1);
        let rest = |score: fn(&ChanceChild<P>) -> Score| -> i64 {
            let others = self.outcomes.iter().enumerate().filter(|(other, _)| *other != place);
            others.map(|(_, outcome)| outcome.weight * self.clamped(score(outcome))).sum()
        };
        let wanted = |edge: Score| i64::from(edge.value()) * self.total();
        let low = (wanted(window.alpha) - rest(|outcome| outcome.upper)).div_euclid(weight) - 1;
        let high = (wanted(window.beta) - rest(|outcome| outcome.lower)).div_euclid(weight) + 2;
        let (worst, best) = (i64::from(self.score_range.0.value()), i64::from(self.score_range.1.value()));
        let alpha = match window.alpha {
            // Only a win that is certain is better.
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
