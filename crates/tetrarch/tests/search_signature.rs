//! Guards against unintended changes of the search: counts the nodes that it visits on a fixed set of positions.
//!
//! After an intended change of the search or an evaluation, update the numbers with `BLESS=1 cargo test --test
//! search_signature`, so that the change shows in the history.

use std::fmt::Write as _;
use tetrarch::games::GAMES;
use tetrarch::signature::{engine, nodes_to_depth, positions};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/search_signature.txt");
const DEPTH: u32 = 3;

#[test]
fn the_search_visits_the_recorded_number_of_nodes() {
    let mut actual = String::new();
    for game in GAMES.iter() {
        let Some(mut engine) = engine(game) else { continue };
        let nodes: Vec<String> = positions(game)
            .iter()
            .map(|table| nodes_to_depth(&mut *engine, &**table, DEPTH).to_string())
            .collect();
        writeln!(actual, "{} {}", game.name(), nodes.join(" ")).unwrap();
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(FILE, &actual).unwrap();
    }
    let recorded = std::fs::read_to_string(FILE).unwrap_or_default();
    assert_eq!(actual, recorded, "the search has changed: if this is intended, run again with BLESS=1");
}
