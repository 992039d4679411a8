//! Both servers are measured in the same time, by turns of a moment each: what else the machine does hits both alike.

use std::time::{Duration, Instant};

/// How long a turn is.
const TURN: Duration = Duration::from_millis(1000);
/// Between two turns nobody begins anything, so that what one has begun, and what it puts in order once it is quiet, does not
/// slow down the other.
const PAUSE: Duration = Duration::from_millis(600);
/// After this it is the same one's turn again.
const PERIOD: Duration = Duration::from_millis(2 * (1000 + 600));

/// Whose turn comes first.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    First,
    Second,
}

/// The turns of one server.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Turns {
    /// When its first one begins.
    first: Instant,
}

impl Turns {
    pub(crate) fn new(begun: Instant, place: Place) -> Turns {
        Turns { first: if place == Place::First { begun } else { begun + TURN + PAUSE } }
    }

    /// How long its turns are in so many periods.
    pub(crate) fn own(periods: u32) -> Duration {
        TURN * periods
    }

    /// How long so many periods are.
    pub(crate) fn all(periods: u32) -> Duration {
        PERIOD * periods
    }

    /// How many periods it takes until so much time has gone by.
    pub(crate) fn periods(time: Duration) -> u32 {
        time.as_millis().div_ceil(PERIOD.as_millis()) as u32
    }

    /// The period that a moment is in, and how far.
    fn place(&self, at: Instant) -> (u32, Duration) {
        let since = at.saturating_duration_since(self.first);
        let period = (since.as_nanos() / PERIOD.as_nanos()) as u32;
        (period, since - PERIOD * period)
    }

    /// Which of its turns a moment is in, or after.
    pub(crate) fn number(&self, at: Instant) -> u32 {
        self.place(at).0
    }

    /// Whether it is its turn.
    pub(crate) fn has(&self, at: Instant) -> bool {
        at >= self.first && self.place(at).1 < TURN
    }

    /// This moment, or the beginning of the next turn if it is not its turn.
    pub(crate) fn next(&self, at: Instant) -> Instant {
        match self.place(at) {
            _ if at < self.first => self.first,
            (_, within) if within < TURN => at,
            (period, _) => self.first + PERIOD * (period + 1),
        }
    }

    /// How much time it has had by then.
    pub(crate) fn had(&self, at: Instant) -> Duration {
        let (period, within) = self.place(at);
        TURN * period + within.min(TURN)
    }

    /// When it has had so much time.
    pub(crate) fn after(&self, own: Duration) -> Instant {
        let turns = (own.as_nanos() / TURN.as_nanos()) as u32;
        self.first + PERIOD * turns + (own - TURN * turns)
    }

    /// Waits for its turn.
    pub(crate) async fn wait(&self) {
        let now = Instant::now();
        let next = self.next(now);
        if next > now {
            tokio::time::sleep_until(next.into()).await;
        }
    }
}
