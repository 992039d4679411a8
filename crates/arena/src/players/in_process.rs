//! A player that runs our engine in this process.

use crate::{Player, PlayerError};
use tetrarch_engine::{Answer, Engine};
use tetrarch_rules::Seat;
use tetrarch_table::Table;
use tetrarch_table::search::SearchRequest;

/// An engine with the request that it gets for each decision.
pub(crate) struct InProcessPlayer {
    pub(crate) engine: Box<dyn Engine>,
    pub(crate) request: SearchRequest,
}

impl Player for InProcessPlayer {
    fn new_game(&mut self, _table: &dyn Table, seed: u64) -> Result<(), PlayerError> {
        self.engine.new_game(seed);
        Ok(())
    }

    fn answer(&mut self, table: &dyn Table, seat: Seat) -> Result<Answer, PlayerError> {
        self.engine.answer(table, seat, &self.request).ok_or(PlayerError::NoAnswer)
    }
}
