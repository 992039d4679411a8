//! A player who plays anything.

use super::no_to_all;
use crate::{Player, PlayerFault};
use tetrarch_engine::{Answer, Luck};
use tetrarch_rules::Seat;
use tetrarch_table::Table;

/// Every legal action is as likely.
pub(crate) struct Random {
    luck: Luck,
}

impl Random {
    pub(crate) fn new() -> Random {
        Random { luck: Luck::new(0) }
    }
}

impl Player for Random {
    fn new_game(&mut self, _table: &dyn Table, seed: u64) -> Result<(), PlayerFault> {
        self.luck = Luck::new(seed);
        Ok(())
    }

    fn answer(&mut self, table: &dyn Table, seat: Seat) -> Result<Answer, PlayerFault> {
        if let Some(no) = no_to_all(table, seat) {
            return Ok(no);
        }
        let picked = self.luck.pick(&table.legal()).cloned();
        picked.map(Answer::Act).ok_or(PlayerFault::Silent)
    }
}
