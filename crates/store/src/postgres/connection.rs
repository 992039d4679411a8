//! A connection to PostgreSQL.

use sqlx::postgres::{PgArguments, PgRow};
use sqlx::query::Query;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, Postgres, Row as _};

use crate::database::DATABASE_TIMEOUT;
use crate::sql::{Column, FromRow, Row, SqlValue};
use crate::write_op::EventInsert;
use crate::{StoreError, TransactionError};

pub(crate) const BEGIN: &str = "BEGIN";

pub(crate) const BEGIN_SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ";

#[derive(Debug)]
pub(crate) struct PostgresConnection {
    pub(super) sqlx: PgConnection,
}

impl PostgresConnection {
    pub(super) fn new(sqlx: PgConnection) -> Self {
        Self { sqlx }
    }

    /// Executes a statement without arguments, to begin or end a transaction.
    pub(crate) async fn execute_raw(&mut self, sql: &'static str) -> Result<(), TransactionError> {
        with_timeout(sqlx::raw_sql(sql).execute(&mut self.sqlx)).await.map(drop)
    }

    pub(crate) async fn execute(
        &mut self,
        sql: &str,
        args: &[SqlValue<'_>],
    ) -> Result<u64, TransactionError> {
        let done = with_timeout(query(sql.to_string(), args).execute(&mut self.sqlx)).await?;
        Ok(done.rows_affected())
    }

    /// One statement for all rows: every statement is a message to the server and back.
    pub(crate) async fn insert_events(
        &mut self,
        events: &[EventInsert<'_>],
    ) -> Result<u64, TransactionError> {
        let sql = "INSERT INTO events (game, number, event) \
             SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[]) ON CONFLICT DO NOTHING";
        let insert = sqlx::query(sql)
            .bind(events.iter().map(|event| event.key).collect::<Vec<i64>>())
            .bind(events.iter().map(|event| event.number).collect::<Vec<i64>>())
            .bind(events.iter().map(|event| event.event.to_string()).collect::<Vec<String>>());
        Ok(with_timeout(insert.execute(&mut self.sqlx)).await?.rows_affected())
    }

    pub(crate) async fn query<T: FromRow>(
        &mut self,
        sql: &str,
        args: &[SqlValue<'_>],
    ) -> Result<Vec<T>, TransactionError> {
        let rows = with_timeout(query(sql.to_string(), args).fetch_all(&mut self.sqlx)).await?;
        Ok(rows.iter().map(T::from_row).collect::<Result<_, _>>()?)
    }

    pub(crate) async fn close(self) {
        let _ = self.sqlx.close().await;
    }
}

pub(super) fn query(sql: String, args: &[SqlValue<'_>]) -> Query<'static, Postgres, PgArguments> {
    args.iter().fold(sqlx::query(AssertSqlSafe(sql)), |query, arg| match arg {
        SqlValue::Text(text) => query.bind(text.to_string()),
        SqlValue::Number(number) => query.bind(*number),
        SqlValue::Null => query.bind(None::<String>),
    })
}

/// Treats a server that does not respond in time as unavailable.
async fn with_timeout<T>(work: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T, TransactionError> {
    match tokio::time::timeout(3 * DATABASE_TIMEOUT, work).await {
        Ok(done) => done.map_err(Into::into),
        Err(_) => Err(StoreError::Unavailable("no response".into()).into()),
    }
}

impl Row for PgRow {
    fn column<T: Column>(&self, name: &str) -> Result<T, StoreError> {
        Ok(self.try_get(name)?)
    }

    fn first<T: Column>(&self) -> Result<T, StoreError> {
        Ok(self.try_get(0)?)
    }
}
