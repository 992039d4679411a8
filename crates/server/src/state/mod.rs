//! The application state: dependencies, store, open rooms, lobby, accounts, rate limits and the engine pool.

mod engine_pool;
mod engine_quota;
mod recovery;
mod rooms;

use crate::auth::accounts::Accounts;
use crate::clock::Clock;
use crate::config::Config;
use crate::deps::ServerDeps;
use crate::lobby::{LobbyRegistry, PositionKey};
use crate::net::limits::RateLimits;
use crate::room::{Room, RoomHandle, RoomMessage, ViewerId};
use crate::table::header::TableHeader;
use crate::table::{CorruptTable, LiveTable};
use axum::body::Bytes;
pub(crate) use engine_pool::EngineFailure;
use engine_pool::EnginePool;
use rooms::RoomRegistry;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tetrarch_store::{GameId, NewGame, Store, StoreError};
use tokio::sync::OnceCell;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// How long shutdown waits for rooms and sockets.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);

/// Why a table could not be stored or opened.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LoadError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("corrupt table: {0}")]
    Corrupt(#[from] CorruptTable),
    #[error("a row cannot be serialised: {0}")]
    Serialize(#[from] serde_json::Error),
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
    pub(crate) open_sockets: AtomicU64,
}

/// The application state, shared by all tasks. Cheap to clone.
#[derive(Clone)]
pub(crate) struct AppState(Arc<AppStateInner>);

struct AppStateInner {
    deps: ServerDeps,
    store: Store,
    rooms: RoomRegistry,
    engines: EnginePool,
    lobby: LobbyRegistry,
    accounts: Accounts,
    limits: RateLimits,
    next_viewer_id: AtomicU64,
    metrics: Metrics,
    /// The sample games as JSON, once somebody asked for them.
    sample_games: OnceCell<Bytes>,
    config: Config,
    tasks: TaskTracker,
    shutdown: CancellationToken,
}

impl AppState {
    pub(crate) fn new(deps: ServerDeps, store: Store, config: Config) -> AppState {
        AppState(Arc::new(AppStateInner {
            rooms: RoomRegistry::new(),
            engines: EnginePool::new(Arc::clone(&deps.engine), config.rate_limits),
            lobby: LobbyRegistry::new(),
            accounts: Accounts::new(store.clone(), &config.admins, deps.clock),
            deps,
            limits: if config.rate_limits { RateLimits::standard() } else { RateLimits::unlimited() },
            store,
            next_viewer_id: AtomicU64::new(0),
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

    pub(crate) fn clock(&self) -> Clock {
        self.0.deps.clock
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

    pub(crate) fn rooms(&self) -> &RoomRegistry {
        &self.0.rooms
    }

    pub(crate) fn engines(&self) -> &EnginePool {
        &self.0.engines
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
            head: serde_json::to_string(header)?,
            created: self.clock().timestamp(),
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

    /// Waits until the server is shutting down.
    pub(crate) async fn shutdown_requested(&self) {
        self.0.shutdown.cancelled().await;
    }

    /// Some of a person's sessions have ended: closes the connections that used them.
    pub(crate) fn notify_logged_out(&self, person: &str) {
        self.lobby().logged_out(person);
        let handles = self.0.rooms.all();
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
        self.0.rooms.get_or_open(id, self.open_room(id)).await
    }

    async fn open_room(&self, id: &GameId) -> Result<Option<Arc<RoomHandle>>, LoadError> {
        let Some(table) = self.load_table(id).await? else { return Ok(None) };
        let (mut room, handle) = Room::new(table, self.clone());
        // The owner of a new table must find it in the lobby at once.
        room.update_lobby();
        self.0.tasks.spawn(Box::new(room).run());
        Ok(Some(handle))
    }

    /// Loads a table from the store.
    pub(crate) async fn load_table(&self, id: &GameId) -> Result<Option<LiveTable>, LoadError> {
        let stored = self.0.store.load(id).await?;
        Ok(stored.map(|stored| LiveTable::load(&self.0.deps, id.clone(), &stored)).transpose()?)
    }

    /// The current positions of all games of this kind in which people play each other.
    pub(crate) async fn contested_positions(&self, game: &str) -> Vec<PositionKey> {
        let mut positions = Vec::new();
        for (table, last) in self.lobby().contested_tables(game) {
            // Do not open a room for this: while it is closed, nothing happens there.
            let now = match self.0.rooms.get(&table) {
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
        let since = self.clock().days_ago(days);
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
        self.0.engines.prune();
    }

    /// Tells every room to shut down, and waits until all have stored their state.
    pub(crate) async fn shut_down(&self) {
        self.0.shutdown.cancel();
        for handle in self.0.rooms.shut_down() {
            let _ = handle.send(RoomMessage::Shutdown).await;
        }
        self.0.tasks.close();
        if tokio::time::timeout(SHUTDOWN_TIMEOUT, self.0.tasks.wait()).await.is_err() {
            tracing::warn!("some connections did not close before the shutdown timeout");
        }
        self.0.store.close().await;
    }
}
