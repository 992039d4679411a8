//! SQL statements, their arguments and their rows. One text serves both databases.

use std::borrow::Cow;

use rusqlite::types::FromSql;
use sqlx::{Decode, Postgres, Type};

use crate::{StoreError, Timestamp};

/// An SQL statement with its arguments.
#[derive(Debug)]
pub(crate) struct Statement {
    pub(crate) sql: &'static str,
    pub(crate) args: Vec<SqlValue<'static>>,
}

/// An argument of an SQL statement. `$1` in the statement stands for the first one.
#[derive(Debug)]
pub(crate) enum SqlValue<'a> {
    Text(Cow<'a, str>),
    Number(i64),
    Null,
}

impl<'a> From<&'a str> for SqlValue<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<String> for SqlValue<'_> {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl From<i64> for SqlValue<'_> {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<Timestamp> for SqlValue<'_> {
    fn from(time: Timestamp) -> Self {
        Self::Number(time.0)
    }
}

impl<'a, T: Into<Self>> From<Option<T>> for SqlValue<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// A type of column that both drivers decode: a short name for these bounds.
pub(crate) trait Column: FromSql + Type<Postgres> + for<'r> Decode<'r, Postgres> {}

impl<T: FromSql + Type<Postgres> + for<'r> Decode<'r, Postgres>> Column for T {}

/// A row of either database.
pub(crate) trait Row {
    /// The column with this name.
    fn column<T: Column>(&self, name: &str) -> Result<T, StoreError>;

    /// The first column.
    fn first<T: Column>(&self) -> Result<T, StoreError>;
}

/// What a query selects.
pub(crate) trait FromRow: Sized + Send + 'static {
    fn from_row(row: &impl Row) -> Result<Self, StoreError>;
}

impl FromRow for i64 {
    fn from_row(row: &impl Row) -> Result<Self, StoreError> {
        row.first()
    }
}

impl FromRow for String {
    fn from_row(row: &impl Row) -> Result<Self, StoreError> {
        row.first()
    }
}
