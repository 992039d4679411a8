//! The connection of the writer. Both kinds of database use the same SQL.

use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use rusqlite::{CachedStatement, Connection as Sqlite, ToSql};
use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Connection as _, Row as _};

use crate::StoreError;
use crate::commit::TransactionError;
use crate::database::DATABASE_TIMEOUT;
use crate::write_op::SqlValue;

/// The maximum number of rows in one INSERT for PostgreSQL.
pub(crate) const MAX_INSERT_ROWS: usize = 256;

/// Above this many rows, PostgreSQL gets only multiples of it, because it prepares a statement for every number of
/// rows.
const INSERT_ROWS_STEP: usize = 64;

/// The number of prepared statements that SQLite caches.
const STATEMENT_CACHE_SIZE: usize = 64;

/// A connection to either database.
pub(crate) enum DbConnection {
    /// rusqlite runs on the calling thread. sqlx would use another thread, and switching takes longer than
    /// most statements.
    Sqlite(Sqlite),
    Postgres(AnyConnection),
}

impl DbConnection {
    pub(crate) fn from_sqlite(connection: Sqlite) -> Self {
        connection.set_prepared_statement_cache_capacity(STATEMENT_CACHE_SIZE);
        Self::Sqlite(connection)
    }

    /// The number of rows to insert with one statement, out of `events`. In SQLite a statement costs next to
    /// nothing, and a single-row statement needs no statement journal.
    pub(crate) const fn insert_rows(&self, events: usize) -> usize {
        match (self, events) {
            (Self::Sqlite(_), _) => 1,
            (Self::Postgres(_), MAX_INSERT_ROWS..) => MAX_INSERT_ROWS,
            (Self::Postgres(_), _) if events > INSERT_ROWS_STEP => events - events % INSERT_ROWS_STEP,
            _ => events,
        }
    }

    /// Executes a statement without arguments, to begin or end a transaction.
    pub(crate) async fn execute_raw(&mut self, sql: &'static str) -> Result<(), TransactionError> {
        match self {
            Self::Sqlite(sqlite) => {
                sqlite.prepare_cached(sql)?.raw_execute()?;
            }
            Self::Postgres(postgres) => {
                with_timeout(sqlx::raw_sql(sql).execute(postgres)).await?;
            }
        }
        Ok(())
    }

    /// Executes a statement and returns the number of changed rows.
    pub(crate) async fn execute(
        &mut self,
        sql: &str,
        args: &[SqlValue<'_>],
    ) -> Result<u64, TransactionError> {
        self.execute_each(sql, std::iter::once(args)).await
    }

    /// Executes a statement once per list of arguments and returns the total number of changed rows.
    pub(crate) async fn execute_each<'a>(
        &mut self,
        sql: &str,
        lists: impl Iterator<Item = &'a [SqlValue<'a>]>,
    ) -> Result<u64, TransactionError> {
        let mut changed = 0;
        match self {
            Self::Sqlite(sqlite) => {
                let mut statement = BoundStatement::new(sqlite, sql)?;
                for args in lists {
                    changed += statement.bind(args)?.raw_execute()? as u64;
                }
            }
            Self::Postgres(postgres) => {
                for args in lists {
                    changed += with_timeout(query(sql, args).execute(&mut *postgres)).await?.rows_affected();
                }
            }
        }
        Ok(changed)
    }

    /// Executes a query and returns the first row, whose columns are integers.
    pub(crate) async fn query_integers<const COLUMNS: usize>(
        &mut self,
        sql: &str,
        args: &[SqlValue<'_>],
    ) -> Result<Option<[Option<i64>; COLUMNS]>, TransactionError> {
        let mut integers = [None; COLUMNS];
        match self {
            Self::Sqlite(sqlite) => {
                let mut statement = BoundStatement::new(sqlite, sql)?;
                let mut rows = statement.bind(args)?.raw_query();
                let Some(row) = rows.next()? else { return Ok(None) };
                for (column, integer) in integers.iter_mut().enumerate() {
                    *integer = row.get(column)?;
                }
                // Run the statement to completion.
                while rows.next()?.is_some() {}
            }
            Self::Postgres(postgres) => {
                let row = with_timeout(query(sql, args).fetch_optional(postgres)).await?;
                let Some(row) = row else { return Ok(None) };
                for (column, integer) in integers.iter_mut().enumerate() {
                    *integer = row.try_get(column)?;
                }
            }
        }
        Ok(Some(integers))
    }

    pub(crate) async fn close(self) {
        // Errors do not matter: everything acknowledged is committed.
        match self {
            Self::Sqlite(sqlite) => drop(sqlite.close()),
            Self::Postgres(postgres) => drop(postgres.close().await),
        }
    }
}

/// A prepared SQLite statement. SQLite treats `$1` as a name and numbers parameters by their first use, so
/// arguments must be mapped.
struct BoundStatement<'c> {
    statement: CachedStatement<'c>,
    /// The argument number of each parameter.
    numbers: Vec<usize>,
}

impl<'c> BoundStatement<'c> {
    fn new(sqlite: &'c Sqlite, sql: &str) -> Result<Self, rusqlite::Error> {
        let statement = sqlite.prepare_cached(sql)?;
        let number = |index| {
            let name = statement.parameter_name(index).and_then(|name| name.strip_prefix('$'));
            name.and_then(|name| name.parse().ok()).unwrap_or(index)
        };
        let numbers = (1..=statement.parameter_count()).map(number).collect();
        Ok(Self { statement, numbers })
    }

    fn bind(&mut self, args: &[SqlValue<'_>]) -> Result<&mut CachedStatement<'c>, rusqlite::Error> {
        for (index, number) in self.numbers.iter().enumerate() {
            let arg = number.checked_sub(1).and_then(|number| args.get(number));
            self.statement.raw_bind_parameter(index + 1, arg.unwrap_or(&SqlValue::Null))?;
        }
        Ok(&mut self.statement)
    }
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

fn query<'q>(sql: &str, args: &[SqlValue<'_>]) -> Query<'q, Any, AnyArguments> {
    let query = sqlx::query(AssertSqlSafe(sql.to_string()));
    args.iter().fold(query, |query, arg| match arg {
        SqlValue::Text(text) => query.bind(text.to_string()),
        SqlValue::Number(number) => query.bind(*number),
        SqlValue::Null => query.bind(None::<String>),
    })
}

/// Treats a server that does not respond in time as unavailable.
async fn with_timeout<T>(work: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T, TransactionError> {
    match tokio::time::timeout(3 * DATABASE_TIMEOUT, work).await {
        Ok(done) => done.map_err(Into::into),
        Err(_) => Err(TransactionError::Database(StoreError::Unavailable("no response".into()))),
    }
}
