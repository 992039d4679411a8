//! Errors of the store.

use sqlx::migrate::MigrateError;

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

    /// Classifies a connection error. A wrong password or a missing database is an invalid address.
    pub(crate) fn from_connecting(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::Configuration(_) => Self::invalid_address(error),
            sqlx::Error::Database(database_error) => match database_error.code().as_deref() {
                Some("28000" | "28P01" | "3D000") => Self::invalid_address(database_error),
                _ => error.into(),
            },
            _ => error.into(),
        }
    }

    pub(crate) fn from_migrating(error: MigrateError) -> Self {
        match error {
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error.into(),
            other => Self::Corrupt(other.to_string()),
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match &error {
            rusqlite::Error::SqliteFailure(failure, _) => {
                from_code(&failure.extended_code.to_string(), error.to_string())
            }
            rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::IntegralValueOutOfRange(..)
            | rusqlite::Error::InvalidColumnType(..) => Self::Corrupt(error.to_string()),
            _ => Self::Other(error.to_string()),
        }
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::Database(database_error) => {
                let code = database_error.code().unwrap_or_default();
                from_code(&code, database_error.to_string())
            }
            sqlx::Error::Io(_)
            | sqlx::Error::Protocol(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::WorkerCrashed
            | sqlx::Error::Tls(_) => Self::Unavailable(error.to_string()),
            sqlx::Error::PoolClosed => Self::Closed,
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::ColumnNotFound(_) | sqlx::Error::Decode(_) => {
                Self::Corrupt(error.to_string())
            }
            _ => Self::Other(error.to_string()),
        }
    }
}

/// Classifies an error by its code. PostgreSQL's codes have five characters; SQLite's are numbers whose low
/// byte is the primary code.
fn from_code(code: &str, text: String) -> StoreError {
    if code.len() == 5 {
        return match code {
            "53100" => StoreError::DiskFull(text),
            "25006" | "42501" => StoreError::ReadOnly(text),
            "40001" | "40P01" | "55P03" => StoreError::Busy(text),
            "42P01" | "42703" | "XX001" | "XX002" => StoreError::Corrupt(text),
            _ if code.starts_with("08") || code.starts_with("57P") || code.starts_with("53") => {
                StoreError::Unavailable(text)
            }
            _ => StoreError::Other(text),
        };
    }
    match code.parse::<u32>().map(|code| code & 0xff) {
        Ok(5 | 6) => StoreError::Busy(text),
        Ok(13) => StoreError::DiskFull(text),
        Ok(3 | 8) => StoreError::ReadOnly(text),
        Ok(10 | 14) => StoreError::Unavailable(text),
        Ok(1 | 11 | 26) => StoreError::Corrupt(text),
        _ => StoreError::Other(text),
    }
}
