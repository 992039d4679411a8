//! A match: many pairs of games, several at once.

use crate::bench::Bench;
use crate::opening::opening;
use crate::{
    PairPlayed, PlayerSpec, Seating, Sharing, SpecFault, Sprt, Tally, Terms, TermsFault, Verdict, seatings,
};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use tetrarch_engine::MakeEngine;
use tetrarch_table::Control;

/// A match between two players.
pub struct Contest {
    /// What is played.
    pub terms: Terms,
    /// Makes an engine of the game, if there is one.
    pub engine: Option<MakeEngine>,
    /// The one whose score is told.
    pub a: PlayerSpec,
    /// The other.
    pub b: PlayerSpec,
    /// How many pairs of games at most.
    pub pairs: u64,
    /// How seats are shared where each plays for itself.
    pub sharing: Sharing,
    /// Fixes openings, deals and the luck of players.
    pub seed: u64,
    /// How many games at once.
    pub concurrency: usize,
    /// Ends the match as soon as it is decided.
    pub sprt: Option<Sprt>,
}

/// Why a match cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum ContestFault {
    /// What is to be played cannot be.
    #[error(transparent)]
    Terms(#[from] TermsFault),
    /// A player cannot play.
    #[error(transparent)]
    Player(#[from] SpecFault),
}

/// A pair that was played, or why it could not be.
type PairResult = Result<PairPlayed, ContestFault>;

impl Contest {
    /// Plays the match. Each pair is told in the order of their numbers, with the tally after it: with players whose
    /// strength does not depend on time the same seed gives the same match, however many games are played at once.
    /// It ends early when `stop` is set, with the games in progress left out.
    ///
    /// # Errors
    /// Why it cannot be played.
    pub fn run(
        &self,
        stop: &AtomicBool,
        watch: impl FnMut(&PairPlayed, &Tally),
    ) -> Result<Tally, ContestFault> {
        let (seatings, seats) = self.check()?;
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
                    self.work(seatings, seats, pairs, &results);
                });
            }
            drop(results);
            let tally = self.collect(inbox, watch);
            done.store(true, Relaxed);
            tally
        })
    }

    /// Whether all can be opened and made, before the first game.
    fn check(&self) -> Result<(Vec<Seating>, usize), ContestFault> {
        let table = self.terms.open(Control::None).map_err(TermsFault::from)?;
        for player in [&self.a, &self.b] {
            player.make(self.engine)?;
        }
        if let Some(until) = self.terms.stops.until.as_ref().filter(|_| self.terms.stops.is_reached(&*table))
        {
            return Err(TermsFault::Stopped(until.clone()).into());
        }
        opening(&self.terms, self.seed)?;
        Ok((seatings(&*table, self.sharing)?, table.seats().len()))
    }

    /// Plays pairs by their numbers.
    fn work(
        &self,
        seatings: &[Seating],
        seats: usize,
        pairs: impl Iterator<Item = u64>,
        results: &Sender<PairResult>,
    ) {
        let mut bench = match Bench::new(self, seats) {
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
    fn collect(
        &self,
        inbox: Receiver<PairResult>,
        mut watch: impl FnMut(&PairPlayed, &Tally),
    ) -> Result<Tally, ContestFault> {
        let (mut tally, mut waiting, mut next) = (Tally::default(), BTreeMap::new(), 0);
        for result in inbox {
            let pair = result?;
            waiting.insert(pair.number, pair);
            while let Some(pair) = waiting.remove(&next) {
                next += 1;
                tally.add(&pair);
                watch(&pair, &tally);
                if self.sprt.is_some_and(|sprt| tally.test(&sprt).0 != Verdict::Open) {
                    return Ok(tally);
                }
            }
        }
        Ok(tally)
    }
}
