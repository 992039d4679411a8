//! How fast `tetrarch trace` replays games, including the legal actions and the texts.

use serde_json::json;
use std::time::{Duration, Instant};
use tetrarch::games::GAMES;
use tetrarch::trace;
use tetrarch_rules::laws::SeededRng;
use tetrarch_table::{Game, TimeControl};

/// The target, in actions per second.
const TARGET: f64 = 20_000.0;

fn main() {
    println!("trace, actions a second with the legal list and the text of every state\n");
    println!("| game | actions/s | promised |");
    println!("|---|---|---|");
    for game in GAMES.iter() {
        let lines: Vec<(String, usize)> = (0..20).map(|seed| random_line(game, seed)).collect();
        println!("| {} | {:.0} | {TARGET:.0} |", game.title(), speed(&lines));
    }
}

/// A random game as a line of input, and its number of actions.
fn random_line(game: &dyn Game, seed: u64) -> (String, usize) {
    let mut rng = SeededRng::new(seed);
    let mut table = game.open(&json!({}), None, TimeControl::None).expect("the standard start");
    let mut actions = Vec::new();
    while let Some(action) = rng.choose(&table.legal()).filter(|_| actions.len() < 300) {
        table.play(action).expect("a legal action");
        actions.push(action.clone());
    }
    let line = json!({"game": game.name(), "options": {}, "start": null, "actions": actions});
    (line.to_string(), actions.len())
}

fn speed(lines: &[(String, usize)]) -> f64 {
    let started = Instant::now();
    let mut actions = 0;
    while started.elapsed() < Duration::from_secs(2) {
        for (line, count) in lines {
            assert!(trace::respond(GAMES, line.as_bytes()).is_some());
            actions += count;
        }
    }
    actions as f64 / started.elapsed().as_secs_f64()
}
