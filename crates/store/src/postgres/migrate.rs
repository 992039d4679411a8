//! Runs the migrations.

use std::borrow::Cow;

use sqlx::PgConnection;
use sqlx::migrate::Migrator;

use crate::StoreError;
use crate::migration::{MigrationFile, migrations};

const FILES: [MigrationFile; 3] = [
    (1, "games", include_str!("../../migrations/postgres/0001_games.sql")),
    (2, "people", include_str!("../../migrations/postgres/0002_people.sql")),
    (3, "seen", include_str!("../../migrations/postgres/0003_seen.sql")),
];

/// Runs the migrations with a lock that keeps other processes out.
pub(super) async fn migrate(connection: &mut PgConnection) -> Result<(), StoreError> {
    let migrator = Migrator { migrations: Cow::Owned(migrations(&FILES)), ..Migrator::DEFAULT };
    // With plain `run` the compiler cannot prove that the future is `Send`.
    Ok(migrator.run_direct(None, connection, false).await?)
}
