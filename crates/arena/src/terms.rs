//! What the games of a match have in common.

use crate::{Deal, Stops};
use serde_json::Value;
use tetrarch_table::{Control, Game, OpenError, Table};

/// The game, its options and clock, and how long it may last.
#[derive(Clone)]
pub struct Terms {
    /// The game.
    pub game: &'static dyn Game,
    /// Its options.
    pub options: Value,
    /// The text of the start, if it is not the usual one.
    pub start: Option<String>,
    /// The clock.
    pub control: Control,
    /// What a fair dealer deals in this game.
    pub deal: Deal,
    /// How many actions at random each game begins with.
    pub opening: usize,
    /// Where a game is stopped before its end.
    pub stops: Stops,
}

/// Why nothing can be played.
#[derive(Debug, thiserror::Error)]
pub enum TermsFault {
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
    Stopped(String),
    /// Nobody can be told apart.
    #[error("{0}")]
    Seats(&'static str),
}

impl Terms {
    /// A table with these terms.
    ///
    /// # Errors
    /// What is wrong with the options or the start.
    pub fn open(&self, control: Control) -> Result<Box<dyn Table>, OpenError> {
        self.game.open(&self.options, self.start.as_deref(), control)
    }
}
