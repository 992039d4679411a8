//! The rooms that are open, each with one owner.

use crate::chronicle::{Chronicle, Unreadable};
use crate::config::Config;
use crate::head::Head;
use crate::house::{House, Question, Wanted};
use crate::limits::Limits;
use crate::lobby::{Lobby, Stands};
use crate::people::People;
use crate::room::{Door, Message, Room, ViewerId};
use crate::shares::Shares;
use crate::when::{days_ago, now};
use std::collections::HashMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tetrarch_protocol::{Analysis, Deed, Refused, RefusedFor};
use tetrarch_store::{GameId, NewGame, Store, StoreError};
use tokio::sync::{OnceCell, Semaphore};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// How long the server waits for its rooms and sockets when it stops.
const DRAIN: Duration = Duration::from_secs(10);

/// How many analyses may wait.
const MOST_ANALYSES: usize = 32;

/// Why a table could not be opened.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LoadError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("a table is damaged: {0}")]
    Unreadable(#[from] Unreadable),
    #[error("the server is about to stop")]
    Stopping,
}

/// What has been done so far.
#[derive(Default)]
pub(crate) struct Counts {
    pub(crate) tables: AtomicU64,
    pub(crate) commands: AtomicU64,
    pub(crate) refused: AtomicU64,
    pub(crate) requests: AtomicU64,
    pub(crate) analyses: AtomicU64,
    /// Sockets that are open.
    pub(crate) sockets: AtomicU64,
}

/// Who asked for an analysis has gone: nobody needs it any more.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// All rooms that are open. A clone is the same.
#[derive(Clone)]
pub(crate) struct Rooms(Arc<Inner>);

struct Inner {
    house: House,
    store: Store,
    /// None once the server is about to stop.
    open: Mutex<Option<HashMap<GameId, Slot>>>,
    lobby: Lobby,
    people: People,
    limits: Limits,
    viewers: AtomicU64,
    engines: Semaphore,
    /// How the engines at the tables are shared; for measurements they are not.
    shares: Option<Shares>,
    /// Lines of play that are looked at, away from the threads that serve play.
    studies: Semaphore,
    /// Analyses, which never take a core from the engines at the tables.
    analyses: Semaphore,
    /// Those that wait or are being made.
    queue: Semaphore,
    counts: Counts,
    config: Config,
    tasks: TaskTracker,
    stopping: CancellationToken,
}

/// A place for a room, so that two who ask at once do not open it twice.
type Slot = Arc<OnceCell<Arc<Door>>>;

impl Rooms {
    pub(crate) fn new(house: House, store: Store, config: Config) -> Rooms {
        // Engines leave a core to play, where there is more than one.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let engines = cores.saturating_sub(1).max(1);
        Rooms(Arc::new(Inner {
            house,
            lobby: Lobby::new(),
            people: People::new(store.clone(), &config.admins),
            limits: if config.limits { Limits::usual() } else { Limits::none() },
            store,
            open: Mutex::new(Some(HashMap::new())),
            viewers: AtomicU64::new(0),
            engines: Semaphore::new(engines),
            shares: config.limits.then(|| Shares::of(engines)),
            studies: Semaphore::new(cores),
            analyses: Semaphore::new((cores / 2).max(1)),
            queue: Semaphore::new(MOST_ANALYSES),
            counts: Counts::default(),
            config,
            tasks: TaskTracker::new(),
            stopping: CancellationToken::new(),
        }))
    }

    pub(crate) fn house(&self) -> &House {
        &self.0.house
    }

    pub(crate) fn store(&self) -> &Store {
        &self.0.store
    }

    pub(crate) fn lobby(&self) -> &Lobby {
        &self.0.lobby
    }

    pub(crate) fn people(&self) -> &People {
        &self.0.people
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.0.limits
    }

    /// How the server is run.
    pub(crate) fn config(&self) -> &Config {
        &self.0.config
    }

    /// What has been done so far, for measurements.
    pub(crate) fn counts(&self) -> &Counts {
        &self.0.counts
    }

    /// How many rooms are open.
    pub(crate) fn open_rooms(&self) -> usize {
        self.lock().as_ref().map_or(0, HashMap::len)
    }

    /// Stores a new table and opens its room: where everybody sits already, the game begins and the engine thinks
    /// although nobody has connected yet.
    ///
    /// Boxed, because a room that makes a table is itself what opens one.
    pub(crate) fn create<'a>(
        &'a self,
        id: &'a GameId,
        head: &'a Head,
    ) -> Pin<Box<dyn Future<Output = Result<(), LoadError>> + Send + 'a>> {
        Box::pin(self.create_now(id, head))
    }

    async fn create_now(&self, id: &GameId, head: &Head) -> Result<(), LoadError> {
        let game = NewGame {
            id: id.clone(),
            game: head.game.clone(),
            head: serde_json::to_string(head).unwrap_or_default(),
            created: now(),
        };
        self.0.store.create(game).await?;
        self.0.counts.tables.fetch_add(1, Ordering::Relaxed);
        self.enter(id).await?;
        Ok(())
    }

    /// Rooms and sockets that must end before the server does.
    pub(crate) fn tasks(&self) -> &TaskTracker {
        &self.0.tasks
    }

    pub(crate) fn next_viewer(&self) -> ViewerId {
        ViewerId(self.0.viewers.fetch_add(1, Ordering::Relaxed))
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.lock().is_none()
    }

    /// Waits until the server is about to stop.
    pub(crate) async fn stopping(&self) {
        self.0.stopping.cancelled().await;
    }

    /// Some of a person's sessions have ended: whoever is still connected by one of them is sent away.
    pub(crate) fn logged_out(&self, person: &str) {
        self.lobby().logged_out(person);
        let doors: Vec<Arc<Door>> =
            self.lock().iter().flat_map(HashMap::values).filter_map(|slot| slot.get().cloned()).collect();
        let person: Arc<str> = person.into();
        self.0.tasks.spawn(async move {
            for door in doors {
                // A room that has ended has nobody to send away.
                let _ = door.tell(Message::LoggedOut(Arc::clone(&person))).await;
            }
        });
    }

    /// The way into the room of a table, which is opened if it is not; none if there is no such table.
    pub(crate) async fn enter(&self, id: &GameId) -> Result<Option<Arc<Door>>, LoadError> {
        // A room that has failed leaves its door behind.
        self.forget(id);
        let slot = {
            let mut open = self.lock();
            let open = open.as_mut().ok_or(LoadError::Stopping)?;
            Arc::clone(open.entry(id.clone()).or_default())
        };
        let opened = slot.get_or_try_init(|| self.open(id)).await;
        match opened {
            Ok(door) => Ok(Some(Arc::clone(door))),
            Err(None) => {
                self.forget_empty(id);
                Ok(None)
            }
            Err(Some(error)) => {
                self.forget_empty(id);
                Err(error)
            }
        }
    }

    async fn open(&self, id: &GameId) -> Result<Arc<Door>, Option<LoadError>> {
        let table = self.load(id).await.map_err(Some)?.ok_or(None)?;
        let (mut room, door) = Room::new(table, self.clone());
        // Who has made a table finds it in the lobby at once.
        room.list();
        self.0.tasks.spawn(Box::new(room).run());
        Ok(door)
    }

    /// A table as it is stored.
    pub(crate) async fn load(&self, id: &GameId) -> Result<Option<Chronicle>, LoadError> {
        let stored = self.0.store.load(id).await?;
        Ok(stored.map(|stored| Chronicle::load(&self.0.house, id.clone(), &stored)).transpose()?)
    }

    /// Closes the room of a table, unless somebody is about to tell it something.
    pub(crate) fn retire(&self, id: &GameId) -> bool {
        let mut open = self.lock();
        let Some(open) = open.as_mut() else { return false };
        let unused = |slot: &Slot| {
            Arc::strong_count(slot) == 1
                && slot.get().is_some_and(|door| Arc::strong_count(door) == 1 && door.is_empty())
        };
        if !open.get(id).is_some_and(unused) {
            return false;
        }
        open.remove(id);
        true
    }

    /// The room of a table is gone.
    pub(crate) fn forget(&self, id: &GameId) {
        if let Some(open) = self.lock().as_mut() {
            // Another room may have been opened since; only one that has ended is forgotten.
            if open.get(id).and_then(|slot| slot.get()).is_some_and(|door| door.is_closed()) {
                open.remove(id);
            }
        }
    }

    fn forget_empty(&self, id: &GameId) {
        if let Some(open) = self.lock().as_mut()
            && open.get(id).is_some_and(|slot| slot.get().is_none())
        {
            open.remove(id);
        }
    }

    /// Lets an engine think on a thread of its own, when there is one for it. The owner of a table with many engines waits
    /// for themselves, not others for them.
    pub(crate) async fn think(&self, owner: Option<&str>, question: Question) -> Option<Deed> {
        let share = match &self.0.shares {
            Some(shares) => shares.wait(owner).await,
            None => None,
        };
        let permit = self.0.engines.acquire().await.ok()?;
        if question.stop.load(Ordering::Relaxed) {
            return None;
        }
        let opponent = Arc::clone(&self.0.house.opponent);
        let answer = tokio::task::spawn_blocking(move || opponent.answer(&question)).await;
        drop((permit, share));
        answer.inspect_err(|error| tracing::error!(%error, "an engine failed")).ok().flatten()
    }

    /// Does what takes a while for somebody who plays at no table, on a thread of its own.
    pub(crate) async fn study<T: Send + 'static>(
        &self,
        look: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let failed = || Refused::new(RefusedFor::NotStored, "This could not be looked at. Try again.");
        let permit = self.0.studies.acquire().await.map_err(|_| failed())?;
        let looked = tokio::task::spawn_blocking(look).await;
        drop(permit);
        looked.map_err(|_| failed())
    }

    /// The keys of the positions of a game that stand at tables where people play each other now, and how many actions it
    /// took to get there.
    pub(crate) async fn standing(&self, game: &str) -> Vec<Stands> {
        let mut standing = Vec::new();
        for (table, last) in self.lobby().contested(game) {
            // A room is not opened for this: while it is closed, nothing happens there.
            let door = self.lock().as_ref().and_then(|open| open.get(&table)?.get().cloned());
            let now = match door {
                Some(door) => door.ask(Message::Stands).await.ok(),
                None => None,
            };
            standing.push(now.unwrap_or(last));
        }
        standing
    }

    /// Ends old sessions and tables that nobody has begun, and forgets guests who have left and are not expected at any
    /// table.
    pub(crate) async fn forget_absent(&self) -> Result<(), LoadError> {
        self.people().end_old_sessions().await?;
        let days = self.config().guest_days;
        if days == 0 {
            return Ok(());
        }
        let since = days_ago(days);
        for table in self.lobby().stale(since) {
            if let Some(door) = self.enter(&table).await? {
                // If the room has ended meanwhile, the next time is early enough.
                let _ = door.tell(Message::WaitNoLonger).await;
            }
        }
        let removed = self.people().remove_absent(since, |guest| self.lobby().is_expected(guest)).await?;
        if removed > 0 {
            tracing::info!(removed, "guests who have left were forgotten");
        }
        Ok(())
    }

    /// Forgets what nobody needs any more.
    pub(crate) fn tidy(&self) {
        self.0.limits.tidy();
        self.0.shares.iter().for_each(Shares::tidy);
    }

    /// Lets the engine think about a position that nobody plays.
    ///
    /// The error says that too many wait already.
    pub(crate) async fn analyse(&self, wanted: Wanted) -> Result<Option<Analysis>, Refused> {
        let busy =
            || Refused::new(RefusedFor::TooMuch, "The engine has too much to think about. Try again later.");
        let _place = self.0.queue.try_acquire().map_err(|_| busy())?;
        let permit = self.0.analyses.acquire().await.map_err(|_| busy())?;
        let opponent = Arc::clone(&self.0.house.opponent);
        let stop = StopOnDrop(Arc::clone(&wanted.stop));
        let answer = tokio::task::spawn_blocking(move || opponent.analyse(&wanted)).await;
        drop((permit, stop));
        self.0.counts.analyses.fetch_add(1, Ordering::Relaxed);
        Ok(answer.inspect_err(|error| tracing::error!(%error, "an engine failed")).ok().flatten())
    }

    /// Tells every room that the server is about to stop, and waits until all have stored what they have.
    pub(crate) async fn shut_down(&self) {
        self.0.stopping.cancel();
        let open = self.lock().take().unwrap_or_default();
        for door in open.values().filter_map(|slot| slot.get()) {
            let _ = door.tell(Message::Shutdown).await;
        }
        self.0.tasks.close();
        if tokio::time::timeout(DRAIN, self.0.tasks.wait()).await.is_err() {
            tracing::warn!("some sockets did not close in time");
        }
        self.0.store.close().await;
    }

    fn lock(&self) -> MutexGuard<'_, Option<HashMap<GameId, Slot>>> {
        // Nothing in there panics; and if it did, the map would still be whole.
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
