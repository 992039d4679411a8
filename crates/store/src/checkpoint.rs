//! Checkpoints SQLite's write-ahead log (WAL) on a separate thread. By default SQLite checkpoints inside a
//! commit, which delays everybody who waits for that commit.
//!
//! A checkpoint still slows the disk down, so it runs when there are no writes, or when the WAL is long. A
//! long WAL must also restart from the beginning, because overwriting a file is faster than growing it. For
//! this the writer itself checkpoints the few pages that were added meanwhile, so that its next commit finds
//! the WAL fully checkpointed.

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

/// How often to check for new commits.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// After this many polls without a new commit, the writer is idle.
const IDLE_POLLS: u32 = 3;

/// Checkpoints all pages that no reader needs, without blocking anybody.
pub(crate) const PASSIVE_CHECKPOINT: &str = "PRAGMA wal_checkpoint(PASSIVE)";

/// A WAL with this many pages is long. Restarting it briefly blocks all writes, so it should be rare.
pub(crate) const MAX_WAL_PAGES: i64 = 16_384;

/// The Linux niceness of the checkpoint thread, from 0 to 19. Nobody waits for a checkpoint.
const CHECKPOINT_NICENESS: i32 = 10;

/// The handle of the checkpoint thread.
pub(crate) struct Checkpointer {
    stop: oneshot::Sender<()>,
    ended: oneshot::Receiver<()>,
}

impl Checkpointer {
    pub(crate) fn start(database: &Database, counters: &Arc<WriterCounters>) -> Result<Self, StoreError> {
        let (stop, stopped) = oneshot::channel::<()>();
        let (end, ended) = oneshot::channel();
        let (database, counters) = (database.clone(), Arc::clone(counters));
        thread::spawn("store-checkpoint", || async move {
            // On Linux this applies to the calling thread only. If it fails, the thread just keeps the normal
            // priority.
            if cfg!(target_os = "linux") {
                let _ = setpriority_process(None, CHECKPOINT_NICENESS);
            }
            tokio::select! {
                () = run(database, counters) => {}
                _ = stopped => {}
            }
            drop(end);
        })?;
        Ok(Self { stop, ended })
    }

    /// Stops the thread and waits until its connection is closed, unless the disk hangs.
    pub(crate) async fn stop(self) {
        drop(self.stop);
        let _: Result<Result<(), _>, _> = tokio::time::timeout(DATABASE_TIMEOUT, self.ended).await;
    }
}

/// Runs until it is stopped. If a checkpoint fails, the WAL grows until the next attempt.
async fn run(database: Database, counters: Arc<WriterCounters>) {
    let mut connection = None;
    let (mut checkpointed, mut seen, mut unchanged) = (0, 0, 0);
    loop {
        tokio::time::sleep(POLL_INTERVAL).await;
        let commits = counters.commits.load(Ordering::Relaxed);
        unchanged = if commits == seen { unchanged + 1 } else { 0 };
        seen = commits;
        if commits == checkpointed {
            continue;
        }
        let mut open = match connection.take() {
            Some(open) => open,
            None => match database.open_writer().await {
                Ok(open) => open,
                Err(_) => continue,
            },
        };
        if let Ok(done) = checkpoint(&mut open, &counters, unchanged >= IDLE_POLLS).await {
            connection = Some(open);
            checkpointed = if done { commits } else { checkpointed };
        }
    }
}

/// Checkpoints if there are no writes or the WAL is long. Returns whether it did.
pub(crate) async fn checkpoint(
    connection: &mut DbConnection,
    counters: &WriterCounters,
    idle: bool,
) -> Result<bool, TransactionError> {
    let is_long = wal_pages(connection).await? >= MAX_WAL_PAGES;
    if is_long || idle {
        connection.query_integers::<0>(PASSIVE_CHECKPOINT, &[]).await?;
        counters.restart_wal.fetch_or(is_long, Ordering::Relaxed);
    }
    Ok(is_long || idle)
}

/// The number of pages in the WAL, checkpointed or not.
pub(crate) async fn wal_pages(connection: &mut DbConnection) -> Result<i64, TransactionError> {
    // The columns are: busy, pages in the WAL, pages checkpointed.
    let row = connection.query_integers::<2>("PRAGMA wal_checkpoint(NOOP)", &[]).await?;
    Ok(row.and_then(|[_, pages]| pages).unwrap_or_default())
}
