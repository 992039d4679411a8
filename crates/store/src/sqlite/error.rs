//! Classifies the errors of SQLite.

use rusqlite::{Error, ErrorCode, ffi};

use crate::{StoreError, TransactionError};

impl From<Error> for StoreError {
    fn from(error: Error) -> Self {
        let text = error.to_string();
        match &error {
            Error::FromSqlConversionFailure(..)
            | Error::IntegralValueOutOfRange(..)
            | Error::InvalidColumnName(_)
            | Error::InvalidColumnType(..)
            | Error::SqlInputError { .. } => return Self::Corrupt(text),
            _ => {}
        }
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy(text),
            Some(ErrorCode::DiskFull) => Self::DiskFull(text),
            Some(ErrorCode::PermissionDenied | ErrorCode::ReadOnly) => Self::ReadOnly(text),
            Some(ErrorCode::SystemIoFailure | ErrorCode::CannotOpen) => Self::Unavailable(text),
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Corrupt(text),
            // Among others, a missing table or column.
            _ if primary_code(&error) == Some(ffi::SQLITE_ERROR) => Self::Corrupt(text),
            _ => Self::Other(text),
        }
    }
}

fn primary_code(error: &Error) -> Option<i32> {
    error.sqlite_error().map(|error| error.extended_code & 0xff)
}

impl From<Error> for TransactionError {
    fn from(error: Error) -> Self {
        match error.sqlite_error().map(|error| error.extended_code) {
            Some(ffi::SQLITE_CONSTRAINT_UNIQUE | ffi::SQLITE_CONSTRAINT_PRIMARYKEY) => {
                Self::Conflict(error.into())
            }
            _ => Self::Database(error.into()),
        }
    }
}
