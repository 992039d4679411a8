//! The search is the same as it was: the positions it sees on a fixed set are counted.
//!
//! Whoever changes the search or an evaluation on purpose renews the numbers with `BLESS=1 cargo test --test
//! search_signature`, so that the change stands in the history.

use std::fmt::Write as _;
use tetrarch::games::GAMES;
use tetrarch::signature::{engine, nodes_to_depth, positions};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/search_signature.txt");
const DEPTH: u32 = 3;

#[test]
fn the_search_sees_what_it_saw() {
    let mut now = String::new();
    for game in GAMES.iter() {
        let Some(mut engine) = engine(game) else { continue };
        let nodes: Vec<String> = positions(game)
            .iter()
            .map(|table| nodes_to_depth(&mut *engine, &**table, DEPTH).to_string())
            .collect();
        writeln!(now, "{} {}", game.name(), nodes.join(" ")).unwrap();
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(FILE, &now).unwrap();
    }
    let kept = std::fs::read_to_string(FILE).unwrap_or_default();
    assert_eq!(now, kept, "the search has changed: if that is meant, run again with BLESS=1");
}
