//! How strong an engine plays: one scale for all games.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A level from 1, a friendly beginner, to 8, all it can.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Level(u8);

/// Levels are 1 to 8.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct InvalidLevel(u8);

impl Level {
    /// The weakest.
    pub const MIN: Level = Level(1);
    /// Everything it can.
    pub const MAX: Level = Level(8);

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=8).map(Level)
    }

    /// Its number.
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
        write!(f, "there is no level {}: levels are 1 to 8", self.0)
    }
}

impl std::error::Error for InvalidLevel {}

/// What a level can do.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Skill {
    /// How many plies it looks ahead.
    pub depth: Option<u32>,
    /// How many positions it looks at.
    pub nodes: Option<u64>,
    /// By how many hundredths of a pawn it misjudges, usually.
    pub eval_noise: i32,
    /// How many of a hundred moves it does not notice at all.
    pub missed_percent: u32,
}

impl Skill {
    /// Everything it can.
    pub const FULL: Skill = Skill { depth: None, nodes: None, eval_noise: 0, missed_percent: 0 };

    /// Whether it makes mistakes of its own, so that it must weigh several moves.
    pub const fn makes_mistakes(&self) -> bool {
        self.eval_noise > 0 || self.missed_percent > 0
    }
}

/// The skills of the levels, from the first to the last.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Skills(pub [Skill; 8]);

impl Skills {
    /// The skill of a level.
    pub const fn for_level(&self, level: Level) -> Skill {
        self.0[level.0 as usize - 1]
    }

    /// What suits a game in which a search of a few thousand positions plays well.
    pub const DEFAULT: Skills = Skills([
        Skill { depth: Some(1), nodes: None, eval_noise: 250, missed_percent: 25 },
        Skill { depth: Some(1), nodes: None, eval_noise: 90, missed_percent: 10 },
        Skill { depth: Some(2), nodes: None, eval_noise: 110, missed_percent: 10 },
        Skill { depth: Some(2), nodes: None, eval_noise: 40, missed_percent: 3 },
        Skill { depth: None, nodes: Some(5_000), eval_noise: 0, missed_percent: 0 },
        Skill { depth: None, nodes: Some(16_000), eval_noise: 0, missed_percent: 0 },
        Skill { depth: None, nodes: Some(50_000), eval_noise: 0, missed_percent: 0 },
        Skill::FULL,
    ]);
}

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
