//! Texel tuning: logistic regression of game results on evaluation features.

use super::TuningSample;
use crate::Rng;
use crate::evaluation::{Features, Weight, Weights};

/// Parameters of the tuning.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct TexelConfig {
    /// Passes over all positions.
    pub epochs: usize,
    /// Centipawns at which the win probability is 73 %.
    pub scale: f64,
}

/// The positions of one game in this many are held out for testing.
const TEST_GAME_INTERVAL: u32 = 8;
/// Strengths of the L2 regularisation towards the initial weights, in positions. The one with the lowest test
/// error wins.
const REGULARIZATIONS: [f64; 4] = [30.0, 200.0, 1_200.0, 7_000.0];
const BATCH_SIZE: usize = 2048;
const LEARNING_RATE: f64 = 1.5;

/// The result of the tuning.
#[derive(Clone, PartialEq, Debug)]
pub struct TexelResult {
    /// The tuned weights.
    pub weights: Weights,
    /// Mean squared error on held-out games before tuning.
    pub error_before: f64,
    /// Mean squared error on held-out games after tuning.
    pub error_after: f64,
}

/// Tunes the weights of `F` to the samples.
pub fn texel_tune<F: Features>(
    initial: &Weights,
    samples: &[TuningSample],
    config: TexelConfig,
) -> TexelResult {
    let (held_out, training): (Vec<TiedSample>, Vec<TiedSample>) = samples
        .iter()
        .map(|sample| TiedSample::new::<F>(initial, sample))
        .partition(|tied| tied.sample.game.is_multiple_of(TEST_GAME_INTERVAL));
    let error = |changes: &[f64]| {
        let sum: f64 = held_out.iter().map(|tied| tied.error(changes, config.scale).powi(2)).sum();
        sum / held_out.len().max(1) as f64
    };
    let no_change = vec![0.0; 2 * F::COUNT];
    let fits = REGULARIZATIONS
        .map(|regularization| fit_regularized(&no_change, training.iter().collect(), config, regularization));
    let best =
        fits.into_iter().min_by(|a, b| error(a).total_cmp(&error(b))).unwrap_or_else(|| no_change.clone());
    let tuned = |(index, weight): (usize, Weight)| {
        let index = 2 * F::tied_index(index);
        Weight {
            midgame: weight.midgame + best[index].round() as i32,
            endgame: weight.endgame + best[index + 1].round() as i32,
        }
    };
    let weights = Weights::new(initial.iter().enumerate().map(tuned).collect());
    TexelResult { weights, error_before: error(&no_change), error_after: error(&best) }
}

/// Gradient descent with a given regularisation. Returns the change of each weight.
fn fit_regularized(
    no_change: &[f64],
    mut training: Vec<&TiedSample<'_>>,
    config: TexelConfig,
    regularization: f64,
) -> Vec<f64> {
    let mut optimizer = Adam::new(no_change.to_vec());
    let mut rng = Rng::new(1);
    let regularization = regularization / training.len().max(1) as f64;
    for epoch in 0..config.epochs {
        shuffle(&mut training, &mut rng);
        let rate = LEARNING_RATE * (1.0 - epoch as f64 / config.epochs as f64).max(0.05);
        for batch in training.chunks(BATCH_SIZE) {
            optimizer.train_batch(batch, config.scale, rate, regularization);
        }
    }
    optimizer.parameters
}

/// A sample with its score under the initial weights and its features merged by tied weights.
struct TiedSample<'a> {
    sample: &'a TuningSample,
    score: f64,
    features: Vec<(usize, f64)>,
}

impl<'a> TiedSample<'a> {
    fn new<F: Features>(initial: &Weights, sample: &'a TuningSample) -> TiedSample<'a> {
        let phase = f64::from(sample.phase);
        let (mut score, mut features) = (0.0, Vec::<(usize, f64)>::new());
        for (index, count) in &sample.features {
            let (index, count) = (usize::from(*index), f64::from(*count));
            let Weight { midgame, endgame } = initial.at(index);
            score += count * (f64::from(midgame) * phase + f64::from(endgame) * (1.0 - phase));
            let tied = F::tied_index(index);
            match features.iter_mut().find(|(known, _)| *known == tied) {
                Some((_, sum)) => *sum += count,
                None => features.push((tied, count)),
            }
        }
        features.retain(|(_, count)| *count != 0.0);
        TiedSample { sample, score, features }
    }

    /// The predicted win probability minus the result.
    fn error(&self, changes: &[f64], scale: f64) -> f64 {
        let phase = f64::from(self.sample.phase);
        let change = |index: usize| changes[2 * index] * phase + changes[2 * index + 1] * (1.0 - phase);
        let score =
            self.score + self.features.iter().map(|(index, count)| count * change(*index)).sum::<f64>();
        1.0 / (1.0 + (-score / scale).exp()) - f64::from(self.sample.result)
    }
}

fn shuffle<T>(order: &mut [T], rng: &mut Rng) {
    for last in (1..order.len()).rev() {
        order.swap(last, rng.below(last as u64 + 1) as usize);
    }
}

/// The Adam optimiser: gradient descent with an adaptive step for each parameter.
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

    fn train_batch(&mut self, batch: &[&TiedSample<'_>], scale: f64, rate: f64, regularization: f64) {
        let mut gradient: Vec<f64> =
            self.parameters.iter().map(|change| regularization * change / scale).collect();
        let share = 1.0 / batch.len().max(1) as f64;
        for tied in batch {
            let error = tied.error(&self.parameters, scale) * share;
            let phase = f64::from(tied.sample.phase);
            for (index, count) in &tied.features {
                gradient[2 * index] += error * count * phase;
                gradient[2 * index + 1] += error * count * (1.0 - phase);
            }
        }
        self.step(&gradient, rate);
    }

    pub(crate) fn step(&mut self, gradient: &[f64], rate: f64) {
        const BETA_1: f64 = 0.9;
        const BETA_2: f64 = 0.999;
        self.steps += 1;
        let (first_correction, second_correction) =
            (1.0 - BETA_1.powi(self.steps), 1.0 - BETA_2.powi(self.steps));
        for (index, gradient) in gradient.iter().enumerate() {
            self.first_moment[index] = BETA_1 * self.first_moment[index] + (1.0 - BETA_1) * gradient;
            self.second_moment[index] =
                BETA_2 * self.second_moment[index] + (1.0 - BETA_2) * gradient * gradient;
            let (first, second) =
                (self.first_moment[index] / first_correction, self.second_moment[index] / second_correction);
            self.parameters[index] -= rate * first / (second.sqrt() + 1e-9);
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
    fn the_weights_that_generated_the_results_are_recovered() {
        let truth = [120.0, -60.0, 30.0];
        let mut rng = Rng::new(5);
        let samples: Vec<TuningSample> = (0..20_000)
            .map(|game| {
                let features: Vec<(u16, i16)> = (0..3).map(|n| (n, rng.below(7) as i16 - 3)).collect();
                let score: f64 =
                    features.iter().map(|(n, count)| truth[*n as usize] * f64::from(*count)).sum();
                let probability = 1.0 / (1.0 + (-score / 200.0).exp());
                let result = if (rng.below(1000) as f64) < probability * 1000.0 { 1.0 } else { 0.0 };
                TuningSample { game, features, phase: rng.below(2) as f32, result }
            })
            .collect();
        let initial = Weights::new(vec![Weight::default(); 3]);
        let tuned = texel_tune::<Three>(&initial, &samples, TexelConfig { epochs: 40, scale: 200.0 });
        assert!(tuned.error_after < tuned.error_before, "{tuned:?}");
        for (weight, truth) in tuned.weights.iter().zip(truth) {
            for value in [weight.midgame, weight.endgame] {
                assert!((f64::from(value) - truth).abs() < 12.0, "{tuned:?}");
            }
        }
    }
}
