//! The engines of the server.

use crate::games::GameEntry;
use std::hash::{BuildHasher as _, RandomState};
use std::ops::RangeInclusive;
use std::sync::{Mutex, PoisonError};
use tetrarch_engine::{Answer, Engine, EngineSettings};
use tetrarch_protocol::CommandKind;
use tetrarch_rules::Seat;
use tetrarch_server::EngineBackend;
use tetrarch_table::Table;
use tetrarch_table::search::{Level, SearchReport, SearchRequest};

/// How many idle engines are kept. Beyond that, the one that was idle longest is reused for another seat.
const MAX_IDLE_ENGINES: usize = 16;
/// The hash size of each engine, in MiB.
const HASH_MIB: usize = 8;

/// Plays every seat with its own engine, so that the transposition table is kept between turns.
pub(crate) struct PooledEngines {
    entries: Vec<&'static GameEntry>,
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
    /// Engines for these games.
    pub(crate) fn new(entries: &[&'static GameEntry]) -> PooledEngines {
        PooledEngines { entries: entries.to_vec(), idle: Mutex::default() }
    }

    fn entry(&self, game: &str) -> Option<&'static GameEntry> {
        self.entries.iter().copied().find(|entry| entry.name() == game)
    }

    fn make_engine(&self, game: &str) -> Option<Box<dyn Engine>> {
        let settings = EngineSettings { hash_mebibytes: HASH_MIB, ..EngineSettings::default() };
        (self.entry(game)?.engine?.make)(&settings).ok()
    }

    /// Takes the engine of this seat, or a new or recycled one.
    fn take_engine(&self, table_id: &str, game: &str, seat: Seat) -> Option<Box<dyn Engine>> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let own = |engine: &IdleEngine| engine.table == table_id && engine.seat == seat;
        if let Some(place) = idle.iter().position(own) {
            return Some(idle.remove(place).engine);
        }
        let spare =
            idle.iter().position(|engine| engine.game == game).filter(|_| idle.len() >= MAX_IDLE_ENGINES);
        let mut engine = match spare {
            Some(place) => idle.remove(place).engine,
            None => self.make_engine(game)?,
        };
        engine.new_game(RandomState::new().hash_one(table_id));
        Some(engine)
    }

    fn return_engine(&self, engine: IdleEngine) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push(engine);
        let excess = idle.len().saturating_sub(MAX_IDLE_ENGINES);
        idle.drain(..excess);
    }
}

impl EngineBackend for PooledEngines {
    fn levels(&self, game: &str) -> Option<RangeInclusive<u8>> {
        self.entry(game)?.engine.map(|_| Level::MIN.number()..=Level::MAX.number())
    }

    fn can_stand_in(&self, game: &str) -> bool {
        self.entry(game).is_some_and(GameEntry::allows_stand_in)
    }

    fn analyse(&self, game: &dyn Table, request: &SearchRequest) -> Option<SearchReport> {
        self.make_engine(game.game())?.analyse(game, request, &mut |_| {})
    }

    fn decide(
        &self,
        table_id: &str,
        game: &dyn Table,
        seat: Seat,
        request: &SearchRequest,
    ) -> Option<CommandKind> {
        let mut engine = self.take_engine(table_id, game.game(), seat)?;
        let answer = engine.answer(game, seat, request);
        self.return_engine(IdleEngine { table: table_id.to_string(), seat, game: game.game(), engine });
        answer.map(command_kind)
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
