//! Searches for the survival phase of Bishops, in which more than two sides play, each for itself.
//!
//! A seat maximises its share of the point. [`OneAgainstAll`] turns the game into a two-sided one for
//! alpha-beta: the opponents move in turn against the seat (paranoid search), or only the one with the best
//! reply moves (best-reply search). [`MaxNSearch`] lets each seat maximise its own share.

mod max_n;
mod one_against_all;

pub use max_n::MaxNSearch;
pub use one_against_all::OneAgainstAll;

use tetrarch_rules::BySeat;
use tetrarch_table::search::Score;

/// The share of the point that each seat can expect. They add up to one.
pub type Shares = BySeat<f64>;

/// Centipawns that multiply the odds of a share by e.
const SHARE_SCALE: f64 = 640.0;

/// Converts a share to a score: its log odds, so that gains are additive. An even chance is zero.
pub fn score_from_share(share: f64) -> Score {
    let share = share.clamp(1e-4, 1.0 - 1e-4);
    Score::centipawns((SHARE_SCALE * (share / (1.0 - share)).ln()) as i32)
}

/// Shifts a score of [`score_from_share`] so that zero means an equal share among the living.
pub(crate) fn score_relative_to_equal_share(score: Score, living: usize) -> Score {
    if score.is_win() || score.is_loss() || living < 2 {
        return score;
    }
    score - score_from_share(1.0 / living as f64)
}
