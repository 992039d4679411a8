//! A player that runs our engine in this process.

use crate::{Player, PlayerError};
use tetrarch_engine::{Answer, Engine, Level, MoveRequest, SearchLimits, StopFlag};
use tetrarch_rules::Seat;
use tetrarch_table::Table;

/// An engine at a level, with the clock's limits or its own.
pub(crate) struct InProcessPlayer {
    pub(crate) engine: Box<dyn Engine>,
    pub(crate) level: Level,
    pub(crate) limits: Option<SearchLimits>,
}

impl Player for InProcessPlayer {
    fn new_game(&mut self, _table: &dyn Table, seed: u64) -> Result<(), PlayerError> {
        self.engine.new_game(seed);
        Ok(())
    }

    fn answer(&mut self, table: &dyn Table, seat: Seat) -> Result<Answer, PlayerError> {
        let request = MoveRequest { level: self.level, limits: self.limits, stop: StopFlag::new() };
        self.engine.answer(table, seat, &request).ok_or(PlayerError::NoAnswer)
    }
}
