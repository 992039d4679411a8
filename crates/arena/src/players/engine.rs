//! One of our engines.

use crate::{Player, PlayerFault};
use tetrarch_engine::{Answer, Engine, Level, Limits, Stop, Think};
use tetrarch_rules::Seat;
use tetrarch_table::Table;

/// An engine at a level, by the clock or within limits of its own.
pub(crate) struct EnginePlayer {
    pub(crate) engine: Box<dyn Engine>,
    pub(crate) level: Level,
    pub(crate) limits: Option<Limits>,
}

impl Player for EnginePlayer {
    fn new_game(&mut self, _table: &dyn Table, seed: u64) -> Result<(), PlayerFault> {
        self.engine.new_game(seed);
        Ok(())
    }

    fn answer(&mut self, table: &dyn Table, seat: Seat) -> Result<Answer, PlayerFault> {
        let think = Think { level: self.level, limits: self.limits, stop: Stop::new() };
        self.engine.answer(table, seat, &think).ok_or(PlayerFault::Silent)
    }
}
