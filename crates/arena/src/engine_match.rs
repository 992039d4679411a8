//! A match: many pairs of games, several at once.

use crate::opening::random_opening;
use crate::player_pool::PlayerPool;
use crate::{
    GameConfig, GameConfigError, GamePair, MatchScore, PlayerSpec, PlayerSpecError, SeatSplit, Seating, Sprt,
    SprtDecision, seatings,
};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use tetrarch_engine::MakeEngine;
use tetrarch_table::TimeControl;

/// A match between two players.
pub struct EngineMatch {
    /// What is played.
    pub config: GameConfig,
    /// Makes an engine of the game, if there is one.
    pub engine: Option<MakeEngine>,
    /// The one whose score is told.
    pub a: PlayerSpec,
    /// The other.
    pub b: PlayerSpec,
    /// How many pairs of games at most.
    pub pairs: u64,
    /// How seats are shared where each plays for itself.
    pub sharing: SeatSplit,
    /// Fixes openings, deals and the luck of players.
    pub seed: u64,
    /// How many games at once.
    pub concurrency: usize,
    /// Ends the match as soon as it is decided.
    pub sprt: Option<Sprt>,
}

/// Why a match cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// What is to be played cannot be.
    #[error(transparent)]
    Config(#[from] GameConfigError),
    /// A player cannot play.
    #[error(transparent)]
    Player(#[from] PlayerSpecError),
}

/// A pair that was played, or why it could not be.
type PairResult = Result<GamePair, MatchError>;

impl EngineMatch {
    /// Plays the match. Each pair is told in the order of their numbers, with the tally after it: with players whose
    /// strength does not depend on time the same seed gives the same match, however many games are played at once.
    /// It ends early when `stop` is set, with the games in progress left out.
    ///
    /// # Errors
    /// Why it cannot be played.
    pub fn run(
        &self,
        stop: &AtomicBool,
        watch: impl FnMut(&GamePair, &MatchScore),
    ) -> Result<MatchScore, MatchError> {
        let (seatings, seats) = self.validate()?;
        let (next, done) = (AtomicU64::new(0), AtomicBool::new(false));
        let (results, inbox) = channel();
        thread::scope(|scope| {
            for _ in 0..self.concurrency.max(1) {
                let (results, seatings, next, done) = (results.clone(), &seatings, &next, &done);
                scope.spawn(move || {
                    let pairs = std::iter::from_fn(|| {
                        let number = next.fetch_add(1, Relaxed);
                        let over = done.load(Relaxed) || stop.load(Relaxed) || number >= self.pairs;
                        (!over).then_some(number)
                    });
                    self.run_worker(seatings, seats, pairs, &results);
                });
            }
            drop(results);
            let tally = self.collect_results(inbox, watch);
            done.store(true, Relaxed);
            tally
        })
    }

    /// Whether all can be opened and made, before the first game.
    fn validate(&self) -> Result<(Vec<Seating>, usize), MatchError> {
        let table = self.config.open(TimeControl::None).map_err(GameConfigError::from)?;
        for player in [&self.a, &self.b] {
            player.make(self.engine)?;
        }
        if let Some(until) =
            self.config.stop_rule.until.as_ref().filter(|_| self.config.stop_rule.is_reached(&*table))
        {
            return Err(GameConfigError::StopsAtStart(until.clone()).into());
        }
        random_opening(&self.config, self.seed)?;
        Ok((seatings(&*table, self.sharing)?, table.seats().len()))
    }

    /// Plays pairs by their numbers.
    fn run_worker(
        &self,
        seatings: &[Seating],
        seats: usize,
        pairs: impl Iterator<Item = u64>,
        results: &Sender<PairResult>,
    ) {
        let mut bench = match PlayerPool::new(self, seats) {
            Ok(bench) => bench,
            Err(fault) => return drop(results.send(Err(fault.into()))),
        };
        for number in pairs {
            let seating = seatings[(number % seatings.len() as u64) as usize];
            if results.send(self.play_pair(&mut bench, seating, number)).is_err() {
                return;
            }
        }
    }

    /// Counts pairs in the order of their numbers until the match is decided.
    fn collect_results(
        &self,
        inbox: Receiver<PairResult>,
        mut watch: impl FnMut(&GamePair, &MatchScore),
    ) -> Result<MatchScore, MatchError> {
        let (mut tally, mut waiting, mut next) = (MatchScore::default(), BTreeMap::new(), 0);
        for result in inbox {
            let pair = result?;
            waiting.insert(pair.number, pair);
            while let Some(pair) = waiting.remove(&next) {
                next += 1;
                tally.add(&pair);
                watch(&pair, &tally);
                if self.sprt.is_some_and(|sprt| tally.sprt(&sprt).0 != SprtDecision::Continue) {
                    return Ok(tally);
                }
            }
        }
        Ok(tally)
    }
}
