//! The laws that hold for every game at every state, checked by random play.
//!
//! A game runs them all with one line: `laws::uphold::<BanChess>(&options, 50)`. A broken law panics with the
//! position, so they are for tests, also of games that are not in this crate.

mod actions;
mod fuzz;
mod gestures;
mod outcome;
mod random_game;
mod rng;
mod text;
mod view;

pub use fuzz::{check_action_text, check_position_text};
pub use rng::SeededRng;

use crate::Position;
use random_game::RandomGame;

/// Plays `games` random games, with forfeits, treaties and agreements now and then, and checks every law at
/// every state. The same arguments play the same games.
///
/// # Panics
/// If a law is broken.
pub fn check_random_games<P: Position>(options: &P::Options, games: u64) {
    check_random_games_from(&P::start(options), options, games);
}

/// The same from a given position.
///
/// # Panics
/// If a law is broken.
pub fn check_random_games_from<P: Position>(start: &P, options: &P::Options, games: u64) {
    assert!(size_of::<P>() <= 256, "a position takes {} bytes, more than 256", size_of::<P>());
    for seed in 0..games {
        let mut luck = SeededRng::new(seed);
        let mut walk = RandomGame::new(start.clone());
        check_state(&walk, options, &mut luck);
        while walk.advance(&mut luck) {
            check_state(&walk, options, &mut luck);
        }
        walk.check_replay();
        walk.check_keys_differ();
    }
}

fn check_state<P: Position>(walk: &RandomGame<P>, options: &P::Options, luck: &mut SeededRng) {
    let position = walk.position();
    text::check(position, options, walk.ended_externally());
    actions::check(position);
    walk.check_repetition();
    outcome::check(position);
    view::check(position, options, walk.ended_externally());
    gestures::check(position, luck);
    fuzz::check(position, options, luck);
}
