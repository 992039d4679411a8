//! PostgreSQL, through sqlx.

mod connection;
mod database;
mod error;
mod migrate;
mod readers;

pub(crate) use connection::{BEGIN, BEGIN_SNAPSHOT, Connection};
pub(crate) use database::Database;
pub(crate) use readers::Readers;
