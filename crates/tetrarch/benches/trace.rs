//! How fast `tetrarch trace` replays games, legal lists and texts included.

use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tetrarch::games::GAMES;
use tetrarch::trace;

/// Actions a second that were promised.
const PROMISED: f64 = 20_000.0;

fn main() {
    println!("trace, actions a second with the legal list and the text of every state\n");
    println!("| game | actions/s | promised |");
    println!("|---|---|---|");
    for game in GAMES.iter() {
        println!("| {} | {:.0} | {PROMISED:.0} |", game.title(), speed(&lines(game.name())));
    }
}

/// The golden games of this name as lines of trace, with how many actions each has.
fn lines(game: &str) -> Vec<(String, usize)> {
    let file = format!("{}/tests/golden_games/{game}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let line = |line: &str| {
        let golden: Value = serde_json::from_str(line).expect("JSON");
        let actions: Vec<&str> = golden["actions"].as_str().expect("actions").split_whitespace().collect();
        let request = json!({
            "game": golden["game"], "options": golden["options"], "start": golden["start"], "actions": actions,
        });
        (request.to_string(), actions.len())
    };
    text.lines().map(line).collect()
}

fn speed(lines: &[(String, usize)]) -> f64 {
    let started = Instant::now();
    let mut actions = 0;
    while started.elapsed() < Duration::from_secs(2) {
        for (line, count) in lines {
            assert!(trace::answer(GAMES, line.as_bytes()).is_some());
            actions += count;
        }
    }
    actions as f64 / started.elapsed().as_secs_f64()
}
