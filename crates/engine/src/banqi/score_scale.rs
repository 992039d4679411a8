//! The scale of scores in the search.
//!
//! The average over chances must mean something, so scores grow like the chance to win: what is far ahead gains
//! little by more, and a known win is not out of all proportion.

use crate::Score;
use tetrarch_rules::Banqi;

/// What a known win counts in an average; a known loss is the opposite.
pub(super) const WIN_SCORE: Score = Score::centipawns(4000);
/// How many points of this scale a hundredth of a pawn is in a level position.
pub(super) const POINTS_PER_CENTIPAWN: i32 = 9;
/// How far a flip usually goes from the judgement before it, at most.
pub(super) const FLIP_SWING: i32 = 1600;
/// How many hundredths of a pawn make a win likely, 73 in a hundred.
const WIN_PROBABILITY_SCALE: f64 = 200.0;
/// Judgement is held within so many hundredths of a pawn.
const MAX_CENTIPAWNS: i32 = 1500;
/// More of anything is always a little better, so that a won game makes progress.
const PROGRESS_DIVISOR: i32 = 10;

/// The score that goes with hundredths of a pawn.
pub(super) fn from_centipawns(centipawns: i32) -> Score {
    let held = centipawns.clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS);
    let edge = f64::from(WIN_SCORE.value() - 2 * MAX_CENTIPAWNS / PROGRESS_DIVISOR);
    let grown = edge * (f64::from(held) / (2.0 * WIN_PROBABILITY_SCALE)).tanh();
    Score::centipawns(grown as i32 + held / PROGRESS_DIVISOR)
}

/// The score as it is told: in hundredths of a pawn that go with the chance to win.
pub(super) fn to_centipawns(score: Score) -> Score {
    if score.plies_to_end().is_some() || score == Score::WORST {
        return score;
    }
    let won = f64::from(WIN_SCORE.value());
    let chance = (f64::from(score.value()) / won * 0.5 + 0.5).clamp(0.0005, 0.9995);
    Score::centipawns((WIN_PROBABILITY_SCALE * (chance / (1.0 - chance)).ln()).round() as i32)
}

/// From so many quiet plies before the draw on, what is ahead is worth less and less.
const DRAW_FADE_PLIES: u32 = 24;

/// A judgement with the draw in mind that comes nearer.
pub(super) fn fade_near_draw(score: Score, game: &Banqi) -> Score {
    match game.quiet_plies_left() {
        Some(left) if left < DRAW_FADE_PLIES => {
            Score::centipawns(score.value() * (left + DRAW_FADE_PLIES) as i32 / (2 * DRAW_FADE_PLIES) as i32)
        }
        _ => score,
    }
}

/// A number that tells positions apart that differ in how near the draw is.
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
    fn more_is_better_and_a_win_is_best() {
        let scores: Vec<Score> = (-1500..=1500).step_by(20).map(from_centipawns).collect();
        assert!(scores.is_sorted_by(|a, b| a < b));
        assert!(*scores.last().unwrap() < WIN_SCORE);
        assert_eq!(from_centipawns(0), Score::DRAW);
        assert_eq!(from_centipawns(250), -from_centipawns(-250));
    }

    #[test]
    fn what_is_told_is_about_what_was_judged() {
        for judged in [-600, -200, -20, 0, 50, 300] {
            let told = to_centipawns(from_centipawns(judged)).value();
            assert!((told - judged).abs() <= 20 + judged.abs() / 5, "{judged} is told as {told}");
        }
        assert_eq!(to_centipawns(Score::won_in(7)), Score::won_in(7));
    }
}
