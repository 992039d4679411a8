//! What can go wrong, by what to do about it.

use sqlx::migrate::MigrateError;

use crate::GameId;

/// Why the store did not do what it was asked.
///
/// After every error but [`Unsure`](StoreError::Unsure) nothing of the change was stored.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The number (or, for a new game, the id) is in use: somebody else writes this game. Load it again before going on.
    #[error("game {game}: already stored; load the game again")]
    Conflict {
        /// The game in question.
        game: GameId,
    },
    /// The events would leave a hole in the log: the caller's mistake.
    #[error("game {game}: the next event is number {next}")]
    Gap {
        /// The game in question.
        game: GameId,
        /// The number that is free.
        next: u64,
    },
    /// There is no such game.
    #[error("game {game}: not in the store")]
    GameNotFound {
        /// The game in question.
        game: GameId,
    },
    /// The game is over: nothing can be added to it.
    #[error("game {game}: finished")]
    GameFinished {
        /// The game in question.
        game: GameId,
    },
    /// A game was to be finished without a last event.
    #[error("game {game}: an end needs a last event")]
    NoLastEvent {
        /// The game in question.
        game: GameId,
    },
    /// There was nothing to change: no such person, or the name is in use.
    #[error("nothing to change")]
    NothingChanged,
    /// A text with a NUL character, which PostgreSQL cannot hold.
    #[error("texts cannot hold the character NUL")]
    NulCharacter,
    /// The connection was lost while the change was being committed: it may or may not be stored. Load the game again.
    #[error("the database went away during a commit, the change may or may not be stored: {0}")]
    CommitUnknown(String),
    /// The database cannot be reached. The store tries again with the next change.
    #[error("the database cannot be reached; is it running, and is the address right? {0}")]
    Unavailable(String),
    /// Another program holds the database for too long. Trying again may help.
    #[error("the database is locked by another program: {0}")]
    Busy(String),
    /// No room: somebody must make some.
    #[error("the disk of the database is full; free some space: {0}")]
    DiskFull(String),
    /// The database may not be written to.
    #[error("the database is read-only; check the rights of the file, its folder or the account: {0}")]
    ReadOnly(String),
    /// The database holds something that this program did not put there, or is damaged.
    #[error("the database is damaged or was written by another version of the program: {0}")]
    Corrupt(String),
    /// The address of the database is wrong.
    #[error("not an address of a database (sqlite:FILE or postgres://USER:PASSWORD@HOST/NAME): {0}")]
    InvalidAddress(String),
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
    /// Anything else that the database said.
    #[error("the database refused: {0}")]
    Other(String),
}

impl StoreError {
    pub(crate) fn invalid_address(error: impl std::fmt::Display) -> Self {
        Self::InvalidAddress(error.to_string())
    }

    pub(crate) fn corrupt(error: impl std::fmt::Display) -> Self {
        Self::Corrupt(error.to_string())
    }

    /// What went wrong while connecting. A refused password or a missing database is a wrong address.
    pub(crate) fn from_connecting(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::Configuration(_) => Self::invalid_address(error),
            sqlx::Error::Database(told) => match told.code().as_deref() {
                Some("28000" | "28P01" | "3D000") => Self::invalid_address(told),
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
            rusqlite::Error::SqliteFailure(told, _) => {
                from_code(&told.extended_code.to_string(), error.to_string())
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
            sqlx::Error::Database(told) => {
                let code = told.code().unwrap_or_default();
                from_code(&code, told.to_string())
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

/// PostgreSQL's codes have five characters, SQLite's are numbers whose last byte is the kind.
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
