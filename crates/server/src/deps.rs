//! The dependencies the program injects into the server: the games, the dealer, the engine and the web page.

use crate::static_files::StaticFile;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tetrarch_fair::Dealer;
use tetrarch_protocol::{Analysis, CommandKind, OpponentAssumption};
use tetrarch_rules::Seat;
use tetrarch_table::{Games, Table};

/// Everything a server needs from the program that starts it.
#[derive(Clone)]
pub struct ServerDeps {
    /// The games it can host.
    pub games: Games,
    /// Decides chance outcomes.
    pub chance: &'static dyn ChanceDealer,
    /// Plays the engine's seats and analyses positions.
    pub engine: Arc<dyn EngineBackend>,
    /// The rules pages: name and Markdown text.
    pub rules: &'static [(&'static str, &'static str)],
    /// The files of the web page; empty if the page could not be built.
    pub static_files: &'static [StaticFile],
}

impl ServerDeps {
    /// Checks that the engine can play this game at this level.
    pub(crate) fn check_level(&self, game: &str, level: u8) -> Result<(), String> {
        let levels = self.engine.levels(game).ok_or("The engine cannot play this game yet.")?;
        if levels.contains(&level) {
            return Ok(());
        }
        Err(format!("The engine has levels {} to {}, not {level}.", levels.start(), levels.end()))
    }
}

impl fmt::Debug for ServerDeps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ServerDeps(…)")
    }
}

/// Decides the chance outcomes of each game.
pub trait ChanceDealer: Send + Sync {
    /// Whether the game has chance events, so that a table must commit to a secret.
    fn has_chance(&self, game: &str) -> bool;
    /// The outcome of the pending chance turn, or `None` if this dealer cannot decide it.
    fn outcome(&self, dealer: &Dealer, table: &dyn Table) -> Option<String>;
}

/// The engine as the server sees it. The engine acts like any client of its seat: a late answer is refused.
pub trait EngineBackend: Send + Sync {
    /// The levels it can play this game at, or `None` if it cannot play it.
    fn levels(&self, game: &str) -> Option<RangeInclusive<u8>>;
    /// Whether it may take over a seat by itself when the player has left.
    fn can_stand_in(&self, game: &str) -> bool;
    /// Analyses a position at full strength within the limits of the job. `None` if there is nothing to decide.
    fn analyse(&self, job: &AnalysisJob) -> Option<Analysis>;
    /// Decides what the seat does: it is to act, or an offer waits for its answer. `None` means nothing. Runs on
    /// a blocking thread and returns soon after `stop` is set.
    fn decide(&self, request: &DecisionRequest) -> Option<CommandKind>;
}

/// A position to analyse.
pub struct AnalysisJob {
    /// The game with its history.
    pub game: Box<dyn Table>,
    /// Number of principal variations.
    pub lines: usize,
    /// Time limit.
    pub time: Duration,
    /// Assumption about the opponents; `None` for the default.
    pub opponent_model: Option<OpponentAssumption>,
    /// Set when nobody waits for the result any more.
    pub stop: Arc<AtomicBool>,
}

/// A request for the engine to decide for a seat.
pub struct DecisionRequest {
    /// The table's id, so that the engine can reuse earlier search results.
    pub table_id: String,
    /// The game with its history, clocks and offers.
    pub game: Box<dyn Table>,
    /// The seat to decide for.
    pub seat: Seat,
    /// The engine's level.
    pub level: u8,
    /// Set when nobody waits for the result any more.
    pub stop: Arc<AtomicBool>,
}
