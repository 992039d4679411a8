//! Turns of chance: the average over what can happen, cut short where the rest cannot matter.

use super::node::Window;
use super::worker::Worker;
use crate::{Mind, Score, Spot};
use tetrarch_rules::{Position as _, Turn};

impl<M: Mind> Worker<'_, M> {
    pub(super) fn search_chance(&mut self, game: &M::Game, spot: Spot, window: Window) -> Score {
        let mut outcomes = Vec::new();
        game.chances(&mut outcomes);
        let mut average = Average::of(outcomes.iter().map(|(_, weight)| *weight), self.mind.reach());
        for (outcome, weight) in outcomes {
            let mut below = game.clone();
            self.mind.play(&mut below, outcome);
            let turn = self.mind.side(game) != self.mind.side(&below);
            let inner = if self.machinery.star { average.window(window, weight) } else { Window::FULL };
            // An outcome that leads to the next turn of chance has taken a turn from somebody: that is a ply.
            let lost_turn = i32::from(below.turn() == Turn::Chance);
            let below_spot = Spot { ply: spot.ply + 1, depth: spot.depth - lost_turn };
            let score = self.search(&below, below_spot, inner.turned(turn), true);
            let score = if turn { -score } else { score };
            if self.stopped {
                return Score::DRAW;
            }
            average.add(weight, score);
            if self.machinery.star && (average.most() <= window.alpha || average.least() >= window.beta) {
                break;
            }
        }
        self.lines[spot.ply].clear();
        if average.least() >= window.beta { average.least() } else { average.most() }
    }
}

/// An average of which some parts are not known yet.
struct Average {
    sum: i64,
    /// The weight of what is not known.
    open: i64,
    total: i64,
    reach: (i64, i64),
}

impl Average {
    fn of(weights: impl Iterator<Item = u32>, (least, most): (Score, Score)) -> Average {
        let total = weights.map(i64::from).sum::<i64>().max(1);
        Average { sum: 0, open: total, total, reach: (least.value().into(), most.value().into()) }
    }

    fn add(&mut self, weight: u32, score: Score) {
        self.sum += i64::from(weight) * i64::from(score.value());
        self.open -= i64::from(weight);
    }

    /// The average if all that is open turns out as bad as it can.
    fn least(&self) -> Score {
        self.rounded(self.sum + self.open * self.reach.0)
    }

    /// The average if all that is open turns out as good as it can.
    fn most(&self) -> Score {
        self.rounded(self.sum + self.open * self.reach.1)
    }

    fn rounded(&self, sum: i64) -> Score {
        Score::DRAW.plus((2 * sum + self.total).div_euclid(2 * self.total) as i32)
    }

    /// The window for the next part: outside of it the whole average is outside of `window`.
    fn window(&self, window: Window, weight: u32) -> Window {
        let (weight, rest) = (i64::from(weight), self.open - i64::from(weight));
        let (alpha, beta) = (i64::from(window.alpha.value()), i64::from(window.beta.value()));
        let low = (alpha * self.total - self.sum - rest * self.reach.1).div_euclid(weight) - 1;
        let high = (beta * self.total - self.sum - rest * self.reach.0).div_euclid(weight) + 2;
        let held = |value: i64| Score::DRAW.plus(value.clamp(-32_000, 32_000) as i32);
        Window { alpha: held(low), beta: held(high) }
    }
}
