//! Takebacks. The log grows by an entry, and the line gets shorter.

use super::Match;
use crate::{Millis, TableError, TableEvent};
use tetrarch_rules::{Presentation, Seat};

impl<P: Presentation> Match<P> {
    /// The length of the line before the last turn of `seat`.
    ///
    /// # Errors
    /// If the seat has not acted, or something other than actions has happened since.
    pub(super) fn turn_start(&self, seat: Seat) -> Result<usize, TableError> {
        self.ensure_not_over()?;
        let last = self.line.iter().rposition(|entry| entry.by.is_some_and(|(by, _)| by == seat));
        let last =
            last.ok_or_else(|| TableError::NotNow(format!("{} has not acted yet.", self.name(seat))))?;
        let turn = self.line[last].by;
        let start =
            self.line[..last].iter().rposition(|entry| entry.by != turn).map_or(0, |before| before + 1);
        self.check_takeback_to(start)?;
        Ok(start)
    }

    fn check_takeback_to(&self, length: usize) -> Result<(), TableError> {
        if self.line[length..].iter().all(|entry| entry.action.is_some()) {
            return Ok(());
        }
        let why = "Only actions can be taken back, not chance outcomes, treaties or forfeits.";
        Err(TableError::NotNow(why.to_string()))
    }

    /// Truncates the line, after the seat to act has spent this much time.
    pub(super) fn take_back(&mut self, length: usize, spent: Millis) -> Result<(), TableError> {
        self.ensure_not_over()?;
        if length >= self.line.len() {
            return Err(TableError::NotNow("There is nothing to take back.".to_string()));
        }
        self.check_takeback_to(length)?;
        self.clocks.spend(spent);
        self.revert_clocks(length);
        self.position = self.line[length].before.clone();
        self.update_status();
        self.line.truncate(length);
        self.keys.truncate(length);
        self.count_occurrences();
        self.offers.clear();
        self.log.push(TableEvent::TookBack { length, spent });
        self.mark_version();
        self.start_clock();
        Ok(())
    }

    /// Removes what the taken-back turns gained. The time they took stays spent.
    fn revert_clocks(&mut self, length: usize) {
        self.clocks.interrupt_turn(None);
        for entry in &self.line[length..] {
            if let Some((seat, _)) = entry.by {
                self.clocks.revert_gain(seat, entry.gained);
            }
        }
    }
}
