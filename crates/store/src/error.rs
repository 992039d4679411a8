//! Errors of the store.

use crate::GameId;

/// Why a store operation failed.
///
/// Nothing was stored, except perhaps after [`CommitUnknown`](StoreError::CommitUnknown).
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The event number, or the id of a new game, is already used: there is another writer. Load the game
    /// again before going on.
    #[error("game {game}: another writer has already stored this; load the game again")]
    Conflict {
        /// The id of the game.
        game: GameId,
    },
    /// The events would leave a gap in the log. This is a bug in the caller.
    #[error("game {game}: gap in the log, the next event number is {next}")]
    Gap {
        /// The id of the game.
        game: GameId,
        /// The next free number.
        next: u64,
    },
    /// The game does not exist.
    #[error("game {game}: not found")]
    GameNotFound {
        /// The id of the game.
        game: GameId,
    },
    /// The game is finished: its log is closed.
    #[error("game {game}: already finished")]
    GameFinished {
        /// The id of the game.
        game: GameId,
    },
    /// A game cannot be finished without a last event.
    #[error("game {game}: cannot finish without a last event")]
    NoLastEvent {
        /// The id of the game.
        game: GameId,
    },
    /// No row was changed: the person does not exist, or the name is in use.
    #[error("no row was changed")]
    NothingChanged,
    /// A text contains a NUL character, which PostgreSQL cannot store.
    #[error("texts must not contain NUL characters")]
    NulCharacter,
    /// The connection was lost during a commit: the write may or may not be stored. Load the game again.
    #[error("lost the database during a commit; the write may or may not be stored: {0}")]
    CommitUnknown(String),
    /// The database cannot be reached. The store reconnects for the next write.
    #[error("the database cannot be reached; is it running, and is the address right? {0}")]
    Unavailable(String),
    /// Another program locked the database for too long. Retrying may help.
    #[error("the database is locked by another program: {0}")]
    Busy(String),
    /// The disk is full.
    #[error("the database disk is full; free some space: {0}")]
    DiskFull(String),
    /// The database is read-only.
    #[error(
        "the database is read-only; check the permissions of the file, its directory or the database user: {0}"
    )]
    ReadOnly(String),
    /// The database is damaged, or contains data of another program or version.
    #[error("the database is damaged or belongs to another version of this program: {0}")]
    Corrupt(String),
    /// The address of the database is invalid.
    #[error("invalid database address (expected sqlite:FILE or postgres://USER:PASSWORD@HOST/NAME): {0}")]
    InvalidAddress(String),
    /// The store is closed.
    #[error("the store is closed")]
    Closed,
    /// Any other database error.
    #[error("database error: {0}")]
    Other(String),
}

impl StoreError {
    pub(crate) fn invalid_address(error: impl std::fmt::Display) -> Self {
        Self::InvalidAddress(error.to_string())
    }

    pub(crate) fn corrupt(error: impl std::fmt::Display) -> Self {
        Self::Corrupt(error.to_string())
    }

    pub(crate) fn other(error: impl std::fmt::Display) -> Self {
        Self::Other(error.to_string())
    }
}

/// Why a statement or a whole transaction failed.
#[derive(Debug)]
pub(crate) enum TransactionError {
    /// Another writer has written the same: a batch must be split to find out which operation it concerns.
    Conflict(StoreError),
    /// The database failed. Nothing was stored unless the error says otherwise.
    Database(StoreError),
}

impl From<StoreError> for TransactionError {
    fn from(error: StoreError) -> Self {
        Self::Database(error)
    }
}

impl From<TransactionError> for StoreError {
    fn from(error: TransactionError) -> Self {
        match error {
            TransactionError::Conflict(error) | TransactionError::Database(error) => error,
        }
    }
}
