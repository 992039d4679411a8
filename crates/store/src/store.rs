//! The store as its users see it.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use sqlx::{AnyPool, Connection as _, Row};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Duration, timeout};

use crate::change::{Change, Request, Waiting};
use crate::checkpoint::Checkpoints;
use crate::database::Database;
use crate::live::Live;
use crate::log_file::LogFile;
use crate::read;
use crate::writer::{Counts, Writer};
use crate::{ArchiveEntry, Finish, GameId, NewGame, StoreError, StoredGame};

/// Changes that may wait for the writer; who comes later waits to be let in.
const QUEUE: usize = 4096;

/// For so long an answer is waited for: a disk can hang.
const LONGEST: Duration = Duration::from_secs(30);

/// The store of all games. A clone is another handle to the same store.
///
/// All changes go to one writer, which commits everything that is waiting in one transaction. Reading never waits for
/// writing. When the database goes away, changes wait a few seconds for it to come back.
#[derive(Clone, Debug)]
pub struct Store {
    requests: mpsc::Sender<Request>,
    readers: AnyPool,
    counts: Arc<Counts>,
}

/// How much was written, for measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
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
        let database = Database::at(address)?;
        let mut connection = database.connect().await?;
        database.migrate(&mut connection).await?;
        let link = database.link().await?;
        // Not before: what is in memory only goes with its last connection.
        let _ = connection.close().await;
        let (requests, inbox) = mpsc::channel(QUEUE);
        let counts = Arc::new(Counts::default());
        let readers = database.readers();
        let log_file = database.has_log.then(LogFile::default);
        let checkpoints = database.has_log.then(|| Checkpoints::start(&database, &counts)).transpose()?;
        let writer = Writer {
            database,
            link: Some(link),
            inbox,
            counts: Arc::clone(&counts),
            live: Live::default(),
            checkpoints,
            log_file,
        };
        writer.start()?;
        Ok(Self { requests, readers, counts })
    }

    /// Stores a new game. [`StoreError::Taken`] if the id is in use.
    pub async fn create(&self, game: NewGame) -> Result<(), StoreError> {
        self.change(Change::Create(game)).await
    }

    /// Adds events to the log of a game, the first with number `from` (a new game begins with 0): all of them or none.
    /// They are on the disk when this returns. [`StoreError::Taken`] if an event with one of these numbers exists.
    pub async fn append(&self, game: &GameId, from: u64, events: Vec<String>) -> Result<(), StoreError> {
        self.change(Change::Append { game: game.clone(), from, events, finish: None }).await
    }

    /// Adds the last events and says that the game is over, in one step. Nothing can be added to it afterwards. There
    /// must be at least one event: its number is what keeps other writers out.
    pub async fn finish(
        &self,
        game: &GameId,
        from: u64,
        events: Vec<String>,
        end: Finish,
    ) -> Result<(), StoreError> {
        self.finish_as(game, from, events, end, None).await
    }

    /// The same, with what the archive keeps of it.
    pub async fn finish_as(
        &self,
        game: &GameId,
        from: u64,
        events: Vec<String>,
        end: Finish,
        entry: Option<ArchiveEntry>,
    ) -> Result<(), StoreError> {
        if events.is_empty() {
            return Err(StoreError::NoLastEvent { game: game.clone() });
        }
        self.change(Change::Append { game: game.clone(), from, events, finish: Some((end, entry)) }).await
    }

    /// Whether the database answers and can be written to.
    pub async fn is_there(&self) -> bool {
        !self.requests.is_closed() && sqlx::query("SELECT 1").execute(&self.readers).await.is_ok()
    }

    pub(crate) const fn readers(&self) -> &AnyPool {
        &self.readers
    }

    /// Writes another head for a game that is not finished: players took their seats. The last writer wins.
    pub async fn update_head(&self, game: &GameId, head: String) -> Result<(), StoreError> {
        self.change(Change::Head { game: game.clone(), head }).await
    }

    /// Keeps a text under a name, in place of what was there: something of the server's own, like a secret.
    pub async fn put(&self, name: &str, note: String) -> Result<(), StoreError> {
        self.change(Change::Note { name: name.to_string(), note }).await
    }

    /// The game as it is stored at one moment; none if there is no such game.
    pub async fn load(&self, game: &GameId) -> Result<Option<StoredGame>, StoreError> {
        Ok(read::game(&self.readers, game).await?)
    }

    /// All games that are not finished, the oldest first.
    pub async fn unfinished(&self) -> Result<Vec<GameId>, StoreError> {
        let rows = sqlx::query("SELECT id FROM games WHERE finished IS NULL ORDER BY key")
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(|row| row.try_get::<String, _>("id")?.parse().map_err(StoreError::foreign)).collect()
    }

    /// The text kept under a name.
    pub async fn get(&self, name: &str) -> Result<Option<String>, StoreError> {
        let row = sqlx::query("SELECT note FROM notes WHERE name = $1")
            .bind(name)
            .fetch_optional(&self.readers)
            .await?;
        Ok(row.map(|row| row.try_get("note")).transpose()?)
    }

    /// How much was written through this store so far.
    pub fn tally(&self) -> Tally {
        Tally {
            commits: self.counts.commits.load(Ordering::Relaxed),
            changes: self.counts.changes.load(Ordering::Relaxed),
        }
    }

    /// Waits until all waiting changes are stored and closes the database. What comes later gets
    /// [`StoreError::Closed`].
    pub async fn close(&self) {
        let (done, closed) = oneshot::channel();
        if self.requests.send(Request::Close(done)).await.is_ok() {
            // A disk that hangs keeps nobody from stopping.
            let _ = timeout(LONGEST, closed).await;
        }
        self.readers.close().await;
    }

    pub(crate) async fn change(&self, change: Change) -> Result<(), StoreError> {
        if change.has_nul() {
            return Err(StoreError::Nul);
        }
        let (answer, answered) = oneshot::channel();
        let request = Request::Store(Waiting { change, answer });
        self.requests.send(request).await.map_err(|_| StoreError::Closed)?;
        match timeout(LONGEST, answered).await {
            Ok(answer) => answer.unwrap_or(Err(StoreError::Closed)),
            Err(_) => Err(StoreError::Unsure("no answer".into())),
        }
    }
}
