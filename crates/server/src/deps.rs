//! What the program gives its server: the games, who deals, and who plays the engine's seats.

use crate::page::StaticFile;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tetrarch_fair::Dealer;
use tetrarch_protocol::{Analysis, CommandKind, OpponentAssumption};
use tetrarch_rules::Seat;
use tetrarch_table::{Games, Table};

/// The games, the dealing and the engine that a server works with.
#[derive(Clone)]
pub struct ServerDeps {
    /// The games it plays.
    pub games: Games,
    /// How chance is dealt in them.
    pub chance: &'static dyn ChanceDealer,
    /// Who plays the engine's seats.
    pub engine: Arc<dyn EngineBackend>,
    /// Texts about the rules, in Markdown, by their names.
    pub rules: &'static [(&'static str, &'static str)],
    /// The page to play on; without files if it could not be built.
    pub static_files: &'static [StaticFile],
}

impl ServerDeps {
    /// Whether the engine plays a game at this level.
    pub(crate) fn check_level(&self, game: &str, level: u8) -> Result<(), String> {
        let levels = self.engine.levels(game).ok_or("No engine plays this game yet.")?;
        if levels.contains(&level) {
            return Ok(());
        }
        Err(format!("The engine has the levels {} to {}, not {level}.", levels.start(), levels.end()))
    }
}

impl fmt::Debug for ServerDeps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("House(…)")
    }
}

/// How chance is dealt in each game.
pub trait ChanceDealer: Send + Sync {
    /// Whether chance can play a part in the game of this name, so that a secret is committed to.
    fn has_chance(&self, game: &str) -> bool;
    /// What the dealer has fixed for the chance turn that stands at the table.
    fn outcome(&self, dealer: &Dealer, table: &dyn Table) -> Option<String>;
}

/// Who plays the engine's seats. An engine is a client of its seat: late answers are refused like anyone's.
pub trait EngineBackend: Send + Sync {
    /// How strong it can play the game of this name; none if it cannot play it at all.
    fn levels(&self, game: &str) -> Option<RangeInclusive<u8>>;
    /// Whether it may play by itself for somebody who has left the game of this name.
    fn can_stand_in(&self, game: &str) -> bool;
    /// What it thinks of the position at a table, at full strength within limits; none if there is nothing to decide.
    fn analyse(&self, wanted: &AnalysisJob) -> Option<Analysis>;
    /// What the seat wants to do: it is to act, or an offer waits for its answer. None if it has nothing to say. This may
    /// take its time on a thread of its own, and ends soon after `stop` is set.
    fn decide(&self, question: &DecisionRequest) -> Option<CommandKind>;
}

/// A position to be analysed.
pub struct AnalysisJob {
    /// The game as it stands.
    pub game: Box<dyn Table>,
    /// How many lines.
    pub lines: usize,
    /// How long it may think.
    pub time: Duration,
    /// What is supposed of the others; without it, the usual.
    pub others: Option<OpponentAssumption>,
    /// Set when nobody waits for the answer any more.
    pub stop: Arc<AtomicBool>,
}

/// What an engine is asked.
pub struct DecisionRequest {
    /// The table's id: an engine may remember what it thought there before.
    pub table_id: String,
    /// The game as it stands, with its history, clocks and offers.
    pub game: Box<dyn Table>,
    /// The seat to answer for.
    pub seat: Seat,
    /// How strong to play.
    pub level: u8,
    /// Set when nobody waits for the answer any more.
    pub stop: Arc<AtomicBool>,
}
