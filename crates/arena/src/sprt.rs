//! The sequential probability ratio test on pairs of games: stops a match as soon as it is decided.

use crate::elo::{ScoreSample, score_from_elo};
use std::str::FromStr;

/// A test of two hypotheses about the Elo difference, with error rates of 5 %.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Sprt {
    /// H0: the difference is at most this.
    pub elo0: f64,
    /// H1: the difference is at least this.
    pub elo1: f64,
}

/// The decision of the test.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum SprtDecision {
    /// Undecided: play on.
    Continue,
    /// The lower difference is accepted.
    AcceptH0,
    /// The higher difference is accepted.
    AcceptH1,
}

/// The probability of either error.
const ERROR_RATE: f64 = 0.05;
/// The count of a result that has not occurred, so that its probability is not zero.
const UNSEEN_COUNT: f64 = 1e-3;

impl Sprt {
    /// The log-likelihood ratio at which the test decides, in either direction.
    pub fn bound() -> f64 {
        ((1.0 - ERROR_RATE) / ERROR_RATE).ln()
    }

    /// The log-likelihood ratio of H1 to H0.
    pub(crate) fn log_likelihood_ratio(&self, pairs: &ScoreSample) -> f64 {
        if pairs.len() == 0 {
            return 0.0;
        }
        let seen = regularised(pairs);
        let [lower, higher] = [self.elo0, self.elo1].map(|elo| max_likelihood(&seen, score_from_elo(elo)));
        let each = seen.iter().zip(lower.iter().zip(&higher));
        each.map(|((_, times), (low, high))| times * (high / low).ln()).sum()
    }

    pub(crate) fn decide(&self, pairs: &ScoreSample) -> SprtDecision {
        match self.log_likelihood_ratio(pairs) {
            ratio if ratio >= Sprt::bound() => SprtDecision::AcceptH1,
            ratio if ratio <= -Sprt::bound() => SprtDecision::AcceptH0,
            _ => SprtDecision::Continue,
        }
    }
}

/// The observed scores with their counts, including the usual scores of a pair that did not occur.
fn regularised(pairs: &ScoreSample) -> Vec<(f64, f64)> {
    let mut seen: Vec<(f64, f64)> = pairs.iter().collect();
    for score in [0.0, 0.25, 0.5, 0.75, 1.0] {
        if seen.iter().all(|(own, _)| *own != score) {
            seen.push((score, UNSEEN_COUNT));
        }
    }
    seen
}

/// The maximum-likelihood distribution of the scores with this mean.
fn max_likelihood(seen: &[(f64, f64)], mean: f64) -> Vec<f64> {
    let count: f64 = seen.iter().map(|(_, times)| times).sum();
    let chance = |tilt: f64, score: f64, times: f64| times / count / (1.0 + tilt * (score - mean));
    // Bisect for the tilt that gives the mean: the excess decreases as the tilt grows.
    let over = |tilt: f64| seen.iter().map(|(s, t)| (s - mean) * chance(tilt, *s, *t)).sum::<f64>();
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if over(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let tilt = f64::midpoint(low, high);
    seen.iter().map(|(score, times)| chance(tilt, *score, *times)).collect()
}

impl FromStr for Sprt {
    type Err = String;

    /// Parses `0,10`.
    fn from_str(text: &str) -> Result<Sprt, String> {
        let invalid =
            || format!("invalid SPRT bounds {text:?}: expected two numbers like 0,10, the lower first");
        let (elo0, elo1) = text.split_once(',').ok_or_else(invalid)?;
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|elo| elo.abs() < 2000.0);
        let (elo0, elo1) = number(elo0).zip(number(elo1)).ok_or_else(invalid)?;
        if elo0 < elo1 { Ok(Sprt { elo0, elo1 }) } else { Err(invalid()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sample with these counts of pairs that scored 0, 0.5, 1, 1.5 and 2 points.
    fn pairs(counts: [u64; 5]) -> ScoreSample {
        let mut sample = ScoreSample::default();
        for (score, count) in [0.0, 0.25, 0.5, 0.75, 1.0].into_iter().zip(counts) {
            (0..count).for_each(|_| sample.add(score));
        }
        sample
    }

    /// Values from other match programs and from an independent computation.
    #[test]
    fn the_likelihood_ratio_matches_the_pentanomial_test() {
        for (elo0, elo1, counts, expected) in [
            (-1.75, 0.25, [10, 5, 2, 5, 10], 0.0006),
            (-1.75, 0.25, [0, 0, 0, 0, 3], 0.0173),
            (0.0, 5.0, [12, 150, 400, 170, 20], 1.2213),
            (0.0, 10.0, [39, 1094, 2297, 1185, 45], -3.1923),
        ] {
            let ratio = Sprt { elo0, elo1 }.log_likelihood_ratio(&pairs(counts));
            assert!((ratio - expected).abs() < 1e-3, "{counts:?}: {ratio}");
        }
    }

    #[test]
    fn it_decides_at_the_usual_bound() {
        assert!((Sprt::bound() - 2.944).abs() < 1e-3);
        let sprt = Sprt { elo0: 0.0, elo1: 50.0 };
        assert_eq!(sprt.decide(&pairs([0, 5, 20, 40, 30])), SprtDecision::AcceptH1);
        assert_eq!(sprt.decide(&pairs([30, 40, 20, 5, 0])), SprtDecision::AcceptH0);
        assert_eq!(sprt.decide(&pairs([1, 2, 3, 2, 2])), SprtDecision::Continue);
        assert_eq!(sprt.decide(&pairs([0; 5])), SprtDecision::Continue);
    }

    #[test]
    fn bounds_are_parsed_with_the_lower_first() {
        assert_eq!("-5, 10".parse(), Ok(Sprt { elo0: -5.0, elo1: 10.0 }));
        for bad in ["", "5", "10,5", "0,x", "0,inf", "nan,3"] {
            assert!(bad.parse::<Sprt>().is_err(), "{bad}");
        }
    }
}
