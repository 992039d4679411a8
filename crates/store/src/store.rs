//! The store as its users see it.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use sqlx::{AnyPool, Connection as _, Row};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Duration, timeout};

use crate::checkpoint::Checkpointer;
use crate::database::Database;
use crate::game_cache::GameCache;
use crate::load;
use crate::wal_file::WalFile;
use crate::write_op::{PendingWrite, WriteOp, WriterMessage};
use crate::writer::{Writer, WriterCounters};
use crate::{ArchiveEntry, GameEnd, GameId, NewGame, StoreError, StoredGame};

/// Changes that may wait for the writer; who comes later waits to be let in.
const WRITE_QUEUE_CAPACITY: usize = 4096;

/// For so long an answer is waited for: a disk can hang.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// The store of all games. A clone is another handle to the same store.
///
/// All changes go to one writer, which commits everything that is waiting in one transaction. Reading never waits for
/// writing. When the database goes away, changes wait a few seconds for it to come back.
#[derive(Clone, Debug)]
pub struct Store {
    writer: mpsc::Sender<WriterMessage>,
    readers: AnyPool,
    counters: Arc<WriterCounters>,
}

/// How much was written, for measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriteStats {
    /// Transactions committed.
    pub commits: u64,
    /// Changes in them.
    pub changes: u64,
}

impl Store {
    /// Opens a database and brings its tables up to date. `sqlite:FILE` is made if it is missing, `sqlite::memory:` is
    /// forgotten with the last handle, `postgres://USER:PASSWORD@HOST/NAME` must exist. Must be called within a tokio
    /// runtime.
    pub async fn open(address: &str) -> Result<Self, StoreError> {
        let database = Database::from_address(address)?;
        let mut connection = database.connect().await?;
        database.migrate(&mut connection).await?;
        let link = database.open_writer().await?;
        // Not before: what is in memory only goes with its last connection.
        let _ = connection.close().await;
        let (requests, inbox) = mpsc::channel(WRITE_QUEUE_CAPACITY);
        let counts = Arc::new(WriterCounters::default());
        let readers = database.reader_pool();
        let log_file = database.has_wal.then(WalFile::default);
        let checkpoints = database.has_wal.then(|| Checkpointer::start(&database, &counts)).transpose()?;
        let writer = Writer {
            database,
            connection: Some(link),
            queue: inbox,
            counters: Arc::clone(&counts),
            cache: GameCache::default(),
            checkpointer: checkpoints,
            wal_file: log_file,
        };
        writer.start()?;
        Ok(Self { writer: requests, readers, counters: counts })
    }

    /// Stores a new game. [`StoreError::Taken`] if the id is in use.
    pub async fn create(&self, game: NewGame) -> Result<(), StoreError> {
        self.write(WriteOp::Create(game)).await
    }

    /// Adds events to the log of a game, the first with number `from` (a new game begins with 0): all of them or none.
    /// They are on the disk when this returns. [`StoreError::Taken`] if an event with one of these numbers exists.
    pub async fn append(&self, game: &GameId, from: u64, events: Vec<String>) -> Result<(), StoreError> {
        self.write(WriteOp::Append { game: game.clone(), from, events, finish: None }).await
    }

    /// Adds the last events and says that the game is over, in one step. Nothing can be added to it afterwards. There
    /// must be at least one event: its number is what keeps other writers out.
    pub async fn finish(
        &self,
        game: &GameId,
        from: u64,
        events: Vec<String>,
        end: GameEnd,
    ) -> Result<(), StoreError> {
        self.finish_archived(game, from, events, end, None).await
    }

    /// The same, with what the archive keeps of it.
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

    /// Whether the database answers and can be written to.
    pub async fn is_available(&self) -> bool {
        !self.writer.is_closed() && sqlx::query("SELECT 1").execute(&self.readers).await.is_ok()
    }

    pub(crate) const fn readers(&self) -> &AnyPool {
        &self.readers
    }

    /// Writes another head for a game that is not finished: players took their seats. The last writer wins.
    pub async fn update_head(&self, game: &GameId, head: String) -> Result<(), StoreError> {
        self.write(WriteOp::Head { game: game.clone(), head }).await
    }

    /// Keeps a text under a name, in place of what was there: something of the server's own, like a secret.
    pub async fn put_note(&self, name: &str, note: String) -> Result<(), StoreError> {
        self.write(WriteOp::Note { name: name.to_string(), note }).await
    }

    /// The game as it is stored at one moment; none if there is no such game.
    pub async fn load(&self, game: &GameId) -> Result<Option<StoredGame>, StoreError> {
        Ok(load::load_game(&self.readers, game).await?)
    }

    /// All games that are not finished, the oldest first.
    pub async fn unfinished(&self) -> Result<Vec<GameId>, StoreError> {
        let rows = sqlx::query("SELECT id FROM games WHERE finished IS NULL ORDER BY key")
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(|row| row.try_get::<String, _>("id")?.parse().map_err(StoreError::corrupt)).collect()
    }

    /// The text kept under a name.
    pub async fn get_note(&self, name: &str) -> Result<Option<String>, StoreError> {
        let row = sqlx::query("SELECT note FROM notes WHERE name = $1")
            .bind(name)
            .fetch_optional(&self.readers)
            .await?;
        Ok(row.map(|row| row.try_get("note")).transpose()?)
    }

    /// How much was written through this store so far.
    pub fn write_stats(&self) -> WriteStats {
        WriteStats {
            commits: self.counters.commits.load(Ordering::Relaxed),
            changes: self.counters.changes.load(Ordering::Relaxed),
        }
    }

    /// Waits until all waiting changes are stored and closes the database. What comes later gets
    /// [`StoreError::Closed`].
    pub async fn close(&self) {
        let (done, closed) = oneshot::channel();
        if self.writer.send(WriterMessage::Close(done)).await.is_ok() {
            // A disk that hangs keeps nobody from stopping.
            let _ = timeout(WRITE_TIMEOUT, closed).await;
        }
        self.readers.close().await;
    }

    pub(crate) async fn write(&self, change: WriteOp) -> Result<(), StoreError> {
        if change.has_nul() {
            return Err(StoreError::NulCharacter);
        }
        let (answer, answered) = oneshot::channel();
        let request = WriterMessage::Store(PendingWrite { op: change, reply: answer });
        self.writer.send(request).await.map_err(|_| StoreError::Closed)?;
        match timeout(WRITE_TIMEOUT, answered).await {
            Ok(answer) => answer.unwrap_or(Err(StoreError::Closed)),
            Err(_) => Err(StoreError::CommitUnknown("no answer".into())),
        }
    }
}
