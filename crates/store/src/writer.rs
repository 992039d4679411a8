//! The single writer, with group commit: operations that arrive during a commit form the next batch.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::mpsc;

use crate::commit::{self, WriteOutcome};
use crate::database::{Connection, DATABASE_TIMEOUT, Database};
use crate::game_cache::GameCache;
use crate::write_op::{PendingWrite, WriterMessage};
use crate::{StoreError, TransactionError};

const WRITER_THREAD: &str = "store-writer";

/// The maximum number of operations in one transaction, so that the first does not wait too long for the
/// last.
const MAX_BATCH_LEN: usize = 1024;

/// The delay between two attempts to reach the database.
const RETRY_DELAY: Duration = Duration::from_millis(100);

/// What the writer tells the store handles.
#[derive(Debug, Default)]
pub(crate) struct WriterCounters {
    pub(crate) commits: AtomicU64,
    pub(crate) changes: AtomicU64,
}

pub(crate) struct Writer {
    pub(crate) database: Database,
    pub(crate) connection: Option<Connection>,
    pub(crate) queue: mpsc::Receiver<WriterMessage>,
    pub(crate) counters: Arc<WriterCounters>,
    pub(crate) cache: GameCache,
}

impl Writer {
    /// Starts the writer: on a thread of its own for SQLite, which blocks, and as a task for PostgreSQL, which
    /// is asynchronous.
    pub(crate) fn start(self) -> Result<(), StoreError> {
        match self.database {
            Database::Postgres(_) => {
                tokio::spawn(self.run());
                Ok(())
            }
            Database::Sqlite(_) => self.start_thread().map_err(|why| {
                StoreError::Unavailable(format!("failed to start thread {WRITER_THREAD}: {why}"))
            }),
        }
    }

    fn start_thread(self) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
        let thread = std::thread::Builder::new().name(WRITER_THREAD.into());
        thread.spawn(move || runtime.block_on(self.run())).map(drop)
    }

    /// Runs until the store is closed or its last handle is dropped.
    pub(crate) async fn run(mut self) {
        let mut messages = Vec::new();
        let mut closing = Vec::new();
        while closing.is_empty() && self.queue.recv_many(&mut messages, MAX_BATCH_LEN).await > 0 {
            let mut batch = Vec::with_capacity(messages.len());
            for message in messages.drain(..) {
                match message {
                    WriterMessage::Store(write) => batch.push(write),
                    WriterMessage::Close(done) => closing.push(done),
                }
            }
            self.commit_batch(batch).await;
        }
        if let Some(connection) = self.connection.take() {
            connection.close().await;
        }
        for done in closing {
            let _ = done.send(());
        }
    }

    /// Commits a batch and replies to the callers. If the transaction conflicts with another writer or the
    /// database rejects it, it is split into halves, so that only the operations that must fail do.
    async fn commit_batch(&mut self, batch: Vec<PendingWrite>) {
        let deadline = Instant::now() + DATABASE_TIMEOUT;
        let mut batches = vec![batch];
        while let Some(mut batch) = batches.pop() {
            if batch.is_empty() {
                continue;
            }
            match self.commit_with_retry(&batch, deadline).await {
                Ok(outcomes) => reply_each(batch, outcomes),
                Err(TransactionError::Conflict(_) | TransactionError::Database(StoreError::Other(_)))
                    if batch.len() > 1 =>
                {
                    let second_half = batch.split_off(batch.len() / 2);
                    batches.push(second_half);
                    batches.push(batch);
                }
                Err(error) => reply_error(batch, &error),
            }
        }
    }

    /// Commits one transaction. Retries if the database became unavailable before the commit: nothing was
    /// stored, so nothing can be stored twice.
    async fn commit_with_retry(
        &mut self,
        batch: &[PendingWrite],
        deadline: Instant,
    ) -> Result<Vec<WriteOutcome>, TransactionError> {
        loop {
            match self.commit(batch).await {
                Err(TransactionError::Database(StoreError::Unavailable(_))) if Instant::now() < deadline => {
                    tokio::time::sleep(RETRY_DELAY).await;
                }
                done => return done,
            }
        }
    }

    async fn commit(&mut self, batch: &[PendingWrite]) -> Result<Vec<WriteOutcome>, TransactionError> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.database.connect().await?,
        };
        let done = self.run_transaction(&mut connection, batch).await;
        if done.is_ok() {
            self.counters.commits.fetch_add(1, Ordering::Relaxed);
            self.counters.changes.fetch_add(batch.len() as u64, Ordering::Relaxed);
            self.connection = Some(connection);
            return done;
        }
        batch.iter().filter_map(|write| write.op.game()).for_each(|game| self.cache.remove(game));
        // SQLite may have rolled back already and then reports that there is no transaction, which is fine.
        let rolled_back = connection.rollback().await;
        if !is_connection_lost(&done) && !is_connection_lost(&rolled_back) {
            self.connection = Some(connection);
        }
        done
    }

    async fn run_transaction(
        &mut self,
        connection: &mut Connection,
        batch: &[PendingWrite],
    ) -> Result<Vec<WriteOutcome>, TransactionError> {
        connection.begin().await?;
        let outcomes = commit::write_batch(connection, &mut self.cache, batch).await?;
        connection.commit().await.map_err(commit_unknown)?;
        Ok(outcomes)
    }
}

/// When the connection is lost during a commit, the outcome is unknown.
fn commit_unknown(error: TransactionError) -> TransactionError {
    match error {
        TransactionError::Database(StoreError::Unavailable(why)) => {
            TransactionError::Database(StoreError::CommitUnknown(why))
        }
        error => error,
    }
}

/// Whether the connection must be replaced. A read-only connection stays read-only even when the database
/// becomes writable again.
fn is_connection_lost<T>(done: &Result<T, TransactionError>) -> bool {
    use StoreError::{CommitUnknown, ReadOnly, Unavailable};
    matches!(done, Err(TransactionError::Database(Unavailable(_) | CommitUnknown(_) | ReadOnly(_))))
}

// Sending fails if the caller no longer waits for the reply, which is fine.

fn reply_each(batch: Vec<PendingWrite>, outcomes: Vec<WriteOutcome>) {
    for (write, outcome) in batch.into_iter().zip(outcomes) {
        let _ = write.reply.send(outcome);
    }
}

fn reply_error(batch: Vec<PendingWrite>, error: &TransactionError) {
    for PendingWrite { op, reply } in batch {
        let store_error = match (error, op.game()) {
            (TransactionError::Database(error), _) => error.clone(),
            (TransactionError::Conflict(_), Some(game)) => StoreError::Conflict { game: game.clone() },
            (TransactionError::Conflict(_), None) => StoreError::Busy("another writer was faster".into()),
        };
        let _ = reply.send(Err(store_error));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sql::{FromRow, Row};
    use crate::write_op::WriteOp;
    use tokio::sync::oneshot;

    /// A writer whose own connection the test can break, which another program could not do.
    async fn writer(address: &str) -> Writer {
        let database = Database::from_address(address).unwrap();
        let connection = database.open().await.unwrap();
        Writer {
            database,
            connection: Some(connection),
            queue: mpsc::channel(1).1,
            counters: Arc::default(),
            cache: GameCache::default(),
        }
    }

    impl FromRow for () {
        fn from_row(_: &impl Row) -> Result<Self, StoreError> {
            Ok(())
        }
    }

    async fn set(writer: &mut Writer, pragma: &'static str) {
        let connection = writer.connection.as_mut().unwrap();
        connection.query::<()>(pragma, &[]).await.unwrap();
    }

    async fn put_note(writer: &mut Writer, note: String) -> WriteOutcome {
        let (reply, outcome) = oneshot::channel();
        writer
            .commit_batch(vec![PendingWrite { op: WriteOp::Note { name: "note".into(), note }, reply }])
            .await;
        outcome.await.unwrap()
    }

    #[tokio::test]
    async fn a_full_disk_is_reported_and_writing_resumes_when_there_is_space() {
        let mut writer = writer("sqlite::memory:").await;
        set(&mut writer, "PRAGMA max_page_count = 20").await;
        let full = put_note(&mut writer, "x".repeat(1 << 20)).await;
        assert!(matches!(full, Err(StoreError::DiskFull(_))), "{full:?}");
        set(&mut writer, "PRAGMA max_page_count = 100000").await;
        put_note(&mut writer, "x".repeat(1 << 20)).await.unwrap();
    }

    #[tokio::test]
    async fn a_read_only_database_is_reported_and_writable_again_later() {
        let folder = tempfile::tempdir().unwrap();
        let mut writer = writer(&format!("sqlite:{}", folder.path().join("read.db").display())).await;
        set(&mut writer, "PRAGMA query_only = ON").await;
        let refused = put_note(&mut writer, "x".into()).await;
        assert!(matches!(refused, Err(StoreError::ReadOnly(_))), "{refused:?}");
        // The next connection can write.
        put_note(&mut writer, "x".into()).await.unwrap();
    }
}
