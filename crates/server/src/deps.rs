//! The dependencies the program injects into the server: the games, the engine and the web page.

use crate::clock::Clock;
use crate::hosted_games::HostedGames;
use crate::static_files::StaticFile;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;
use tetrarch_protocol::{CommandKind, RulesDocument};
use tetrarch_rules::Seat;
use tetrarch_table::Table;
use tetrarch_table::search::{SearchReport, SearchRequest};

/// Parses a rules page in Markdown. The error is a message for the author of the page.
pub type RulesParser = dyn Fn(&str) -> Result<RulesDocument, String> + Send + Sync;

/// Everything a server needs from the program that starts it.
#[derive(Clone)]
pub struct ServerDeps {
    /// The games it can host.
    pub games: HostedGames,
    /// Plays the engine's seats and analyses positions.
    pub engine: Arc<dyn EngineBackend>,
    /// The rules pages: name and Markdown text.
    pub rules: Arc<[(&'static str, &'static str)]>,
    /// Parses a rules page.
    pub parse_rules: Arc<RulesParser>,
    /// The files of the web page; empty if the page could not be built.
    pub static_files: &'static [StaticFile],
    /// The time.
    pub clock: Clock,
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

/// The engine as the server sees it. The engine acts like any client of its seat: a late answer is refused.
pub trait EngineBackend: Send + Sync {
    /// The levels it can play this game at, or `None` if it cannot play it.
    fn levels(&self, game: &str) -> Option<RangeInclusive<u8>>;
    /// Whether it may take over a seat by itself when the player has left.
    fn can_stand_in(&self, game: &str) -> bool;
    /// Analyses a position at full strength. `None` if there is nothing to decide.
    fn analyse(&self, game: &dyn Table, request: &SearchRequest) -> Option<SearchReport>;
    /// Decides what the seat does: it is to act, or an offer waits for its answer. `None` means nothing. Runs on
    /// a blocking thread and returns soon after the request is stopped. With the same `table_id`, the engine
    /// reuses earlier search results.
    fn decide(
        &self,
        table_id: &str,
        game: &dyn Table,
        seat: Seat,
        request: &SearchRequest,
    ) -> Option<CommandKind>;
}
