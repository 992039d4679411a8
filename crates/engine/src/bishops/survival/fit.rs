//! Learning the weights of the first phase: by who really went first.
//!
//! Each position of a game says who lived and who of them went first. The weights are fitted so that the lot of
//! the outlook would have drawn that one as often as it can.

use super::attack_map::AttackMap;
use super::elimination_model::ELIMINATION_SCALE;
use super::features::COUNT;
use super::{SurvivalSearchGame, features};
use crate::evaluation::{Weight, Weights};
use crate::search::multiplayer::{MultiplayerGame as _, OneAgainstAll, Others};
use crate::tune::{Adam, SelfPlayConfig};
use crate::{AlphaBetaSearch, Rng, SearchLimits, SearchRequest, Searcher as _, StopFlag};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use tetrarch_rules::bishops::{Action, Options};
use tetrarch_rules::{Bishops, Position as _, Seat, SeatSet, Turn};

/// A game of more actions than this is left out from there on.
pub(super) const MAX_GAME_ACTIONS: usize = 600;
/// One action in so many is played at random, so that games differ.
const RANDOM_ACTION_INTERVAL: u64 = 12;
const BATCH_SIZE: usize = 1024;
const LEARNING_RATE: f64 = 2.0;
/// One game in this many is not learnt from but tested on.
const TEST_GAME_INTERVAL: usize = 10;

/// What a colour showed: the number of a weight, and how often it counted.
type FeatureCounts = Vec<(u16, i16)>;

/// A position to learn from.
struct SurvivalSample {
    /// Of each living colour; the one that went first stands first.
    features: Vec<FeatureCounts>,
    endgame: bool,
    /// The number of its game: positions of one game are much alike.
    game: usize,
}

/// How the weights are fitted.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct SurvivalFitConfig {
    /// How many times all positions are gone through.
    pub epochs: usize,
    /// How strongly a weight is held to where it began.
    pub regularization: f64,
}

/// Plays games and fits the weights to them. `tell` hears how many positions there were, and the surprise at
/// games that were not learnt from, before and after.
pub fn fit_weights(
    begin: &SurvivalSearchGame,
    recipe: &SelfPlayConfig,
    fit: SurvivalFitConfig,
    tell: &mut dyn FnMut(usize, f64, f64),
) -> Weights {
    let samples = self_play(begin, recipe);
    let anchor: Vec<f64> = begin
        .weights
        .iter()
        .flat_map(|weight| [f64::from(weight.midgame), f64::from(weight.endgame)])
        .collect();
    let mut learner = Adam::new(vec![0.0; anchor.len()]);
    let moved =
        |changes: &[f64]| -> Vec<f64> { anchor.iter().zip(changes).map(|(begun, by)| begun + by).collect() };
    let (tested, mut learnt): (Vec<usize>, Vec<usize>) =
        (0..samples.len()).partition(|number| samples[*number].game.is_multiple_of(TEST_GAME_INTERVAL));
    let surprise = |weights: &[f64]| {
        let sum: f64 =
            tested.iter().map(|number| -elimination_probabilities(weights, &samples[*number])[0].ln()).sum();
        sum / tested.len().max(1) as f64
    };
    let before = surprise(&anchor);
    let mut luck = Rng::new(recipe.seed);
    for round in 0..fit.epochs {
        for last in (1..learnt.len()).rev() {
            learnt.swap(last, luck.below(last as u64 + 1) as usize);
        }
        let rate = LEARNING_RATE * (1.0 - round as f64 / fit.epochs as f64).max(0.05);
        for batch in learnt.chunks(BATCH_SIZE) {
            let now = moved(&learner.parameters);
            let slope =
                gradient(&now, batch.iter().map(|number| &samples[*number]), &anchor, fit.regularization);
            learner.step(&slope, rate);
        }
    }
    let found = moved(&learner.parameters);
    tell(samples.len(), before, surprise(&found));
    let rounded = |pair: &[f64]| Weight { midgame: pair[0].round() as i32, endgame: pair[1].round() as i32 };
    Weights::new(found.chunks(2).map(rounded).collect())
}

/// How likely each colour is to go first.
fn elimination_probabilities(weights: &[f64], sample: &SurvivalSample) -> Vec<f64> {
    let standing = |shown: &FeatureCounts| -> f64 {
        let worth = |(index, times): &(u16, i16)| {
            f64::from(*times) * weights[2 * usize::from(*index) + usize::from(sample.endgame)]
        };
        shown.iter().map(worth).sum()
    };
    let standing: Vec<f64> = sample.features.iter().map(standing).collect();
    let best = standing.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let risk: Vec<f64> =
        standing.iter().map(|own| ((best - own) / ELIMINATION_SCALE).min(40.0).exp()).collect();
    let all: f64 = risk.iter().sum();
    risk.into_iter().map(|risk| risk / all).collect()
}

/// Which way the weights make the games more surprising.
fn gradient<'a>(
    weights: &[f64],
    samples: impl Iterator<Item = &'a SurvivalSample>,
    anchor: &[f64],
    hold: f64,
) -> Vec<f64> {
    let mut slope: Vec<f64> =
        weights.iter().zip(anchor).map(|(now, begun)| hold * (now - begun) / ELIMINATION_SCALE).collect();
    for sample in samples {
        for (place, (shown, likely)) in
            sample.features.iter().zip(elimination_probabilities(weights, sample)).enumerate()
        {
            let wrong = if place == 0 { 1.0 - likely } else { -likely };
            for (index, times) in shown {
                let at = 2 * usize::from(*index) + usize::from(sample.endgame);
                slope[at] += wrong * f64::from(*times) / BATCH_SIZE as f64;
            }
        }
    }
    slope
}

fn self_play(begin: &SurvivalSearchGame, recipe: &SelfPlayConfig) -> Vec<SurvivalSample> {
    let next = AtomicUsize::new(0);
    let samples = Mutex::new((0..recipe.games).map(|_| Vec::new()).collect::<Vec<Vec<SurvivalSample>>>());
    std::thread::scope(|scope| {
        for _ in 0..recipe.threads.max(1) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= recipe.games {
                        return;
                    }
                    let kept = play_game(begin, recipe, recipe.seed.wrapping_add(number as u64));
                    samples.lock().unwrap_or_else(PoisonError::into_inner)[number] = kept;
                }
            });
        }
    });
    samples.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().flatten().collect()
}

/// A position on the way, until it is known who goes first.
struct PendingPosition {
    features: Vec<(Seat, FeatureCounts)>,
    endgame: bool,
}

fn play_game(begin: &SurvivalSearchGame, recipe: &SelfPlayConfig, seed: u64) -> Vec<SurvivalSample> {
    let mut luck = Rng::new(seed);
    let mut game = Bishops::start(&Options::default());
    let mind = OneAgainstAll::new(begin.clone(), Seat::new(0), Others::InTurn);
    let mut search = AlphaBetaSearch::new(mind, 1, 1);
    let (mut kept, mut waiting) = (Vec::new(), Vec::new());
    for number in 0..MAX_GAME_ACTIONS {
        let Turn::Seat(seat) = game.turn() else { break };
        let living = begin.living_seats(&game);
        if game.survival().is_none() {
            break;
        }
        waiting.extend(record_position(&game, seat));
        let slip = number < recipe.max_opening_actions as usize || luck.below(RANDOM_ACTION_INTERVAL) == 0;
        let action = if slip {
            random_action(&game, &mut luck)
        } else {
            search_action(&mut search, &game, seat, Others::InTurn, recipe.nodes)
        };
        let Some(action) = action else { break };
        game.play(action);
        if let Some(gone) = living.minus(begin.living_seats(&game)).iter().next() {
            kept.extend(
                waiting.drain(..).filter_map(|position| label_position(position, gone, seed as usize)),
            );
        }
    }
    kept
}

pub(super) fn random_action(game: &Bishops, luck: &mut Rng) -> Option<Action> {
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    luck.choose(&actions).copied()
}

pub(super) fn search_action(
    search: &mut AlphaBetaSearch<OneAgainstAll<SurvivalSearchGame>>,
    game: &Bishops,
    seat: Seat,
    others: Others,
    nodes: u64,
) -> Option<Action> {
    search.game_mut().set_perspective(seat, others);
    let (limits, stop) = (SearchLimits::nodes(nodes), StopFlag::new());
    let task = SearchRequest { game, history: &[], limits, lines: 1, for_play: true, stop: &stop };
    search.search(&task, &mut |_| {}).lines[0].moves.first().copied()
}

fn record_position(game: &Bishops, to_act: Seat) -> Option<PendingPosition> {
    let look = game.survival()?;
    let field = AttackMap::new(look, Some(to_act));
    let shown = |seat: Seat| {
        let mut counts = [0i16; COUNT];
        features::visit(&field, seat, &mut |index, times| counts[index] += times as i16);
        let told = counts.into_iter().enumerate().filter(|(_, times)| *times != 0);
        (seat, told.map(|(index, times)| (index as u16, times)).collect())
    };
    let living: SeatSet = look.living();
    Some(PendingPosition {
        features: living.iter().map(shown).collect(),
        endgame: living.len() < Seat::MAX_COUNT,
    })
}

/// The position with the one that went first in front.
fn label_position(mut position: PendingPosition, gone: Seat, game: usize) -> Option<SurvivalSample> {
    let place = position.features.iter().position(|(seat, _)| *seat == gone)?;
    position.features.swap(0, place);
    let shown = position.features.into_iter().map(|(_, shown)| shown).collect();
    Some(SurvivalSample { features: shown, endgame: position.endgame, game })
}

impl SurvivalSearchGame {
    /// The weights it judges with.
    pub fn weights(&self) -> &Arc<Weights> {
        &self.weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_really_went_first_is_drawn_more_often_after_learning() {
        let recipe = SelfPlayConfig { games: 6, nodes: 60, max_opening_actions: 4, seed: 3, threads: 1 };
        let mut told = None;
        let fit = SurvivalFitConfig { epochs: 4, regularization: 0.0 };
        let found = fit_weights(&SurvivalSearchGame::default(), &recipe, fit, &mut |count, before, after| {
            told = Some((count, before, after));
        });
        let (count, before, after) = told.expect("a word on it");
        assert!(count > 50 && before.is_finite() && after.is_finite(), "{told:?}");
        assert_eq!(found.iter().count(), COUNT);
    }
}
