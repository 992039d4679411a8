//! The rooms that are open, each with one owner.

use crate::accounts::Accounts;
use crate::config::Config;
use crate::deps::{AnalysisJob, DecisionRequest, ServerDeps};
use crate::engine_quota::EngineQuota;
use crate::header::TableHeader;
use crate::limits::RateLimits;
use crate::lobby::{LobbyRegistry, PositionKey};
use crate::room::{Room, RoomHandle, RoomMessage, ViewerId};
use crate::table::{CorruptTable, LiveTable};
use crate::timestamp::{days_ago, now};
use std::collections::HashMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tetrarch_protocol::{Analysis, CommandKind, ErrorCode, RequestError};
use tetrarch_store::{GameId, NewGame, Store, StoreError};
use tokio::sync::{OnceCell, Semaphore};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// How long the server waits for its rooms and sockets when it stops.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);

/// How many analyses may wait.
const MAX_QUEUED_ANALYSES: usize = 32;

/// Why a table could not be opened.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LoadError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("a table is damaged: {0}")]
    Corrupt(#[from] CorruptTable),
    #[error("the server is about to stop")]
    ShuttingDown,
}

/// What has been done so far.
#[derive(Default)]
pub(crate) struct Metrics {
    pub(crate) tables_created: AtomicU64,
    pub(crate) commands_accepted: AtomicU64,
    pub(crate) commands_refused: AtomicU64,
    pub(crate) requests: AtomicU64,
    pub(crate) analyses: AtomicU64,
    /// Sockets that are open.
    pub(crate) open_sockets: AtomicU64,
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
pub(crate) struct AppState(Arc<AppStateInner>);

struct AppStateInner {
    deps: ServerDeps,
    store: Store,
    /// None once the server is about to stop.
    rooms: Mutex<Option<HashMap<GameId, RoomSlot>>>,
    lobby: LobbyRegistry,
    accounts: Accounts,
    limits: RateLimits,
    next_viewer_id: AtomicU64,
    engine_slots: Semaphore,
    /// How the engines at the tables are shared; for measurements they are not.
    engine_quota: Option<EngineQuota>,
    /// Lines of play that are looked at, away from the threads that serve play.
    study_slots: Semaphore,
    /// Analyses, which never take a core from the engines at the tables.
    analysis_slots: Semaphore,
    /// Those that wait or are being made.
    analysis_queue: Semaphore,
    metrics: Metrics,
    config: Config,
    tasks: TaskTracker,
    shutdown: CancellationToken,
}

/// A place for a room, so that two who ask at once do not open it twice.
type RoomSlot = Arc<OnceCell<Arc<RoomHandle>>>;

impl AppState {
    pub(crate) fn new(house: ServerDeps, store: Store, config: Config) -> AppState {
        // Engines leave a core to play, where there is more than one.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let engines = cores.saturating_sub(1).max(1);
        AppState(Arc::new(AppStateInner {
            deps: house,
            lobby: LobbyRegistry::new(),
            accounts: Accounts::new(store.clone(), &config.admins),
            limits: if config.rate_limits { RateLimits::standard() } else { RateLimits::unlimited() },
            store,
            rooms: Mutex::new(Some(HashMap::new())),
            next_viewer_id: AtomicU64::new(0),
            engine_slots: Semaphore::new(engines),
            engine_quota: config.rate_limits.then(|| EngineQuota::new(engines)),
            study_slots: Semaphore::new(cores),
            analysis_slots: Semaphore::new((cores / 2).max(1)),
            analysis_queue: Semaphore::new(MAX_QUEUED_ANALYSES),
            metrics: Metrics::default(),
            config,
            tasks: TaskTracker::new(),
            shutdown: CancellationToken::new(),
        }))
    }

    pub(crate) fn deps(&self) -> &ServerDeps {
        &self.0.deps
    }

    pub(crate) fn store(&self) -> &Store {
        &self.0.store
    }

    pub(crate) fn lobby(&self) -> &LobbyRegistry {
        &self.0.lobby
    }

    pub(crate) fn accounts(&self) -> &Accounts {
        &self.0.accounts
    }

    pub(crate) fn limits(&self) -> &RateLimits {
        &self.0.limits
    }

    /// How the server is run.
    pub(crate) fn config(&self) -> &Config {
        &self.0.config
    }

    /// What has been done so far, for measurements.
    pub(crate) fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    /// How many rooms are open.
    pub(crate) fn open_room_count(&self) -> usize {
        self.lock_rooms().as_ref().map_or(0, HashMap::len)
    }

    /// Stores a new table and opens its room: where everybody sits already, the game begins and the engine thinks
    /// although nobody has connected yet.
    ///
    /// Boxed, because a room that makes a table is itself what opens one.
    pub(crate) fn create_table<'a>(
        &'a self,
        id: &'a GameId,
        head: &'a TableHeader,
    ) -> Pin<Box<dyn Future<Output = Result<(), LoadError>> + Send + 'a>> {
        Box::pin(self.store_and_open(id, head))
    }

    async fn store_and_open(&self, id: &GameId, head: &TableHeader) -> Result<(), LoadError> {
        let game = NewGame {
            id: id.clone(),
            game: head.game.clone(),
            head: serde_json::to_string(head).unwrap_or_default(),
            created: now(),
        };
        self.0.store.create(game).await?;
        self.0.metrics.tables_created.fetch_add(1, Ordering::Relaxed);
        self.get_or_open_room(id).await?;
        Ok(())
    }

    /// Rooms and sockets that must end before the server does.
    pub(crate) fn tasks(&self) -> &TaskTracker {
        &self.0.tasks
    }

    pub(crate) fn next_viewer_id(&self) -> ViewerId {
        ViewerId(self.0.next_viewer_id.fetch_add(1, Ordering::Relaxed))
    }

    pub(crate) fn is_shutting_down(&self) -> bool {
        self.lock_rooms().is_none()
    }

    /// Waits until the server is about to stop.
    pub(crate) async fn shutdown_requested(&self) {
        self.0.shutdown.cancelled().await;
    }

    /// Some of a person's sessions have ended: whoever is still connected by one of them is sent away.
    pub(crate) fn notify_logged_out(&self, person: &str) {
        self.lobby().logged_out(person);
        let doors: Vec<Arc<RoomHandle>> = self
            .lock_rooms()
            .iter()
            .flat_map(HashMap::values)
            .filter_map(|slot| slot.get().cloned())
            .collect();
        let person: Arc<str> = person.into();
        self.0.tasks.spawn(async move {
            for door in doors {
                // A room that has ended has nobody to send away.
                let _ = door.send(RoomMessage::LoggedOut(Arc::clone(&person))).await;
            }
        });
    }

    /// The way into the room of a table, which is opened if it is not; none if there is no such table.
    pub(crate) async fn get_or_open_room(&self, id: &GameId) -> Result<Option<Arc<RoomHandle>>, LoadError> {
        // A room that has failed leaves its door behind.
        self.remove_closed_room(id);
        let slot = {
            let mut open = self.lock_rooms();
            let open = open.as_mut().ok_or(LoadError::ShuttingDown)?;
            Arc::clone(open.entry(id.clone()).or_default())
        };
        let opened = slot.get_or_try_init(|| self.open_room(id)).await;
        match opened {
            Ok(door) => Ok(Some(Arc::clone(door))),
            Err(None) => {
                self.remove_empty_slot(id);
                Ok(None)
            }
            Err(Some(error)) => {
                self.remove_empty_slot(id);
                Err(error)
            }
        }
    }

    async fn open_room(&self, id: &GameId) -> Result<Arc<RoomHandle>, Option<LoadError>> {
        let table = self.load_table(id).await.map_err(Some)?.ok_or(None)?;
        let (mut room, door) = Room::new(table, self.clone());
        // Who has made a table finds it in the lobby at once.
        room.update_lobby();
        self.0.tasks.spawn(Box::new(room).run());
        Ok(door)
    }

    /// A table as it is stored.
    pub(crate) async fn load_table(&self, id: &GameId) -> Result<Option<LiveTable>, LoadError> {
        let stored = self.0.store.load(id).await?;
        Ok(stored.map(|stored| LiveTable::load(&self.0.deps, id.clone(), &stored)).transpose()?)
    }

    /// Closes the room of a table, unless somebody is about to tell it something.
    pub(crate) fn close_room_if_unused(&self, id: &GameId) -> bool {
        let mut open = self.lock_rooms();
        let Some(open) = open.as_mut() else { return false };
        let unused = |slot: &RoomSlot| {
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
    pub(crate) fn remove_closed_room(&self, id: &GameId) {
        if let Some(open) = self.lock_rooms().as_mut() {
            // Another room may have been opened since; only one that has ended is forgotten.
            if open.get(id).and_then(|slot| slot.get()).is_some_and(|door| door.is_closed()) {
                open.remove(id);
            }
        }
    }

    fn remove_empty_slot(&self, id: &GameId) {
        if let Some(open) = self.lock_rooms().as_mut()
            && open.get(id).is_some_and(|slot| slot.get().is_none())
        {
            open.remove(id);
        }
    }

    /// Lets an engine think on a thread of its own, when there is one for it. The owner of a table with many engines waits
    /// for themselves, not others for them.
    pub(crate) async fn decide(&self, owner: Option<&str>, question: DecisionRequest) -> Option<CommandKind> {
        let share = match &self.0.engine_quota {
            Some(shares) => shares.acquire(owner).await,
            None => None,
        };
        let permit = self.0.engine_slots.acquire().await.ok()?;
        if question.stop.load(Ordering::Relaxed) {
            return None;
        }
        let opponent = Arc::clone(&self.0.deps.engine);
        let answer = tokio::task::spawn_blocking(move || opponent.decide(&question)).await;
        drop((permit, share));
        answer.inspect_err(|error| tracing::error!(%error, "an engine failed")).ok().flatten()
    }

    /// Does what takes a while for somebody who plays at no table, on a thread of its own.
    pub(crate) async fn run_blocking<T: Send + 'static>(
        &self,
        look: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, RequestError> {
        let failed = || RequestError::new(ErrorCode::NotStored, "This could not be looked at. Try again.");
        let permit = self.0.study_slots.acquire().await.map_err(|_| failed())?;
        let looked = tokio::task::spawn_blocking(look).await;
        drop(permit);
        looked.map_err(|_| failed())
    }

    /// The keys of the positions of a game that stand at tables where people play each other now, and how many actions it
    /// took to get there.
    pub(crate) async fn contested_positions(&self, game: &str) -> Vec<PositionKey> {
        let mut standing = Vec::new();
        for (table, last) in self.lobby().contested_tables(game) {
            // A room is not opened for this: while it is closed, nothing happens there.
            let door = self.lock_rooms().as_ref().and_then(|open| open.get(&table)?.get().cloned());
            let now = match door {
                Some(door) => door.request(RoomMessage::PositionKey).await.ok(),
                None => None,
            };
            standing.push(now.unwrap_or(last));
        }
        standing
    }

    /// Ends old sessions and tables that nobody has begun, and forgets guests who have left and are not expected at any
    /// table.
    pub(crate) async fn clean_up(&self) -> Result<(), LoadError> {
        self.accounts().expire_sessions().await?;
        let days = self.config().guest_retention_days;
        if days == 0 {
            return Ok(());
        }
        let since = days_ago(days);
        for table in self.lobby().unstarted_before(since) {
            if let Some(door) = self.get_or_open_room(&table).await? {
                // If the room has ended meanwhile, the next time is early enough.
                let _ = door.send(RoomMessage::AbortUnstarted).await;
            }
        }
        let removed =
            self.accounts().remove_inactive_guests(since, |guest| self.lobby().is_expected(guest)).await?;
        if removed > 0 {
            tracing::info!(removed, "guests who have left were forgotten");
        }
        Ok(())
    }

    /// Forgets what nobody needs any more.
    pub(crate) fn prune(&self) {
        self.0.limits.prune();
        self.0.engine_quota.iter().for_each(EngineQuota::prune);
    }

    /// Lets the engine think about a position that nobody plays.
    ///
    /// The error says that too many wait already.
    pub(crate) async fn analyse(&self, wanted: AnalysisJob) -> Result<Option<Analysis>, RequestError> {
        let busy = || {
            RequestError::new(ErrorCode::TooMuch, "The engine has too much to think about. Try again later.")
        };
        let _place = self.0.analysis_queue.try_acquire().map_err(|_| busy())?;
        let permit = self.0.analysis_slots.acquire().await.map_err(|_| busy())?;
        let opponent = Arc::clone(&self.0.deps.engine);
        let stop = StopOnDrop(Arc::clone(&wanted.stop));
        let answer = tokio::task::spawn_blocking(move || opponent.analyse(&wanted)).await;
        drop((permit, stop));
        self.0.metrics.analyses.fetch_add(1, Ordering::Relaxed);
        Ok(answer.inspect_err(|error| tracing::error!(%error, "an engine failed")).ok().flatten())
    }

    /// Tells every room that the server is about to stop, and waits until all have stored what they have.
    pub(crate) async fn shut_down(&self) {
        self.0.shutdown.cancel();
        let open = self.lock_rooms().take().unwrap_or_default();
        for door in open.values().filter_map(|slot| slot.get()) {
            let _ = door.send(RoomMessage::Shutdown).await;
        }
        self.0.tasks.close();
        if tokio::time::timeout(SHUTDOWN_TIMEOUT, self.0.tasks.wait()).await.is_err() {
            tracing::warn!("some sockets did not close in time");
        }
        self.0.store.close().await;
    }

    fn lock_rooms(&self) -> MutexGuard<'_, Option<HashMap<GameId, RoomSlot>>> {
        // Nothing in there panics; and if it did, the map would still be whole.
        self.0.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
