//! Runs the migrations. sqlx's own migrator needs sqlx's SQLite driver, and other crates keep their notes
//! elsewhere: this keeps them in the table in which earlier versions of this program look for them.

use std::collections::BTreeMap;
use std::time::Instant;

use rusqlite::{Connection, Transaction, TransactionBehavior, params};
use sqlx::migrate::{MigrateError, Migration};

use crate::StoreError;
use crate::migration::{MigrationFile, migrations};

const FILES: [MigrationFile; 3] = [
    (1, "games", include_str!("../../migrations/sqlite/0001_games.sql")),
    (2, "people", include_str!("../../migrations/sqlite/0002_people.sql")),
    (3, "seen", include_str!("../../migrations/sqlite/0003_seen.sql")),
];

/// The same table as sqlx creates.
const CREATE_TABLE: &str = "CREATE TABLE IF NOT EXISTS _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
)";

/// Runs the migrations in one transaction, which keeps other processes out.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute_batch(CREATE_TABLE)?;
    let mut applied = applied_migrations(&transaction)?;
    for migration in migrations(&FILES) {
        match applied.remove(&migration.version) {
            None => apply(&transaction, &migration)?,
            Some((false, _)) => return Err(MigrateError::Dirty(migration.version).into()),
            Some((true, checksum)) if checksum != *migration.checksum => {
                return Err(MigrateError::VersionMismatch(migration.version).into());
            }
            Some(_) => {}
        }
    }
    if let Some(version) = applied.into_keys().next() {
        return Err(MigrateError::VersionMissing(version).into());
    }
    // SQLite silently makes a transaction on a read-only file read-only, and fails at the first write. Write
    // now, rather than fail in the middle of a game.
    transaction.execute_batch("DELETE FROM notes WHERE 0")?;
    Ok(transaction.commit()?)
}

/// Whether each migration that was begun succeeded, and its checksum.
fn applied_migrations(transaction: &Transaction<'_>) -> Result<BTreeMap<i64, (bool, Vec<u8>)>, StoreError> {
    let mut statement = transaction.prepare("SELECT version, success, checksum FROM _sqlx_migrations")?;
    let rows = statement.query_map((), |row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?))))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn apply(transaction: &Transaction<'_>, migration: &Migration) -> Result<(), StoreError> {
    let begun = Instant::now();
    transaction.execute_batch(migration.sql.as_str())?;
    let nanoseconds = i64::try_from(begun.elapsed().as_nanos()).unwrap_or(i64::MAX);
    transaction.execute(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (?1, ?2, TRUE, ?3, ?4)",
        params![migration.version, migration.description, migration.checksum, nanoseconds],
    )?;
    Ok(())
}
