//! The time of the turn that is being played.

use crate::chronicle::Chronicle;
use std::time::Duration;
use tetrarch_protocol::Phase;
use tetrarch_rules::Seat;
use tetrarch_table::Millis;
use tokio::time::Instant;

/// The shortest time between two notes of what a turn has used.
const SHORTEST_NOTE: Millis = Millis::seconds(30);
/// A note is written whenever this part of what is left has been used: a crash gives no more than this away.
const NOTE_EVERY: u64 = 50;

/// After a restart the clock stands until its player is back, but not longer than this.
const TO_COME_BACK: Duration = Duration::from_secs(30);

/// When the turn was shown to the players, and what it had used before.
#[derive(Copy, Clone, Debug)]
pub(super) struct Timer {
    /// Later than now while the clock waits for a player to come back.
    since: Instant,
    before: Millis,
    waits: bool,
}

impl Timer {
    /// The turn goes on from what was stored of it.
    pub(super) fn resume(table: &Chronicle) -> Timer {
        Timer { since: Instant::now(), before: table.thought, waits: false }
    }

    /// The same when the table has just been opened: nobody has had the time to come back yet. Engines need none.
    pub(super) fn reopen(table: &Chronicle) -> Timer {
        let person = left(table).filter(|(seat, _)| table.engine_of(*seat).is_none());
        match person {
            Some(_) => Timer { since: Instant::now() + TO_COME_BACK, before: table.thought, waits: true },
            None => Timer::resume(table),
        }
    }

    /// When the clock no longer waits for its player, if it does.
    pub(super) fn starts_at(&self) -> Option<Instant> {
        self.waits.then_some(self.since)
    }

    /// The clock waits no longer.
    pub(super) fn start(&mut self) {
        self.since = self.since.min(Instant::now());
        self.waits = false;
    }

    /// What the turn has used at a moment.
    pub(super) fn used(&self, at: Instant) -> Millis {
        self.before + millis(at.saturating_duration_since(self.since))
    }

    /// What the turn has used now; what was stored of it where the clock stands.
    pub(super) fn used_now(&self, table: &Chronicle) -> Millis {
        let runs = table.phase() == Phase::Playing && !table.paused;
        if runs { self.used(Instant::now()) } else { table.thought }
    }

    /// The seat whose flag would fall, and when, if something makes good its lag.
    pub(super) fn flag_at(&self, table: &Chronicle, allowance: Millis) -> Option<Instant> {
        let left = left(table)?.1;
        Some(self.since + duration(left - self.before + allowance))
    }

    /// When what the turn has used is to be noted, so that a crash gives little of it away.
    pub(super) fn note_at(&self, table: &Chronicle) -> Option<Instant> {
        let left = left(table)?.1;
        let step = Millis(left.0 / NOTE_EVERY).max(SHORTEST_NOTE);
        Some(self.since + duration(table.thought + step - self.before))
    }
}

/// The seat whose clock runs, and what it had left when it last acted.
pub(super) fn left(table: &Chronicle) -> Option<(Seat, Millis)> {
    if table.phase() != Phase::Playing || table.paused {
        return None;
    }
    let clocks = table.table.clocks();
    let seat = clocks.running()?;
    Some((seat, clocks.left(seat)?))
}

/// A hundred years: more than any clock, and an instant can still hold it.
const LONG: Duration = Duration::from_secs(100 * 365 * 86_400);

fn duration(time: Millis) -> Duration {
    Duration::from_millis(time.0).min(LONG)
}

fn millis(time: Duration) -> Millis {
    Millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}
