//! A player that plays at random.

use super::decline_offer;
use crate::{Player, PlayerError};
use tetrarch_engine::{Answer, Rng};
use tetrarch_rules::Seat;
use tetrarch_table::Table;

/// Plays every legal action with equal probability.
pub(crate) struct RandomPlayer {
    rng: Rng,
}

impl RandomPlayer {
    pub(crate) fn new() -> RandomPlayer {
        RandomPlayer { rng: Rng::new(0) }
    }
}

impl Player for RandomPlayer {
    fn new_game(&mut self, _table: &dyn Table, seed: u64) -> Result<(), PlayerError> {
        self.rng = Rng::new(seed);
        Ok(())
    }

    fn answer(&mut self, table: &dyn Table, seat: Seat) -> Result<Answer, PlayerError> {
        if let Some(no) = decline_offer(table, seat) {
            return Ok(no);
        }
        let picked = self.rng.choose(&table.legal()).cloned();
        picked.map(Answer::Act).ok_or(PlayerError::NoAnswer)
    }
}
