//! A connection to SQLite. It blocks the calling thread.

use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use rusqlite::{ToSql, params, params_from_iter};

use crate::sql::{Column, FromRow, Row, SqlValue};
use crate::write_op::EventInsert;
use crate::{StoreError, TransactionError};

/// IMMEDIATE, because a read transaction that starts to write may fail half-way.
pub(crate) const BEGIN: &str = "BEGIN IMMEDIATE";

pub(crate) const BEGIN_SNAPSHOT: &str = "BEGIN";

/// The number of prepared statements that a connection caches.
const STATEMENT_CACHE_SIZE: usize = 64;

#[derive(Debug)]
pub(crate) struct SqliteConnection {
    pub(super) rusqlite: rusqlite::Connection,
}

impl SqliteConnection {
    pub(super) fn new(rusqlite: rusqlite::Connection) -> Self {
        rusqlite.set_prepared_statement_cache_capacity(STATEMENT_CACHE_SIZE);
        Self { rusqlite }
    }

    /// Executes a statement without arguments, to begin or end a transaction.
    pub(crate) fn execute_raw(&mut self, sql: &'static str) -> Result<(), TransactionError> {
        self.rusqlite.prepare_cached(sql)?.execute(())?;
        Ok(())
    }

    pub(crate) fn execute(&mut self, sql: &str, args: &[SqlValue<'_>]) -> Result<u64, TransactionError> {
        let mut statement = self.rusqlite.prepare_cached(&numbered(sql))?;
        Ok(statement.execute(params_from_iter(args))? as u64)
    }

    /// One statement per row: a statement costs next to nothing, and with a single row it needs no journal of
    /// its own.
    pub(crate) fn insert_events(&mut self, events: &[EventInsert<'_>]) -> Result<u64, TransactionError> {
        let sql = "INSERT INTO events (game, number, event) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
        let mut statement = self.rusqlite.prepare_cached(sql)?;
        let mut inserted = 0;
        for EventInsert { key, number, event } in events {
            inserted += statement.execute(params![key, number, event])? as u64;
        }
        Ok(inserted)
    }

    pub(crate) fn query<T: FromRow>(
        &mut self,
        sql: &str,
        args: &[SqlValue<'_>],
    ) -> Result<Vec<T>, TransactionError> {
        let mut statement = self.rusqlite.prepare_cached(&numbered(sql))?;
        let mut rows = statement.query(params_from_iter(args))?;
        let mut decoded = Vec::new();
        while let Some(row) = rows.next()? {
            decoded.push(T::from_row(row)?);
        }
        Ok(decoded)
    }

    pub(crate) fn close(self) {
        let _ = self.rusqlite.close();
    }
}

/// SQLite writes `?1` for the first argument: it reads PostgreSQL's `$1` as a name.
fn numbered(sql: &str) -> String {
    sql.replace('$', "?")
}

impl ToSql for SqlValue<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            SqlValue::Text(text) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
            SqlValue::Number(number) => ToSqlOutput::Owned(Value::Integer(*number)),
            SqlValue::Null => ToSqlOutput::Owned(Value::Null),
        })
    }
}

impl Row for rusqlite::Row<'_> {
    fn column<T: Column>(&self, name: &str) -> Result<T, StoreError> {
        Ok(self.get(name)?)
    }

    fn first<T: Column>(&self) -> Result<T, StoreError> {
        Ok(self.get(0)?)
    }
}
