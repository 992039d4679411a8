//! Search speed of the engines, beside perft in the same run.

use std::time::{Duration, Instant};
use tetrarch::games::GAMES;
use tetrarch::signature::{engine, nodes_to_depth, positions};
use tetrarch_engine::Engine;
use tetrarch_table::search::{SearchLimits, SearchRequest};
use tetrarch_table::{Game, Table};

/// The depth of the fixed searches.
const DEPTH: u32 = 5;

fn main() {
    println!("search, one thread, on the fixed set of positions; perft in the same run\n");
    println!("| game | positions seen to depth {DEPTH} | positions/s | perft/s | ratio | depth in 1 s |");
    println!("|---|---|---|---|---|---|");
    for game in GAMES.iter() {
        if let Some(engine) = engine(game) {
            measure(game, engine);
        }
    }
}

fn measure(game: &dyn Game, mut engine: Box<dyn Engine>) {
    let tables = positions(game);
    let begun = Instant::now();
    let nodes: u64 = tables.iter().map(|table| nodes_to_depth(&mut *engine, &**table, DEPTH)).sum();
    let speed = nodes as f64 / begun.elapsed().as_secs_f64();
    let perft = perft_speed(&*tables[0]);
    let depths: Vec<u32> = tables.iter().map(|table| depth_in_a_second(&mut *engine, &**table)).collect();
    let depth = f64::from(depths.iter().sum::<u32>()) / depths.len() as f64;
    let ratio = speed / perft;
    println!("| {} | {nodes} | {speed:.0} | {perft:.0} | {ratio:.2} | {depth:.1} |", game.title());
}

/// The nodes per second of perft.
fn perft_speed(table: &dyn Table) -> f64 {
    let mut depth = 1;
    loop {
        let begun = Instant::now();
        let count: u64 = table.divide(depth).iter().map(|(_, count)| count).sum();
        let took = begun.elapsed();
        if took > Duration::from_millis(300) {
            return count as f64 / took.as_secs_f64();
        }
        depth += 1;
    }
}

fn depth_in_a_second(engine: &mut dyn Engine, table: &dyn Table) -> u32 {
    engine.new_game(0);
    let limits = SearchLimits::time(Duration::from_secs(1));
    let report = engine.analyse(table, &SearchRequest::within(limits), &mut |_| {});
    report.map_or(0, |report| report.depth)
}
