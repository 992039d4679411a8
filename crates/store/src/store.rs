//! The public interface of the store.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use tokio::sync::{mpsc, oneshot};
use tokio::time::{Duration, timeout};

use crate::database::{Database, Readers};
use crate::game_cache::GameCache;
use crate::load;
use crate::write_op::{PendingWrite, WriteOp, WriterMessage};
use crate::writer::{Writer, WriterCounters};
use crate::{ArchiveEntry, GameEnd, GameId, NewGame, StoreError, StoredGame};

/// The capacity of the write queue. Further callers wait for a free slot.
const WRITE_QUEUE_CAPACITY: usize = 4096;

/// How long to wait for a write, because a disk can hang.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// The store of all games. Clones are handles to the same store.
///
/// All writes go through one writer, which commits all pending operations in one transaction. Reads never
/// wait for writes. When the database is unavailable, writes wait a few seconds for it to come back.
#[derive(Clone, Debug)]
pub struct Store {
    writer: mpsc::Sender<WriterMessage>,
    readers: Readers,
    counters: Arc<WriterCounters>,
}

/// Statistics about writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriteStats {
    /// The number of committed transactions.
    pub commits: u64,
    /// The number of operations in them.
    pub changes: u64,
}

impl Store {
    /// Opens a database and runs its migrations. `sqlite:FILE` is created if it is missing, `sqlite::memory:`
    /// lasts until the last handle is dropped, and `postgres://USER:PASSWORD@HOST/NAME` must exist. Must be
    /// called within a tokio runtime.
    pub async fn open(address: &str) -> Result<Self, StoreError> {
        let database = Database::from_address(address)?;
        let connection = database.open().await?;
        let (sender, queue) = mpsc::channel(WRITE_QUEUE_CAPACITY);
        let counters = Arc::new(WriterCounters::default());
        let readers = database.readers();
        let writer = Writer {
            database,
            connection: Some(connection),
            queue,
            counters: Arc::clone(&counters),
            cache: GameCache::default(),
        };
        writer.start()?;
        Ok(Self { writer: sender, readers, counters })
    }

    /// Stores a new game. [`StoreError::Conflict`] if the id is in use.
    pub async fn create(&self, game: NewGame) -> Result<(), StoreError> {
        self.write(WriteOp::Create(game)).await
    }

    /// Appends events to the log of a game, all or none. `from` is the number of the first one; a new game
    /// starts with 0. The events are on disk when this returns. [`StoreError::Conflict`] if an event with one
    /// of these numbers exists.
    pub async fn append(&self, game: &GameId, from: u64, events: Vec<String>) -> Result<(), StoreError> {
        self.write(WriteOp::Append { game: game.clone(), from, events, finish: None }).await
    }

    /// Appends the last events and marks the game as finished, in one transaction. The log is closed
    /// afterwards. There must be at least one event, because its number keeps other writers out.
    pub async fn finish(
        &self,
        game: &GameId,
        from: u64,
        events: Vec<String>,
        end: GameEnd,
    ) -> Result<(), StoreError> {
        self.finish_archived(game, from, events, end, None).await
    }

    /// Like [`finish`](Store::finish), with an entry for the archive.
    pub async fn finish_archived(
        &self,
        game: &GameId,
        from: u64,
        events: Vec<String>,
        end: GameEnd,
        entry: Option<ArchiveEntry>,
    ) -> Result<(), StoreError> {
        if events.is_empty() {
            return Err(StoreError::NoLastEvent { game: game.clone() });
        }
        self.write(WriteOp::Append { game: game.clone(), from, events, finish: Some((end, entry)) }).await
    }

    /// Whether the database responds and the writer is running.
    pub async fn is_available(&self) -> bool {
        !self.writer.is_closed()
            && self.readers.query::<i64>("SELECT CAST(1 AS BIGINT)", vec![]).await.is_ok()
    }

    pub(crate) const fn readers(&self) -> &Readers {
        &self.readers
    }

    /// Replaces the head of an unfinished game, for example when players take their seats. The last writer
    /// wins.
    pub async fn update_head(&self, game: &GameId, head: String) -> Result<(), StoreError> {
        self.write(WriteOp::Head { game: game.clone(), head }).await
    }

    /// Stores a text under a name and replaces the previous one. For data of the server itself, such as a
    /// secret.
    pub async fn put_note(&self, name: &str, note: String) -> Result<(), StoreError> {
        self.write(WriteOp::Note { name: name.to_string(), note }).await
    }

    /// Loads a consistent snapshot of a game; `None` if it does not exist.
    pub async fn load(&self, game: &GameId) -> Result<Option<StoredGame>, StoreError> {
        load::load_game(&self.readers, game).await
    }

    /// All unfinished games, oldest first.
    pub async fn unfinished(&self) -> Result<Vec<GameId>, StoreError> {
        let sql = "SELECT id FROM games WHERE finished IS NULL ORDER BY key";
        let ids: Vec<String> = self.readers.query(sql, vec![]).await?;
        ids.iter().map(|id| id.parse().map_err(StoreError::corrupt)).collect()
    }

    /// The text stored under a name.
    pub async fn get_note(&self, name: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT note FROM notes WHERE name = $1";
        self.readers.query_first(sql, vec![name.to_string().into()]).await
    }

    /// Statistics about the writes through this store.
    pub fn write_stats(&self) -> WriteStats {
        WriteStats {
            commits: self.counters.commits.load(Ordering::Relaxed),
            changes: self.counters.changes.load(Ordering::Relaxed),
        }
    }

    /// Waits until all pending writes are stored, then closes the database. Later calls return
    /// [`StoreError::Closed`].
    pub async fn close(&self) {
        let (done, closed) = oneshot::channel();
        if self.writer.send(WriterMessage::Close(done)).await.is_ok() {
            // A hanging disk must not prevent a shutdown.
            let _ = timeout(WRITE_TIMEOUT, closed).await;
        }
        self.readers.close().await;
    }

    pub(crate) async fn write(&self, op: WriteOp) -> Result<(), StoreError> {
        if op.has_nul() {
            return Err(StoreError::NulCharacter);
        }
        let (reply, outcome) = oneshot::channel();
        let message = WriterMessage::Store(PendingWrite { op, reply });
        self.writer.send(message).await.map_err(|_| StoreError::Closed)?;
        match timeout(WRITE_TIMEOUT, outcome).await {
            Ok(outcome) => outcome.unwrap_or(Err(StoreError::Closed)),
            Err(_) => Err(StoreError::CommitUnknown("no response".into())),
        }
    }
}
