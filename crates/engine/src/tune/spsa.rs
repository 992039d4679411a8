//! Learning by playing: two minds that differ a little in all groups of weights play each other, and the weights go
//! towards the one that scores more (simultaneous perturbation, SPSA).

use super::self_play::play_between;
use super::{Recipe, Tunable};
use crate::Luck;
use crate::linear::{Features, Weight, Weights};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// By which factor the two minds differ in each group: e to the power of this, up and down.
const TRIED: f64 = 0.35;
/// How far a pair of games that one side wins both moves each factor, at first.
const STEP: f64 = 0.015;

/// Hears how many pairs are done, and the factor of each group.
pub type Tell = dyn Fn(usize, &[(String, f64)]) + Sync;

/// What minds with the first weights score more than minds with the second, over two games with the seats exchanged: from
/// -1 to 1. The number fixes all luck.
pub type Contest<'a> = dyn Fn(Weights, Weights, u64) -> f64 + Sync + 'a;

/// Learns a factor for each group of weights, that is, for all whose names are the same up to the last dash.
/// `recipe.games` are played in pairs with the seats exchanged. `tell` hears how many pairs are done, and the factors.
pub fn climb<M: Tunable>(mind: &M, recipe: &Recipe, tell: &Tell) -> Weights {
    let contest = |up: Weights, down: Weights, seed: u64| {
        let (up, down) = (mind.with_weights(up), mind.with_weights(down));
        play_between(&up, &down, recipe, seed) - play_between(&down, &up, recipe, seed)
    };
    climb_by::<M::Seen>(mind.weights(), recipe, &contest, tell)
}

/// The same for anything that plays by weights.
pub fn climb_by<F: Features>(
    begin: &Weights,
    recipe: &Recipe,
    contest: &Contest<'_>,
    tell: &Tell,
) -> Weights {
    let groups = Groups::of::<F>();
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
                    let mut luck = Luck::new(recipe.seed.wrapping_add(number as u64));
                    let signs: Vec<f64> =
                        groups.names.iter().map(|_| if luck.below(2) == 0 { 1.0 } else { -1.0 }).collect();
                    let now = factors.lock().unwrap_or_else(PoisonError::into_inner).clone();
                    let tried = |sign: f64| {
                        let moved: Vec<f64> =
                            now.iter().zip(&signs).map(|(now, by)| now + sign * by * TRIED).collect();
                        groups.scaled(begin, &moved)
                    };
                    let gain = contest(tried(1.0), tried(-1.0), luck.number()) * STEP
                        / (1.0 + 3.0 * number as f64 / pairs as f64);
                    let mut factors = factors.lock().unwrap_or_else(PoisonError::into_inner);
                    factors.iter_mut().zip(&signs).for_each(|(factor, sign)| *factor += gain * sign);
                    tell(number + 1, &groups.told(&factors));
                }
            });
        }
    });
    let factors = factors.into_inner().unwrap_or_else(PoisonError::into_inner);
    groups.scaled(begin, &factors)
}

/// The groups of weights.
struct Groups {
    names: Vec<String>,
    /// The group of each weight.
    of: Vec<usize>,
}

impl Groups {
    fn of<F: Features>() -> Groups {
        let mut groups = Groups { names: Vec::new(), of: Vec::new() };
        for index in 0..F::COUNT {
            let name = F::name(index);
            let group = name.rsplit_once('-').map_or(name.as_str(), |(group, _)| group).to_string();
            let place = groups.names.iter().position(|known| *known == group).unwrap_or_else(|| {
                groups.names.push(group);
                groups.names.len() - 1
            });
            groups.of.push(place);
        }
        groups
    }

    fn scaled(&self, weights: &Weights, factors: &[f64]) -> Weights {
        let scale = |(index, weight): (usize, Weight)| {
            let factor = factors[self.of[index]].exp();
            let by = |value: i32| (f64::from(value) * factor).round() as i32;
            Weight { early: by(weight.early), late: by(weight.late) }
        };
        Weights::new(weights.iter().enumerate().map(scale).collect())
    }

    fn told(&self, factors: &[f64]) -> Vec<(String, f64)> {
        self.names.iter().cloned().zip(factors.iter().map(|factor| factor.exp())).collect()
    }
}
