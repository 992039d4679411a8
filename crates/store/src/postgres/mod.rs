//! PostgreSQL, through sqlx.

mod connection;
mod database;
mod error;
mod migrate;
mod readers;

pub(crate) use connection::{BEGIN, BEGIN_SNAPSHOT, PostgresConnection};
pub(crate) use database::PostgresDatabase;
pub(crate) use readers::PostgresReaders;
