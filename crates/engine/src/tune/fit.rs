//! Fitting weights to results.

use super::Sample;
use crate::Luck;
use crate::linear::{Weight, Weights};

/// How the weights are fitted.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Fit {
    /// How many times all positions are gone through.
    pub rounds: usize,
    /// How many hundredths of a pawn make a win likely, 73 in a hundred.
    pub spread: f64,
    /// How strongly a weight is held to where it began; many positions outweigh it.
    pub hold: f64,
}

/// One position in this many is not learnt from but tested on.
const TESTED: usize = 10;
const BATCH: usize = 2048;
const RATE: f64 = 1.5;

/// Fits weights to samples. `tell` hears the error on positions that were not learnt from, before and after.
pub fn fit(start: &Weights, samples: &[Sample], fit: Fit, tell: &mut dyn FnMut(f64, f64)) -> Weights {
    let anchor: Vec<f64> =
        start.iter().flat_map(|Weight { early, late }| [f64::from(early), f64::from(late)]).collect();
    let mut learner = Learner::new(anchor.clone());
    let (tested, mut learnt): (Vec<usize>, Vec<usize>) = (0..samples.len()).partition(|n| n % TESTED == 0);
    let error = |weights: &[f64]| {
        let sum: f64 = tested.iter().map(|n| miss(weights, &samples[*n], fit.spread).powi(2)).sum();
        sum / tested.len().max(1) as f64
    };
    let before = error(&learner.weights);
    let mut luck = Luck::new(1);
    for round in 0..fit.rounds {
        shuffle(&mut learnt, &mut luck);
        let rate = RATE * (1.0 - round as f64 / fit.rounds as f64).max(0.05);
        for batch in learnt.chunks(BATCH) {
            let hold = fit.hold / learnt.len().max(1) as f64;
            learner.learn(batch.iter().map(|n| &samples[*n]), fit.spread, rate, &anchor, hold);
        }
    }
    tell(before, error(&learner.weights));
    let rounded = |pair: &[f64]| Weight { early: pair[0].round() as i32, late: pair[1].round() as i32 };
    Weights::new(learner.weights.chunks(2).map(rounded).collect())
}

fn shuffle(order: &mut [usize], luck: &mut Luck) {
    for last in (1..order.len()).rev() {
        order.swap(last, luck.below(last as u64 + 1) as usize);
    }
}

/// By how much the promised chance to win is above the result.
fn miss(weights: &[f64], sample: &Sample, spread: f64) -> f64 {
    let early = f64::from(sample.early);
    let score: f64 = sample
        .features
        .iter()
        .map(|(index, times)| {
            let at = 2 * usize::from(*index);
            f64::from(*times) * (weights[at] * early + weights[at + 1] * (1.0 - early))
        })
        .sum();
    1.0 / (1.0 + (-score / spread).exp()) - f64::from(sample.result)
}

/// Gradient descent with a step of its own for each weight (Adam).
struct Learner {
    weights: Vec<f64>,
    slope: Vec<f64>,
    square: Vec<f64>,
    steps: i32,
}

impl Learner {
    fn new(weights: Vec<f64>) -> Learner {
        let zeros = vec![0.0; weights.len()];
        Learner { slope: zeros.clone(), square: zeros, weights, steps: 0 }
    }

    fn learn<'a>(
        &mut self,
        batch: impl Iterator<Item = &'a Sample>,
        spread: f64,
        rate: f64,
        anchor: &[f64],
        hold: f64,
    ) {
        let mut gradient: Vec<f64> =
            self.weights.iter().zip(anchor).map(|(now, begun)| hold * (now - begun) / spread).collect();
        let samples: Vec<&Sample> = batch.collect();
        let share = 1.0 / samples.len().max(1) as f64;
        for sample in samples {
            let wrong = miss(&self.weights, sample, spread) * share;
            let early = f64::from(sample.early);
            for (index, times) in &sample.features {
                let at = 2 * usize::from(*index);
                gradient[at] += wrong * f64::from(*times) * early;
                gradient[at + 1] += wrong * f64::from(*times) * (1.0 - early);
            }
        }
        self.step(&gradient, rate);
    }

    fn step(&mut self, gradient: &[f64], rate: f64) {
        const SLOPE: f64 = 0.9;
        const SQUARE: f64 = 0.999;
        self.steps += 1;
        let (young_slope, young_square) = (1.0 - SLOPE.powi(self.steps), 1.0 - SQUARE.powi(self.steps));
        for (at, gradient) in gradient.iter().enumerate() {
            self.slope[at] = SLOPE * self.slope[at] + (1.0 - SLOPE) * gradient;
            self.square[at] = SQUARE * self.square[at] + (1.0 - SQUARE) * gradient * gradient;
            let (slope, square) = (self.slope[at] / young_slope, self.square[at] / young_square);
            self.weights[at] -= rate * slope / (square.sqrt() + 1e-9);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_that_made_the_results_are_found_again() {
        let truth = [120.0, -60.0, 30.0];
        let mut luck = Luck::new(5);
        let samples: Vec<Sample> = (0..20_000)
            .map(|_| {
                let features: Vec<(u16, i16)> = (0..3).map(|n| (n, luck.below(7) as i16 - 3)).collect();
                let score: f64 =
                    features.iter().map(|(n, times)| truth[*n as usize] * f64::from(*times)).sum();
                let chance = 1.0 / (1.0 + (-score / 200.0).exp());
                let result = if (luck.below(1000) as f64) < chance * 1000.0 { 1.0 } else { 0.0 };
                Sample { features, early: luck.below(2) as f32, result }
            })
            .collect();
        let start = Weights::new(vec![Weight::default(); 3]);
        let mut errors = (0.0, 0.0);
        let recipe = Fit { rounds: 60, spread: 200.0, hold: 0.0 };
        let found = fit(&start, &samples, recipe, &mut |before, after| errors = (before, after));
        assert!(errors.1 < errors.0, "{errors:?}");
        for (weight, truth) in found.iter().zip(truth) {
            for value in [weight.early, weight.late] {
                assert!((f64::from(value) - truth).abs() < 12.0, "{found:?}");
            }
        }
    }
}
