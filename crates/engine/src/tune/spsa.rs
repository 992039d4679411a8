//! Learning by playing: two minds that differ a little in all groups of weights play each other, and the weights go
//! towards the one that scores more (simultaneous perturbation, SPSA).

use super::self_play::play_pairing;
use super::{SelfPlayConfig, Tunable};
use crate::Rng;
use crate::evaluation::{Features, Weight, Weights};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// By which factor the two minds differ in each group: e to the power of this, up and down.
const PERTURBATION: f64 = 0.35;
/// How far a pair of games that one side wins both moves each factor, at first.
const STEP_SIZE: f64 = 0.015;

/// Hears how many pairs are done, and the factor of each group.
pub type SpsaProgress = dyn Fn(usize, &[(String, f64)]) + Sync;

/// What minds with the first weights score more than minds with the second, over two games with the seats exchanged: from
/// -1 to 1. The number fixes all luck.
pub type PairScore<'a> = dyn Fn(Weights, Weights, u64) -> f64 + Sync + 'a;

/// Learns a factor for each group of weights, that is, for all whose names are the same up to the last dash.
/// `recipe.games` are played in pairs with the seats exchanged. `tell` hears how many pairs are done, and the factors.
pub fn spsa_tune<M: Tunable>(mind: &M, recipe: &SelfPlayConfig, tell: &SpsaProgress) -> Weights {
    let contest = |up: Weights, down: Weights, seed: u64| {
        let (up, down) = (mind.with_weights(up), mind.with_weights(down));
        play_pairing(&up, &down, recipe, seed) - play_pairing(&down, &up, recipe, seed)
    };
    spsa_tune_with::<M::FeatureSet>(mind.weights(), recipe, &contest, tell)
}

/// The same for anything that plays by weights.
pub fn spsa_tune_with<F: Features>(
    begin: &Weights,
    recipe: &SelfPlayConfig,
    contest: &PairScore<'_>,
    tell: &SpsaProgress,
) -> Weights {
    let groups = WeightGroups::new::<F>();
    let factors = Mutex::new(vec![0.0f64; groups.names.len()]);
    let pairs = recipe.games / 2;
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..recipe.threads.max(1) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= pairs {
                        return;
                    }
                    let mut luck = Rng::new(recipe.seed.wrapping_add(number as u64));
                    let signs: Vec<f64> =
                        groups.names.iter().map(|_| if luck.below(2) == 0 { 1.0 } else { -1.0 }).collect();
                    let now = factors.lock().unwrap_or_else(PoisonError::into_inner).clone();
                    let tried = |sign: f64| {
                        let moved: Vec<f64> =
                            now.iter().zip(&signs).map(|(now, by)| now + sign * by * PERTURBATION).collect();
                        groups.scaled(begin, &moved)
                    };
                    let gain = contest(tried(1.0), tried(-1.0), luck.next_u64()) * STEP_SIZE
                        / (1.0 + 3.0 * number as f64 / pairs as f64);
                    let mut factors = factors.lock().unwrap_or_else(PoisonError::into_inner);
                    factors.iter_mut().zip(&signs).for_each(|(factor, sign)| *factor += gain * sign);
                    tell(number + 1, &groups.named_factors(&factors));
                }
            });
        }
    });
    let factors = factors.into_inner().unwrap_or_else(PoisonError::into_inner);
    groups.scaled(begin, &factors)
}

/// The groups of weights.
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
            let place = groups.names.iter().position(|known| *known == group).unwrap_or_else(|| {
                groups.names.push(group);
                groups.names.len() - 1
            });
            groups.group_of_weight.push(place);
        }
        groups
    }

    fn scaled(&self, weights: &Weights, factors: &[f64]) -> Weights {
        let scale = |(index, weight): (usize, Weight)| {
            let factor = factors[self.group_of_weight[index]].exp();
            let by = |value: i32| (f64::from(value) * factor).round() as i32;
            Weight { midgame: by(weight.midgame), endgame: by(weight.endgame) }
        };
        Weights::new(weights.iter().enumerate().map(scale).collect())
    }

    fn named_factors(&self, factors: &[f64]) -> Vec<(String, f64)> {
        self.names.iter().cloned().zip(factors.iter().map(|factor| factor.exp())).collect()
    }
}
