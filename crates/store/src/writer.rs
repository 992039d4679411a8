//! The one writer. While it commits, changes gather; the next transaction takes all of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::mpsc;

use crate::StoreError;
use crate::checkpoint::{self, Checkpointer};
use crate::commit::{self, TransactionError, WriteOutcome};
use crate::database::{DATABASE_TIMEOUT, Database, DatabaseKind};
use crate::db_connection::DbConnection;
use crate::game_cache::GameCache;
use crate::thread;
use crate::wal_file::WalFile;
use crate::write_op::{PendingWrite, WriterMessage};

/// The most changes in one transaction, so that the first does not wait too long for the last.
const MAX_BATCH_LEN: usize = 1024;

/// Between two attempts to reach the database.
const RETRY_DELAY: Duration = Duration::from_millis(100);

/// What the writer has done so far.
#[derive(Debug, Default)]
pub(crate) struct WriterCounters {
    pub(crate) commits: AtomicU64,
    pub(crate) changes: AtomicU64,
    /// Set when the writer is to begin SQLite's log anew.
    pub(crate) restart_wal: AtomicBool,
}

pub(crate) struct Writer {
    pub(crate) database: Database,
    pub(crate) connection: Option<DbConnection>,
    pub(crate) queue: mpsc::Receiver<WriterMessage>,
    pub(crate) counters: Arc<WriterCounters>,
    pub(crate) cache: GameCache,
    /// Who moves SQLite's log.
    pub(crate) checkpointer: Option<Checkpointer>,
    pub(crate) wal_file: Option<WalFile>,
}

impl Writer {
    /// SQLite gets a thread of its own. PostgreSQL is talked to over a socket, which tasks are made for.
    pub(crate) fn start(self) -> Result<(), StoreError> {
        if self.database.kind == DatabaseKind::Postgres {
            tokio::spawn(self.run());
            return Ok(());
        }
        thread::spawn("store-writer", || self.run())
    }

    /// Runs until the store is closed or its last handle is gone.
    pub(crate) async fn run(mut self) {
        let mut requests = Vec::new();
        let mut closing = Vec::new();
        while closing.is_empty() && self.queue.recv_many(&mut requests, MAX_BATCH_LEN).await > 0 {
            let mut waiting = Vec::with_capacity(requests.len());
            for request in requests.drain(..) {
                match request {
                    WriterMessage::Store(change) => waiting.push(change),
                    WriterMessage::Close(done) => closing.push(done),
                }
            }
            self.commit_batch(waiting).await;
            if closing.is_empty() {
                self.preallocate_wal().await;
            }
        }
        if let Some(checkpoints) = self.checkpointer.take() {
            checkpoints.stop().await;
        }
        if let Some(link) = self.connection.take() {
            link.close().await;
        }
        for done in closing {
            let _ = done.send(());
        }
    }

    /// Stores the changes and answers them. When one conflicts with another writer or is refused, halves are tried, so that only
    /// those fail that must.
    async fn commit_batch(&mut self, waiting: Vec<PendingWrite>) {
        self.restart_wal_if_due().await;
        let deadline = Instant::now() + DATABASE_TIMEOUT;
        let mut parts = vec![waiting];
        while let Some(mut part) = parts.pop() {
            if part.is_empty() {
                continue;
            }
            match self.commit_with_retry(&part, deadline).await {
                Ok(verdicts) => reply_each(part, verdicts),
                Err(TransactionError::Conflict | TransactionError::Database(StoreError::Other(_)))
                    if part.len() > 1 =>
                {
                    let later = part.split_off(part.len() / 2);
                    parts.push(later);
                    parts.push(part);
                }
                Err(stop) => reply_error(part, &stop),
            }
        }
    }

    /// Most of a long log was moved beside; the rest is moved here, so that SQLite begins it anew with the next commit.
    async fn restart_wal_if_due(&mut self) {
        if self.counters.restart_wal.swap(false, Ordering::Relaxed)
            && let Some(link) = &mut self.connection
        {
            // If it fails, the log is moved another time.
            let _ = link.query_integers::<0>(checkpoint::PASSIVE_CHECKPOINT, &[]).await;
        }
    }

    async fn preallocate_wal(&mut self) {
        if let (Some(log_file), Some(link)) = (&mut self.wal_file, &mut self.connection) {
            log_file.after_commit(link).await;
        }
    }

    /// One transaction. A database that went away before the commit is waited for: nothing was stored, so nothing can
    /// be stored twice.
    async fn commit_with_retry(
        &mut self,
        part: &[PendingWrite],
        deadline: Instant,
    ) -> Result<Vec<WriteOutcome>, TransactionError> {
        loop {
            match self.commit(part).await {
                Err(TransactionError::Database(StoreError::Unavailable(_))) if Instant::now() < deadline => {
                    tokio::time::sleep(RETRY_DELAY).await;
                }
                done => return done,
            }
        }
    }

    async fn commit(&mut self, part: &[PendingWrite]) -> Result<Vec<WriteOutcome>, TransactionError> {
        let mut link = match self.connection.take() {
            Some(link) => link,
            None => self.database.open_writer().await.map_err(TransactionError::Database)?,
        };
        let done = self.run_transaction(&mut link, part).await;
        if done.is_ok() {
            self.counters.commits.fetch_add(1, Ordering::Relaxed);
            self.counters.changes.fetch_add(part.len() as u64, Ordering::Relaxed);
            self.connection = Some(link);
            return done;
        }
        part.iter().filter_map(|waiting| waiting.op.game()).for_each(|game| self.cache.remove(game));
        // SQLite may have rolled back by itself and then says that there is nothing to roll back: that is well.
        let rolled_back = link.execute_raw("ROLLBACK").await;
        if !is_connection_lost(&done) && !is_connection_lost(&rolled_back) {
            self.connection = Some(link);
        }
        done
    }

    async fn run_transaction(
        &mut self,
        link: &mut DbConnection,
        part: &[PendingWrite],
    ) -> Result<Vec<WriteOutcome>, TransactionError> {
        link.execute_raw(self.database.kind.begin_sql()).await?;
        let verdicts = commit::write_batch(link, &mut self.cache, part).await?;
        link.execute_raw("COMMIT").await.map_err(commit_unknown)?;
        Ok(verdicts)
    }
}

/// When the database goes away while it commits, nobody knows whether it has.
fn commit_unknown(stop: TransactionError) -> TransactionError {
    match stop {
        TransactionError::Database(StoreError::Unavailable(why)) => {
            TransactionError::Database(StoreError::CommitUnknown(why))
        }
        stop => stop,
    }
}

/// Whether the connection is of no use any more. The next change makes a new one. One that may only read stays so, even
/// when the database may be written to again.
fn is_connection_lost<T>(done: &Result<T, TransactionError>) -> bool {
    use StoreError::{CommitUnknown, ReadOnly, Unavailable};
    matches!(done, Err(TransactionError::Database(Unavailable(_) | CommitUnknown(_) | ReadOnly(_))))
}

// Who waits may have gone meanwhile; then nobody needs the answer.

fn reply_each(part: Vec<PendingWrite>, verdicts: Vec<WriteOutcome>) {
    for (waiting, verdict) in part.into_iter().zip(verdicts) {
        let _ = waiting.reply.send(verdict);
    }
}

fn reply_error(part: Vec<PendingWrite>, stop: &TransactionError) {
    for PendingWrite { op: change, reply: answer } in part {
        let error = match (stop, change.game()) {
            (TransactionError::Database(error), _) => error.clone(),
            (TransactionError::Conflict, Some(game)) => StoreError::Conflict { game: game.clone() },
            (TransactionError::Conflict, None) => StoreError::Busy("another writer was quicker".into()),
        };
        let _ = answer.send(Err(error));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write_op::WriteOp;
    use tokio::sync::oneshot;

    /// A writer whose own connection can be disturbed, which no other program can do.
    async fn writer() -> Writer {
        writer_of("sqlite::memory:").await
    }

    async fn writer_of(address: &str) -> Writer {
        let database = Database::from_address(address).unwrap();
        let mut connection = database.connect().await.unwrap();
        database.migrate(&mut connection).await.unwrap();
        let link = database.open_writer().await.unwrap();
        let counts = Arc::default();
        Writer {
            database,
            connection: Some(link),
            queue: mpsc::channel(1).1,
            counters: counts,
            cache: GameCache::default(),
            checkpointer: None,
            wal_file: Some(WalFile::default()),
        }
    }

    async fn tell(writer: &mut Writer, words: &'static str) {
        let link = writer.connection.as_mut().unwrap();
        link.query_integers::<0>(words, &[]).await.map(drop).unwrap();
    }

    async fn put(writer: &mut Writer, note: String) -> WriteOutcome {
        let (answer, answered) = oneshot::channel();
        writer
            .commit_batch(vec![PendingWrite {
                op: WriteOp::Note { name: "note".into(), note },
                reply: answer,
            }])
            .await;
        answered.await.unwrap()
    }

    #[tokio::test]
    async fn a_full_disk_is_told_and_writing_goes_on_when_there_is_room() {
        let mut writer = writer().await;
        tell(&mut writer, "PRAGMA max_page_count = 20").await;
        let full = put(&mut writer, "x".repeat(1 << 20)).await;
        assert!(matches!(full, Err(StoreError::DiskFull(_))), "{full:?}");
        tell(&mut writer, "PRAGMA max_page_count = 100000").await;
        put(&mut writer, "x".repeat(1 << 20)).await.unwrap();
    }

    #[tokio::test]
    async fn a_long_log_is_begun_anew_although_something_is_written_all_the_time() {
        let folder = tempfile::tempdir().unwrap();
        let mut writer = writer_of(&format!("sqlite:{}", folder.path().join("long.db").display())).await;
        let mut beside = writer.database.open_writer().await.unwrap();
        let counts = Arc::clone(&writer.counters);
        put(&mut writer, "x".into()).await.unwrap();
        assert!(!checkpoint::checkpoint(&mut beside, &counts, false).await.unwrap(), "it is short");
        assert!(checkpoint::checkpoint(&mut beside, &counts, true).await.unwrap(), "it is quiet");
        for letter in ["a", "b"].into_iter().cycle().take(20) {
            put(&mut writer, letter.repeat(1 << 22)).await.unwrap();
        }
        // What is written while somebody reads cannot be moved beside: the writer must do that before it goes on.
        let mut reader = writer.database.connect().await.unwrap();
        sqlx::raw_sql("BEGIN; SELECT count(*) FROM notes").execute(&mut reader).await.unwrap();
        put(&mut writer, "z".into()).await.unwrap();
        assert!(checkpoint::checkpoint(&mut beside, &counts, false).await.unwrap(), "it is long");
        sqlx::raw_sql("ROLLBACK").execute(&mut reader).await.unwrap();
        put(&mut writer, "y".into()).await.unwrap();
        let pages = checkpoint::wal_pages(&mut beside).await.unwrap();
        assert!(pages < 1000, "{pages} pages are in the log");
    }

    #[tokio::test]
    async fn a_database_that_may_only_be_read_is_told_and_written_to_when_it_may_be() {
        let folder = tempfile::tempdir().unwrap();
        let mut writer = writer_of(&format!("sqlite:{}", folder.path().join("read.db").display())).await;
        tell(&mut writer, "PRAGMA query_only = ON").await;
        let refused = put(&mut writer, "x".into()).await;
        assert!(matches!(refused, Err(StoreError::ReadOnly(_))), "{refused:?}");
        // The next connection may write.
        put(&mut writer, "x".into()).await.unwrap();
    }
}
