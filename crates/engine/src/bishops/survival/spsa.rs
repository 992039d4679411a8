//! Learning the weights of the first phase by playing: two seats each, until the duel begins.

use super::SurvivalSearchGame;
use super::features::SurvivalFeatures;
use super::fit::{MAX_GAME_ACTIONS, random_action, search_action};
use crate::evaluation::Weights;
use crate::search::multiplayer::{MultiplayerGame as _, OneAgainstAll, Others};
use crate::tune::{SelfPlayConfig, SpsaProgress, spsa_tune_with};
use crate::{AlphaBetaSearch, Rng};
use std::sync::Arc;
use tetrarch_rules::bishops::Options;
use tetrarch_rules::{Bishops, Position as _, Seat, SeatSet, Turn};

/// Follows the better of minds that differ a little. Of `recipe.games`, two are played with the same opening and the
/// seats exchanged.
pub fn spsa_tune(begin: &SurvivalSearchGame, recipe: &SelfPlayConfig, tell: &SpsaProgress) -> Weights {
    let contest = |up: Weights, down: Weights, seed: u64| {
        let (up, down) = (SurvivalSearchGame::new(Arc::new(up)), SurvivalSearchGame::new(Arc::new(down)));
        play_until_duel(&up, &down, recipe, seed) - play_until_duel(&down, &up, recipe, seed)
    };
    spsa_tune_with::<SurvivalFeatures>(&begin.weights, recipe, &contest, tell)
}

/// What the two seats of the first mind get together, from 0 to 1, if all that live in the end share the point.
fn play_until_duel(
    first: &SurvivalSearchGame,
    second: &SurvivalSearchGame,
    recipe: &SelfPlayConfig,
    seed: u64,
) -> f64 {
    let mut luck = Rng::new(seed);
    let friend = Seat::new(1 + luck.below(3) as usize);
    let own = SeatSet::one(Seat::new(0)).with(friend);
    let mut game = Bishops::start(&Options::default());
    for _ in 0..luck.below(recipe.max_opening_actions + 1) {
        random_action(&game, &mut luck).into_iter().for_each(|action| game.play(action));
    }
    let mut searches = [first, second].map(|mind| {
        AlphaBetaSearch::new(OneAgainstAll::new(mind.clone(), Seat::new(0), Others::BestReply), 1, 1)
    });
    for _ in 0..MAX_GAME_ACTIONS {
        let Turn::Seat(seat) = game.turn() else { break };
        if game.survival().is_none() {
            break;
        }
        let search = &mut searches[usize::from(!own.contains(seat))];
        let Some(action) = search_action(search, &game, seat, Others::BestReply, recipe.nodes) else { break };
        game.play(action);
    }
    let living = first.living_seats(&game);
    let mine = living.iter().filter(|seat| own.contains(*seat)).count();
    if living.is_empty() { 0.5 } else { mine as f64 / living.len() as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_minds_share_the_points_of_two_games_with_the_seats_exchanged() {
        let recipe = SelfPlayConfig { games: 2, nodes: 20, max_opening_actions: 4, seed: 3, threads: 1 };
        let mind = SurvivalSearchGame::default();
        assert_eq!(play_until_duel(&mind, &mind, &recipe, 7), play_until_duel(&mind, &mind, &recipe, 7));
        let found = spsa_tune(&mind, &recipe, &|_, _| {});
        assert_eq!(found.iter().count(), mind.weights.iter().count());
    }
}
