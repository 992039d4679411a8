//! Moves what was written from SQLite's log into its file. Left to itself SQLite does that inside a commit, and everybody
//! who waits for that commit waits for it too; here it goes on beside the writer.
//!
//! Even so the disk is slower meanwhile, so it is done when nothing is written, or else when the log is long. Then the log must
//! also begin anew, since a file is written faster where it was written before than where it grows: the writer itself moves
//! the few pages that came meanwhile, and its next commit finds that all are moved.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use sqlx::{AnyConnection, Row};

use crate::database::Database;
use crate::writer::Counts;

/// How often it looks whether there is something to move, and for how long nothing is written when it is quiet.
const EVERY: Duration = Duration::from_millis(500);

/// Moves all pages that nobody reads in the log, without keeping anybody waiting.
pub(crate) const MOVE: &str = "PRAGMA wal_checkpoint(PASSIVE)";

/// How many pages make a log long.
pub(crate) const LONG: i64 = 4096;

/// Runs until it is aborted. If it fails, the log only grows until it is tried again.
pub(crate) async fn run(database: Database, counts: Arc<Counts>) {
    let mut connection = None;
    let (mut moved, mut seen) = (0, 0);
    loop {
        tokio::time::sleep(EVERY).await;
        let commits = counts.commits.load(Ordering::Relaxed);
        let quiet = commits == seen;
        seen = commits;
        if commits == moved {
            continue;
        }
        let mut open = match connection.take() {
            Some(open) => open,
            None => match database.connect().await {
                Ok(open) => open,
                Err(_) => continue,
            },
        };
        if let Ok(done) = checkpoint(&mut open, &counts, quiet).await {
            connection = Some(open);
            moved = if done { commits } else { moved };
        }
    }
}

/// Moves what there is if it is quiet or much; tells whether it has.
pub(crate) async fn checkpoint(
    connection: &mut AnyConnection,
    counts: &Counts,
    quiet: bool,
) -> Result<bool, sqlx::Error> {
    let is_long = pages(connection).await? >= LONG;
    if is_long || quiet {
        sqlx::query(MOVE).fetch_one(&mut *connection).await?;
        counts.renew.fetch_or(is_long, Ordering::Relaxed);
    }
    Ok(is_long || quiet)
}

/// How many pages are in the log.
pub(crate) async fn pages(connection: &mut AnyConnection) -> Result<i64, sqlx::Error> {
    // Busy, pages in the log, pages moved.
    sqlx::query("PRAGMA wal_checkpoint(NOOP)").fetch_one(connection).await?.try_get(1)
}
