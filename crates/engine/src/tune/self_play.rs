//! Self-play games and the training positions sampled from them.

use super::{SelfPlayConfig, Tunable};
use crate::evaluation::{Features, MAX_PHASE};
use crate::search_game::ActionOf;
use crate::{AlphaBetaSearch, PvLine, Rng, SearchInput, Searcher as _};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;
use tetrarch_rules::{Outcome, Position, Presentation, Seat, Turn};
use tetrarch_table::search::{SearchLimits, SearchRequest};
use tetrarch_table::{Match, Table as _, TimeControl};

/// A training position.
#[derive(Clone, PartialEq, Debug)]
pub struct TuningSample {
    /// The number of its game.
    pub game: u32,
    /// Its features: the index of a weight and its count.
    pub features: Vec<(u16, i16)>,
    /// The game phase, from 0 in the endgame to 1.
    pub phase: f32,
    /// The target: a mixture of the final share of the points and the win probability that the search
    /// predicted.
    pub result: f32,
}

/// Weight of the predicted win probability in the target. Many positions share one game's result, which alone
/// would say little about each.
const SEARCH_SCORE_WEIGHT: f32 = 0.6;

/// Games with more log entries than this are discarded.
const MAX_GAME_EVENTS: usize = 600;

/// Plays games and samples their quiet positions. Calls `progress` with the number of finished games.
pub fn self_play<M: Tunable>(
    search_game: &M,
    config: &SelfPlayConfig,
    progress: &(dyn Fn(usize) + Sync),
) -> Vec<TuningSample> {
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let samples = Mutex::new(vec![Vec::new(); config.games]);
    thread::scope(|scope| {
        for _ in 0..config.threads.max(1) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= config.games {
                        return;
                    }
                    let mut game_samples =
                        play_game(search_game, config, config.seed.wrapping_add(number as u64));
                    game_samples.iter_mut().for_each(|sample| sample.game = number as u32);
                    samples.lock().unwrap_or_else(PoisonError::into_inner)[number] = game_samples;
                    progress(done.fetch_add(1, Relaxed) + 1);
                }
            });
        }
    });
    samples.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().flatten().collect()
}

/// A sampled position whose game is not finished, with the seat that its score belongs to.
struct PendingSample {
    sample: TuningSample,
    evaluated_seat: Seat,
}

fn play_game<M: Tunable>(search_game: &M, config: &SelfPlayConfig, seed: u64) -> Vec<TuningSample> {
    let mut rng = Rng::new(seed);
    let mut game = new_game(search_game, &mut rng);
    play_random_opening(&mut game, config.max_opening_actions, &mut rng);
    let mut search = AlphaBetaSearch::new(search_game.clone(), 4, 1);
    let mut pending = Vec::new();
    while game.position().turn() != Turn::Over && game.log().len() < MAX_GAME_EVENTS {
        let event = match game.position().turn() {
            Turn::Over => break,
            Turn::Chance => draw_chance_action(game.position(), &mut rng),
            Turn::Seat(_) if game.claimable().is_some() => Some("claim".to_string()),
            Turn::Seat(_) => search_action(search_game, &mut search, &game, config, &mut pending),
        };
        let Some(event) = event else { return Vec::new() };
        if game.play(&event).is_err() {
            debug_assert!(false, "the table refused {event}");
            return Vec::new();
        }
    }
    game.outcome().map(|outcome| label_samples(pending, &outcome, game.position())).unwrap_or_default()
}

/// Plays a game between two sets of weights, one for each side, and returns the points of the side that moves
/// first, from 0 to 1. An unfinished game counts as a draw.
pub(super) fn play_pairing<M: Tunable>(first: &M, second: &M, config: &SelfPlayConfig, seed: u64) -> f64 {
    let mut rng = Rng::new(seed);
    let mut game = new_game(first, &mut rng);
    let seat = (0..Seat::MAX_COUNT).map(Seat::new).find(|seat| game.position().turn() == Turn::Seat(*seat));
    let first_side = game.allies(seat.unwrap_or(Seat::new(0)));
    play_random_opening(&mut game, config.max_opening_actions, &mut rng);
    let mut searchers = [first, second].map(|search_game| AlphaBetaSearch::new(search_game.clone(), 2, 1));
    while game.position().turn() != Turn::Over && game.log().len() < MAX_GAME_EVENTS {
        let event = match game.position().turn() {
            Turn::Over => break,
            Turn::Chance => draw_chance_action(game.position(), &mut rng),
            Turn::Seat(_) if game.claimable().is_some() => Some("claim".to_string()),
            Turn::Seat(seat) => {
                let side = usize::from(!first_side.contains(seat));
                let search_game = [first, second][side];
                search_action(search_game, &mut searchers[side], &game, config, &mut Vec::new())
            }
        };
        if event.is_none_or(|event| game.play(&event).is_err()) {
            return 0.5;
        }
    }
    let Some(outcome) = game.outcome() else { return 0.5 };
    let points: f64 = first_side.iter().map(|seat| outcome.points(seat).value()).sum();
    points / first_side.len() as f64
}

/// A new game from the tuning start position.
fn new_game<M: Tunable>(search_game: &M, rng: &mut Rng) -> Match<M::Game> {
    let options = search_game.random_options(rng);
    let from = |text: String| Match::from_text(&text, options.clone(), TimeControl::None).ok();
    search_game
        .start_position()
        .and_then(from)
        .unwrap_or_else(|| Match::new(options.clone(), TimeControl::None))
}

/// Plays a few random actions.
fn play_random_opening<P: Presentation>(game: &mut Match<P>, max_actions: u64, rng: &mut Rng) {
    for _ in 0..rng.below(max_actions + 1) {
        let mut actions = Vec::new();
        game.position().legal_actions(&mut actions);
        let event = rng
            .choose(&actions)
            .map(ToString::to_string)
            .or_else(|| draw_chance_action(game.position(), rng));
        let Some(event) = event else { return };
        if game.play(&event).is_err() {
            return;
        }
    }
}

/// A random chance action, drawn by weight.
fn draw_chance_action<P: Position>(position: &P, rng: &mut Rng) -> Option<String> {
    let mut outcomes = Vec::new();
    position.chance_outcomes(&mut outcomes);
    let mut drawn = rng.below(outcomes.iter().map(|(_, weight)| u64::from(*weight)).sum());
    let outcome = outcomes.into_iter().find(|(_, weight)| {
        let found = drawn < u64::from(*weight);
        drawn = drawn.saturating_sub(u64::from(*weight));
        found
    });
    outcome.map(|(outcome, _)| outcome.to_string())
}

fn search_action<M: Tunable>(
    search_game: &M,
    search: &mut AlphaBetaSearch<M>,
    game: &Match<M::Game>,
    config: &SelfPlayConfig,
    pending: &mut Vec<PendingSample>,
) -> Option<String> {
    let history: Vec<u64> = game.positions().map(Position::key).collect();
    let request = SearchRequest::within(SearchLimits::nodes(config.nodes));
    let position = game.position();
    let input = SearchInput { position, history: &history, request: &request, for_play: true };
    let result = search.search(&input, &mut |_| {});
    let line = &result.lines[0];
    if line.score.plies_to_end().is_none() {
        pending.extend(record_position(search_game, position, line));
    }
    Some(line.moves[0].to_string())
}

fn record_position<M: Tunable>(
    search_game: &M,
    position: &M::Game,
    line: &PvLine<ActionOf<M>>,
) -> Option<PendingSample> {
    let evaluated_seat =
        search_game.evaluated_seat(position).filter(|_| search_game.is_quiet(position, &line.moves))?;
    let predicted = line.shares[evaluated_seat] as f32;
    let mut features: Vec<(u16, i16)> = Vec::new();
    M::FeatureSet::visit(position, &mut |index, count| {
        let index = index as u16;
        match features.iter_mut().find(|(known, _)| *known == index) {
            Some((_, sum)) => *sum += count as i16,
            None => features.push((index, count as i16)),
        }
    });
    features.retain(|(_, count)| *count != 0);
    let phase = M::FeatureSet::phase(position).clamp(0, MAX_PHASE) as f32 / MAX_PHASE as f32;
    Some(PendingSample {
        sample: TuningSample { game: 0, features, phase, result: predicted },
        evaluated_seat,
    })
}

fn label_samples<P: Position>(pending: Vec<PendingSample>, outcome: &Outcome, last: &P) -> Vec<TuningSample> {
    let share = |seat: Seat| {
        let allies = (P::SPECIAL.allies)(last, seat);
        let points: f64 = allies.iter().map(|seat| outcome.points(seat).value()).sum();
        points as f32 / allies.len() as f32
    };
    let mixed =
        |predicted: f32, share: f32| SEARCH_SCORE_WEIGHT * predicted + (1.0 - SEARCH_SCORE_WEIGHT) * share;
    pending
        .into_iter()
        .map(|PendingSample { sample, evaluated_seat }| TuningSample {
            result: mixed(sample.result, share(evaluated_seat)),
            ..sample
        })
        .collect()
}
