//! Moves what was written from SQLite's log into its file. Left to itself SQLite does that inside a commit, and everybody
//! who waits for that commit waits for it too; here it goes on beside the writer.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use sqlx::{AnyConnection, Row};

use crate::database::Database;
use crate::writer::Counts;

/// How often it looks whether there is something to move.
const EVERY: Duration = Duration::from_millis(500);

/// From so many pages on, the log is begun anew, for which the writer waits a moment.
const LONG: i64 = 8192;

/// Runs until it is aborted. If it fails, the log only grows until it is tried again.
pub(crate) async fn run(database: Database, counts: Arc<Counts>) {
    let mut connection = None;
    let mut moved = 0;
    loop {
        tokio::time::sleep(EVERY).await;
        let commits = counts.commits.load(Ordering::Relaxed);
        if commits == moved {
            continue;
        }
        let mut open = match connection.take() {
            Some(open) => open,
            None => match connect(&database).await {
                Some(open) => open,
                None => continue,
            },
        };
        if checkpoint(&mut open).await.is_ok() {
            connection = Some(open);
            moved = commits;
        }
    }
}

/// A connection that does not wait long for others, since the writer may have to wait for it.
async fn connect(database: &Database) -> Option<AnyConnection> {
    let mut connection = database.connect().await.ok()?;
    sqlx::raw_sql("PRAGMA busy_timeout = 50").execute(&mut connection).await.ok()?;
    Some(connection)
}

async fn checkpoint(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    let row = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").fetch_one(&mut *connection).await?;
    // Busy, pages in the log, pages moved.
    if row.try_get::<i64, _>(1)? >= LONG {
        sqlx::query("PRAGMA wal_checkpoint(RESTART)").fetch_one(connection).await?;
    }
    Ok(())
}
