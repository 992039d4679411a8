//! Learning the weights of the first phase: by who really went first.
//!
//! Each position of a game says who lived and who of them went first. The weights are fitted so that the lot of
//! the outlook would have drawn that one as often as it can.

use super::features::COUNT;
use super::field::Field;
use super::outlook::NERVE;
use super::{Survivors, features};
use crate::linear::{Weight, Weights};
use crate::search::many::{Against, Crowd as _, Others};
use crate::tune::{Learner, Recipe};
use crate::{Limits, Luck, Search, Stop, Task, Thinker as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use tetrarch_rules::bishops::{Action, Options};
use tetrarch_rules::{Bishops, Position as _, Seat, SeatSet, Turn};

/// A game of more actions than this is left out from there on.
pub(super) const LONGEST: usize = 600;
/// One action in so many is played at random, so that games differ.
const SLIPS: u64 = 12;
const BATCH: usize = 1024;
const RATE: f64 = 2.0;
/// One game in this many is not learnt from but tested on.
const TESTED: usize = 10;

/// What a colour showed: the number of a weight, and how often it counted.
type Shown = Vec<(u16, i16)>;

/// A position to learn from.
struct Sample {
    /// Of each living colour; the one that went first stands first.
    shown: Vec<Shown>,
    late: bool,
    /// The number of its game: positions of one game are much alike.
    game: usize,
}

/// How the weights are fitted.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct SurvivalFit {
    /// How many times all positions are gone through.
    pub rounds: usize,
    /// How strongly a weight is held to where it began.
    pub hold: f64,
}

/// Plays games and fits the weights to them. `tell` hears how many positions there were, and the surprise at
/// games that were not learnt from, before and after.
pub fn learn(
    begin: &Survivors,
    recipe: &Recipe,
    fit: SurvivalFit,
    tell: &mut dyn FnMut(usize, f64, f64),
) -> Weights {
    let samples = play(begin, recipe);
    let anchor: Vec<f64> =
        begin.weights.iter().flat_map(|weight| [f64::from(weight.early), f64::from(weight.late)]).collect();
    let mut learner = Learner::new(vec![0.0; anchor.len()]);
    let moved =
        |changes: &[f64]| -> Vec<f64> { anchor.iter().zip(changes).map(|(begun, by)| begun + by).collect() };
    let (tested, mut learnt): (Vec<usize>, Vec<usize>) =
        (0..samples.len()).partition(|number| samples[*number].game.is_multiple_of(TESTED));
    let surprise = |weights: &[f64]| {
        let sum: f64 = tested.iter().map(|number| -likely(weights, &samples[*number])[0].ln()).sum();
        sum / tested.len().max(1) as f64
    };
    let before = surprise(&anchor);
    let mut luck = Luck::new(recipe.seed);
    for round in 0..fit.rounds {
        for last in (1..learnt.len()).rev() {
            learnt.swap(last, luck.below(last as u64 + 1) as usize);
        }
        let rate = RATE * (1.0 - round as f64 / fit.rounds as f64).max(0.05);
        for batch in learnt.chunks(BATCH) {
            let now = moved(&learner.changes);
            let slope = slope(&now, batch.iter().map(|number| &samples[*number]), &anchor, fit.hold);
            learner.step(&slope, rate);
        }
    }
    let found = moved(&learner.changes);
    tell(samples.len(), before, surprise(&found));
    let rounded = |pair: &[f64]| Weight { early: pair[0].round() as i32, late: pair[1].round() as i32 };
    Weights::new(found.chunks(2).map(rounded).collect())
}

/// How likely each colour is to go first.
fn likely(weights: &[f64], sample: &Sample) -> Vec<f64> {
    let standing = |shown: &Shown| -> f64 {
        let worth = |(index, times): &(u16, i16)| {
            f64::from(*times) * weights[2 * usize::from(*index) + usize::from(sample.late)]
        };
        shown.iter().map(worth).sum()
    };
    let standing: Vec<f64> = sample.shown.iter().map(standing).collect();
    let best = standing.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let risk: Vec<f64> = standing.iter().map(|own| ((best - own) / NERVE).min(40.0).exp()).collect();
    let all: f64 = risk.iter().sum();
    risk.into_iter().map(|risk| risk / all).collect()
}

/// Which way the weights make the games more surprising.
fn slope<'a>(
    weights: &[f64],
    samples: impl Iterator<Item = &'a Sample>,
    anchor: &[f64],
    hold: f64,
) -> Vec<f64> {
    let mut slope: Vec<f64> =
        weights.iter().zip(anchor).map(|(now, begun)| hold * (now - begun) / NERVE).collect();
    for sample in samples {
        for (place, (shown, likely)) in sample.shown.iter().zip(likely(weights, sample)).enumerate() {
            let wrong = if place == 0 { 1.0 - likely } else { -likely };
            for (index, times) in shown {
                let at = 2 * usize::from(*index) + usize::from(sample.late);
                slope[at] += wrong * f64::from(*times) / BATCH as f64;
            }
        }
    }
    slope
}

fn play(begin: &Survivors, recipe: &Recipe) -> Vec<Sample> {
    let next = AtomicUsize::new(0);
    let samples = Mutex::new((0..recipe.games).map(|_| Vec::new()).collect::<Vec<Vec<Sample>>>());
    std::thread::scope(|scope| {
        for _ in 0..recipe.threads.max(1) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= recipe.games {
                        return;
                    }
                    let kept = play_one(begin, recipe, recipe.seed.wrapping_add(number as u64));
                    samples.lock().unwrap_or_else(PoisonError::into_inner)[number] = kept;
                }
            });
        }
    });
    samples.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().flatten().collect()
}

/// A position on the way, until it is known who goes first.
struct Waiting {
    shown: Vec<(Seat, Shown)>,
    late: bool,
}

fn play_one(begin: &Survivors, recipe: &Recipe, seed: u64) -> Vec<Sample> {
    let mut luck = Luck::new(seed);
    let mut game = Bishops::start(&Options::default());
    let mind = Against::new(begin.clone(), Seat::new(0), Others::InTurn);
    let mut search = Search::new(mind, 1, 1);
    let (mut kept, mut waiting) = (Vec::new(), Vec::new());
    for number in 0..LONGEST {
        let Turn::Seat(seat) = game.turn() else { break };
        let living = begin.living(&game);
        if game.survival().is_none() {
            break;
        }
        waiting.extend(keep(&game, seat));
        let slip = number < recipe.opening as usize || luck.below(SLIPS) == 0;
        let action = if slip {
            at_random(&game, &mut luck)
        } else {
            decide(&mut search, &game, seat, Others::InTurn, recipe.nodes)
        };
        let Some(action) = action else { break };
        game.play(action);
        if let Some(gone) = living.minus(begin.living(&game)).iter().next() {
            kept.extend(waiting.drain(..).filter_map(|position| judged(position, gone, seed as usize)));
        }
    }
    kept
}

pub(super) fn at_random(game: &Bishops, luck: &mut Luck) -> Option<Action> {
    let mut actions = Vec::new();
    game.legal(&mut actions);
    luck.pick(&actions).copied()
}

pub(super) fn decide(
    search: &mut Search<Against<Survivors>>,
    game: &Bishops,
    seat: Seat,
    others: Others,
    nodes: u64,
) -> Option<Action> {
    search.mind_mut().be(seat, others);
    let (limits, stop) = (Limits::nodes(nodes), Stop::new());
    let task = Task { game, history: &[], limits, lines: 1, for_play: true, stop: &stop };
    search.think(&task, &mut |_| {}).lines[0].moves.first().copied()
}

fn keep(game: &Bishops, to_act: Seat) -> Option<Waiting> {
    let look = game.survival()?;
    let field = Field::of(look, Some(to_act));
    let shown = |seat: Seat| {
        let mut counts = [0i16; COUNT];
        features::visit(&field, seat, &mut |index, times| counts[index] += times as i16);
        let told = counts.into_iter().enumerate().filter(|(_, times)| *times != 0);
        (seat, told.map(|(index, times)| (index as u16, times)).collect())
    };
    let living: SeatSet = look.living();
    Some(Waiting { shown: living.iter().map(shown).collect(), late: living.len() < Seat::MOST })
}

/// The position with the one that went first in front.
fn judged(mut position: Waiting, gone: Seat, game: usize) -> Option<Sample> {
    let place = position.shown.iter().position(|(seat, _)| *seat == gone)?;
    position.shown.swap(0, place);
    let shown = position.shown.into_iter().map(|(_, shown)| shown).collect();
    Some(Sample { shown, late: position.late, game })
}

impl Survivors {
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
        let recipe = Recipe { games: 6, nodes: 60, opening: 4, seed: 3, threads: 1 };
        let mut told = None;
        let fit = SurvivalFit { rounds: 4, hold: 0.0 };
        let found = learn(&Survivors::default(), &recipe, fit, &mut |count, before, after| {
            told = Some((count, before, after));
        });
        let (count, before, after) = told.expect("a word on it");
        assert!(count > 50 && before.is_finite() && after.is_finite(), "{told:?}");
        assert_eq!(found.iter().count(), COUNT);
    }
}
