//! Somebody who plays a seat.

use std::time::Duration;
use tetrarch_engine::Answer;
use tetrarch_rules::Seat;
use tetrarch_table::{Table, TableError};

/// Somebody who plays a seat, game after game.
pub trait Player: Send {
    /// Another game begins. The seed fixes what is left to its luck.
    ///
    /// # Errors
    /// If it cannot play.
    fn new_game(&mut self, table: &dyn Table, seed: u64) -> Result<(), PlayerError>;

    /// What it says for its seat: the answer to an open proposal first, then its action.
    ///
    /// # Errors
    /// If it says nothing that can be understood.
    fn answer(&mut self, table: &dyn Table, seat: Seat) -> Result<Answer, PlayerError>;
}

/// What a player did wrong. It costs the game.
#[derive(Debug, thiserror::Error)]
pub enum PlayerError {
    /// It had nothing to say in its turn.
    #[error("said nothing")]
    NoAnswer,
    /// It did not answer within a time that nobody should need.
    #[error("did not answer within {} s", .0.as_secs())]
    Timeout(Duration),
    /// What it said is not allowed.
    #[error("answered {said}, but: {refusal}")]
    Refused {
        /// Its words.
        said: String,
        /// Why they were refused.
        refusal: TableError,
    },
    /// It talked and talked and did not act.
    #[error("made one proposal after another instead of playing")]
    TooManyOffers,
    /// The program behind it has ended or cannot be talked to.
    #[error("the engine {program} {wrong}")]
    Process {
        /// The program.
        program: String,
        /// What is wrong with it.
        wrong: String,
    },
}
