//! Undo and redo. A local game needs nobody's consent, so undo may cross anything, chance included: chance outcomes derive from
//! the secret and stay the same.

use super::LocalSession;
use crate::{PlayerKind, UserError};
use tetrarch_rules::Seat;
use tetrarch_table::{Table, TableEvent};

impl LocalSession {
    pub(super) fn undo(&mut self) -> Result<Vec<String>, UserError> {
        let length = self.length_before_own_action().ok_or(UserError("Nothing to undo.".into()))?;
        let log = self.table.log().to_vec();
        let (table, kept) = replay_to_length(&*self.table, &log, length);
        self.redo_stack.push(log[kept..].to_vec());
        self.table = table;
        self.reported_actions = length;
        self.after_change();
        Ok(vec![format!("Back to action {}.", length + 1)])
    }

    pub(super) fn redo(&mut self) -> Result<Vec<String>, UserError> {
        let again = self.redo_stack.pop().ok_or(UserError("Nothing to redo.".into()))?;
        let mut table = self.table.snapshot();
        for event in &again {
            table.apply(event).map_err(|refusal| UserError(refusal.to_string()))?;
        }
        self.table = table;
        Ok(self.after_change())
    }

    /// Forgets what was undone once something else has happened.
    pub(super) fn drop_stale_redo(&mut self) {
        let Some(next) = self.redo_stack.last() else { return };
        let mut ahead = self.table.snapshot();
        if next.iter().any(|event| ahead.apply(event).is_err()) {
            self.redo_stack.clear();
        }
    }

    /// The length of the line before the last action of a local player, or of anybody if there are no local players.
    fn length_before_own_action(&self) -> Option<usize> {
        let watching = !self.players.contains(&PlayerKind::Human);
        let line = self.table.line();
        let mine = |by: Seat| watching || self.player(by) == PlayerKind::Human;
        line.iter().rposition(|step| step.by.is_some_and(mine)).or((!line.is_empty()).then_some(0))
    }
}

/// Replays the game up to a line length. Also returns the number of log entries used.
fn replay_to_length(table: &dyn Table, log: &[TableEvent], length: usize) -> (Box<dyn Table>, usize) {
    let mut again = table.rewound();
    let mut kept = 0;
    while kept < log.len() && again.line_len() < length {
        if again.apply(&log[kept]).is_err() {
            break;
        }
        kept += 1;
    }
    (again, kept)
}
