//! Classifies the errors of PostgreSQL.

use sqlx::Error;
use sqlx::error::DatabaseError;

use crate::{StoreError, TransactionError};

impl From<Error> for StoreError {
    fn from(error: Error) -> Self {
        match &error {
            Error::Database(database_error) => from_database(database_error.as_ref()),
            Error::Io(_)
            | Error::Protocol(_)
            | Error::PoolTimedOut
            | Error::WorkerCrashed
            | Error::Tls(_) => Self::Unavailable(error.to_string()),
            Error::PoolClosed => Self::Closed,
            Error::ColumnDecode { .. } | Error::ColumnNotFound(_) | Error::Decode(_) => {
                Self::Corrupt(error.to_string())
            }
            _ => Self::Other(error.to_string()),
        }
    }
}

fn from_database(error: &dyn DatabaseError) -> StoreError {
    let text = error.to_string();
    match error.code().as_deref() {
        Some("53100") => StoreError::DiskFull(text),
        Some("25006" | "42501") => StoreError::ReadOnly(text),
        Some("40001" | "40P01" | "55P03") => StoreError::Busy(text),
        Some("42P01" | "42703" | "XX001" | "XX002") => StoreError::Corrupt(text),
        Some(code) if ["08", "53", "57P"].iter().any(|class| code.starts_with(class)) => {
            StoreError::Unavailable(text)
        }
        _ => StoreError::Other(text),
    }
}

/// Classifies an error of connecting. A wrong password or a missing database is an invalid address.
pub(super) fn from_connecting(error: Error) -> StoreError {
    match &error {
        Error::Configuration(_) => StoreError::invalid_address(error),
        Error::Database(database_error) => match database_error.code().as_deref() {
            Some("28000" | "28P01" | "3D000") => StoreError::invalid_address(database_error),
            _ => error.into(),
        },
        _ => error.into(),
    }
}

impl From<Error> for TransactionError {
    /// PostgreSQL aborts one of two deadlocked transactions. That counts as a conflict too.
    fn from(error: Error) -> Self {
        let database_error = error.as_database_error();
        let code = database_error.and_then(DatabaseError::code);
        let is_duplicate = database_error.is_some_and(DatabaseError::is_unique_violation);
        if is_duplicate || matches!(code.as_deref(), Some("40001" | "40P01")) {
            Self::Conflict(error.into())
        } else {
            Self::Database(error.into())
        }
    }
}
