//! The address of a PostgreSQL database and its connections.

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, PgConnection};

use super::PostgresConnection;
use super::error::from_connecting;
use super::migrate::migrate;
use crate::StoreError;
use crate::database::DATABASE_TIMEOUT;

/// A commit must be on disk. That is the default, unless somebody turned it off.
pub(super) const SETUP: &str = "SELECT set_config('synchronous_commit', 'on', false) \
     WHERE current_setting('synchronous_commit') = 'off'";

#[derive(Clone, Debug)]
pub(crate) struct PostgresDatabase {
    pub(super) options: PgConnectOptions,
}

impl PostgresDatabase {
    pub(crate) fn from_address(address: &str) -> Result<Self, StoreError> {
        let options: PgConnectOptions = address.parse().map_err(StoreError::invalid_address)?;
        Ok(Self { options: options.disable_statement_logging() })
    }

    /// Connects and runs the migrations.
    pub(crate) async fn open(&self) -> Result<PostgresConnection, StoreError> {
        let mut connection = self.connect().await?;
        migrate(&mut connection.sqlx).await?;
        Ok(connection)
    }

    pub(crate) async fn connect(&self) -> Result<PostgresConnection, StoreError> {
        let connecting = async {
            let mut connection = PgConnection::connect_with(&self.options).await?;
            sqlx::raw_sql(SETUP).execute(&mut connection).await?;
            Ok(connection)
        };
        match tokio::time::timeout(DATABASE_TIMEOUT, connecting).await {
            Ok(connected) => connected.map(PostgresConnection::new).map_err(from_connecting),
            Err(_) => Err(StoreError::Unavailable("no response".into())),
        }
    }
}
