//! Fitting weights to results.

use super::TuningSample;
use crate::Rng;
use crate::evaluation::{Features, Weight, Weights};

/// How the weights are fitted.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct TexelConfig {
    /// How many times all positions are gone through.
    pub epochs: usize,
    /// How many hundredths of a pawn make a win likely, 73 in a hundred.
    pub scale: f64,
}

/// The positions of one game in this many are not learnt from but tested on.
const TEST_GAME_INTERVAL: u32 = 8;
/// How strongly weights are held to where they began, in positions: the one that tests best is taken.
const REGULARIZATIONS: [f64; 4] = [30.0, 200.0, 1_200.0, 7_000.0];
const BATCH_SIZE: usize = 2048;
const LEARNING_RATE: f64 = 1.5;

/// What came of fitting.
#[derive(Clone, PartialEq, Debug)]
pub struct TexelResult {
    /// The weights.
    pub weights: Weights,
    /// The mean square error on games that were not learnt from, before.
    pub error_before: f64,
    /// The same, after.
    pub error_after: f64,
}

/// Fits the weights of `F` to samples.
pub fn texel_tune<F: Features>(start: &Weights, samples: &[TuningSample], fit: TexelConfig) -> TexelResult {
    let (tested, learnt): (Vec<TiedSample>, Vec<TiedSample>) = samples
        .iter()
        .map(|sample| TiedSample::new::<F>(start, sample))
        .partition(|tied| tied.sample.game.is_multiple_of(TEST_GAME_INTERVAL));
    let error = |changes: &[f64]| {
        let sum: f64 = tested.iter().map(|tied| tied.error(changes, fit.scale).powi(2)).sum();
        sum / tested.len().max(1) as f64
    };
    let none = vec![0.0; 2 * F::COUNT];
    let tries = REGULARIZATIONS.map(|hold| fit_regularized(&none, learnt.iter().collect(), fit, hold));
    let best = tries.into_iter().min_by(|a, b| error(a).total_cmp(&error(b))).unwrap_or_else(|| none.clone());
    let changed = |(index, weight): (usize, Weight)| {
        let at = 2 * F::tied_index(index);
        Weight {
            midgame: weight.midgame + best[at].round() as i32,
            endgame: weight.endgame + best[at + 1].round() as i32,
        }
    };
    let weights = Weights::new(start.iter().enumerate().map(changed).collect());
    TexelResult { weights, error_before: error(&none), error_after: error(&best) }
}

/// Goes through the samples round by round, and tells by how much each weight changes.
fn fit_regularized(none: &[f64], mut learnt: Vec<&TiedSample<'_>>, fit: TexelConfig, hold: f64) -> Vec<f64> {
    let mut learner = Adam::new(none.to_vec());
    let mut luck = Rng::new(1);
    let hold = hold / learnt.len().max(1) as f64;
    for round in 0..fit.epochs {
        shuffle(&mut learnt, &mut luck);
        let rate = LEARNING_RATE * (1.0 - round as f64 / fit.epochs as f64).max(0.05);
        for batch in learnt.chunks(BATCH_SIZE) {
            learner.train_batch(batch, fit.scale, rate, hold);
        }
    }
    learner.parameters
}

/// A sample with the score that the first weights give it, and its features by what is learnt together.
struct TiedSample<'a> {
    sample: &'a TuningSample,
    score: f64,
    features: Vec<(usize, f64)>,
}

impl<'a> TiedSample<'a> {
    fn new<F: Features>(start: &Weights, sample: &'a TuningSample) -> TiedSample<'a> {
        let early = f64::from(sample.phase);
        let (mut score, mut features) = (0.0, Vec::<(usize, f64)>::new());
        for (index, times) in &sample.features {
            let (index, times) = (usize::from(*index), f64::from(*times));
            let Weight { midgame: begin, endgame: end } = start.at(index);
            score += times * (f64::from(begin) * early + f64::from(end) * (1.0 - early));
            let tie = F::tied_index(index);
            match features.iter_mut().find(|(known, _)| *known == tie) {
                Some((_, sum)) => *sum += times,
                None => features.push((tie, times)),
            }
        }
        features.retain(|(_, times)| *times != 0.0);
        TiedSample { sample, score, features }
    }

    /// By how much the promised chance to win is above the result.
    fn error(&self, changes: &[f64], spread: f64) -> f64 {
        let early = f64::from(self.sample.phase);
        let mixed = |at: usize| changes[2 * at] * early + changes[2 * at + 1] * (1.0 - early);
        let score = self.score + self.features.iter().map(|(at, times)| times * mixed(*at)).sum::<f64>();
        1.0 / (1.0 + (-score / spread).exp()) - f64::from(self.sample.result)
    }
}

fn shuffle<T>(order: &mut [T], luck: &mut Rng) {
    for last in (1..order.len()).rev() {
        order.swap(last, luck.below(last as u64 + 1) as usize);
    }
}

/// Gradient descent with a step of its own for each weight (Adam).
pub(crate) struct Adam {
    pub(crate) parameters: Vec<f64>,
    first_moment: Vec<f64>,
    second_moment: Vec<f64>,
    steps: i32,
}

impl Adam {
    pub(crate) fn new(parameters: Vec<f64>) -> Adam {
        let zeros = vec![0.0; parameters.len()];
        Adam { first_moment: zeros.clone(), second_moment: zeros, parameters, steps: 0 }
    }

    fn train_batch(&mut self, batch: &[&TiedSample<'_>], spread: f64, rate: f64, hold: f64) {
        let mut gradient: Vec<f64> = self.parameters.iter().map(|change| hold * change / spread).collect();
        let share = 1.0 / batch.len().max(1) as f64;
        for tied in batch {
            let wrong = tied.error(&self.parameters, spread) * share;
            let early = f64::from(tied.sample.phase);
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
            self.first_moment[at] = SLOPE * self.first_moment[at] + (1.0 - SLOPE) * gradient;
            self.second_moment[at] = SQUARE * self.second_moment[at] + (1.0 - SQUARE) * gradient * gradient;
            let (slope, square) =
                (self.first_moment[at] / young_slope, self.second_moment[at] / young_square);
            self.parameters[at] -= rate * slope / (square.sqrt() + 1e-9);
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
        let mut luck = Rng::new(5);
        let samples: Vec<TuningSample> = (0..20_000)
            .map(|game| {
                let features: Vec<(u16, i16)> = (0..3).map(|n| (n, luck.below(7) as i16 - 3)).collect();
                let score: f64 =
                    features.iter().map(|(n, times)| truth[*n as usize] * f64::from(*times)).sum();
                let chance = 1.0 / (1.0 + (-score / 200.0).exp());
                let result = if (luck.below(1000) as f64) < chance * 1000.0 { 1.0 } else { 0.0 };
                TuningSample { game, features, phase: luck.below(2) as f32, result }
            })
            .collect();
        let start = Weights::new(vec![Weight::default(); 3]);
        let found = texel_tune::<Three>(&start, &samples, TexelConfig { epochs: 40, scale: 200.0 });
        assert!(found.error_after < found.error_before, "{found:?}");
        for (weight, truth) in found.weights.iter().zip(truth) {
            for value in [weight.midgame, weight.endgame] {
                assert!((f64::from(value) - truth).abs() < 12.0, "{found:?}");
            }
        }
    }
}
