//! The laws that hold for every game at every state, checked by random play.
//!
//! A game runs them all with one line: `laws::uphold::<BanChess>(&options, 50)`. A broken law panics with the
//! position, so they are for tests, also of games that are not in this crate.

mod actions;
mod ends;
mod gestures;
mod luck;
mod storm;
mod texts;
mod views;
mod walk;

pub use luck::Luck;
pub use storm::{any_action, any_text};

use crate::Position;
use walk::Walk;

/// Plays `games` random games, with forfeits, treaties and agreements now and then, and checks every law at
/// every state. The same arguments play the same games.
///
/// # Panics
/// If a law is broken.
pub fn uphold<P: Position>(options: &P::Options, games: u64) {
    uphold_from(&P::start(options), options, games);
}

/// The same from a given position.
///
/// # Panics
/// If a law is broken.
pub fn uphold_from<P: Position>(start: &P, options: &P::Options, games: u64) {
    assert!(size_of::<P>() <= 256, "a position takes {} bytes, more than 256", size_of::<P>());
    for seed in 0..games {
        let mut luck = Luck::new(seed);
        let mut walk = Walk::new(start.clone());
        check_state(&walk, options, &mut luck);
        while walk.step(&mut luck) {
            check_state(&walk, options, &mut luck);
        }
        walk.check_replay();
        walk.check_keys();
    }
}

fn check_state<P: Position>(walk: &Walk<P>, options: &P::Options, luck: &mut Luck) {
    let position = walk.position();
    texts::check(position, options, walk.was_ended_from_outside());
    actions::check(position);
    walk.check_repetition();
    ends::check(position);
    views::check(position, options, walk.was_ended_from_outside());
    gestures::check(position, luck);
    storm::check(position, options, luck);
}
