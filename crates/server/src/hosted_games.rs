//! The games that a server hosts.

use std::sync::Arc;
use tetrarch_protocol::GameInfo;
use tetrarch_table::{Game, OpenError};

/// A game that a server hosts.
pub struct HostedGame {
    /// The rules.
    pub rules: &'static dyn Game,
    /// What clients learn about the game, with its chance rule.
    pub info: GameInfo,
    /// The opening of a game, to show people what it looks like: actions and chance outcomes. May be empty.
    pub sample: Vec<String>,
}

/// The list of games that a server hosts, in display order.
#[derive(Clone)]
pub struct HostedGames(Arc<[HostedGame]>);

impl HostedGames {
    /// All games.
    pub fn iter(&self) -> impl Iterator<Item = &HostedGame> {
        self.0.iter()
    }

    /// The game with this name.
    ///
    /// # Errors
    /// If there is no such game. The error lists the known names.
    pub fn by_name(&self, name: &str) -> Result<&HostedGame, OpenError> {
        self.iter().find(|game| game.rules.name() == name).ok_or_else(|| OpenError::UnknownGame {
            name: name.to_string(),
            known: self.iter().map(|game| game.rules.name()).collect(),
        })
    }
}

impl FromIterator<HostedGame> for HostedGames {
    fn from_iter<I: IntoIterator<Item = HostedGame>>(games: I) -> HostedGames {
        HostedGames(games.into_iter().collect())
    }
}
