//! The settings that all games of a match share.

use crate::{DealFn, StopRule};
use serde_json::Value;
use tetrarch_table::{Game, OpenError, Table, TimeControl};

/// The game, its options, clock, opening and length limits.
#[derive(Clone)]
pub struct GameConfig {
    /// The game.
    pub game: &'static dyn Game,
    /// The game's options.
    pub options: Value,
    /// The position text to start from; the standard start by default.
    pub start: Option<String>,
    /// The clock.
    pub control: TimeControl,
    /// The fair dealer of this game.
    pub deal: DealFn,
    /// The number of random actions at the start of each game.
    pub opening_actions: usize,
    /// When to stop a game early.
    pub stop_rule: StopRule,
}

/// Why the settings are invalid.
#[derive(Debug, thiserror::Error)]
pub enum GameConfigError {
    /// The game cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The game is over at the start.
    #[error("the game is already over in the start position")]
    Over,
    /// Every random opening ends the game.
    #[error("every opening of {0} random actions ends the game: use fewer")]
    Opening(usize),
    /// Every game would be stopped at the start.
    #[error("the start position already begins with {0:?}, where games should stop")]
    StopsAtStart(String),
    /// The seats cannot be split between two players.
    #[error("{0}")]
    Seats(&'static str),
}

impl GameConfig {
    /// Opens a table with these settings.
    ///
    /// # Errors
    /// If the options or the start position are invalid.
    pub fn open(&self, control: TimeControl) -> Result<Box<dyn Table>, OpenError> {
        self.game.open(&self.options, self.start.as_deref(), control)
    }
}
