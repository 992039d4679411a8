//! Repetition and draw claims, which depend on the history.

use super::Match;
use crate::TableError;
use tetrarch_rules::{Presentation, Reason, Repetition};

impl<P: Presentation> Match<P> {
    /// Counts the occurrences. Equal states have equal keys, so only few positions need a full comparison.
    pub(super) fn count_occurrences(&mut self) {
        if self.position.repetition() == Repetition::Uncounted {
            self.occurred = 0;
            return;
        }
        let key = self.position.key();
        let same = |earlier: &P| {
            earlier.repetition() != Repetition::Uncounted && self.position.is_repetition_of(earlier)
        };
        let alike = self.keys.iter().zip(&self.line).filter(|(own, _)| **own == key);
        self.occurred = 1 + alike.filter(|(_, entry)| same(&entry.before)).count() as u32;
    }

    /// The reason of the draw that the seat to act may claim now.
    ///
    /// # Errors
    /// Why no draw can be claimed.
    pub(super) fn claim(&self) -> Result<Reason, TableError> {
        self.ensure_not_over()?;
        if self.status.turn.seat().is_none() {
            return Err(TableError::NoClaim("a chance outcome comes first".to_string()));
        }
        if let Some(reason) = (P::SPECIAL.claimable_draw)(&self.position) {
            return Ok(reason);
        }
        let (rule, occurred) = (self.position.repetition(), self.occurred);
        match rule {
            Repetition::Counted { claim: Some(times), .. } if occurred >= times => Ok(Reason::Repetition),
            _ => Err(TableError::no_repetition(rule, occurred)),
        }
    }

    /// Ends the game if the state has occurred often enough for an automatic draw.
    pub(super) fn apply_automatic_repetition(&mut self) {
        let Repetition::Counted { automatic: Some(times), .. } = self.position.repetition() else { return };
        if self.status.outcome.is_none() && self.occurred >= times {
            self.position.end(self.position.draw_outcome(Reason::Repetition));
            self.update_status();
        }
    }
}
