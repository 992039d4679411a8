//! The kinds of clock, and spans of time.

use serde::{Deserialize, Serialize};
use std::ops::{Add, AddAssign, Sub, SubAssign};

/// A span of time in milliseconds. Subtraction stops at zero.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", ts(type = "number"))]
#[serde(transparent)]
pub struct Millis(pub u64);

impl Millis {
    /// No time at all.
    pub const ZERO: Millis = Millis(0);

    /// A number of seconds.
    pub const fn from_secs(seconds: u64) -> Millis {
        Millis(seconds * 1000)
    }

    /// A number of days.
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

/// The kind of clock a game is played with.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum TimeControl {
    /// No clock.
    #[default]
    None,
    /// Every turn adds `increment`.
    Fischer {
        /// The time at the start.
        initial: Millis,
        /// What a turn adds.
        increment: Millis,
    },
    /// The first `delay` of every turn is free.
    Delay {
        /// The time at the start.
        initial: Millis,
        /// What is free.
        delay: Millis,
    },
    /// After every turn what it took is given back, up to `delay`.
    Bronstein {
        /// The time at the start.
        initial: Millis,
        /// The most that is given back.
        delay: Millis,
    },
    /// After the main time, `periods` of time; one is lost whenever a turn uses it up.
    Byoyomi {
        /// The time at the start.
        main: Millis,
        /// The length of a period.
        period: Millis,
        /// How many there are.
        periods: u32,
    },
    /// Every turn has this much.
    PerMove {
        /// The time for a turn.
        time: Millis,
    },
    /// Every turn has this many days.
    Correspondence {
        /// The days for a turn.
        days: u32,
    },
}

impl TimeControl {
    /// Whether a game can be played with it: every turn has some time.
    ///
    /// # Errors
    /// What is wrong with it.
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
        if nothing { Err("With this clock every flag would fall at once.".to_string()) } else { Ok(()) }
    }
}
