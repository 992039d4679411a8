//! A table with an engine at it.

use tetrarch_engine::bishops::engine;
use tetrarch_engine::{Answer, Engine, Level, Limits, Settings, Stop, Think};
use tetrarch_rules::bishops::Options;
use tetrarch_rules::{Bishops, Position as _, Turn};
use tetrarch_table::{Control, Match, Table};

pub(crate) fn new_engine(threads: usize) -> Box<dyn Engine> {
    engine(&Settings { memory: 2, threads, weights: None }).expect("an engine")
}

pub(crate) fn within(nodes: u64) -> Think {
    Think { level: Level::FULL, limits: Some(Limits::nodes(nodes)), stop: Stop::new() }
}

pub(crate) fn new_table(options: Options) -> Match<Bishops> {
    Match::new(options, Control::None)
}

pub(crate) fn table_at(text: &str) -> Match<Bishops> {
    Match::from_text(text, Options::default(), Control::None).expect("a position")
}

/// What an engine says for the seat to act.
pub(crate) fn ask(engine: &mut dyn Engine, table: &Match<Bishops>, think: &Think) -> Option<Answer> {
    let Turn::Seat(seat) = table.position().turn() else { return None };
    engine.answer(table as &dyn Table, seat, think)
}
