//! The scale of scores inside the search.
//!
//! Averaging over chance only makes sense if scores are proportional to the win probability: a large
//! advantage gains little from more, and a decisive score stays in proportion.

use tetrarch_rules::Banqi;
use tetrarch_table::search::Score;

/// What a decisive win counts in an average; a decisive loss is the opposite.
pub(super) const WIN_SCORE: Score = Score::centipawns(4000);
/// Search points per centipawn in an even position.
pub(super) const POINTS_PER_CENTIPAWN: i32 = 9;
/// How far a flip usually moves the score from the evaluation before it, at most.
pub(super) const FLIP_SWING: i32 = 1600;
/// Centipawns at which the win probability is 73 %.
const WIN_PROBABILITY_SCALE: f64 = 200.0;
/// Evaluations are clamped to this many centipawns.
const MAX_CENTIPAWNS: i32 = 1500;
/// More material always scores a little more (one point per this many centipawns), so that a winning side
/// makes progress.
const PROGRESS_DIVISOR: i32 = 10;

/// Converts centipawns to the search scale.
pub(super) fn from_centipawns(centipawns: i32) -> Score {
    let clamped = centipawns.clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS);
    let limit = f64::from(WIN_SCORE.value() - 2 * MAX_CENTIPAWNS / PROGRESS_DIVISOR);
    let scaled = limit * (f64::from(clamped) / (2.0 * WIN_PROBABILITY_SCALE)).tanh();
    Score::centipawns(scaled as i32 + clamped / PROGRESS_DIVISOR)
}

/// Converts a search score to the centipawns with the same win probability.
pub(super) fn to_centipawns(score: Score) -> Score {
    if score.plies_to_end().is_some() || score == Score::WORST {
        return score;
    }
    let win = f64::from(WIN_SCORE.value());
    let probability = (f64::from(score.value()) / win * 0.5 + 0.5).clamp(0.0005, 0.9995);
    Score::centipawns((WIN_PROBABILITY_SCALE * (probability / (1.0 - probability)).ln()).round() as i32)
}

/// Within this many plies of the quiet-move draw, scores fade towards it.
const DRAW_FADE_PLIES: u32 = 24;

/// Fades an evaluation as the quiet-move draw comes near.
pub(super) fn fade_near_draw(score: Score, game: &Banqi) -> Score {
    match game.quiet_plies_left() {
        Some(left) if left < DRAW_FADE_PLIES => {
            Score::centipawns(score.value() * (left + DRAW_FADE_PLIES) as i32 / (2 * DRAW_FADE_PLIES) as i32)
        }
        _ => score,
    }
}

/// A key that distinguishes positions by their distance to the quiet-move draw.
pub(super) fn draw_fade_key(game: &Banqi) -> u64 {
    match game.quiet_plies_left() {
        Some(left) if left < DRAW_FADE_PLIES => u64::from(left + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_grow_with_the_evaluation_and_stay_below_a_win() {
        let scores: Vec<Score> = (-1500..=1500).step_by(20).map(from_centipawns).collect();
        assert!(scores.is_sorted_by(|a, b| a < b));
        assert!(*scores.last().unwrap() < WIN_SCORE);
        assert_eq!(from_centipawns(0), Score::DRAW);
        assert_eq!(from_centipawns(250), -from_centipawns(-250));
    }

    #[test]
    fn converting_back_gives_about_the_same_centipawns() {
        for centipawns in [-600, -200, -20, 0, 50, 300] {
            let converted = to_centipawns(from_centipawns(centipawns)).value();
            assert!(
                (converted - centipawns).abs() <= 2 + centipawns.abs() / 6,
                "{centipawns} centipawns became {converted}"
            );
        }
        assert_eq!(to_centipawns(Score::won_in(7)), Score::won_in(7));
    }
}
