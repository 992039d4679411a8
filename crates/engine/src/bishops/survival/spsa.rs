//! SPSA tuning of the survival weights: each set of weights plays two seats until the duel begins.

use super::SurvivalSearchGame;
use super::features::SurvivalFeatures;
use super::fit::{MAX_GAME_ACTIONS, random_action, search_action};
use crate::bishops::multiplayer::OneAgainstAll;
use crate::evaluation::Weights;
use crate::tune::{SelfPlayConfig, SpsaProgress, spsa_tune_with};
use crate::{AlphaBetaSearch, Rng};
use std::sync::Arc;
use tetrarch_rules::bishops::Options;
use tetrarch_rules::{Bishops, Position as _, Seat, SeatSet, Turn};
use tetrarch_table::search::OpponentModel;

/// Tunes the weights with SPSA. Each pair of `config.games` has the same opening, with the seats swapped.
pub fn spsa_tune(initial: &SurvivalSearchGame, config: &SelfPlayConfig, progress: &SpsaProgress) -> Weights {
    let pair_score = |up: Weights, down: Weights, seed: u64| {
        let (up, down) = (SurvivalSearchGame::new(Arc::new(up)), SurvivalSearchGame::new(Arc::new(down)));
        play_until_duel(&up, &down, config, seed) - play_until_duel(&down, &up, config, seed)
    };
    spsa_tune_with::<SurvivalFeatures>(&initial.weights, config, &pair_score, progress)
}

/// The points of the first engine's two seats together, from 0 to 1, if all survivors share the point
/// equally.
fn play_until_duel(
    first: &SurvivalSearchGame,
    second: &SurvivalSearchGame,
    config: &SelfPlayConfig,
    seed: u64,
) -> f64 {
    let mut rng = Rng::new(seed);
    let partner = Seat::new(1 + rng.below(3) as usize);
    let own = SeatSet::one(Seat::new(0)).with(partner);
    let mut game = Bishops::start(&Options::default());
    for _ in 0..rng.below(config.max_opening_actions + 1) {
        random_action(&game, &mut rng).into_iter().for_each(|action| game.play(action));
    }
    let mut searches = [first, second].map(|search_game| {
        AlphaBetaSearch::new(
            OneAgainstAll::new(search_game.clone(), Seat::new(0), OpponentModel::BestReply),
            1,
            1,
        )
    });
    for _ in 0..MAX_GAME_ACTIONS {
        let Turn::Seat(seat) = game.turn() else { break };
        if game.survival().is_none() {
            break;
        }
        let search = &mut searches[usize::from(!own.contains(seat))];
        let Some(action) = search_action(search, &game, seat, OpponentModel::BestReply, config.nodes) else {
            break;
        };
        game.play(action);
    }
    let living = first.living_seats(&game);
    let own_survivors = living.iter().filter(|seat| own.contains(*seat)).count();
    if living.is_empty() { 0.5 } else { own_survivors as f64 / living.len() as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::evaluation::Weight;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    const CONFIG: SelfPlayConfig =
        SelfPlayConfig { games: 2, nodes: 20, max_opening_actions: 4, seed: 3, threads: 1 };

    #[test]
    fn the_better_weights_score_more() {
        let better = SurvivalSearchGame::default();
        let negated = |weight: Weight| Weight { midgame: -weight.midgame, endgame: -weight.endgame };
        let worse = Weights::new(better.weights.iter().map(negated).collect());
        let worse = SurvivalSearchGame::new(Arc::new(worse));
        let lead = |seed| {
            play_until_duel(&better, &worse, &CONFIG, seed) - play_until_duel(&worse, &better, &CONFIG, seed)
        };
        let leads: Vec<f64> = (0..6).map(lead).collect();
        assert!(leads.iter().sum::<f64>() > 0.0, "{leads:?}");
    }

    #[test]
    fn tuning_reports_each_pair_and_returns_every_weight() {
        static REPORTED: AtomicUsize = AtomicUsize::new(0);
        let search_game = SurvivalSearchGame::default();
        let tuned = spsa_tune(&search_game, &CONFIG, &|_, _| {
            REPORTED.fetch_add(1, Relaxed);
        });
        assert_eq!(REPORTED.load(Relaxed), CONFIG.games / 2);
        assert_eq!(tuned.iter().count(), search_game.weights.iter().count());
    }
}
