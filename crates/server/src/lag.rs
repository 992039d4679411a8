//! How long messages take between the server and a client, as far as it is made good.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tetrarch_table::Millis;

/// The most that is made good for one action. A client that answers slowly on purpose gains no more than this.
pub(crate) const MOST: Millis = Millis(200);

/// A smoothed round trip, measured by the server alone.
#[derive(Default, Debug)]
pub(crate) struct Lag(AtomicU32);

impl Lag {
    /// A ping was answered after this time.
    pub(crate) fn measured(&self, round_trip: Duration) {
        let new = u32::try_from(round_trip.as_millis()).unwrap_or(u32::MAX);
        let old = self.0.load(Ordering::Relaxed);
        // A single slow answer must not count, a faster one counts at once.
        let smoothed = if old == 0 || new < old { new } else { old + (new - old) / 8 };
        self.0.store(smoothed, Ordering::Relaxed);
    }

    /// What is made good for an action.
    pub(crate) fn allowance(&self) -> Millis {
        Millis(self.0.load(Ordering::Relaxed).into()).min(MOST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lag_is_made_good_within_bounds() {
        let lag = Lag::default();
        assert_eq!(lag.allowance(), Millis::ZERO);
        lag.measured(Duration::from_millis(80));
        assert_eq!(lag.allowance(), Millis(80));
        lag.measured(Duration::from_millis(880));
        assert_eq!(lag.allowance(), Millis(180), "one slow answer counts for little");
        (0..50).for_each(|_| lag.measured(Duration::from_secs(9)));
        assert_eq!(lag.allowance(), MOST, "nobody gains more by answering slowly");
        lag.measured(Duration::from_millis(20));
        assert_eq!(lag.allowance(), Millis(20));
    }
}
