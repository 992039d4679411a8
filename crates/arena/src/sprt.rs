//! Stopping a match as soon as it is decided: the sequential probability ratio test on pairs of games.

use crate::elo::{Sample, score_of_elo};
use std::str::FromStr;

/// Which of two strengths a player has, in Elo, wrong once in twenty either way.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Sprt {
    /// No better than this …
    pub elo0: f64,
    /// … or at least this.
    pub elo1: f64,
}

/// What the test says.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Verdict {
    /// Nothing yet.
    Open,
    /// It is the lower strength.
    Lower,
    /// It is the higher strength.
    Higher,
}

/// How often it may be wrong.
const WRONG: f64 = 0.05;
/// A result that has not occurred counts this much, so that its chance is not nothing.
const UNSEEN: f64 = 1e-3;

impl Sprt {
    /// The logarithm at which it is decided, either way.
    pub fn bound() -> f64 {
        ((1.0 - WRONG) / WRONG).ln()
    }

    /// How much likelier the results are under the higher strength, as a logarithm.
    pub(crate) fn likelihood(&self, pairs: &Sample) -> f64 {
        if pairs.len() == 0 {
            return 0.0;
        }
        let seen = with_unseen(pairs);
        let count: f64 = seen.iter().map(|(_, count)| count).sum();
        let [lower, higher] = [self.elo0, self.elo1].map(|elo| likeliest(&seen, score_of_elo(elo)));
        let each = seen.iter().zip(lower.iter().zip(&higher));
        each.map(|((_, times), (low, high))| times * (high / low).ln()).sum::<f64>()
            * (pairs.len() as f64 / count)
    }

    pub(crate) fn verdict(&self, pairs: &Sample) -> Verdict {
        match self.likelihood(pairs) {
            ratio if ratio >= Sprt::bound() => Verdict::Higher,
            ratio if ratio <= -Sprt::bound() => Verdict::Lower,
            _ => Verdict::Open,
        }
    }
}

/// What occurred, and the usual scores of a pair even if they did not.
fn with_unseen(pairs: &Sample) -> Vec<(f64, f64)> {
    let mut seen: Vec<(f64, f64)> = pairs.iter().collect();
    for score in [0.0, 0.25, 0.5, 0.75, 1.0] {
        if seen.iter().all(|(own, _)| *own != score) {
            seen.push((score, UNSEEN));
        }
    }
    seen
}

/// The likeliest chances of the scores among those with this mean, not normalised by the count.
fn likeliest(seen: &[(f64, f64)], mean: f64) -> Vec<f64> {
    let count: f64 = seen.iter().map(|(_, times)| times).sum();
    let chance = |tilt: f64, score: f64, times: f64| times / count / (1.0 + tilt * (score - mean));
    // The tilt that gives the mean; what it leaves over falls as it grows.
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

    /// Reads `0,10`.
    fn from_str(text: &str) -> Result<Sprt, String> {
        let wrong = || format!("{text:?} should be two numbers like 0,10, the lower first");
        let (elo0, elo1) = text.split_once(',').ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|elo| elo.abs() < 2000.0);
        let (elo0, elo1) = number(elo0).zip(number(elo1)).ok_or_else(wrong)?;
        if elo0 < elo1 { Ok(Sprt { elo0, elo1 }) } else { Err(wrong()) }
    }
}
