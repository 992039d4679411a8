//! Learning the weights of the first phase by playing: two seats each, until the duel begins.

use super::Survivors;
use super::features::SurvivalFeatures;
use super::learn::{LONGEST, at_random, decide};
use crate::linear::Weights;
use crate::search::many::{Against, Crowd as _, Others};
use crate::tune::{Recipe, Tell, climb_by};
use crate::{Luck, Search};
use std::sync::Arc;
use tetrarch_rules::bishops::Options;
use tetrarch_rules::{Bishops, Position as _, Seat, SeatSet, Turn};

/// Follows the better of minds that differ a little. Of `recipe.games`, two are played with the same opening and the
/// seats exchanged.
pub fn climb(begin: &Survivors, recipe: &Recipe, tell: &Tell) -> Weights {
    let contest = |up: Weights, down: Weights, seed: u64| {
        let (up, down) = (Survivors::new(Arc::new(up)), Survivors::new(Arc::new(down)));
        play(&up, &down, recipe, seed) - play(&down, &up, recipe, seed)
    };
    climb_by::<SurvivalFeatures>(&begin.weights, recipe, &contest, tell)
}

/// What the two seats of the first mind get together, from 0 to 1, if all that live in the end share the point.
fn play(first: &Survivors, second: &Survivors, recipe: &Recipe, seed: u64) -> f64 {
    let mut luck = Luck::new(seed);
    let friend = Seat::new(1 + luck.below(3) as usize);
    let own = SeatSet::one(Seat::new(0)).with(friend);
    let mut game = Bishops::start(&Options::default());
    for _ in 0..luck.below(recipe.opening + 1) {
        at_random(&game, &mut luck).into_iter().for_each(|action| game.play(action));
    }
    let mut searches = [first, second]
        .map(|mind| Search::new(Against::new(mind.clone(), Seat::new(0), Others::BestReply), 1, 1));
    for _ in 0..LONGEST {
        let Turn::Seat(seat) = game.turn() else { break };
        if game.survival().is_none() {
            break;
        }
        let search = &mut searches[usize::from(!own.contains(seat))];
        let Some(action) = decide(search, &game, seat, Others::BestReply, recipe.nodes) else { break };
        game.play(action);
    }
    let living = first.living(&game);
    let mine = living.iter().filter(|seat| own.contains(*seat)).count();
    if living.is_empty() { 0.5 } else { mine as f64 / living.len() as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_minds_share_the_points_of_two_games_with_the_seats_exchanged() {
        let recipe = Recipe { games: 2, nodes: 20, opening: 4, seed: 3, threads: 1 };
        let mind = Survivors::default();
        assert_eq!(play(&mind, &mind, &recipe, 7), play(&mind, &mind, &recipe, 7));
        let found = climb(&mind, &recipe, &|_, _| {});
        assert_eq!(found.iter().count(), mind.weights.iter().count());
    }
}
