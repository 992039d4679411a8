//! A fixed set of positions for each game, and how many positions the engine sees to search them: a number that
//! changes only when the search or the evaluation does.

use crate::games;
use serde_json::json;
use tetrarch_engine::{AnalysisParams, Engine, EngineSettings, Rng, SearchLimits, StopFlag};
use tetrarch_rules::Turn;
use tetrarch_table::{Game, Table, TimeControl};

/// After how many actions at random the positions stand.
const PLIES: [usize; 6] = [0, 5, 10, 16, 24, 34];

/// The positions of a game: random games from the usual start, stopped where a seat is to act.
pub fn positions(game: &dyn Game) -> Vec<Box<dyn Table>> {
    PLIES.iter().enumerate().filter_map(|(seed, plies)| position(game, seed as u64, *plies)).collect()
}

fn position(game: &dyn Game, seed: u64, plies: usize) -> Option<Box<dyn Table>> {
    let mut luck = Rng::new(seed);
    let mut table = game.open(&json!({}), None, TimeControl::None).ok()?;
    while table.log().len() < plies || table.turn() == Turn::Chance {
        let word = luck.choose(&table.legal())?.clone();
        table.apply(&word).ok()?;
    }
    table.turn().seat().map(|_| table)
}

/// An engine for a game as everyone gets it, in one thread.
pub fn engine(game: &dyn Game) -> Option<Box<dyn Engine>> {
    games::engine(game.name(), &EngineSettings::default())?.ok()
}

/// How many positions the engine sees to look at a position so deep.
pub fn nodes_to_depth(engine: &mut dyn Engine, table: &dyn Table, depth: u32) -> u64 {
    engine.new_game(0);
    let question = AnalysisParams { limits: SearchLimits::depth(depth), lines: 1, stop: StopFlag::new() };
    engine.analyse(table, &question, &mut |_| {}).map_or(0, |report| report.nodes)
}
