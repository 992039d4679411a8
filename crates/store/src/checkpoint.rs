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
use crate::commit::Stop;
use crate::database::{Database, PATIENCE};
use crate::link::Link;
use crate::thread;
use crate::writer::Counts;

/// How often it looks whether there is something to move, and how often nothing new was found when it is quiet.
const EVERY: Duration = Duration::from_millis(100);
const QUIET: u32 = 3;

/// Moves all pages that nobody reads in the log, without keeping anybody waiting.
pub(crate) const MOVE: &str = "PRAGMA wal_checkpoint(PASSIVE)";

/// How many pages make a log long. Everybody waits for a moment when it is begun anew, so that is to be seldom.
pub(crate) const LONG: i64 = 16_384;

/// How much everybody else goes first, as Linux counts it from 0 to 19: nobody waits for a log to be moved.
const MODESTY: i32 = 10;

/// The thread that moves the log.
pub(crate) struct Checkpoints {
    stop: oneshot::Sender<()>,
    ended: oneshot::Receiver<()>,
}

impl Checkpoints {
    pub(crate) fn start(database: &Database, counts: &Arc<Counts>) -> Result<Self, StoreError> {
        let (stop, stopped) = oneshot::channel::<()>();
        let (end, ended) = oneshot::channel();
        let (database, counts) = (database.clone(), Arc::clone(counts));
        thread::on_its_own("store-checkpoint", || async move {
            // On Linux this is asked for the calling thread alone. Where the system does not let us, it is only less modest.
            if cfg!(target_os = "linux") {
                let _ = setpriority_process(None, MODESTY);
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
        let _: Result<Result<(), _>, _> = tokio::time::timeout(PATIENCE, self.ended).await;
    }
}

/// Runs until it is stopped. If it fails, the log only grows until it is tried again.
async fn run(database: Database, counts: Arc<Counts>) {
    let mut connection = None;
    let (mut moved, mut seen, mut unchanged) = (0, 0, 0);
    loop {
        tokio::time::sleep(EVERY).await;
        let commits = counts.commits.load(Ordering::Relaxed);
        unchanged = if commits == seen { unchanged + 1 } else { 0 };
        seen = commits;
        if commits == moved {
            continue;
        }
        let mut open = match connection.take() {
            Some(open) => open,
            None => match database.link().await {
                Ok(open) => open,
                Err(_) => continue,
            },
        };
        if let Ok(done) = checkpoint(&mut open, &counts, unchanged >= QUIET).await {
            connection = Some(open);
            moved = if done { commits } else { moved };
        }
    }
}

/// Moves what there is if it is quiet or much; tells whether it has.
pub(crate) async fn checkpoint(link: &mut Link, counts: &Counts, quiet: bool) -> Result<bool, Stop> {
    let is_long = pages(link).await? >= LONG;
    if is_long || quiet {
        link.numbers::<0>(MOVE, &[]).await?;
        counts.renew.fetch_or(is_long, Ordering::Relaxed);
    }
    Ok(is_long || quiet)
}

/// How many pages are in the log, whether they were moved or not.
pub(crate) async fn pages(link: &mut Link) -> Result<i64, Stop> {
    // Busy, pages in the log, pages moved.
    let told = link.numbers::<2>("PRAGMA wal_checkpoint(NOOP)", &[]).await?;
    Ok(told.and_then(|[_, pages]| pages).unwrap_or_default())
}
