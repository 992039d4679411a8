//! SPSA tuning (simultaneous perturbation stochastic approximation): two engines whose weights are perturbed
//! in opposite directions play each other, and the weights move towards the one that scores more.

use super::self_play::play_pairing;
use super::{SelfPlayConfig, Tunable};
use crate::Rng;
use crate::evaluation::{Features, Weight, Weights};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Perturbation of each group: its factor is multiplied by e to the power of plus or minus this.
const PERTURBATION: f64 = 0.35;
/// How far a pair of games, both won by one side, moves each log factor at first.
const STEP_SIZE: f64 = 0.015;

/// Progress callback: the number of finished pairs, and the factor of each group.
pub type SpsaProgress = dyn Fn(usize, &[(String, f64)]) + Sync;

/// Plays two games with swapped seats and returns how much the first weights scored more than the second,
/// from -1 to 1. The last argument seeds all randomness.
pub type PairScore<'a> = dyn Fn(Weights, Weights, u64) -> f64 + Sync + 'a;

/// Tunes a factor for each group of weights, that is, all weights whose names agree up to the last dash.
/// `config.games` are played in pairs with swapped seats. Calls `progress` after each pair.
pub fn spsa_tune<M: Tunable>(search_game: &M, config: &SelfPlayConfig, progress: &SpsaProgress) -> Weights {
    let pair_score = |up: Weights, down: Weights, seed: u64| {
        let (up, down) = (search_game.with_weights(up), search_game.with_weights(down));
        play_pairing(&up, &down, config, seed) - play_pairing(&down, &up, config, seed)
    };
    spsa_tune_with::<M::FeatureSet>(search_game.weights(), config, &pair_score, progress)
}

/// The same for any way to compare two sets of weights.
pub fn spsa_tune_with<F: Features>(
    initial: &Weights,
    config: &SelfPlayConfig,
    pair_score: &PairScore<'_>,
    progress: &SpsaProgress,
) -> Weights {
    let groups = WeightGroups::new::<F>();
    let factors = Mutex::new(vec![0.0f64; groups.names.len()]);
    let pairs = config.games / 2;
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..config.threads.max(1) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= pairs {
                        return;
                    }
                    let mut rng = Rng::new(config.seed.wrapping_add(number as u64));
                    let signs: Vec<f64> =
                        groups.names.iter().map(|_| if rng.below(2) == 0 { 1.0 } else { -1.0 }).collect();
                    let now = factors.lock().unwrap_or_else(PoisonError::into_inner).clone();
                    let perturbed = |sign: f64| {
                        let factors: Vec<f64> = now
                            .iter()
                            .zip(&signs)
                            .map(|(now, direction)| now + sign * direction * PERTURBATION)
                            .collect();
                        groups.scaled(initial, &factors)
                    };
                    let gain = pair_score(perturbed(1.0), perturbed(-1.0), rng.next_u64()) * STEP_SIZE
                        / (1.0 + 3.0 * number as f64 / pairs as f64);
                    let mut factors = factors.lock().unwrap_or_else(PoisonError::into_inner);
                    factors.iter_mut().zip(&signs).for_each(|(factor, sign)| *factor += gain * sign);
                    progress(number + 1, &groups.named_factors(&factors));
                }
            });
        }
    });
    let factors = factors.into_inner().unwrap_or_else(PoisonError::into_inner);
    groups.scaled(initial, &factors)
}

/// Groups of weights that share a factor.
struct WeightGroups {
    names: Vec<String>,
    /// The group of each weight.
    group_of_weight: Vec<usize>,
}

impl WeightGroups {
    fn new<F: Features>() -> WeightGroups {
        let mut groups = WeightGroups { names: Vec::new(), group_of_weight: Vec::new() };
        for index in 0..F::COUNT {
            let name = F::name(index);
            let group = name.rsplit_once('-').map_or(name.as_str(), |(group, _)| group).to_string();
            let index = groups.names.iter().position(|known| *known == group).unwrap_or_else(|| {
                groups.names.push(group);
                groups.names.len() - 1
            });
            groups.group_of_weight.push(index);
        }
        groups
    }

    fn scaled(&self, weights: &Weights, factors: &[f64]) -> Weights {
        let scale = |(index, weight): (usize, Weight)| {
            let factor = factors[self.group_of_weight[index]].exp();
            let scaled = |value: i32| (f64::from(value) * factor).round() as i32;
            Weight { midgame: scaled(weight.midgame), endgame: scaled(weight.endgame) }
        };
        Weights::new(weights.iter().enumerate().map(scale).collect())
    }

    fn named_factors(&self, factors: &[f64]) -> Vec<(String, f64)> {
        self.names.iter().cloned().zip(factors.iter().map(|factor| factor.exp())).collect()
    }
}
