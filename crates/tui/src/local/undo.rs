//! Going back and forward. Nobody else has to agree at a table of one's own, so it may cross anything, chance included:
//! what was dealt stays dealt.

use super::Local;
use crate::{Trouble, Who};
use tetrarch_rules::Seat;
use tetrarch_table::{Entry, Table};

impl Local {
    pub(super) fn undo(&mut self) -> Result<Vec<String>, Trouble> {
        let length = self.length_before_own_action().ok_or(Trouble("There is nothing to undo.".into()))?;
        let log = self.table.log().to_vec();
        let (table, kept) = replayed_to(&*self.table, &log, length);
        self.undone.push(log[kept..].to_vec());
        self.table = table;
        self.told = length;
        self.changed();
        Ok(vec![format!("Back to action {}.", length + 1)])
    }

    pub(super) fn redo(&mut self) -> Result<Vec<String>, Trouble> {
        let again = self.undone.pop().ok_or(Trouble("There is nothing to redo.".into()))?;
        let mut table = self.table.snapshot();
        table.replay(&again).map_err(|(_, refusal)| Trouble(refusal.to_string()))?;
        self.table = table;
        Ok(self.changed())
    }

    /// How long the line was before the last action of somebody at this terminal; of anybody, if nobody here plays.
    fn length_before_own_action(&self) -> Option<usize> {
        let watching = !self.sitters.contains(&Who::Me);
        let line = self.table.line();
        let mine = |by: Seat| watching || self.who(by) == Who::Me;
        line.iter().rposition(|step| step.by.is_some_and(mine)).or((!line.is_empty()).then_some(0))
    }
}

/// The same game up to a length of its line, and how much of the log that is.
fn replayed_to(table: &dyn Table, log: &[Entry], length: usize) -> (Box<dyn Table>, usize) {
    let mut again = table.rewound();
    let mut kept = 0;
    while kept < log.len() && again.line_length() < length {
        if again.replay(&log[kept..=kept]).is_err() {
            break;
        }
        kept += 1;
    }
    (again, kept)
}
