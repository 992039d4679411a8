//! Laws that hold for every game in every position, checked by random play.
//!
//! One line checks all laws of a game: `laws::check_random_games::<MyGame>(&options, 50)`. A broken law panics and
//! prints the position. The laws are for tests, also for tests of games outside this crate.

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

use crate::Presentation;
use random_game::RandomGame;

/// Plays `games` random games, with occasional forfeits, treaties and agreed draws, and checks every law in every
/// position. The games depend on the arguments alone.
///
/// # Panics
/// If a law is broken.
pub fn check_random_games<P: Presentation>(options: &P::Options, games: u64) {
    check_random_games_from(&P::start(options), options, games);
}

/// Like [`check_random_games`], from a given position.
///
/// # Panics
/// If a law is broken.
pub fn check_random_games_from<P: Presentation>(start: &P, options: &P::Options, games: u64) {
    assert!(size_of::<P>() <= 256, "a position takes {} bytes, more than 256", size_of::<P>());
    for seed in 0..games {
        let mut rng = SeededRng::new(seed);
        let mut game = RandomGame::new(start.clone());
        check_position(&game, options, &mut rng);
        while game.advance(&mut rng) {
            check_position(&game, options, &mut rng);
        }
        game.check_replay();
        game.check_keys_differ();
    }
}

fn check_position<P: Presentation>(game: &RandomGame<P>, options: &P::Options, rng: &mut SeededRng) {
    let position = game.position();
    text::check(position, options, game.ended_externally());
    actions::check(position);
    game.check_repetition();
    outcome::check(position);
    view::check(position, options, game.ended_externally());
    gestures::check(position, rng);
    fuzz::check(position, options, rng);
}
