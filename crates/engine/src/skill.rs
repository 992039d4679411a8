//! Skills: how strong an engine plays at each level.

use tetrarch_table::search::Level;

/// How an engine plays at a level.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Skill {
    /// Depth limit, in plies.
    pub depth: Option<u32>,
    /// Node limit.
    pub nodes: Option<u64>,
    /// Standard deviation of the noise added to scores, in centipawns.
    pub eval_noise: i32,
    /// Probability, in percent, that it overlooks a move altogether.
    pub missed_percent: u32,
}

impl Skill {
    /// Full strength.
    pub const FULL: Skill = Skill { depth: None, nodes: None, eval_noise: 0, missed_percent: 0 };

    /// Whether it makes deliberate mistakes, and so must compare several moves.
    pub const fn makes_mistakes(&self) -> bool {
        self.eval_noise > 0 || self.missed_percent > 0
    }
}

/// The skills of the levels 1 to 8.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Skills(pub [Skill; 8]);

impl Skills {
    /// The skill of a level.
    pub const fn for_level(&self, level: Level) -> Skill {
        self.0[level.number() as usize - 1]
    }

    /// Suits a game in which a search of a few thousand nodes plays well.
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
