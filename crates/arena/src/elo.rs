//! Elo differences and confidence intervals of scores.

use std::collections::BTreeMap;

/// The 97.5 % quantile of the normal distribution: 1.96 standard errors either way give a 95 % interval.
const Z_95: f64 = 1.959_963_984_540_054;

/// The expected score of a player who is `elo` points stronger.
pub fn score_from_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo difference that a score implies; infinite for a score of 0 or 1.
pub fn elo_from_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

/// Scores between 0 and 1 of independent observations, such as pairs of games.
#[derive(Clone, Default, Debug)]
pub(crate) struct ScoreSample {
    /// How often each score occurred. The key is the score in millionths.
    counts: BTreeMap<u32, u64>,
}

const SCORE_SCALE: f64 = 1_000_000.0;

impl ScoreSample {
    pub(crate) fn add(&mut self, score: f64) {
        *self.counts.entry((score * SCORE_SCALE).round() as u32).or_default() += 1;
    }

    pub(crate) fn len(&self) -> u64 {
        self.counts.values().sum()
    }

    /// Each score with its count.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (f64, f64)> {
        self.counts.iter().map(|(score, count)| (f64::from(*score) / SCORE_SCALE, *count as f64))
    }

    pub(crate) fn mean(&self) -> f64 {
        self.iter().map(|(score, count)| score * count).sum::<f64>() / self.len() as f64
    }

    fn variance(&self) -> f64 {
        let mean = self.mean();
        self.iter().map(|(score, count)| (score - mean).powi(2) * count).sum::<f64>() / self.len() as f64
    }
}

/// A score with its 95 % confidence interval.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Estimate {
    /// The score.
    pub score: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Estimate {
    /// Estimates the mean of a sample; `None` if it is empty.
    pub(crate) fn from_sample(sample: &ScoreSample) -> Option<Estimate> {
        let count = sample.len() as f64;
        if count == 0.0 {
            return None;
        }
        let (score, error) = (sample.mean(), Z_95 * (sample.variance() / count).sqrt());
        // If all results are equal, the variance is unknown rather than zero: use Wilson's interval.
        let (low, high) = if error == 0.0 {
            let doubt = Z_95 * Z_95 / (count + Z_95 * Z_95);
            (score * (1.0 - doubt), score + (1.0 - score) * doubt)
        } else {
            (score - error, score + error)
        };
        Some(Estimate { score, low: low.max(0.0), high: high.min(1.0) })
    }

    /// Converts score and interval to Elo.
    pub fn elo(&self) -> Estimate {
        let [score, low, high] = [self.score, self.low, self.high].map(elo_from_score);
        Estimate { score, low, high }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(wins: u64, losses: u64, draws: u64) -> ScoreSample {
        let mut sample = ScoreSample::default();
        for (score, count) in [(1.0, wins), (0.0, losses), (0.5, draws)] {
            (0..count).for_each(|_| sample.add(score));
        }
        sample
    }

    #[test]
    fn elo_and_score_follow_the_logistic_curve() {
        assert!((score_from_elo(0.0) - 0.5).abs() < 1e-12);
        assert!((score_from_elo(400.0) - 10.0 / 11.0).abs() < 1e-12);
        assert!((elo_from_score(0.75) - 190.848).abs() < 1e-3);
        assert!((elo_from_score(score_from_elo(-123.0)) + 123.0).abs() < 1e-9);
        assert!(elo_from_score(0.0).is_infinite() && elo_from_score(1.0).is_infinite());
    }

    /// Wins, losses and draws with the Elo and error that other match programs print for them.
    #[test]
    fn elo_and_error_match_other_programs() {
        for (wins, losses, draws, elo, error) in
            [(859, 772, 1329, 10.21, 9.28), (1164, 1267, 3049, -6.53, 6.12), (0, 36, 14, -315.34, 95.43)]
        {
            let estimate = Estimate::from_sample(&games(wins, losses, draws)).unwrap().elo();
            assert!((estimate.score - elo).abs() < 0.02, "{estimate:?}");
            assert!(((estimate.high - estimate.low) / 2.0 / error - 1.0).abs() < 0.01, "{estimate:?}");
        }
    }

    #[test]
    fn pairs_that_split_the_points_give_a_narrow_interval() {
        let mut pairs = ScoreSample::default();
        (0..50).for_each(|_| pairs.add(0.5));
        pairs.add(0.75);
        let paired = Estimate::from_sample(&pairs).unwrap();
        let single = Estimate::from_sample(&games(51, 50, 1)).unwrap();
        assert!(paired.high - paired.low < (single.high - single.low) / 5.0);
    }

    #[test]
    fn winning_every_game_still_has_an_interval() {
        let all = Estimate::from_sample(&games(20, 0, 0)).unwrap();
        assert!(all.score == 1.0 && all.high == 1.0 && (0.8..0.9).contains(&all.low), "{all:?}");
        assert_eq!(Estimate::from_sample(&ScoreSample::default()), None);
    }
}
