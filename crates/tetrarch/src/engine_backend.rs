//! The engines of the server.

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

/// How excess idle engines are kept. Beyond that, the one that was idle longest is reused for another seat.
const MAX_IDLE_ENGINES: usize = 16;
/// The hash size of each engine, in MiB.
const HASH_MIB: usize = 8;

/// Plays every seat with its own engine, so that the transposition table is kept between turns.
#[derive(Default)]
pub(crate) struct PooledEngines {
    /// The idle engines, the longest idle first.
    idle: Mutex<Vec<IdleEngine>>,
}

/// An engine and the seat it last played for.
struct IdleEngine {
    table: String,
    seat: Seat,
    game: &'static str,
    engine: Box<dyn Engine>,
}

impl PooledEngines {
    /// Takes the engine of this seat, or a new or recycled one.
    fn take_engine(&self, request: &DecisionRequest) -> Option<Box<dyn Engine>> {
        let game = request.game.game();
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let own = |engine: &IdleEngine| engine.table == request.table_id && engine.seat == request.seat;
        if let Some(place) = idle.iter().position(own) {
            return Some(idle.remove(place).engine);
        }
        let spare =
            idle.iter().position(|engine| engine.game == game).filter(|_| idle.len() >= MAX_IDLE_ENGINES);
        let mut engine = match spare {
            Some(place) => idle.remove(place).engine,
            None => games::engine(
                game,
                &EngineSettings { hash_mebibytes: HASH_MIB, ..EngineSettings::default() },
            )?
            .ok()?,
        };
        engine.new_game(RandomState::new().hash_one(&request.table_id));
        Some(engine)
    }

    fn return_engine(&self, request: &DecisionRequest, engine: Box<dyn Engine>) {
        let (table, seat, game) = (request.table_id.clone(), request.seat, request.game.game());
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push(IdleEngine { table, seat, game, engine });
        let excess = idle.len().saturating_sub(MAX_IDLE_ENGINES);
        idle.drain(..excess);
    }
}

impl EngineBackend for PooledEngines {
    fn levels(&self, game: &str) -> Option<RangeInclusive<u8>> {
        games::make_engine(game).map(|_| Level::MIN.number()..=Level::MAX.number())
    }

    fn can_stand_in(&self, game: &str) -> bool {
        games::make_engine(game).is_some() && !games::forbids_stand_in(game)
    }

    fn analyse(&self, job: &AnalysisJob) -> Option<Analysis> {
        let game = job.game.game();
        let mut engine =
            games::engine(game, &EngineSettings { hash_mebibytes: HASH_MIB, ..EngineSettings::default() })?
                .ok()?;
        // Games with two sides have no opponent model and ignore this.
        engine.set_opponent_model(job.opponent_model.map_or(OpponentModel::Default, opponent_model));
        let params = engine::AnalysisParams {
            limits: SearchLimits::time(job.time),
            lines: job.lines,
            stop: Arc::clone(&job.stop).into(),
        };
        let report = engine.analyse(&*job.game, &params, &mut |_| {})?;
        let seats = job.game.seats();
        let line = |line: engine::ReportLine| AnalysedLine {
            score: line.score.value(),
            shares: seats.iter().zip(line.shares).map(|(seat, share)| (*seat, share)).collect(),
            moves: line.moves,
        };
        let lines = report.lines.into_iter().map(line).collect();
        Some(Analysis { depth: report.depth, nodes: report.nodes, lines })
    }

    fn decide(&self, request: &DecisionRequest) -> Option<CommandKind> {
        let level = Level::try_from(request.level).ok()?;
        let move_request = MoveRequest { level, limits: None, stop: Arc::clone(&request.stop).into() };
        let mut engine = self.take_engine(request)?;
        let answer = engine.answer(&*request.game, request.seat, &move_request);
        self.return_engine(request, engine);
        answer.map(command_kind)
    }
}

fn opponent_model(assumption: OpponentAssumption) -> OpponentModel {
    match assumption {
        OpponentAssumption::MaxN => OpponentModel::MaxN,
        OpponentAssumption::Paranoid => OpponentModel::Paranoid,
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
