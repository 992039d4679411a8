//! Playing strength: one scale of levels for all games.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A level from 1, a friendly beginner, to 8, full strength.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Level(u8);

/// A number that is not a level.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct InvalidLevel(u8);

impl Level {
    /// The weakest level.
    pub const MIN: Level = Level(1);
    /// Full strength.
    pub const MAX: Level = Level(8);

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=8).map(Level)
    }

    /// The level as a number from 1 to 8.
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl TryFrom<u8> for Level {
    type Error = InvalidLevel;
    fn try_from(number: u8) -> Result<Level, InvalidLevel> {
        if (1..=8).contains(&number) { Ok(Level(number)) } else { Err(InvalidLevel(number)) }
    }
}

impl From<Level> for u8 {
    fn from(level: Level) -> u8 {
        level.0
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Display for InvalidLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid level {}: levels are 1 to 8", self.0)
    }
}

impl std::error::Error for InvalidLevel {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_one_to_eight() {
        assert_eq!(Level::all().count(), 8);
        assert!(Level::try_from(0).is_err() && Level::try_from(9).is_err());
        assert_eq!(serde_json::from_str::<Level>("3").unwrap().number(), 3);
        assert!(serde_json::from_str::<Level>("12").is_err());
    }
}
