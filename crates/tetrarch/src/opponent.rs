//! The engine on the seats of a server.

use crate::games;
use std::hash::{BuildHasher as _, RandomState};
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};
use tetrarch_engine::{self as engine, Answer, Engine, Level, Limits, Outlook, Settings, Think};
use tetrarch_protocol::{AnalysedLine, Analysis, Deed, Others};
use tetrarch_rules::Seat;
use tetrarch_server::{Opponent, Question, Wanted};

/// How many engines wait for their next turn. The one that has waited longest plays for another seat then.
const WAITING: usize = 16;
/// What each may remember, in mebibytes.
const MEMORY: usize = 8;

/// Plays every seat with an engine of its own, which remembers what it thought before.
#[derive(Default)]
pub(crate) struct EngineSeats {
    /// The longest waiting first.
    waiting: Mutex<Vec<Waiting>>,
}

/// An engine and the seat it played for last.
struct Waiting {
    table: String,
    seat: Seat,
    game: &'static str,
    engine: Box<dyn Engine>,
}

impl EngineSeats {
    /// The engine of this seat, or one that begins anew.
    fn take(&self, question: &Question) -> Option<Box<dyn Engine>> {
        let game = question.table.game();
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let own = |waiting: &Waiting| waiting.table == question.id && waiting.seat == question.seat;
        if let Some(place) = waiting.iter().position(own) {
            return Some(waiting.remove(place).engine);
        }
        let spare =
            waiting.iter().position(|waiting| waiting.game == game).filter(|_| waiting.len() >= WAITING);
        let mut engine = match spare {
            Some(place) => waiting.remove(place).engine,
            None => games::engine(game, &Settings { memory: MEMORY, ..Settings::default() })?.ok()?,
        };
        engine.new_game(RandomState::new().hash_one(&question.id));
        Some(engine)
    }

    fn give_back(&self, question: &Question, engine: Box<dyn Engine>) {
        let (table, seat, game) = (question.id.clone(), question.seat, question.table.game());
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.push(Waiting { table, seat, game, engine });
        let many = waiting.len().saturating_sub(WAITING);
        waiting.drain(..many);
    }
}

impl Opponent for EngineSeats {
    fn levels(&self, game: &str) -> Option<RangeInclusive<u8>> {
        games::make_engine(game).map(|_| Level::FIRST.number()..=Level::FULL.number())
    }

    fn may_stand_in(&self, game: &str) -> bool {
        games::make_engine(game).is_some() && !games::decisions_are_ones_own(game)
    }

    fn analyse(&self, wanted: &Wanted) -> Option<Analysis> {
        let game = wanted.table.game();
        let mut engine = games::engine(game, &Settings { memory: MEMORY, ..Settings::default() })?.ok()?;
        // Where only two play, there is nothing to suppose.
        engine.suppose(wanted.others.map_or(Outlook::Usual, outlook));
        let question = engine::Question {
            limits: Limits::time(wanted.time),
            lines: wanted.lines,
            stop: Arc::clone(&wanted.stop).into(),
        };
        let report = engine.analyse(&*wanted.table, &question, &mut |_| {})?;
        let seats = wanted.table.seats();
        let line = |line: engine::ReportLine| AnalysedLine {
            score: line.score.value(),
            shares: seats.iter().zip(line.shares).map(|(seat, share)| (*seat, share)).collect(),
            moves: line.moves,
        };
        let lines = report.lines.into_iter().map(line).collect();
        Some(Analysis { depth: report.depth, nodes: report.nodes, lines })
    }

    fn answer(&self, question: &Question) -> Option<Deed> {
        let level = Level::try_from(question.level).ok()?;
        let think = Think { level, limits: None, stop: Arc::clone(&question.stop).into() };
        let mut engine = self.take(question)?;
        let answer = engine.answer(&*question.table, question.seat, &think);
        self.give_back(question, engine);
        answer.map(deed)
    }
}

fn outlook(others: Others) -> Outlook {
    match others {
        Others::EachForItself => Outlook::EachForItself,
        Others::AllAgainstOne => Outlook::AllAgainstOne,
        Others::BestReply => Outlook::BestReply,
    }
}

fn deed(answer: Answer) -> Deed {
    match answer {
        Answer::Act(action) => Deed::Act(action),
        Answer::Offer(offer) => Deed::Propose(offer),
        Answer::Accept(offer) => Deed::Accept(offer),
        Answer::Decline(offer) => Deed::Decline(offer),
        Answer::Claim => Deed::Claim,
        Answer::Resign => Deed::Resign,
    }
}
