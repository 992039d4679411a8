//! Fitting weights to results.

use super::Sample;
use crate::Luck;
use crate::linear::{Features, Weight, Weights};

/// How the weights are fitted.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Fit {
    /// How many times all positions are gone through.
    pub rounds: usize,
    /// How many hundredths of a pawn make a win likely, 73 in a hundred.
    pub spread: f64,
}

/// The positions of one game in this many are not learnt from but tested on.
const TESTED: u32 = 8;
/// How strongly weights are held to where they began, in positions: the one that tests best is taken.
const HOLDS: [f64; 4] = [30.0, 200.0, 1_200.0, 7_000.0];
const BATCH: usize = 2048;
const RATE: f64 = 1.5;

/// What came of fitting.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitted {
    /// The weights.
    pub weights: Weights,
    /// The mean square error on games that were not learnt from, before.
    pub before: f64,
    /// The same, after.
    pub after: f64,
}

/// Fits the weights of `F` to samples.
pub fn fit<F: Features>(start: &Weights, samples: &[Sample], fit: Fit) -> Fitted {
    let (tested, learnt): (Vec<Tied>, Vec<Tied>) = samples
        .iter()
        .map(|sample| Tied::of::<F>(start, sample))
        .partition(|tied| tied.sample.game.is_multiple_of(TESTED));
    let error = |changes: &[f64]| {
        let sum: f64 = tested.iter().map(|tied| tied.miss(changes, fit.spread).powi(2)).sum();
        sum / tested.len().max(1) as f64
    };
    let none = vec![0.0; 2 * F::COUNT];
    let tries = HOLDS.map(|hold| held_fit(&none, learnt.iter().collect(), fit, hold));
    let best = tries.into_iter().min_by(|a, b| error(a).total_cmp(&error(b))).unwrap_or_else(|| none.clone());
    let changed = |(index, weight): (usize, Weight)| {
        let at = 2 * F::tie(index);
        Weight {
            early: weight.early + best[at].round() as i32,
            late: weight.late + best[at + 1].round() as i32,
        }
    };
    let weights = Weights::new(start.iter().enumerate().map(changed).collect());
    Fitted { weights, before: error(&none), after: error(&best) }
}

/// Goes through the samples round by round, and tells by how much each weight changes.
fn held_fit(none: &[f64], mut learnt: Vec<&Tied<'_>>, fit: Fit, hold: f64) -> Vec<f64> {
    let mut learner = Learner::new(none.to_vec());
    let mut luck = Luck::new(1);
    let hold = hold / learnt.len().max(1) as f64;
    for round in 0..fit.rounds {
        shuffle(&mut learnt, &mut luck);
        let rate = RATE * (1.0 - round as f64 / fit.rounds as f64).max(0.05);
        for batch in learnt.chunks(BATCH) {
            learner.learn(batch, fit.spread, rate, hold);
        }
    }
    learner.changes
}

/// A sample with the score that the first weights give it, and its features by what is learnt together.
struct Tied<'a> {
    sample: &'a Sample,
    score: f64,
    features: Vec<(usize, f64)>,
}

impl<'a> Tied<'a> {
    fn of<F: Features>(start: &Weights, sample: &'a Sample) -> Tied<'a> {
        let early = f64::from(sample.early);
        let (mut score, mut features) = (0.0, Vec::<(usize, f64)>::new());
        for (index, times) in &sample.features {
            let (index, times) = (usize::from(*index), f64::from(*times));
            let Weight { early: begin, late: end } = start.at(index);
            score += times * (f64::from(begin) * early + f64::from(end) * (1.0 - early));
            let tie = F::tie(index);
            match features.iter_mut().find(|(known, _)| *known == tie) {
                Some((_, sum)) => *sum += times,
                None => features.push((tie, times)),
            }
        }
        features.retain(|(_, times)| *times != 0.0);
        Tied { sample, score, features }
    }

    /// By how much the promised chance to win is above the result.
    fn miss(&self, changes: &[f64], spread: f64) -> f64 {
        let early = f64::from(self.sample.early);
        let mixed = |at: usize| changes[2 * at] * early + changes[2 * at + 1] * (1.0 - early);
        let score = self.score + self.features.iter().map(|(at, times)| times * mixed(*at)).sum::<f64>();
        1.0 / (1.0 + (-score / spread).exp()) - f64::from(self.sample.result)
    }
}

fn shuffle<T>(order: &mut [T], luck: &mut Luck) {
    for last in (1..order.len()).rev() {
        order.swap(last, luck.below(last as u64 + 1) as usize);
    }
}

/// Gradient descent with a step of its own for each weight (Adam).
pub(crate) struct Learner {
    pub(crate) changes: Vec<f64>,
    slope: Vec<f64>,
    square: Vec<f64>,
    steps: i32,
}

impl Learner {
    pub(crate) fn new(changes: Vec<f64>) -> Learner {
        let zeros = vec![0.0; changes.len()];
        Learner { slope: zeros.clone(), square: zeros, changes, steps: 0 }
    }

    fn learn(&mut self, batch: &[&Tied<'_>], spread: f64, rate: f64, hold: f64) {
        let mut gradient: Vec<f64> = self.changes.iter().map(|change| hold * change / spread).collect();
        let share = 1.0 / batch.len().max(1) as f64;
        for tied in batch {
            let wrong = tied.miss(&self.changes, spread) * share;
            let early = f64::from(tied.sample.early);
            for (at, times) in &tied.features {
                gradient[2 * at] += wrong * times * early;
                gradient[2 * at + 1] += wrong * times * (1.0 - early);
            }
        }
        self.step(&gradient, rate);
    }

    pub(crate) fn step(&mut self, gradient: &[f64], rate: f64) {
        const SLOPE: f64 = 0.9;
        const SQUARE: f64 = 0.999;
        self.steps += 1;
        let (young_slope, young_square) = (1.0 - SLOPE.powi(self.steps), 1.0 - SQUARE.powi(self.steps));
        for (at, gradient) in gradient.iter().enumerate() {
            self.slope[at] = SLOPE * self.slope[at] + (1.0 - SLOPE) * gradient;
            self.square[at] = SQUARE * self.square[at] + (1.0 - SQUARE) * gradient * gradient;
            let (slope, square) = (self.slope[at] / young_slope, self.square[at] / young_square);
            self.changes[at] -= rate * slope / (square.sqrt() + 1e-9);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Three;

    impl Features for Three {
        type Game = ();
        const COUNT: usize = 3;
        fn name(index: usize) -> String {
            index.to_string()
        }
        fn phase((): &()) -> i32 {
            0
        }
        fn visit((): &(), _: &mut impl FnMut(usize, i32)) {}
    }

    #[test]
    fn weights_that_made_the_results_are_found_again() {
        let truth = [120.0, -60.0, 30.0];
        let mut luck = Luck::new(5);
        let samples: Vec<Sample> = (0..20_000)
            .map(|game| {
                let features: Vec<(u16, i16)> = (0..3).map(|n| (n, luck.below(7) as i16 - 3)).collect();
                let score: f64 =
                    features.iter().map(|(n, times)| truth[*n as usize] * f64::from(*times)).sum();
                let chance = 1.0 / (1.0 + (-score / 200.0).exp());
                let result = if (luck.below(1000) as f64) < chance * 1000.0 { 1.0 } else { 0.0 };
                Sample { game, features, early: luck.below(2) as f32, result }
            })
            .collect();
        let start = Weights::new(vec![Weight::default(); 3]);
        let found = fit::<Three>(&start, &samples, Fit { rounds: 40, spread: 200.0 });
        assert!(found.after < found.before, "{found:?}");
        for (weight, truth) in found.weights.iter().zip(truth) {
            for value in [weight.early, weight.late] {
                assert!((f64::from(value) - truth).abs() < 12.0, "{found:?}");
            }
        }
    }
}
