//! Alternates between the two servers, so that other load on the machine affects both alike.

use std::time::{Duration, Instant};

/// The length of a turn.
const TURN: Duration = Duration::from_millis(1000);
/// The pause between turns, so that unfinished and deferred work of one server does not slow down the other.
const PAUSE_BETWEEN_TURNS: Duration = Duration::from_millis(600);
/// The time from one turn of a server to its next.
const PERIOD: Duration = Duration::from_millis(2 * (1000 + 600));

/// Which server goes first.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    First,
    Second,
}

/// The turns of one server.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Turns {
    /// When the first turn starts.
    first: Instant,
}

impl Turns {
    pub(crate) fn new(started: Instant, place: Place) -> Turns {
        Turns { first: if place == Place::First { started } else { started + TURN + PAUSE_BETWEEN_TURNS } }
    }

    /// The total length of a server's turns in this many periods.
    pub(crate) fn own(periods: u32) -> Duration {
        TURN * periods
    }

    /// The length of this many periods.
    pub(crate) fn all(periods: u32) -> Duration {
        PERIOD * periods
    }

    /// The number of periods that cover this much time.
    pub(crate) fn periods(time: Duration) -> u32 {
        time.as_millis().div_ceil(PERIOD.as_millis()) as u32
    }

    /// The period of an instant, and the time since the period started.
    fn place(&self, at: Instant) -> (u32, Duration) {
        let since = at.saturating_duration_since(self.first);
        let period = (since.as_nanos() / PERIOD.as_nanos()) as u32;
        (period, since - PERIOD * period)
    }

    /// Whether an instant is within a turn.
    pub(crate) fn has(&self, at: Instant) -> bool {
        at >= self.first && self.place(at).1 < TURN
    }

    /// The instant itself if it is within a turn, otherwise the start of the next turn.
    pub(crate) fn next(&self, at: Instant) -> Instant {
        match self.place(at) {
            _ if at < self.first => self.first,
            (_, within) if within < TURN => at,
            (period, _) => self.first + PERIOD * (period + 1),
        }
    }

    /// The server's total time under load up to an instant.
    pub(crate) fn under_load(&self, at: Instant) -> Duration {
        let (period, within) = self.place(at);
        TURN * period + within.min(TURN)
    }

    /// When the server has been under load for this long.
    pub(crate) fn after(&self, own: Duration) -> Instant {
        let turns = (own.as_nanos() / TURN.as_nanos()) as u32;
        self.first + PERIOD * turns + (own - TURN * turns)
    }

    /// Waits for the server's turn.
    pub(crate) async fn wait(&self) {
        let now = Instant::now();
        let next = self.next(now);
        if next > now {
            tokio::time::sleep_until(next.into()).await;
        }
    }
}
