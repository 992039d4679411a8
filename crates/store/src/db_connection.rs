//! The writer's connection. Both kinds of database are asked with the same words.

use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use rusqlite::{CachedStatement, Connection as Sqlite, ToSql};
use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Connection as _, Row as _};

use crate::StoreError;
use crate::commit::TransactionError;
use crate::database::DATABASE_TIMEOUT;
use crate::write_op::SqlValue;

/// The most events that one statement gives to PostgreSQL, which prepares a statement for every width it is asked for: beyond
/// some width only multiples of it are used.
pub(crate) const MAX_INSERT_ROWS: usize = 256;
const INSERT_ROWS_STEP: usize = 64;

/// Statements that SQLite keeps prepared.
const STATEMENT_CACHE_SIZE: usize = 64;

/// A connection that writes.
pub(crate) enum DbConnection {
    /// It answers on the thread that asks. sqlx would ask another thread, which takes longer than most answers.
    Sqlite(Sqlite),
    Postgres(AnyConnection),
}

impl DbConnection {
    pub(crate) fn from_sqlite(connection: Sqlite) -> Self {
        connection.set_prepared_statement_cache_capacity(STATEMENT_CACHE_SIZE);
        Self::Sqlite(connection)
    }

    /// How many of so many events one statement is to insert. For SQLite a statement more is next to nothing, and one row needs no
    /// journal that could undo half a statement.
    pub(crate) const fn insert_rows(&self, events: usize) -> usize {
        match (self, events) {
            (Self::Sqlite(_), _) => 1,
            (Self::Postgres(_), MAX_INSERT_ROWS..) => MAX_INSERT_ROWS,
            (Self::Postgres(_), _) if events > INSERT_ROWS_STEP => events - events % INSERT_ROWS_STEP,
            _ => events,
        }
    }

    /// Begins or ends a transaction.
    pub(crate) async fn execute_raw(&mut self, words: &'static str) -> Result<(), TransactionError> {
        match self {
            Self::Sqlite(sqlite) => {
                sqlite.prepare_cached(words)?.raw_execute()?;
            }
            Self::Postgres(postgres) => {
                with_timeout(sqlx::raw_sql(words).execute(postgres)).await?;
            }
        }
        Ok(())
    }

    /// Tells how many rows were changed.
    pub(crate) async fn execute(
        &mut self,
        words: &str,
        args: &[SqlValue<'_>],
    ) -> Result<u64, TransactionError> {
        self.execute_each(words, std::iter::once(args)).await
    }

    /// The same words with one list of arguments after the other; tells how many rows were changed in all.
    pub(crate) async fn execute_each<'a>(
        &mut self,
        words: &str,
        lists: impl Iterator<Item = &'a [SqlValue<'a>]>,
    ) -> Result<u64, TransactionError> {
        let mut changed = 0;
        match self {
            Self::Sqlite(sqlite) => {
                let mut statement = BoundStatement::new(sqlite, words)?;
                for args in lists {
                    changed += statement.bind(args)?.raw_execute()? as u64;
                }
            }
            Self::Postgres(postgres) => {
                for args in lists {
                    changed +=
                        with_timeout(query(words, args).execute(&mut *postgres)).await?.rows_affected();
                }
            }
        }
        Ok(changed)
    }

    /// The first row of the answer, which consists of numbers.
    pub(crate) async fn query_integers<const COLUMNS: usize>(
        &mut self,
        words: &str,
        args: &[SqlValue<'_>],
    ) -> Result<Option<[Option<i64>; COLUMNS]>, TransactionError> {
        let mut numbers = [None; COLUMNS];
        match self {
            Self::Sqlite(sqlite) => {
                let mut statement = BoundStatement::new(sqlite, words)?;
                let mut rows = statement.bind(args)?.raw_query();
                let Some(row) = rows.next()? else { return Ok(None) };
                for (column, number) in numbers.iter_mut().enumerate() {
                    *number = row.get(column)?;
                }
                // What is not asked for is done too.
                while rows.next()?.is_some() {}
            }
            Self::Postgres(postgres) => {
                let row = with_timeout(query(words, args).fetch_optional(postgres)).await?;
                let Some(row) = row else { return Ok(None) };
                for (column, number) in numbers.iter_mut().enumerate() {
                    *number = row.try_get(column)?;
                }
            }
        }
        Ok(Some(numbers))
    }

    pub(crate) async fn close(self) {
        // Nothing is lost if this fails: everything that was answered is committed.
        match self {
            Self::Sqlite(sqlite) => drop(sqlite.close()),
            Self::Postgres(postgres) => drop(postgres.close().await),
        }
    }
}

/// A statement of SQLite's, which takes `$1` for a name: the first that stands in the words is its first argument.
struct BoundStatement<'c> {
    statement: CachedStatement<'c>,
    /// The number that stands at each place.
    numbers: Vec<usize>,
}

impl<'c> BoundStatement<'c> {
    fn new(sqlite: &'c Sqlite, words: &str) -> Result<Self, rusqlite::Error> {
        let statement = sqlite.prepare_cached(words)?;
        let number = |place| {
            let name = statement.parameter_name(place).and_then(|name| name.strip_prefix('$'));
            name.and_then(|name| name.parse().ok()).unwrap_or(place)
        };
        let numbers = (1..=statement.parameter_count()).map(number).collect();
        Ok(Self { statement, numbers })
    }

    fn bind(&mut self, args: &[SqlValue<'_>]) -> Result<&mut CachedStatement<'c>, rusqlite::Error> {
        for (place, number) in self.numbers.iter().enumerate() {
            let arg = number.checked_sub(1).and_then(|number| args.get(number));
            self.statement.raw_bind_parameter(place + 1, arg.unwrap_or(&SqlValue::Null))?;
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

fn query<'q>(words: &str, args: &[SqlValue<'_>]) -> Query<'q, Any, AnyArguments> {
    let query = sqlx::query(AssertSqlSafe(words.to_string()));
    args.iter().fold(query, |query, arg| match arg {
        SqlValue::Text(text) => query.bind(text.to_string()),
        SqlValue::Number(number) => query.bind(*number),
        SqlValue::Null => query.bind(None::<String>),
    })
}

/// A server that does not answer for so long is as good as away.
async fn with_timeout<T>(work: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T, TransactionError> {
    match tokio::time::timeout(3 * DATABASE_TIMEOUT, work).await {
        Ok(done) => done.map_err(Into::into),
        Err(_) => Err(TransactionError::Database(StoreError::Unavailable("no answer".into()))),
    }
}
