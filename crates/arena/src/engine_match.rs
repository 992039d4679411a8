//! A match between two players: many pairs of games, several at a time.

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
    /// The settings of each game.
    pub config: GameConfig,
    /// The engine constructor of the game, if it has an engine.
    pub engine: Option<MakeEngine>,
    /// The player whose score is reported.
    pub a: PlayerSpec,
    /// The opponent.
    pub b: PlayerSpec,
    /// The maximum number of game pairs.
    pub pairs: u64,
    /// How the seats are split in games without teams.
    pub sharing: SeatSplit,
    /// The seed of openings, deals and random players.
    pub seed: u64,
    /// How many games run at the same time.
    pub concurrency: usize,
    /// Ends the match early once this test has decided.
    pub sprt: Option<Sprt>,
}

/// Why a match cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// The game settings are invalid.
    #[error(transparent)]
    Config(#[from] GameConfigError),
    /// A player cannot be created.
    #[error(transparent)]
    Player(#[from] PlayerSpecError),
}

/// A finished pair, or why it could not be played.
type PairResult = Result<GamePair, MatchError>;

impl EngineMatch {
    /// Plays the match. Calls `watch` for each pair, in order of pair number, with the score after it. If the players' strength does
    /// not depend on time, the same seed gives the same match at any concurrency. Ends early when `stop` is set, without counting
    /// the games in progress.
    ///
    /// # Errors
    /// If the settings are invalid or a player cannot be created.
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
            let score = self.collect_results(inbox, watch);
            done.store(true, Relaxed);
            score
        })
    }

    /// Checks settings and players before the first game. Returns the seatings and the number of seats.
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

    /// Plays the pairs with the given numbers.
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

    /// Scores the pairs in order of their numbers until the SPRT decides or all are played.
    fn collect_results(
        &self,
        inbox: Receiver<PairResult>,
        mut watch: impl FnMut(&GamePair, &MatchScore),
    ) -> Result<MatchScore, MatchError> {
        let (mut score, mut waiting, mut next) = (MatchScore::default(), BTreeMap::new(), 0);
        for result in inbox {
            let pair = result?;
            waiting.insert(pair.number, pair);
            while let Some(pair) = waiting.remove(&next) {
                next += 1;
                score.add(&pair);
                watch(&pair, &score);
                if self.sprt.is_some_and(|sprt| score.sprt(&sprt).0 != SprtDecision::Continue) {
                    return Ok(score);
                }
            }
        }
        Ok(score)
    }
}
