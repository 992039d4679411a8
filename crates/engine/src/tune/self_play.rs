//! Games of an engine against itself, and the positions kept from them.

use super::{SelfPlayConfig, Tunable};
use crate::evaluation::{Features, MAX_PHASE};
use crate::search_game::ActionOf;
use crate::{AlphaBetaSearch, PvLine, Rng, SearchLimits, SearchRequest, Searcher as _, StopFlag};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;
use tetrarch_rules::{Outcome, Position, Seat, Turn};
use tetrarch_table::{Match, TimeControl};

/// A position to learn from.
#[derive(Clone, PartialEq, Debug)]
pub struct TuningSample {
    /// The number of its game.
    pub game: u32,
    /// What it shows: the number of a weight, and how often it counts.
    pub features: Vec<(u16, i16)>,
    /// How much of the game was still to come, from 0 to 1.
    pub phase: f32,
    /// What the side to decide got: between the share of the points in the end and what the search promised.
    pub result: f32,
}

/// How much of a sample's result is what the search promised: many positions share one game's result, so that it alone
/// would say little of each.
const SEARCH_SCORE_WEIGHT: f32 = 0.6;

/// A game of more entries than this is left out.
const MAX_GAME_EVENTS: usize = 600;

/// Plays games and keeps their quiet positions. `tell` hears how many games are done.
pub fn self_play<M: Tunable>(
    mind: &M,
    recipe: &SelfPlayConfig,
    tell: &(dyn Fn(usize) + Sync),
) -> Vec<TuningSample> {
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let samples = Mutex::new(vec![Vec::new(); recipe.games]);
    thread::scope(|scope| {
        for _ in 0..recipe.threads.max(1) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= recipe.games {
                        return;
                    }
                    let mut kept = play_game(mind, recipe, recipe.seed.wrapping_add(number as u64));
                    kept.iter_mut().for_each(|sample| sample.game = number as u32);
                    samples.lock().unwrap_or_else(PoisonError::into_inner)[number] = kept;
                    tell(done.fetch_add(1, Relaxed) + 1);
                }
            });
        }
    });
    samples.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().flatten().collect()
}

/// A position that was kept, and whose score it tells.
struct PendingSample {
    sample: TuningSample,
    evaluated_seat: Seat,
}

fn play_game<M: Tunable>(mind: &M, recipe: &SelfPlayConfig, seed: u64) -> Vec<TuningSample> {
    let mut luck = Rng::new(seed);
    let mut game = new_game(mind, &mut luck);
    play_random_opening(&mut game, recipe.max_opening_actions, &mut luck);
    let mut search = AlphaBetaSearch::new(mind.clone(), 4, 1);
    let mut kept = Vec::new();
    while game.position().turn() != Turn::Over && game.log().len() < MAX_GAME_EVENTS {
        let word = match game.position().turn() {
            Turn::Over => break,
            Turn::Chance => draw_chance_action(game.position(), &mut luck),
            Turn::Seat(_) if game.claim().is_ok() => Some("claim".to_string()),
            Turn::Seat(_) => search_action(mind, &mut search, &game, recipe, &mut kept),
        };
        let Some(word) = word else { return Vec::new() };
        if game.apply(&word).is_err() {
            debug_assert!(false, "{word} was refused");
            return Vec::new();
        }
    }
    game.outcome().map(|outcome| label_samples(kept, &outcome, game.position())).unwrap_or_default()
}

/// Plays a game in which each side of the search has a mind of its own, and tells what the side that decides first
/// scored, from 0 to 1. A game without end counts a half.
pub(super) fn play_pairing<M: Tunable>(first: &M, second: &M, recipe: &SelfPlayConfig, seed: u64) -> f64 {
    let mut luck = Rng::new(seed);
    let mut game = new_game(first, &mut luck);
    let seat = (0..Seat::MAX_COUNT).map(Seat::new).find(|seat| game.position().turn() == Turn::Seat(*seat));
    let friends = game.position().allies(seat.unwrap_or(Seat::new(0)));
    play_random_opening(&mut game, recipe.max_opening_actions, &mut luck);
    let mut searches = [first, second].map(|mind| AlphaBetaSearch::new(mind.clone(), 2, 1));
    while game.position().turn() != Turn::Over && game.log().len() < MAX_GAME_EVENTS {
        let word = match game.position().turn() {
            Turn::Over => break,
            Turn::Chance => draw_chance_action(game.position(), &mut luck),
            Turn::Seat(_) if game.claim().is_ok() => Some("claim".to_string()),
            Turn::Seat(seat) => {
                let side = usize::from(!friends.contains(seat));
                let mind = [first, second][side];
                search_action(mind, &mut searches[side], &game, recipe, &mut Vec::new())
            }
        };
        if word.is_none_or(|word| game.apply(&word).is_err()) {
            return 0.5;
        }
    }
    let Some(outcome) = game.outcome() else { return 0.5 };
    let points: f64 = friends.iter().map(|seat| outcome.points(seat).value()).sum();
    points / friends.len() as f64
}

/// A game where those of a mind begin.
fn new_game<M: Tunable>(mind: &M, luck: &mut Rng) -> Match<M::Game> {
    let options = mind.random_options(luck);
    let from = |text: String| Match::from_text(&text, options.clone(), TimeControl::None).ok();
    mind.start_position().and_then(from).unwrap_or_else(|| Match::new(options.clone(), TimeControl::None))
}

/// Begins with a few actions at random.
fn play_random_opening<P: Position>(game: &mut Match<P>, most: u64, luck: &mut Rng) {
    for _ in 0..luck.below(most + 1) {
        let mut actions = Vec::new();
        game.position().legal_actions(&mut actions);
        let word = luck
            .choose(&actions)
            .map(ToString::to_string)
            .or_else(|| draw_chance_action(game.position(), luck));
        let Some(word) = word else { return };
        if game.apply(&word).is_err() {
            return;
        }
    }
}

/// What chance decides, by its weights.
fn draw_chance_action<P: Position>(position: &P, luck: &mut Rng) -> Option<String> {
    let mut chances = Vec::new();
    position.chance_outcomes(&mut chances);
    let mut drawn = luck.below(chances.iter().map(|(_, weight)| u64::from(*weight)).sum());
    let outcome = chances.into_iter().find(|(_, weight)| {
        let found = drawn < u64::from(*weight);
        drawn = drawn.saturating_sub(u64::from(*weight));
        found
    });
    outcome.map(|(outcome, _)| outcome.to_string())
}

fn search_action<M: Tunable>(
    mind: &M,
    search: &mut AlphaBetaSearch<M>,
    game: &Match<M::Game>,
    recipe: &SelfPlayConfig,
    kept: &mut Vec<PendingSample>,
) -> Option<String> {
    let history: Vec<u64> = game.positions().map(Position::key).collect();
    let (limits, stop) = (SearchLimits::nodes(recipe.nodes), StopFlag::new());
    let position = game.position();
    let task =
        SearchRequest { game: position, history: &history, limits, lines: 1, for_play: true, stop: &stop };
    let thought = search.search(&task, &mut |_| {});
    let line = &thought.lines[0];
    if line.score.plies_to_end().is_none() {
        kept.extend(record_position(mind, position, line));
    }
    Some(line.moves[0].to_string())
}

fn record_position<M: Tunable>(
    mind: &M,
    position: &M::Game,
    line: &PvLine<ActionOf<M>>,
) -> Option<PendingSample> {
    let owner = mind.evaluated_seat(position).filter(|_| mind.is_quiet(position, &line.moves))?;
    let promised = line.shares[owner] as f32;
    let mut features: Vec<(u16, i16)> = Vec::new();
    M::FeatureSet::visit(position, &mut |index, times| {
        let index = index as u16;
        match features.iter_mut().find(|(known, _)| *known == index) {
            Some((_, count)) => *count += times as i16,
            None => features.push((index, times as i16)),
        }
    });
    features.retain(|(_, count)| *count != 0);
    let early = M::FeatureSet::phase(position).clamp(0, MAX_PHASE) as f32 / MAX_PHASE as f32;
    Some(PendingSample {
        sample: TuningSample { game: 0, features, phase: early, result: promised },
        evaluated_seat: owner,
    })
}

fn label_samples<P: Position>(kept: Vec<PendingSample>, outcome: &Outcome, last: &P) -> Vec<TuningSample> {
    let share = |owner: Seat| {
        let points: f64 = last.allies(owner).iter().map(|seat| outcome.points(seat).value()).sum();
        points as f32 / last.allies(owner).len() as f32
    };
    let mixed =
        |promised: f32, share: f32| SEARCH_SCORE_WEIGHT * promised + (1.0 - SEARCH_SCORE_WEIGHT) * share;
    kept.into_iter()
        .map(|PendingSample { sample, evaluated_seat: owner }| TuningSample {
            result: mixed(sample.result, share(owner)),
            ..sample
        })
        .collect()
}
