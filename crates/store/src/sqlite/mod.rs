//! SQLite, through rusqlite.

mod connection;
mod database;
mod error;
mod migrate;
mod readers;

pub(crate) use connection::{BEGIN, BEGIN_SNAPSHOT, SqliteConnection};
pub(crate) use database::SqliteDatabase;
pub(crate) use readers::SqliteReaders;
