//! The time as the server sees it.

use tetrarch_store::Timestamp;
use time::{Duration, UtcDateTime};
use tokio::time::Instant;

/// The clock of a server. Only rate limits have their own, in `governor`. Games are measured in tokio's [`Instant`]s, and what is
/// stored is dated.
#[derive(Copy, Clone, Debug)]
pub struct Clock {
    /// An instant and its date, if the dates follow tokio's time.
    origin: Option<(Instant, UtcDateTime)>,
}

impl Clock {
    /// Takes dates from the system, so that they are right again after somebody has set its time.
    pub const fn system() -> Clock {
        Clock { origin: None }
    }

    /// Takes dates from tokio's time, beginning with the date of the system. A test that advances paused time
    /// also advances these dates.
    pub fn tokio() -> Clock {
        Clock { origin: Some((Instant::now(), UtcDateTime::now())) }
    }

    /// The current instant, for measuring how long something takes.
    pub(crate) fn now(self) -> Instant {
        Instant::now()
    }

    /// The current date and time.
    pub(crate) fn timestamp(self) -> Timestamp {
        to_timestamp(self.date())
    }

    /// The date and time this many days ago.
    pub(crate) fn days_ago(self, days: u32) -> Timestamp {
        to_timestamp(self.date().saturating_sub(Duration::days(days.into())))
    }

    fn date(self) -> UtcDateTime {
        match self.origin {
            Some((start, date)) => date + start.elapsed(),
            None => UtcDateTime::now(),
        }
    }
}

fn to_timestamp(date: UtcDateTime) -> Timestamp {
    Timestamp((date - UtcDateTime::UNIX_EPOCH).whole_milliseconds().try_into().unwrap_or(i64::MAX))
}
