//! The connections that only read. Each query runs on a thread where it may block. A pool crate would add checks of connections
//! that cannot break.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::{SqliteConnection, SqliteDatabase};
use crate::StoreError;
use crate::database::{DATABASE_TIMEOUT, MAX_READERS};
use crate::sql::{FromRow, SqlValue};

/// A small cache: the page cache of the system serves all of them anyway.
const SETUP: &str = "PRAGMA cache_size = -256";

#[derive(Clone, Debug)]
pub(crate) struct SqliteReaders {
    database: SqliteDatabase,
    idle: Arc<Mutex<Vec<SqliteConnection>>>,
    /// One permit per connection in use.
    permits: Arc<Semaphore>,
}

impl SqliteReaders {
    pub(crate) fn new(database: &SqliteDatabase) -> Self {
        let permits = Arc::new(Semaphore::new(MAX_READERS as usize));
        Self { database: database.clone(), idle: Arc::default(), permits }
    }

    pub(crate) async fn query<T: FromRow>(
        &self,
        sql: String,
        args: Vec<SqlValue<'static>>,
    ) -> Result<Vec<T>, StoreError> {
        let permit = timeout(DATABASE_TIMEOUT, Arc::clone(&self.permits).acquire_owned()).await;
        let permit = permit
            .map_err(|_| StoreError::Unavailable("all connections are in use".into()))?
            .map_err(|_| StoreError::Closed)?;
        let readers = self.clone();
        let querying = spawn_blocking(move || {
            let _permit = permit;
            readers.query_blocking(&sql, &args)
        });
        querying.await.map_err(StoreError::other)?
    }

    /// After an error the connection is closed: the next one may work.
    fn query_blocking<T: FromRow>(&self, sql: &str, args: &[SqlValue<'_>]) -> Result<Vec<T>, StoreError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut connection = match idle {
            Some(connection) => connection,
            None => self.connect()?,
        };
        let rows = connection.query(sql, args)?;
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        Ok(rows)
    }

    fn connect(&self) -> Result<SqliteConnection, StoreError> {
        let connection = self.database.connect()?;
        connection.rusqlite.execute_batch(SETUP)?;
        Ok(connection)
    }

    pub(crate) async fn close(&self) {
        // A hanging disk must not prevent a shutdown.
        let _ = timeout(DATABASE_TIMEOUT, self.permits.acquire_many(MAX_READERS)).await;
        self.permits.close();
        let idle = std::mem::take(&mut *self.idle.lock().unwrap_or_else(PoisonError::into_inner));
        let _ = spawn_blocking(|| idle.into_iter().for_each(SqliteConnection::close)).await;
    }
}
