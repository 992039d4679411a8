//! Measures a client's latency to compensate for it on the clock.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tetrarch_table::Millis;

/// The most time that is given back for one move. A client that delays its pongs on purpose gains no more than
/// this.
pub(crate) const MAX_LAG_COMPENSATION: Millis = Millis(200);

/// A smoothed round-trip time, measured only by the server.
#[derive(Default, Debug)]
pub(crate) struct Latency(AtomicU32);

impl Latency {
    /// Records the round trip of a ping.
    pub(crate) fn record_round_trip(&self, round_trip: Duration) {
        let new = u32::try_from(round_trip.as_millis()).unwrap_or(u32::MAX);
        let old = self.0.load(Ordering::Relaxed);
        // One slow pong must hardly count; a faster one counts at once.
        let smoothed = if old == 0 || new < old { new } else { old + (new - old) / 8 };
        self.0.store(smoothed, Ordering::Relaxed);
    }

    /// The time to give back for a move.
    pub(crate) fn compensation(&self) -> Millis {
        Millis(self.0.load(Ordering::Relaxed).into()).min(MAX_LAG_COMPENSATION)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lag_compensation_is_bounded() {
        let lag = Latency::default();
        assert_eq!(lag.compensation(), Millis::ZERO);
        lag.record_round_trip(Duration::from_millis(80));
        assert_eq!(lag.compensation(), Millis(80));
        lag.record_round_trip(Duration::from_millis(880));
        assert_eq!(lag.compensation(), Millis(180), "one slow answer counts for little");
        (0..50).for_each(|_| lag.record_round_trip(Duration::from_secs(9)));
        assert_eq!(lag.compensation(), MAX_LAG_COMPENSATION, "nobody gains more by answering slowly");
        lag.record_round_trip(Duration::from_millis(20));
        assert_eq!(lag.compensation(), Millis(20));
    }
}
