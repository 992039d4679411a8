//! What the games of a match have in common.

use crate::{DealFn, StopRule};
use serde_json::Value;
use tetrarch_table::{Game, OpenError, Table, TimeControl};

/// The game, its options and clock, and how long it may last.
#[derive(Clone)]
pub struct GameConfig {
    /// The game.
    pub game: &'static dyn Game,
    /// Its options.
    pub options: Value,
    /// The text of the start, if it is not the usual one.
    pub start: Option<String>,
    /// The clock.
    pub control: TimeControl,
    /// What a fair dealer deals in this game.
    pub deal: DealFn,
    /// How many actions at random each game begins with.
    pub opening_actions: usize,
    /// Where a game is stopped before its end.
    pub stop_rule: StopRule,
}

/// Why nothing can be played.
#[derive(Debug, thiserror::Error)]
pub enum GameConfigError {
    /// The game cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The start is over already.
    #[error("the game is over before it begins")]
    Over,
    /// No opening leaves something to play.
    #[error("{0} actions at random have always ended the game: take fewer")]
    Opening(usize),
    /// Every game would be stopped at once.
    #[error("the game begins with {0:?}, where it is to be stopped")]
    StopsAtStart(String),
    /// Nobody can be told apart.
    #[error("{0}")]
    Seats(&'static str),
}

impl GameConfig {
    /// A table with these terms.
    ///
    /// # Errors
    /// What is wrong with the options or the start.
    pub fn open(&self, control: TimeControl) -> Result<Box<dyn Table>, OpenError> {
        self.game.open(&self.options, self.start.as_deref(), control)
    }
}
