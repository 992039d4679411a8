//! The engine on the seats of a server.

use crate::games;
use std::hash::{BuildHasher as _, RandomState};
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};
use tetrarch_engine::{
    self as engine, Answer, Engine, EngineSettings, Level, MoveRequest, OpponentModel, SearchLimits,
};
use tetrarch_protocol::{AnalysedLine, Analysis, CommandKind, OpponentAssumption};
use tetrarch_rules::Seat;
use tetrarch_server::{AnalysisJob, DecisionRequest, EngineBackend};

/// How many engines wait for their next turn. The one that has waited longest plays for another seat then.
const MAX_IDLE_ENGINES: usize = 16;
/// What each may remember, in mebibytes.
const HASH_MIB: usize = 8;

/// Plays every seat with an engine of its own, which remembers what it thought before.
#[derive(Default)]
pub(crate) struct PooledEngines {
    /// The longest waiting first.
    idle: Mutex<Vec<IdleEngine>>,
}

/// An engine and the seat it played for last.
struct IdleEngine {
    table: String,
    seat: Seat,
    game: &'static str,
    engine: Box<dyn Engine>,
}

impl PooledEngines {
    /// The engine of this seat, or one that begins anew.
    fn take_engine(&self, question: &DecisionRequest) -> Option<Box<dyn Engine>> {
        let game = question.game.game();
        let mut waiting = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let own = |waiting: &IdleEngine| waiting.table == question.table_id && waiting.seat == question.seat;
        if let Some(place) = waiting.iter().position(own) {
            return Some(waiting.remove(place).engine);
        }
        let spare = waiting
            .iter()
            .position(|waiting| waiting.game == game)
            .filter(|_| waiting.len() >= MAX_IDLE_ENGINES);
        let mut engine = match spare {
            Some(place) => waiting.remove(place).engine,
            None => games::engine(
                game,
                &EngineSettings { hash_mebibytes: HASH_MIB, ..EngineSettings::default() },
            )?
            .ok()?,
        };
        engine.new_game(RandomState::new().hash_one(&question.table_id));
        Some(engine)
    }

    fn return_engine(&self, question: &DecisionRequest, engine: Box<dyn Engine>) {
        let (table, seat, game) = (question.table_id.clone(), question.seat, question.game.game());
        let mut waiting = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.push(IdleEngine { table, seat, game, engine });
        let many = waiting.len().saturating_sub(MAX_IDLE_ENGINES);
        waiting.drain(..many);
    }
}

impl EngineBackend for PooledEngines {
    fn levels(&self, game: &str) -> Option<RangeInclusive<u8>> {
        games::make_engine(game).map(|_| Level::MIN.number()..=Level::MAX.number())
    }

    fn can_stand_in(&self, game: &str) -> bool {
        games::make_engine(game).is_some() && !games::forbids_stand_in(game)
    }

    fn analyse(&self, wanted: &AnalysisJob) -> Option<Analysis> {
        let game = wanted.game.game();
        let mut engine =
            games::engine(game, &EngineSettings { hash_mebibytes: HASH_MIB, ..EngineSettings::default() })?
                .ok()?;
        // Where only two play, there is nothing to suppose.
        engine.set_opponent_model(wanted.others.map_or(OpponentModel::Default, opponent_model));
        let question = engine::AnalysisParams {
            limits: SearchLimits::time(wanted.time),
            lines: wanted.lines,
            stop: Arc::clone(&wanted.stop).into(),
        };
        let report = engine.analyse(&*wanted.game, &question, &mut |_| {})?;
        let seats = wanted.game.seats();
        let line = |line: engine::ReportLine| AnalysedLine {
            score: line.score.value(),
            shares: seats.iter().zip(line.shares).map(|(seat, share)| (*seat, share)).collect(),
            moves: line.moves,
        };
        let lines = report.lines.into_iter().map(line).collect();
        Some(Analysis { depth: report.depth, nodes: report.nodes, lines })
    }

    fn decide(&self, question: &DecisionRequest) -> Option<CommandKind> {
        let level = Level::try_from(question.level).ok()?;
        let think = MoveRequest { level, limits: None, stop: Arc::clone(&question.stop).into() };
        let mut engine = self.take_engine(question)?;
        let answer = engine.answer(&*question.game, question.seat, &think);
        self.return_engine(question, engine);
        answer.map(command_kind)
    }
}

fn opponent_model(others: OpponentAssumption) -> OpponentModel {
    match others {
        OpponentAssumption::EachForItself => OpponentModel::MaxN,
        OpponentAssumption::AllAgainstOne => OpponentModel::Paranoid,
        OpponentAssumption::BestReply => OpponentModel::BestReply,
    }
}

fn command_kind(answer: Answer) -> CommandKind {
    match answer {
        Answer::Act(action) => CommandKind::Act(action),
        Answer::Offer(offer) => CommandKind::Propose(offer),
        Answer::Accept(offer) => CommandKind::Accept(offer),
        Answer::Decline(offer) => CommandKind::Decline(offer),
        Answer::Claim => CommandKind::Claim,
        Answer::Resign => CommandKind::Resign,
    }
}
