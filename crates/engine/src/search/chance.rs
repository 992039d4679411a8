//! Turns of chance: the average over what can happen, cut short where the rest cannot matter.
//!
//! Bounds as in Star1: what has not been looked at yet is somewhere within the reach of scores. And as in Star2: one
//! good reply to each outcome, looked at first, often shows that the average is too low to matter.

use super::node::Window;
use super::order::next_best;
use super::worker::Worker;
use crate::memory::{Bound, Memo, NO_MOVE};
use crate::{Mind, Moves, Score, Spot};
use tetrarch_rules::{Position as _, Turn};

/// Replies are looked at first only if the outcomes are searched at least this deep: near the leaves the whole
/// search of an outcome costs no more.
const PROBED_FROM: i32 = 2;

/// One thing that can happen.
struct Outcome<P> {
    game: P,
    weight: i64,
    /// Whether the other side decides then.
    turn: bool,
    /// How many plies it takes away.
    costs: i32,
    /// The score lies between these.
    least: Score,
    most: Score,
}

/// The scores that an outcome is expected to lie between.
#[derive(Copy, Clone)]
struct Expected {
    least: Score,
    most: Score,
}

impl<M: Mind> Worker<'_, M> {
    pub(super) fn search_chance(&mut self, game: &M::Game, key: u64, spot: Spot, window: Window) -> Score {
        let cost = if self.machinery.guesses { self.mind.chance_cost() } else { 0 };
        let below = Spot { ply: spot.ply + 1, depth: spot.depth - cost };
        let expected = self.expected(game, window);
        let mut average = Average { outcomes: self.outcomes(game, expected), reach: self.mind.reach() };
        self.under_chance += 1;
        if self.machinery.star && self.machinery.probes && below.depth >= PROBED_FROM {
            self.probe_outcomes(&mut average, below, window);
        }
        self.search_outcomes(&mut average, below, window, expected);
        self.under_chance -= 1;
        self.lines[spot.ply].clear();
        if self.stopped {
            return Score::DRAW;
        }
        let score = if average.least() >= window.beta { average.least() } else { average.most() };
        self.keep_chance(key, spot, window, score);
        score
    }

    /// What can happen, the likeliest first.
    fn outcomes(&self, game: &M::Game, expected: Option<Expected>) -> Vec<Outcome<M::Game>> {
        let (least, most) = (Score::lost_in(0), expected.map_or(Score::won_in(0), |expected| expected.most));
        let mut chances = Vec::new();
        game.chances(&mut chances);
        chances.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
        let outcome = |(action, weight): (_, u32)| {
            let mut below = game.clone();
            self.mind.play(&mut below, action);
            let turn = self.mind.side(game) != self.mind.side(&below);
            // An outcome that leads to the next turn of chance has taken a turn from somebody: that is a ply.
            let costs = i32::from(below.turn() == Turn::Chance);
            Outcome { game: below, weight: weight.into(), turn, costs, least, most }
        };
        chances.into_iter().map(outcome).collect()
    }

    /// Between which scores an outcome is expected before it is looked at.
    fn expected(&self, game: &M::Game, window: Window) -> Option<Expected> {
        let ends = [window.alpha, window.beta].iter().any(|edge| edge.is_win() || edge.is_loss());
        let swing = self.mind.swing(game).filter(|_| self.machinery.guesses && !ends)?;
        let judged = self.mind.evaluate(game);
        Some(Expected { least: judged.plus(-swing), most: judged.plus(swing) })
    }

    /// Looks at one reply to each outcome.
    fn probe_outcomes(&mut self, average: &mut Average<M::Game>, spot: Spot, window: Window) {
        for place in 0..average.outcomes.len() {
            let inner = average.window(window, place);
            let outcome = &average.outcomes[place];
            let (turn, below) = (outcome.turn, outcome.game.clone());
            let Some(score) = self.probe(&below, spot, inner.turned(turn)) else { continue };
            if self.stopped {
                return;
            }
            let outcome = &mut average.outcomes[place];
            if turn {
                outcome.most = outcome.most.min(-score);
            } else {
                outcome.least = outcome.least.max(score);
            }
            if average.is_outside(window) {
                return;
            }
        }
    }

    /// A score that the side to decide can have at least: that of the move which looks best.
    fn probe(&mut self, game: &M::Game, spot: Spot, window: Window) -> Option<Score> {
        if self.mind.choice(game) != 1 || !self.count() {
            return None;
        }
        let key = self.mind.key(game);
        let memo = if self.machinery.memory { self.memory.recall(key) } else { None };
        if let Some(memo) = memo.filter(|memo| memo.bound != Bound::Upper)
            && i32::from(memo.depth) >= spot.depth
        {
            return Some(memo.score.seen_from_root(spot.ply));
        }
        self.listed.clear();
        match self.mind.expand(game, spot, &mut self.listed) {
            Moves::Over(end) => return Some(end.score(spot.ply)),
            Moves::Chance => return None,
            Moves::Pick => {}
        }
        let mut list = self.rank_listed(game, spot.ply, memo);
        let best = next_best(&mut list, 0).map(|ranked| ranked.action);
        self.give_back(list);
        let mut below = game.clone();
        self.mind.play(&mut below, best?);
        self.enter(key);
        let score = self.search_below(game, &below, spot, window, 1, 0);
        self.leave();
        Some(score)
    }

    fn search_outcomes(
        &mut self,
        average: &mut Average<M::Game>,
        spot: Spot,
        window: Window,
        expected: Option<Expected>,
    ) {
        let (total, mut searched) = (average.total(), 0);
        for place in 0..average.outcomes.len() {
            if self.machinery.star && average.is_outside(window) {
                return;
            }
            let inner = if self.machinery.star { average.window(window, place) } else { Window::FULL };
            let outcome = &average.outcomes[place];
            let (turn, below) = (outcome.turn, outcome.game.clone());
            let spot = Spot { depth: spot.depth - outcome.costs, ..spot };
            let score = self.search(&below, spot, inner.turned(turn), true);
            if self.stopped {
                return;
            }
            let score = if turn { -score } else { score };
            let outcome = &mut average.outcomes[place];
            if score > inner.alpha {
                outcome.least = score;
            }
            if score < inner.beta {
                outcome.most = score;
            }
            // What was only expected gives way to what was found.
            outcome.least = outcome.least.min(score);
            outcome.most = outcome.most.max(score);
            searched += outcome.weight;
            // Judgement does not see what hangs: that a turn is good enough is believed once half of it was looked at.
            if let Some(expected) = expected.filter(|_| 2 * searched >= total) {
                let rest = average.outcomes[place + 1..].iter_mut();
                rest.for_each(|outcome| outcome.least = outcome.least.max(expected.least).min(outcome.most));
            }
        }
    }

    fn keep_chance(&self, key: u64, spot: Spot, window: Window, score: Score) {
        let memo = Memo {
            score: score.seen_here(spot.ply),
            bound: window.bound_of(score),
            depth: spot.depth.clamp(0, 255) as u8,
            moves: [NO_MOVE; 2],
        };
        self.memory.keep(key, memo);
    }
}

/// An average of which some parts are not known yet.
struct Average<P> {
    outcomes: Vec<Outcome<P>>,
    reach: (Score, Score),
}

impl<P> Average<P> {
    /// The average if all that is open turns out as bad as it can.
    fn least(&self) -> Score {
        self.of(|outcome| outcome.least)
    }

    /// The average if all that is open turns out as good as it can.
    fn most(&self) -> Score {
        self.of(|outcome| outcome.most)
    }

    fn is_outside(&self, window: Window) -> bool {
        self.most() <= window.alpha || self.least() >= window.beta
    }

    /// Where every outcome wins, the slowest win is certain, and likewise where every outcome loses. Otherwise a
    /// known end counts as much as the reach allows.
    fn of(&self, score: impl Fn(&Outcome<P>) -> Score) -> Score {
        let scores = || self.outcomes.iter().map(&score);
        if scores().all(Score::is_win) {
            return scores().min().unwrap_or(Score::DRAW);
        }
        if scores().all(Score::is_loss) {
            return scores().max().unwrap_or(Score::DRAW);
        }
        let total = self.total();
        let sum: i64 = self.outcomes.iter().map(|outcome| outcome.weight * self.held(score(outcome))).sum();
        Score::DRAW.plus((2 * sum + total).div_euclid(2 * total) as i32)
    }

    fn total(&self) -> i64 {
        self.outcomes.iter().map(|outcome| outcome.weight).sum::<i64>().max(1)
    }

    /// The number that a score counts in an average.
    fn held(&self, score: Score) -> i64 {
        score.clamp(self.reach.0, self.reach.1).value().into()
    }

    /// The window for one outcome: outside of it the whole average is outside of `window`.
    fn window(&self, window: Window, place: usize) -> Window {
        let weight = self.outcomes[place].weight.max(1);
        let rest = |score: fn(&Outcome<P>) -> Score| -> i64 {
            let others = self.outcomes.iter().enumerate().filter(|(other, _)| *other != place);
            others.map(|(_, outcome)| outcome.weight * self.held(score(outcome))).sum()
        };
        let wanted = |edge: Score| i64::from(edge.value()) * self.total();
        let low = (wanted(window.alpha) - rest(|outcome| outcome.most)).div_euclid(weight) - 1;
        let high = (wanted(window.beta) - rest(|outcome| outcome.least)).div_euclid(weight) + 2;
        let (worst, best) = (i64::from(self.reach.0.value()), i64::from(self.reach.1.value()));
        let alpha = match window.alpha {
            // Only a win that is certain is better.
            alpha if alpha >= self.reach.1 => alpha,
            _ if low <= worst => Score::WORST,
            _ => Score::DRAW.plus(low.min(best) as i32),
        };
        let beta = match window.beta {
            beta if beta <= self.reach.0 => beta,
            _ if high >= best => Score::BEST,
            _ => Score::DRAW.plus(high.max(worst) as i32),
        };
        Window { alpha, beta }
    }
}
