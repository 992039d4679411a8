//! What a match has shown so far.

use crate::elo::{Estimate, ScoreSample};
use crate::sprt::{Sprt, SprtDecision};
use crate::{GamePair, MatchPlayer, StopReason};

/// The results of a match, told for A.
#[derive(Clone, Default, Debug)]
pub struct MatchScore {
    /// Games in which A took all points.
    pub wins: u64,
    /// Games in which the points were shared.
    pub draws: u64,
    /// Games in which A took none.
    pub losses: u64,
    /// Pairs with a game that did not count, because it was aborted.
    pub uncounted_pairs: u64,
    /// Games that were stopped for their length.
    pub stopped_at_limit: u64,
    /// Games that were stopped where they were to be.
    pub stopped_at_position: u64,
    /// Games that ended on the clock.
    pub time_losses: u64,
    /// What players did wrong.
    pub faults: Vec<String>,
    /// The score of each pair.
    pairs: ScoreSample,
    /// The shares of each player alone against the others.
    lone_scores: [ScoreSample; 2],
}

impl MatchScore {
    /// Counts a pair of games.
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

    /// Games that count.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// A's score, a pair of games being one observation. None before the first.
    pub fn score(&self) -> Option<Estimate> {
        Estimate::from_sample(&self.pairs)
    }

    /// What a player took of the points alone against all others, if they have played so.
    pub fn lone_score(&self, holder: MatchPlayer) -> Option<Estimate> {
        Estimate::from_sample(&self.lone_scores[holder as usize])
    }

    /// What a test says, and the logarithm of how much likelier the higher strength is.
    pub fn sprt(&self, sprt: &Sprt) -> (SprtDecision, f64) {
        (sprt.decide(&self.pairs), sprt.log_likelihood_ratio(&self.pairs))
    }
}
