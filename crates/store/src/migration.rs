//! Migrations. Both databases note the migrations that ran in a table `_sqlx_migrations`.

use std::borrow::Cow;

use sqlx::SqlSafeStr as _;
use sqlx::migrate::{MigrateError, Migration, MigrationType};

use crate::StoreError;

/// A migration: version, name and SQL.
pub(crate) type MigrationFile = (i64, &'static str, &'static str);

pub(crate) fn migrations(files: &[MigrationFile]) -> Vec<Migration> {
    let migration = |&(version, name, sql): &MigrationFile| {
        Migration::new(version, Cow::Borrowed(name), MigrationType::Simple, sql.into_sql_str(), false)
    };
    files.iter().map(migration).collect()
}

impl From<MigrateError> for StoreError {
    fn from(error: MigrateError) -> Self {
        match error {
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error.into(),
            other => Self::Corrupt(other.to_string()),
        }
    }
}
