//! The interface of players.

use std::time::Duration;
use tetrarch_engine::Answer;
use tetrarch_rules::Seat;
use tetrarch_table::{Table, TableError};

/// Plays a seat, game after game.
pub trait Player: Send {
    /// Starts a new game. The seed fixes the player's random choices.
    ///
    /// # Errors
    /// If the player cannot play this game.
    fn new_game(&mut self, table: &dyn Table, seed: u64) -> Result<(), PlayerError>;

    /// The player's next step: an answer to a pending offer first, then an action.
    ///
    /// # Errors
    /// If the player has no valid answer.
    fn answer(&mut self, table: &dyn Table, seat: Seat) -> Result<Answer, PlayerError>;
}

/// A player's error. It loses the game.
#[derive(Debug, thiserror::Error)]
pub enum PlayerError {
    /// It returned no action.
    #[error("returned no action")]
    NoAnswer,
    /// It did not answer in time.
    #[error("did not answer within {} s", .0.as_secs())]
    Timeout(Duration),
    /// Its answer was refused.
    #[error("answered {said}, which was refused: {refusal}")]
    Refused {
        /// The answer.
        said: String,
        /// Why it was refused.
        refusal: TableError,
    },
    /// It made offers without acting.
    #[error("kept making offers instead of playing")]
    TooManyOffers,
    /// The engine process exited or cannot be reached.
    #[error("the engine {program} {problem}")]
    Process {
        /// The program.
        program: String,
        /// What went wrong.
        problem: String,
    },
}
