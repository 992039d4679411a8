//! Time controls and durations.

use serde::{Deserialize, Serialize};
use std::ops::{Add, AddAssign, Sub, SubAssign};

/// A duration in milliseconds. Addition and subtraction saturate.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", ts(type = "number"))]
#[serde(transparent)]
pub struct Millis(pub u64);

impl Millis {
    /// Zero.
    pub const ZERO: Millis = Millis(0);

    /// A duration in seconds.
    pub const fn from_secs(seconds: u64) -> Millis {
        Millis(seconds * 1000)
    }

    /// A duration in days.
    pub const fn from_days(days: u64) -> Millis {
        Millis::from_secs(days * 86_400)
    }
}

impl Add for Millis {
    type Output = Millis;
    fn add(self, other: Millis) -> Millis {
        Millis(self.0.saturating_add(other.0))
    }
}

impl Sub for Millis {
    type Output = Millis;
    fn sub(self, other: Millis) -> Millis {
        Millis(self.0.saturating_sub(other.0))
    }
}

impl AddAssign for Millis {
    fn add_assign(&mut self, other: Millis) {
        *self = *self + other;
    }
}

impl SubAssign for Millis {
    fn sub_assign(&mut self, other: Millis) {
        *self = *self - other;
    }
}

/// The time control of a game.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum TimeControl {
    /// No clock.
    #[default]
    None,
    /// Fischer increment: every turn adds `increment`.
    Fischer {
        /// The time at the start.
        initial: Millis,
        /// The time added after every turn.
        increment: Millis,
    },
    /// Simple delay: the first `delay` of every turn is free.
    Delay {
        /// The time at the start.
        initial: Millis,
        /// The free time per turn.
        delay: Millis,
    },
    /// Bronstein delay: after every turn the time used is given back, up to `delay`.
    Bronstein {
        /// The time at the start.
        initial: Millis,
        /// The maximum that is given back.
        delay: Millis,
    },
    /// Byoyomi: `periods` of time after the main time. A turn loses every period that it uses up.
    Byoyomi {
        /// The time at the start.
        main: Millis,
        /// The length of a period.
        period: Millis,
        /// The number of periods.
        periods: u32,
    },
    /// A fixed time for every turn.
    PerMove {
        /// The time per turn.
        time: Millis,
    },
    /// Correspondence: a number of days for every turn.
    Correspondence {
        /// The days per turn.
        days: u32,
    },
}

impl TimeControl {
    /// Checks that every turn has some time.
    ///
    /// # Errors
    /// What is wrong with the time control.
    pub fn validate(self) -> Result<(), String> {
        let nothing = match self {
            TimeControl::None => false,
            TimeControl::Fischer { initial, .. } | TimeControl::Bronstein { initial, .. } => {
                initial == Millis::ZERO
            }
            TimeControl::Delay { initial, delay } => initial + delay == Millis::ZERO,
            TimeControl::Byoyomi { main, period, periods } => {
                main == Millis::ZERO && (period == Millis::ZERO || periods == 0)
            }
            TimeControl::PerMove { time } => time == Millis::ZERO,
            TimeControl::Correspondence { days } => days == 0,
        };
        if nothing {
            Err("This time control gives no time: every flag would fall at once.".to_string())
        } else {
            Ok(())
        }
    }
}
