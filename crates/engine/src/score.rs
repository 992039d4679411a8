//! Scores of positions.

use serde::{Serialize, Serializer};
use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A score for the side to move: centipawns, or a decisive result a known number of plies away.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Default)]
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
    pub const fn won_in(plies: usize) -> Score {
        Score(Score::WON - plies as i32)
    }

    /// A loss for the side to move, this many plies from the root ("mated in").
    pub const fn lost_in(plies: usize) -> Score {
        Score(plies as i32 - Score::WON)
    }

    /// The raw value.
    pub const fn value(self) -> i32 {
        self.0
    }

    /// Plies to a forced win (positive) or loss (negative), or `None` if the score is not decisive.
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
    pub const fn is_win(self) -> bool {
        self.0 > Score::DECISIVE
    }

    /// Whether this is a forced loss.
    pub const fn is_loss(self) -> bool {
        self.0 < -Score::DECISIVE
    }

    /// The next higher score.
    #[must_use]
    pub const fn next_above(self) -> Score {
        Score(self.0 + 1)
    }

    /// The score plus some centipawns, saturating.
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
    pub fn win_probability(self, scale: f64) -> f64 {
        match self.plies_to_end() {
            Some(plies) if plies > 0 || self.is_win() => 1.0,
            Some(_) => 0.0,
            None => 1.0 / (1.0 + (-f64::from(self.0) / scale).exp()),
        }
    }

    /// Converts a score relative to the root into one relative to a node at `ply`, for the transposition
    /// table: the distance to a forced end shrinks.
    #[must_use]
    pub(crate) const fn relative_to_node(self, ply: usize) -> Score {
        self.shifted(ply as i32)
    }

    /// The inverse of [`Score::relative_to_node`].
    #[must_use]
    pub(crate) const fn relative_to_root(self, ply: usize) -> Score {
        self.shifted(-(ply as i32))
    }

    const fn shifted(self, plies: i32) -> Score {
        if self.is_win() {
            Score(self.0 + plies)
        } else if self.is_loss() {
            Score(self.0 - plies)
        } else {
            self
        }
    }

    /// Unpacks a score from 16 bits.
    pub(crate) const fn from_bits(bits: u16) -> Score {
        Score(bits as i16 as i32)
    }

    /// Packs the score into 16 bits.
    pub(crate) const fn to_bits(self) -> u16 {
        self.0 as i16 as u16
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add for Score {
    type Output = Score;
    fn add(self, other: Score) -> Score {
        self.plus(other.0)
    }
}

impl Sub for Score {
    type Output = Score;
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

/// `{"cp":34}`, or `{"end":5}` for a win in five plies.
impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.plies_to_end() {
            None => serializer.collect_map([("cp", self.0)]),
            Some(plies) => serializer.collect_map([("end", plies)]),
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
    fn decisive_scores_convert_between_root_and_node() {
        let score = Score::won_in(7);
        assert_eq!(score.relative_to_node(4).plies_to_end(), Some(3));
        assert_eq!(score.relative_to_node(4).relative_to_root(4), score);
        assert_eq!(Score::centipawns(12).relative_to_node(9), Score::centipawns(12));
    }

    #[test]
    fn scores_survive_packing_into_16_bits() {
        for score in [Score::WORST, Score::BEST, Score::DRAW, Score::won_in(3), Score::centipawns(-321)] {
            assert_eq!(Score::from_bits(score.to_bits()), score);
        }
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
