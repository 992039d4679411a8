//! A table with an engine.

use tetrarch_engine::bishops::engine;
use tetrarch_engine::{Answer, Engine, EngineSettings};
use tetrarch_rules::bishops::Options;
use tetrarch_rules::{Bishops, Position as _, Turn};
use tetrarch_table::search::{SearchLimits, SearchRequest};
use tetrarch_table::{Match, Table, TimeControl};

pub(crate) fn new_engine(threads: usize) -> Box<dyn Engine> {
    engine(&EngineSettings { hash_mebibytes: 2, threads, weights: None }).expect("an engine")
}

pub(crate) fn within(nodes: u64) -> SearchRequest {
    SearchRequest::within(SearchLimits::nodes(nodes))
}

pub(crate) fn new_table(options: Options) -> Match<Bishops> {
    Match::new(options, TimeControl::None)
}

pub(crate) fn table_at(text: &str) -> Match<Bishops> {
    Match::from_text(text, Options::default(), TimeControl::None).expect("a position")
}

/// The engine's answer for the seat to move.
pub(crate) fn ask(
    engine: &mut dyn Engine,
    table: &Match<Bishops>,
    request: &SearchRequest,
) -> Option<Answer> {
    let Turn::Seat(seat) = table.position().turn() else { return None };
    engine.answer(table as &dyn Table, seat, request)
}
