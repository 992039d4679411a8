//! A database of either kind. `sqlite` and `postgres` have the same modules, and these enums choose between
//! them.

use std::time::Duration;

use tokio::task::spawn_blocking;

use crate::sql::{FromRow, SqlValue};
use crate::write_op::EventInsert;
use crate::{StoreError, TransactionError, postgres, sqlite};

/// How long to wait for a database that does not respond, or that another program has locked.
pub(crate) const DATABASE_TIMEOUT: Duration = Duration::from_secs(5);

/// The maximum number of connections that only read.
pub(crate) const MAX_READERS: u32 = 4;

/// A database to connect to.
#[derive(Clone, Debug)]
pub(crate) enum Database {
    Sqlite(sqlite::SqliteDatabase),
    Postgres(Box<postgres::PostgresDatabase>),
}

impl Database {
    pub(crate) fn from_address(address: &str) -> Result<Self, StoreError> {
        if let Some(file) = address.strip_prefix("sqlite:") {
            sqlite::SqliteDatabase::from_address(file).map(Self::Sqlite)
        } else if address.starts_with("postgres://") || address.starts_with("postgresql://") {
            postgres::PostgresDatabase::from_address(address)
                .map(|database| Self::Postgres(Box::new(database)))
        } else {
            Err(StoreError::InvalidAddress("it starts with neither sqlite: nor postgres:".into()))
        }
    }

    /// Checks that the database exists, before an operation that only reads: opening a SQLite file would
    /// create it.
    pub(crate) fn ensure_exists(&self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(database) => database.ensure_exists(),
            Self::Postgres(_) => Ok(()),
        }
    }

    /// Connects for the first time: creates a SQLite file if it is missing, and runs the migrations. Several
    /// processes may do so at the same time; one of them does the work.
    pub(crate) async fn open(&self) -> Result<Connection, StoreError> {
        match self {
            Self::Sqlite(database) => {
                let database = database.clone();
                let opened = spawn_blocking(move || database.open()).await.map_err(StoreError::other)?;
                opened.map(Connection::Sqlite)
            }
            Self::Postgres(database) => database.open().await.map(Connection::Postgres),
        }
    }

    /// Connects again. Blocks the thread if it is SQLite.
    pub(crate) async fn connect(&self) -> Result<Connection, StoreError> {
        match self {
            Self::Sqlite(database) => database.connect().map(Connection::Sqlite),
            Self::Postgres(database) => database.connect().await.map(Connection::Postgres),
        }
    }

    pub(crate) fn readers(&self) -> Readers {
        match self {
            Self::Sqlite(database) => Readers::Sqlite(sqlite::SqliteReaders::new(database)),
            Self::Postgres(database) => Readers::Postgres(postgres::PostgresReaders::new(database)),
        }
    }
}

/// A connection that reads and writes. SQLite blocks the thread until it is done, so the writer has a thread
/// of its own for it.
#[derive(Debug)]
pub(crate) enum Connection {
    Sqlite(sqlite::SqliteConnection),
    Postgres(postgres::PostgresConnection),
}

impl Connection {
    /// Begins a transaction that writes.
    pub(crate) async fn begin(&mut self) -> Result<(), TransactionError> {
        match self {
            Self::Sqlite(connection) => connection.execute_raw(sqlite::BEGIN),
            Self::Postgres(connection) => connection.execute_raw(postgres::BEGIN).await,
        }
    }

    /// Begins a transaction in which all queries see the same state.
    pub(crate) async fn begin_snapshot(&mut self) -> Result<(), TransactionError> {
        match self {
            Self::Sqlite(connection) => connection.execute_raw(sqlite::BEGIN_SNAPSHOT),
            Self::Postgres(connection) => connection.execute_raw(postgres::BEGIN_SNAPSHOT).await,
        }
    }

    pub(crate) async fn commit(&mut self) -> Result<(), TransactionError> {
        self.execute_raw("COMMIT").await
    }

    pub(crate) async fn rollback(&mut self) -> Result<(), TransactionError> {
        self.execute_raw("ROLLBACK").await
    }

    async fn execute_raw(&mut self, sql: &'static str) -> Result<(), TransactionError> {
        match self {
            Self::Sqlite(connection) => connection.execute_raw(sql),
            Self::Postgres(connection) => connection.execute_raw(sql).await,
        }
    }

    /// Executes a statement and returns the number of changed rows.
    pub(crate) async fn execute(
        &mut self,
        sql: &str,
        args: &[SqlValue<'_>],
    ) -> Result<u64, TransactionError> {
        match self {
            Self::Sqlite(connection) => connection.execute(sql, args),
            Self::Postgres(connection) => connection.execute(sql, args).await,
        }
    }

    /// Inserts events, except those whose number is in use, and returns how many it inserted.
    pub(crate) async fn insert_events(
        &mut self,
        events: &[EventInsert<'_>],
    ) -> Result<u64, TransactionError> {
        match self {
            Self::Sqlite(connection) => connection.insert_events(events),
            Self::Postgres(connection) => connection.insert_events(events).await,
        }
    }

    /// Executes a query and returns all rows.
    pub(crate) async fn query<T: FromRow>(
        &mut self,
        sql: &str,
        args: &[SqlValue<'_>],
    ) -> Result<Vec<T>, TransactionError> {
        match self {
            Self::Sqlite(connection) => connection.query(sql, args),
            Self::Postgres(connection) => connection.query(sql, args).await,
        }
    }

    /// Executes a query and returns the first row.
    pub(crate) async fn query_first<T: FromRow>(
        &mut self,
        sql: &str,
        args: &[SqlValue<'_>],
    ) -> Result<Option<T>, TransactionError> {
        Ok(self.query(sql, args).await?.into_iter().next())
    }

    /// Errors do not matter: everything acknowledged is committed.
    pub(crate) async fn close(self) {
        match self {
            Self::Sqlite(connection) => connection.close(),
            Self::Postgres(connection) => connection.close().await,
        }
    }
}

/// A few connections that only read. Clones share them.
#[derive(Clone, Debug)]
pub(crate) enum Readers {
    Sqlite(sqlite::SqliteReaders),
    Postgres(postgres::PostgresReaders),
}

impl Readers {
    /// Executes a query and returns all rows.
    pub(crate) async fn query<T: FromRow>(
        &self,
        sql: impl Into<String>,
        args: Vec<SqlValue<'static>>,
    ) -> Result<Vec<T>, StoreError> {
        match self {
            Self::Sqlite(readers) => readers.query(sql.into(), args).await,
            Self::Postgres(readers) => readers.query(sql.into(), args).await,
        }
    }

    /// Executes a query and returns the first row.
    pub(crate) async fn query_first<T: FromRow>(
        &self,
        sql: impl Into<String>,
        args: Vec<SqlValue<'static>>,
    ) -> Result<Option<T>, StoreError> {
        Ok(self.query(sql, args).await?.into_iter().next())
    }

    /// Waits for the queries in progress. Later ones return [`StoreError::Closed`].
    pub(crate) async fn close(&self) {
        match self {
            Self::Sqlite(readers) => readers.close().await,
            Self::Postgres(readers) => readers.close().await,
        }
    }
}
