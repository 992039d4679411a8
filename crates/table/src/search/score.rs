//! Scores of positions.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A score for the side to move, in centipawns. Above 29000 it is a forced win: 30000 minus the plies to the
/// win. Below -29000 it is a forced loss.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", ts(type = "number"))]
#[serde(transparent)]
pub struct Score(i32);

impl Score {
    /// An even score.
    pub const DRAW: Score = Score(0);
    /// Lower than any score: minus infinity.
    pub const WORST: Score = Score(-32_000);
    /// Higher than any score: infinity.
    pub const BEST: Score = Score(32_000);
    /// A win at the root.
    const WON: i32 = 30_000;
    /// Scores beyond this are decisive: forced wins and losses.
    const DECISIVE: i32 = 29_000;
    /// Static evaluations are clamped to this.
    pub const MAX_EVALUATION: i32 = 20_000;

    /// A score in centipawns, clamped to [`Score::MAX_EVALUATION`].
    #[inline]
    pub const fn centipawns(value: i32) -> Score {
        if value > Score::MAX_EVALUATION {
            Score(Score::MAX_EVALUATION)
        } else if value < -Score::MAX_EVALUATION {
            Score(-Score::MAX_EVALUATION)
        } else {
            Score(value)
        }
    }

    /// A win for the side to move, this many plies from the root ("mate in").
    #[inline]
    pub const fn won_in(plies: usize) -> Score {
        Score(Score::WON - plies as i32)
    }

    /// A loss for the side to move, this many plies from the root ("mated in").
    #[inline]
    pub const fn lost_in(plies: usize) -> Score {
        Score(plies as i32 - Score::WON)
    }

    /// The score with a raw value, as [`Score::value`] returns it.
    #[inline]
    pub const fn from_value(value: i32) -> Score {
        Score(value)
    }

    /// The raw value.
    #[inline]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// Plies to a forced win (positive) or loss (negative), or `None` if the score is not decisive.
    #[inline]
    pub const fn plies_to_end(self) -> Option<i32> {
        if self.0 > Score::DECISIVE {
            Some(Score::WON - self.0)
        } else if self.0 < -Score::DECISIVE {
            Some(-(Score::WON + self.0))
        } else {
            None
        }
    }

    /// Whether this is a forced win.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 > Score::DECISIVE
    }

    /// Whether this is a forced loss.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 < -Score::DECISIVE
    }

    /// The next higher score.
    #[inline]
    #[must_use]
    pub const fn next_above(self) -> Score {
        Score(self.0 + 1)
    }

    /// The score plus some centipawns, saturating.
    #[inline]
    #[must_use]
    pub const fn plus(self, centipawns: i32) -> Score {
        let value = self.0 + centipawns;
        if value > Score::BEST.0 {
            Score::BEST
        } else if value < Score::WORST.0 {
            Score::WORST
        } else {
            Score(value)
        }
    }

    /// The win probability, counting a draw as half a win. `scale` is the number of centipawns at which it is
    /// 73 %.
    #[inline]
    pub fn win_probability(self, scale: f64) -> f64 {
        match self.plies_to_end() {
            Some(plies) if plies > 0 || self.is_win() => 1.0,
            Some(_) => 0.0,
            None => 1.0 / (1.0 + (-f64::from(self.0) / scale).exp()),
        }
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add for Score {
    type Output = Score;
    #[inline]
    fn add(self, other: Score) -> Score {
        self.plus(other.0)
    }
}

impl Sub for Score {
    type Output = Score;
    #[inline]
    fn sub(self, other: Score) -> Score {
        self.plus(-other.0)
    }
}

/// UCI notation: `cp 34`, or `mate 3` in own moves.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            None => write!(f, "cp {}", self.0),
            Some(plies) if self.is_win() => write!(f, "mate {}", (plies + 1).max(2) / 2),
            Some(plies) => write!(f, "mate {}", plies / 2),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faster_wins_and_slower_losses_score_higher() {
        assert!(Score::won_in(1) > Score::won_in(3) && Score::lost_in(4) > Score::lost_in(2));
        assert!(Score::won_in(500) > Score::centipawns(i32::MAX) && Score::won_in(500).is_win());
        assert_eq!(-Score::won_in(3), Score::lost_in(3));
    }

    #[test]
    fn scores_use_uci_notation() {
        assert_eq!(Score::centipawns(-34).to_string(), "cp -34");
        assert_eq!(Score::won_in(5).to_string(), "mate 3");
        assert_eq!(Score::lost_in(4).to_string(), "mate -2");
    }

    #[test]
    fn the_win_probability_grows_with_the_score() {
        assert!((Score::DRAW.win_probability(300.0) - 0.5).abs() < 1e-9);
        assert!(Score::centipawns(300).win_probability(300.0) > 0.7);
        assert!(
            Score::won_in(9).win_probability(300.0) > 0.999
                && Score::lost_in(9).win_probability(300.0) < 0.001
        );
    }
}
