//! The score of a match.

use crate::elo::{Estimate, ScoreSample};
use crate::sprt::{Sprt, SprtDecision};
use crate::{GamePair, MatchPlayer, StopReason};

/// The results of a match, from A's point of view.
#[derive(Clone, Default, Debug)]
pub struct MatchScore {
    /// Games in which A got all points.
    pub wins: u64,
    /// Games in which the points were shared.
    pub draws: u64,
    /// Games in which A got none.
    pub losses: u64,
    /// Pairs that do not count because a game was aborted.
    pub uncounted_pairs: u64,
    /// Games stopped at the maximum number of actions.
    pub stopped_at_limit: u64,
    /// Games stopped at the position given by [`StopRule::until`](crate::StopRule::until).
    pub stopped_at_position: u64,
    /// Games that ended on time.
    pub time_losses: u64,
    /// The players' errors.
    pub faults: Vec<String>,
    /// The score of each pair.
    pairs: ScoreSample,
    /// Each player's shares in games with one seat against several.
    lone_scores: [ScoreSample; 2],
}

impl MatchScore {
    /// Adds a pair of games.
    pub fn add(&mut self, pair: &GamePair) {
        for game in &pair.games {
            self.stopped_at_limit += u64::from(game.stop_reason == Some(StopReason::Length));
            self.stopped_at_position += u64::from(game.stop_reason == Some(StopReason::Reached));
            self.time_losses += u64::from(game.lost_on_time);
            self.faults.extend(game.faults.iter().cloned());
        }
        let Some(shares) = pair.shares() else {
            self.uncounted_pairs += 1;
            return;
        };
        for (share, game) in shares.into_iter().zip(&pair.games) {
            match share {
                share if share >= 1.0 => self.wins += 1,
                share if share <= 0.0 => self.losses += 1,
                _ => self.draws += 1,
            }
            match game.lone_player {
                Some(MatchPlayer::A) => self.lone_scores[0].add(share),
                Some(MatchPlayer::B) => self.lone_scores[1].add(1.0 - share),
                None => {}
            }
        }
        self.pairs.add((shares[0] + shares[1]) / 2.0);
    }

    /// The number of games that count.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// A's score, with each pair as one observation. `None` before the first pair.
    pub fn score(&self) -> Option<Estimate> {
        Estimate::from_sample(&self.pairs)
    }

    /// A player's score with one seat against several, if they played so.
    pub fn lone_score(&self, holder: MatchPlayer) -> Option<Estimate> {
        Estimate::from_sample(&self.lone_scores[holder as usize])
    }

    /// The decision of an SPRT, and its log-likelihood ratio.
    pub fn sprt(&self, sprt: &Sprt) -> (SprtDecision, f64) {
        (sprt.decide(&self.pairs), sprt.log_likelihood_ratio(&self.pairs))
    }
}
