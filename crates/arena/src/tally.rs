//! What a match has shown so far.

use crate::elo::{Estimate, Sample};
use crate::sprt::{Sprt, Verdict};
use crate::{Holder, PairPlayed, Stopped};

/// The results of a match, told for A.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    /// Games in which A took all points.
    pub wins: u64,
    /// Games in which the points were shared.
    pub draws: u64,
    /// Games in which A took none.
    pub losses: u64,
    /// Pairs with a game that did not count, because it was aborted.
    pub uncounted: u64,
    /// Games that were stopped for their length.
    pub stopped: u64,
    /// Games that were stopped where they were to be.
    pub reached: u64,
    /// Games that ended on the clock.
    pub flags: u64,
    /// What players did wrong.
    pub faults: Vec<String>,
    /// The score of each pair.
    pairs: Sample,
    /// The shares of each player alone against the others.
    alone: [Sample; 2],
}

impl Tally {
    /// Counts a pair of games.
    pub fn add(&mut self, pair: &PairPlayed) {
        for game in &pair.games {
            self.stopped += u64::from(game.stopped == Some(Stopped::Length));
            self.reached += u64::from(game.stopped == Some(Stopped::Reached));
            self.flags += u64::from(game.flagged);
            self.faults.extend(game.faults.iter().cloned());
        }
        let Some(shares) = pair.shares() else {
            self.uncounted += 1;
            return;
        };
        for (share, game) in shares.into_iter().zip(&pair.games) {
            match share {
                share if share >= 1.0 => self.wins += 1,
                share if share <= 0.0 => self.losses += 1,
                _ => self.draws += 1,
            }
            match game.alone {
                Some(Holder::A) => self.alone[0].add(share),
                Some(Holder::B) => self.alone[1].add(1.0 - share),
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
        Estimate::of(&self.pairs)
    }

    /// What a player took of the points alone against all others, if they have played so.
    pub fn alone(&self, holder: Holder) -> Option<Estimate> {
        Estimate::of(&self.alone[holder as usize])
    }

    /// What a test says, and the logarithm of how much likelier the higher strength is.
    pub fn test(&self, sprt: &Sprt) -> (Verdict, f64) {
        (sprt.verdict(&self.pairs), sprt.likelihood(&self.pairs))
    }
}
