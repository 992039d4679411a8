//! The search signature: the number of nodes to search a fixed set of positions. It changes only when the search or the
//! evaluation does.

use crate::games;
use serde_json::json;
use tetrarch_engine::{Engine, EngineSettings, Rng};
use tetrarch_rules::Turn;
use tetrarch_table::search::{SearchLimits, SearchRequest};
use tetrarch_table::{Game, Table, TimeControl};

/// The number of random actions before each position.
const PLIES: [usize; 6] = [0, 5, 10, 16, 24, 34];

/// The positions of a game: random games from the standard start, up to a turn of a seat.
pub fn positions(game: &dyn Game) -> Vec<Box<dyn Table>> {
    PLIES.iter().enumerate().filter_map(|(seed, plies)| position(game, seed as u64, *plies)).collect()
}

fn position(game: &dyn Game, seed: u64, plies: usize) -> Option<Box<dyn Table>> {
    let mut rng = Rng::new(seed);
    let mut table = game.open(&json!({}), None, TimeControl::None).ok()?;
    while table.log().len() < plies || table.turn() == Turn::Chance {
        let word = rng.choose(&table.legal())?.clone();
        table.play(&word).ok()?;
    }
    table.turn().seat().map(|_| table)
}

/// An engine with default settings.
pub fn engine(game: &dyn Game) -> Option<Box<dyn Engine>> {
    games::engine(game.name(), &EngineSettings::default())?.ok()
}

/// The number of nodes that the engine searches to a depth.
pub fn nodes_to_depth(engine: &mut dyn Engine, table: &dyn Table, depth: u32) -> u64 {
    engine.new_game(0);
    let request = SearchRequest::within(SearchLimits::depth(depth));
    engine.analyse(table, &request, &mut |_| {}).map_or(0, |report| report.nodes)
}
