//! Checks the laws in many more games than the unit tests play.

use std::thread;
use tetrarch::games::ENTRIES;

/// The number of games of each kind.
const GAMES: u64 = 500;

#[test]
#[ignore = "slow (make prove)"]
fn prove_the_laws_hold_in_many_games_of_every_kind() {
    thread::scope(|scope| {
        for entry in ENTRIES {
            let check = move || (entry.tests.check_random_games)(GAMES);
            let thread = thread::Builder::new().name(entry.name().to_string());
            thread.spawn_scoped(scope, check).expect("failed to start a thread");
        }
    });
}
