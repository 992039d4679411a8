//! The application state: dependencies, store, open rooms, lobby, accounts, rate limits and engine slots.

mod engine_quota;
mod recovery;

use crate::auth::accounts::Accounts;
use crate::config::Config;
use crate::deps::ServerDeps;
use crate::lobby::{LobbyRegistry, PositionKey};
use crate::net::limits::RateLimits;
use crate::room::{Room, RoomHandle, RoomMessage, ViewerId};
use crate::table::header::TableHeader;
use crate::table::{CorruptTable, LiveTable};
use crate::timestamp::{days_ago, now};
use axum::body::Bytes;
use engine_quota::EngineQuota;
use std::collections::HashMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tetrarch_protocol::{CommandKind, ErrorCode, RequestError};
use tetrarch_rules::Seat;
use tetrarch_store::{GameId, NewGame, Store, StoreError};
use tetrarch_table::Table;
use tetrarch_table::search::{SearchReport, SearchRequest, StopFlag};
use tokio::sync::{OnceCell, Semaphore};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// How long shutdown waits for rooms and sockets.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);

/// How many analyses may be queued or running.
const MAX_QUEUED_ANALYSES: usize = 32;

/// Why a table could not be opened.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LoadError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("corrupt table: {0}")]
    Corrupt(#[from] CorruptTable),
    #[error("the server is shutting down")]
    ShuttingDown,
}

/// Counters for `/metrics`.
#[derive(Default)]
pub(crate) struct Metrics {
    pub(crate) tables_created: AtomicU64,
    pub(crate) commands_accepted: AtomicU64,
    pub(crate) commands_refused: AtomicU64,
    pub(crate) requests: AtomicU64,
    pub(crate) analyses: AtomicU64,
    pub(crate) open_sockets: AtomicU64,
}

/// Stops an analysis when the client that requested it disconnects.
struct StopOnDrop(StopFlag);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// The application state, shared by all tasks. Cheap to clone.
#[derive(Clone)]
pub(crate) struct AppState(Arc<AppStateInner>);

struct AppStateInner {
    deps: ServerDeps,
    store: Store,
    /// `None` once the server is shutting down.
    rooms: Mutex<Option<HashMap<GameId, RoomSlot>>>,
    lobby: LobbyRegistry,
    accounts: Accounts,
    limits: RateLimits,
    next_viewer_id: AtomicU64,
    engine_slots: Semaphore,
    /// The quota of each table owner; `None` without rate limits.
    engine_quota: Option<EngineQuota>,
    /// Limits studies, which run on blocking threads.
    study_slots: Semaphore,
    /// Limits analyses to half of the cores, so that they never starve the engines at the tables.
    analysis_slots: Semaphore,
    /// Limits analyses that are queued or running.
    analysis_queue: Semaphore,
    metrics: Metrics,
    /// The sample games as JSON, once somebody asked for them.
    sample_games: OnceCell<Bytes>,
    config: Config,
    tasks: TaskTracker,
    shutdown: CancellationToken,
}

/// A slot for a room, so that two concurrent requests do not open it twice.
type RoomSlot = Arc<OnceCell<Arc<RoomHandle>>>;

impl AppState {
    pub(crate) fn new(deps: ServerDeps, store: Store, config: Config) -> AppState {
        // Leave one core to the server, where there is more than one.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let engines = cores.saturating_sub(1).max(1);
        AppState(Arc::new(AppStateInner {
            deps,
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
            sample_games: OnceCell::new(),
            config,
            tasks: TaskTracker::new(),
            shutdown: CancellationToken::new(),
        }))
    }

    pub(crate) fn deps(&self) -> &ServerDeps {
        &self.0.deps
    }

    pub(crate) fn sample_games(&self) -> &OnceCell<Bytes> {
        &self.0.sample_games
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

    pub(crate) fn config(&self) -> &Config {
        &self.0.config
    }

    pub(crate) fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    pub(crate) fn open_room_count(&self) -> usize {
        self.lock_rooms().as_ref().map_or(0, HashMap::len)
    }

    /// Stores a new table and opens its room. If all seats are taken, the game begins and the engine searches
    /// although nobody has connected yet.
    ///
    /// Boxed, because a room can itself create a table.
    pub(crate) fn create_table<'a>(
        &'a self,
        id: &'a GameId,
        header: &'a TableHeader,
    ) -> Pin<Box<dyn Future<Output = Result<(), LoadError>> + Send + 'a>> {
        Box::pin(self.store_and_open(id, header))
    }

    async fn store_and_open(&self, id: &GameId, header: &TableHeader) -> Result<(), LoadError> {
        let game = NewGame {
            id: id.clone(),
            game: header.game.clone(),
            head: serde_json::to_string(header).unwrap_or_default(),
            created: now(),
        };
        self.0.store.create(game).await?;
        self.0.metrics.tables_created.fetch_add(1, Ordering::Relaxed);
        self.get_or_open_room(id).await?;
        Ok(())
    }

    /// Tasks that must finish before the server stops: rooms and sockets.
    pub(crate) fn tasks(&self) -> &TaskTracker {
        &self.0.tasks
    }

    pub(crate) fn next_viewer_id(&self) -> ViewerId {
        ViewerId(self.0.next_viewer_id.fetch_add(1, Ordering::Relaxed))
    }

    pub(crate) fn is_shutting_down(&self) -> bool {
        self.lock_rooms().is_none()
    }

    /// Waits until the server is shutting down.
    pub(crate) async fn shutdown_requested(&self) {
        self.0.shutdown.cancelled().await;
    }

    /// Some of a person's sessions have ended: closes the connections that used them.
    pub(crate) fn notify_logged_out(&self, person: &str) {
        self.lobby().logged_out(person);
        let handles: Vec<Arc<RoomHandle>> = self
            .lock_rooms()
            .iter()
            .flat_map(HashMap::values)
            .filter_map(|slot| slot.get().cloned())
            .collect();
        let person: Arc<str> = person.into();
        self.0.tasks.spawn(async move {
            for handle in handles {
                // A room that has closed has no connections.
                let _ = handle.send(RoomMessage::LoggedOut(Arc::clone(&person))).await;
            }
        });
    }

    /// The room of a table, opened if necessary; `None` if there is no such table.
    pub(crate) async fn get_or_open_room(&self, id: &GameId) -> Result<Option<Arc<RoomHandle>>, LoadError> {
        // A room that has failed leaves its handle behind.
        self.remove_closed_room(id);
        let slot = {
            let mut open = self.lock_rooms();
            let open = open.as_mut().ok_or(LoadError::ShuttingDown)?;
            Arc::clone(open.entry(id.clone()).or_default())
        };
        let opened = slot.get_or_try_init(|| self.open_room(id)).await;
        match opened {
            Ok(handle) => Ok(Some(Arc::clone(handle))),
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
        let (mut room, handle) = Room::new(table, self.clone());
        // The owner of a new table must find it in the lobby at once.
        room.update_lobby();
        self.0.tasks.spawn(Box::new(room).run());
        Ok(handle)
    }

    /// Loads a table from the store.
    pub(crate) async fn load_table(&self, id: &GameId) -> Result<Option<LiveTable>, LoadError> {
        let stored = self.0.store.load(id).await?;
        Ok(stored.map(|stored| LiveTable::load(&self.0.deps, id.clone(), &stored)).transpose()?)
    }

    /// Removes the room of a table, unless somebody holds its handle or a message is queued.
    pub(crate) fn close_room_if_unused(&self, id: &GameId) -> bool {
        let mut open = self.lock_rooms();
        let Some(open) = open.as_mut() else { return false };
        let unused = |slot: &RoomSlot| {
            Arc::strong_count(slot) == 1
                && slot.get().is_some_and(|handle| Arc::strong_count(handle) == 1 && handle.is_empty())
        };
        if !open.get(id).is_some_and(unused) {
            return false;
        }
        open.remove(id);
        true
    }

    /// Removes the room of a table after it has closed.
    pub(crate) fn remove_closed_room(&self, id: &GameId) {
        if let Some(open) = self.lock_rooms().as_mut() {
            // Another room may have been opened since; only a closed one is removed.
            if open.get(id).and_then(|slot| slot.get()).is_some_and(|handle| handle.is_closed()) {
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

    /// Runs the engine for a seat on a blocking thread, when a slot is free. An owner with many engine games
    /// waits for their own quota.
    pub(crate) async fn decide(
        &self,
        owner: Option<&str>,
        table_id: String,
        game: Box<dyn Table>,
        seat: Seat,
        request: SearchRequest,
    ) -> Option<CommandKind> {
        let share = match &self.0.engine_quota {
            Some(shares) => shares.acquire(owner).await,
            None => None,
        };
        let permit = self.0.engine_slots.acquire().await.ok()?;
        if request.stop.is_stopped() {
            return None;
        }
        let opponent = Arc::clone(&self.0.deps.engine);
        let decide = move || opponent.decide(&table_id, &*game, seat, &request);
        let answer = tokio::task::spawn_blocking(decide).await;
        drop((permit, share));
        answer.inspect_err(|error| tracing::error!(%error, "the engine panicked")).ok().flatten()
    }

    /// Runs work for a client without a table on a blocking thread.
    pub(crate) async fn run_blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, RequestError> {
        let failed = || RequestError::new(ErrorCode::NotStored, "The request failed. Try again.");
        let permit = self.0.study_slots.acquire().await.map_err(|_| failed())?;
        let done = tokio::task::spawn_blocking(work).await;
        drop(permit);
        done.map_err(|_| failed())
    }

    /// The current positions of all games of this kind in which people play each other.
    pub(crate) async fn contested_positions(&self, game: &str) -> Vec<PositionKey> {
        let mut positions = Vec::new();
        for (table, last) in self.lobby().contested_tables(game) {
            // Do not open a room for this: while it is closed, nothing happens there.
            let handle = self.lock_rooms().as_ref().and_then(|open| open.get(&table)?.get().cloned());
            let now = match handle {
                Some(handle) => handle.request(RoomMessage::PositionKey).await.ok(),
                None => None,
            };
            positions.push(now.unwrap_or(last));
        }
        positions
    }

    /// Expires old sessions, aborts tables that never started, and removes inactive guests who are not expected
    /// at any table.
    pub(crate) async fn clean_up(&self) -> Result<(), LoadError> {
        self.accounts().expire_sessions().await?;
        let days = self.config().guest_retention_days;
        if days == 0 {
            return Ok(());
        }
        let since = days_ago(days);
        for table in self.lobby().unstarted_before(since) {
            if let Some(handle) = self.get_or_open_room(&table).await? {
                // If the room has closed meanwhile, the next clean-up will do.
                let _ = handle.send(RoomMessage::AbortUnstarted).await;
            }
        }
        let removed =
            self.accounts().remove_inactive_guests(since, |guest| self.lobby().is_expected(guest)).await?;
        if removed > 0 {
            tracing::info!(removed, "removed inactive guests");
        }
        Ok(())
    }

    /// Drops rate limit entries and quotas that are no longer needed.
    pub(crate) fn prune(&self) {
        self.0.limits.prune();
        self.0.engine_quota.iter().for_each(EngineQuota::prune);
    }

    /// Runs the engine on a position outside any table. The report is empty if there is nothing to decide.
    ///
    /// Fails if too many analyses are queued already.
    pub(crate) async fn analyse(
        &self,
        game: Box<dyn Table>,
        request: SearchRequest,
    ) -> Result<SearchReport, RequestError> {
        let busy = || RequestError::new(ErrorCode::TooMuch, "The engine is busy. Try again later.");
        let _place = self.0.analysis_queue.try_acquire().map_err(|_| busy())?;
        let permit = self.0.analysis_slots.acquire().await.map_err(|_| busy())?;
        let opponent = Arc::clone(&self.0.deps.engine);
        let stop = StopOnDrop(request.stop.clone());
        let answer = tokio::task::spawn_blocking(move || opponent.analyse(&*game, &request)).await;
        drop((permit, stop));
        self.0.metrics.analyses.fetch_add(1, Ordering::Relaxed);
        let report =
            answer.inspect_err(|error| tracing::error!(%error, "the engine panicked")).ok().flatten();
        Ok(report.unwrap_or_default())
    }

    /// Tells every room to shut down, and waits until all have stored their state.
    pub(crate) async fn shut_down(&self) {
        self.0.shutdown.cancel();
        let open = self.lock_rooms().take().unwrap_or_default();
        for handle in open.values().filter_map(|slot| slot.get()) {
            let _ = handle.send(RoomMessage::Shutdown).await;
        }
        self.0.tasks.close();
        if tokio::time::timeout(SHUTDOWN_TIMEOUT, self.0.tasks.wait()).await.is_err() {
            tracing::warn!("some connections did not close before the shutdown timeout");
        }
        self.0.store.close().await;
    }

    fn lock_rooms(&self) -> MutexGuard<'_, Option<HashMap<GameId, RoomSlot>>> {
        // Nothing panics while it holds the lock; and if it did, the map would still be consistent.
        self.0.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
