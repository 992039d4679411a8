//! Moves what was written from SQLite's log into its file. Left to itself SQLite does that inside a commit, and everybody
//! who waits for that commit waits for it too; here it goes on beside the writer.
//!
//! Even so the disk is slower meanwhile, so it is done when nothing is written, or else when the log is long. Then the log must
//! also begin anew, since a file is written faster where it was written before than where it grows: the writer itself moves
//! the few pages that came meanwhile, and its next commit finds that all are moved.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use rustix::process::setpriority_process;
use tokio::sync::oneshot;

use crate::StoreError;
use crate::commit::TransactionError;
use crate::database::{DATABASE_TIMEOUT, Database};
use crate::db_connection::DbConnection;
use crate::thread;
use crate::writer::WriterCounters;

/// How often it looks whether there is something to move, and how often nothing new was found when it is quiet.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
const IDLE_POLLS: u32 = 3;

/// Moves all pages that nobody reads in the log, without keeping anybody waiting.
pub(crate) const PASSIVE_CHECKPOINT: &str = "PRAGMA wal_checkpoint(PASSIVE)";

/// How many pages make a log long. Everybody waits for a moment when it is begun anew, so that is to be seldom.
pub(crate) const MAX_WAL_PAGES: i64 = 16_384;

/// How much everybody else goes first, as Linux counts it from 0 to 19: nobody waits for a log to be moved.
const CHECKPOINT_NICENESS: i32 = 10;

/// The thread that moves the log.
pub(crate) struct Checkpointer {
    stop: oneshot::Sender<()>,
    ended: oneshot::Receiver<()>,
}

impl Checkpointer {
    pub(crate) fn start(database: &Database, counts: &Arc<WriterCounters>) -> Result<Self, StoreError> {
        let (stop, stopped) = oneshot::channel::<()>();
        let (end, ended) = oneshot::channel();
        let (database, counts) = (database.clone(), Arc::clone(counts));
        thread::spawn("store-checkpoint", || async move {
            // On Linux this is asked for the calling thread alone. Where the system does not let us, it is only less modest.
            if cfg!(target_os = "linux") {
                let _ = setpriority_process(None, CHECKPOINT_NICENESS);
            }
            tokio::select! {
                () = run(database, counts) => {}
                _ = stopped => {}
            }
            drop(end);
        })?;
        Ok(Self { stop, ended })
    }

    /// Waits until its connection is closed, unless the disk hangs.
    pub(crate) async fn stop(self) {
        drop(self.stop);
        let _: Result<Result<(), _>, _> = tokio::time::timeout(DATABASE_TIMEOUT, self.ended).await;
    }
}

/// Runs until it is stopped. If it fails, the log only grows until it is tried again.
async fn run(database: Database, counts: Arc<WriterCounters>) {
    let mut connection = None;
    let (mut moved, mut seen, mut unchanged) = (0, 0, 0);
    loop {
        tokio::time::sleep(POLL_INTERVAL).await;
        let commits = counts.commits.load(Ordering::Relaxed);
        unchanged = if commits == seen { unchanged + 1 } else { 0 };
        seen = commits;
        if commits == moved {
            continue;
        }
        let mut open = match connection.take() {
            Some(open) => open,
            None => match database.open_writer().await {
                Ok(open) => open,
                Err(_) => continue,
            },
        };
        if let Ok(done) = checkpoint(&mut open, &counts, unchanged >= IDLE_POLLS).await {
            connection = Some(open);
            moved = if done { commits } else { moved };
        }
    }
}

/// Moves what there is if it is quiet or much; tells whether it has.
pub(crate) async fn checkpoint(
    link: &mut DbConnection,
    counts: &WriterCounters,
    quiet: bool,
) -> Result<bool, TransactionError> {
    let is_long = wal_pages(link).await? >= MAX_WAL_PAGES;
    if is_long || quiet {
        link.query_integers::<0>(PASSIVE_CHECKPOINT, &[]).await?;
        counts.restart_wal.fetch_or(is_long, Ordering::Relaxed);
    }
    Ok(is_long || quiet)
}

/// How many pages are in the log, whether they were moved or not.
pub(crate) async fn wal_pages(link: &mut DbConnection) -> Result<i64, TransactionError> {
    // Busy, pages in the log, pages moved.
    let told = link.query_integers::<2>("PRAGMA wal_checkpoint(NOOP)", &[]).await?;
    Ok(told.and_then(|[_, pages]| pages).unwrap_or_default())
}
