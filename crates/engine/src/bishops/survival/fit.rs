//! Fits the survival weights to the order of eliminations.
//!
//! Each position of a game records the living colours and which of them was eliminated first. Gradient
//! descent maximises the likelihood of that colour under the elimination model.

use super::attack_map::AttackMap;
use super::elimination_model::ELIMINATION_SCALE;
use super::features::COUNT;
use super::{SurvivalSearchGame, features};
use crate::bishops::multiplayer::OneAgainstAll;
use crate::evaluation::{Weight, Weights};
use crate::tune::{Adam, SelfPlayConfig};
use crate::{AlphaBetaSearch, Rng, SearchInput, Searcher as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use tetrarch_rules::bishops::{Action, Options};
use tetrarch_rules::{Bishops, Position as _, Seat, SeatSet, Turn};
use tetrarch_table::search::{OpponentModel, SearchLimits, SearchRequest};

/// Games are cut off after this many actions.
pub(super) const MAX_GAME_ACTIONS: usize = 600;
/// One action in this many is random, so that games differ.
const RANDOM_ACTION_INTERVAL: u64 = 12;
const BATCH_SIZE: usize = 1024;
const LEARNING_RATE: f64 = 2.0;
/// One game in this many is held out for testing.
const TEST_GAME_INTERVAL: usize = 10;

/// The features of a colour: the index of a weight and its count.
type FeatureCounts = Vec<(u16, i16)>;

/// A labelled training position.
struct SurvivalSample {
    /// The features of each living colour, that of the first eliminated in front.
    features: Vec<FeatureCounts>,
    endgame: bool,
    /// The number of its game, since positions of one game are correlated.
    game: usize,
}

/// Parameters of the fit.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct SurvivalFitConfig {
    /// Passes over all positions.
    pub epochs: usize,
    /// Strength of the L2 regularisation towards the initial weights.
    pub regularization: f64,
}

/// Plays games and fits the weights to them. Calls `progress` with the number of positions and the
/// cross-entropy on held-out games before and after.
pub fn fit_weights(
    initial: &SurvivalSearchGame,
    config: &SelfPlayConfig,
    fit: SurvivalFitConfig,
    progress: &mut dyn FnMut(usize, f64, f64),
) -> Weights {
    let samples = self_play(initial, config);
    let anchor: Vec<f64> = initial
        .weights
        .iter()
        .flat_map(|weight| [f64::from(weight.midgame), f64::from(weight.endgame)])
        .collect();
    let mut optimizer = Adam::new(vec![0.0; anchor.len()]);
    let weights_after = |changes: &[f64]| -> Vec<f64> {
        anchor.iter().zip(changes).map(|(start, change)| start + change).collect()
    };
    let (held_out, mut training): (Vec<usize>, Vec<usize>) =
        (0..samples.len()).partition(|number| samples[*number].game.is_multiple_of(TEST_GAME_INTERVAL));
    let cross_entropy = |weights: &[f64]| {
        let sum: f64 = held_out
            .iter()
            .map(|number| -elimination_probabilities(weights, &samples[*number])[0].ln())
            .sum();
        sum / held_out.len().max(1) as f64
    };
    let before = cross_entropy(&anchor);
    let mut rng = Rng::new(config.seed);
    for epoch in 0..fit.epochs {
        for last in (1..training.len()).rev() {
            training.swap(last, rng.below(last as u64 + 1) as usize);
        }
        let rate = LEARNING_RATE * (1.0 - epoch as f64 / fit.epochs as f64).max(0.05);
        for batch in training.chunks(BATCH_SIZE) {
            let weights = weights_after(&optimizer.parameters);
            let gradient =
                gradient(&weights, batch.iter().map(|number| &samples[*number]), &anchor, fit.regularization);
            optimizer.step(&gradient, rate);
        }
    }
    let fitted = weights_after(&optimizer.parameters);
    progress(samples.len(), before, cross_entropy(&fitted));
    let rounded = |pair: &[f64]| Weight { midgame: pair[0].round() as i32, endgame: pair[1].round() as i32 };
    Weights::new(fitted.chunks(2).map(rounded).collect())
}

/// The probability of each colour to be eliminated first.
fn elimination_probabilities(weights: &[f64], sample: &SurvivalSample) -> Vec<f64> {
    let safety = |features: &FeatureCounts| -> f64 {
        let weighted = |(index, count): &(u16, i16)| {
            f64::from(*count) * weights[2 * usize::from(*index) + usize::from(sample.endgame)]
        };
        features.iter().map(weighted).sum()
    };
    let safety: Vec<f64> = sample.features.iter().map(safety).collect();
    let best = safety.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let risk: Vec<f64> =
        safety.iter().map(|own| ((best - own) / ELIMINATION_SCALE).min(40.0).exp()).collect();
    let total: f64 = risk.iter().sum();
    risk.into_iter().map(|risk| risk / total).collect()
}

/// The gradient of the cross-entropy with respect to the weights.
fn gradient<'a>(
    weights: &[f64],
    samples: impl Iterator<Item = &'a SurvivalSample>,
    anchor: &[f64],
    regularization: f64,
) -> Vec<f64> {
    let mut gradient: Vec<f64> = weights
        .iter()
        .zip(anchor)
        .map(|(now, start)| regularization * (now - start) / ELIMINATION_SCALE)
        .collect();
    for sample in samples {
        for (index, (features, probability)) in
            sample.features.iter().zip(elimination_probabilities(weights, sample)).enumerate()
        {
            let error = if index == 0 { 1.0 - probability } else { -probability };
            for (index, count) in features {
                let at = 2 * usize::from(*index) + usize::from(sample.endgame);
                gradient[at] += error * f64::from(*count) / BATCH_SIZE as f64;
            }
        }
    }
    gradient
}

fn self_play(initial: &SurvivalSearchGame, config: &SelfPlayConfig) -> Vec<SurvivalSample> {
    let next = AtomicUsize::new(0);
    let samples = Mutex::new((0..config.games).map(|_| Vec::new()).collect::<Vec<Vec<SurvivalSample>>>());
    std::thread::scope(|scope| {
        for _ in 0..config.threads.max(1) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= config.games {
                        return;
                    }
                    let played = play_game(initial, config, config.seed.wrapping_add(number as u64));
                    samples.lock().unwrap_or_else(PoisonError::into_inner)[number] = played;
                }
            });
        }
    });
    samples.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().flatten().collect()
}

/// A position whose label is not known yet.
struct PendingPosition {
    features: Vec<(Seat, FeatureCounts)>,
    endgame: bool,
}

fn play_game(initial: &SurvivalSearchGame, config: &SelfPlayConfig, seed: u64) -> Vec<SurvivalSample> {
    let mut rng = Rng::new(seed);
    let mut game = Bishops::start(&Options::default());
    let search_game = OneAgainstAll::new(initial.clone(), Seat::new(0), OpponentModel::Paranoid);
    let mut search = AlphaBetaSearch::new(search_game, 1, 1);
    let (mut samples, mut pending) = (Vec::new(), Vec::new());
    for number in 0..MAX_GAME_ACTIONS {
        let Turn::Seat(seat) = game.turn() else { break };
        let living = initial.living_seats(&game);
        if game.survival().is_none() {
            break;
        }
        pending.extend(record_position(&game, seat));
        let is_random =
            number < config.max_opening_actions as usize || rng.below(RANDOM_ACTION_INTERVAL) == 0;
        let action = if is_random {
            random_action(&game, &mut rng)
        } else {
            search_action(&mut search, &game, seat, OpponentModel::Paranoid, config.nodes)
        };
        let Some(action) = action else { break };
        game.play(action);
        if let Some(eliminated) = living.minus(initial.living_seats(&game)).iter().next() {
            samples.extend(
                pending.drain(..).filter_map(|position| label_position(position, eliminated, seed as usize)),
            );
        }
    }
    samples
}

pub(super) fn random_action(game: &Bishops, rng: &mut Rng) -> Option<Action> {
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    rng.choose(&actions).copied()
}

pub(super) fn search_action(
    search: &mut AlphaBetaSearch<OneAgainstAll>,
    game: &Bishops,
    seat: Seat,
    model: OpponentModel,
    nodes: u64,
) -> Option<Action> {
    search.game_mut().set_perspective(seat, model);
    let request = SearchRequest::within(SearchLimits::nodes(nodes));
    let input = SearchInput { position: game, history: &[], request: &request, for_play: true };
    search.search(&input, &mut |_| {}).lines[0].moves.first().copied()
}

fn record_position(game: &Bishops, to_act: Seat) -> Option<PendingPosition> {
    let survival = game.survival()?;
    let map = AttackMap::new(survival, Some(to_act));
    let features = |seat: Seat| {
        let mut counts = [0i16; COUNT];
        features::visit(&map, seat, &mut |index, count| counts[index] += count as i16);
        let nonzero = counts.into_iter().enumerate().filter(|(_, count)| *count != 0);
        (seat, nonzero.map(|(index, count)| (index as u16, count)).collect())
    };
    let living: SeatSet = survival.living();
    Some(PendingPosition {
        features: living.iter().map(features).collect(),
        endgame: living.len() < Seat::MAX_COUNT,
    })
}

/// Labels a position: moves the eliminated colour to the front.
fn label_position(mut position: PendingPosition, eliminated: Seat, game: usize) -> Option<SurvivalSample> {
    let index = position.features.iter().position(|(seat, _)| *seat == eliminated)?;
    position.features.swap(0, index);
    let features = position.features.into_iter().map(|(_, features)| features).collect();
    Some(SurvivalSample { features, endgame: position.endgame, game })
}

impl SurvivalSearchGame {
    /// The weights of the evaluation.
    pub fn weights(&self) -> &Arc<Weights> {
        &self.weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fitting_lowers_the_loss_on_held_out_games_and_returns_every_weight() {
        // The game with seed 10 is held out.
        let config = SelfPlayConfig { games: 6, nodes: 60, max_opening_actions: 4, seed: 10, threads: 1 };
        let mut reported = None;
        let fit = SurvivalFitConfig { epochs: 40, regularization: 0.0 };
        let negated = |weight: Weight| Weight { midgame: -weight.midgame, endgame: -weight.endgame };
        let bad = SurvivalSearchGame::default().weights.iter().map(negated).collect();
        let bad = SurvivalSearchGame::new(Arc::new(Weights::new(bad)));
        let fitted = fit_weights(&bad, &config, fit, &mut |count, before, after| {
            reported = Some((count, before, after));
        });
        let (count, before, after) = reported.expect("a progress report");
        assert!(count > 50 && 0.0 < after && after < before, "{reported:?}");
        assert_eq!(fitted.iter().count(), COUNT);
    }
}
