//! The connections that only read.

use sqlx::PgPool;
use sqlx::postgres::PgPoolOptions;

use super::PostgresDatabase;
use super::connection::query;
use super::database::SETUP;
use crate::StoreError;
use crate::database::{DATABASE_TIMEOUT, MAX_READERS};
use crate::sql::{FromRow, SqlValue};

#[derive(Clone, Debug)]
pub(crate) struct PostgresReaders {
    pool: PgPool,
}

impl PostgresReaders {
    pub(crate) fn new(database: &PostgresDatabase) -> Self {
        let pool = PgPoolOptions::new()
            .max_connections(MAX_READERS)
            .acquire_timeout(DATABASE_TIMEOUT)
            .after_connect(|connection, _| {
                Box::pin(async { sqlx::raw_sql(SETUP).execute(connection).await.map(drop) })
            })
            .connect_lazy_with(database.options.clone());
        Self { pool }
    }

    pub(crate) async fn query<T: FromRow>(
        &self,
        sql: String,
        args: Vec<SqlValue<'static>>,
    ) -> Result<Vec<T>, StoreError> {
        let rows = query(sql, &args).fetch_all(&self.pool).await?;
        rows.iter().map(T::from_row).collect()
    }

    pub(crate) async fn close(&self) {
        self.pool.close().await;
    }
}
