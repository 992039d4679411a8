//! Starts and stops the server.

use crate::api;
use crate::config::Config;
use crate::deps::ServerDeps;
use crate::net::accept;
use crate::state::AppState;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;
use tetrarch_store::{Store, StoreError};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// Why the server could not start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The address could not be bound.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The listen address.
        address: String,
        /// The system's error.
        error: io::Error,
    },
}

/// Time between two removals of unused rate limit entries.
const PRUNE_INTERVAL: Duration = Duration::from_secs(60);

/// Time between two clean-ups.
const CLEANUP_INTERVAL: Duration = Duration::from_secs(3600);

/// A server that is bound to its address but does not accept connections yet.
pub struct Server {
    state: AppState,
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Opens the database and binds the address.
    ///
    /// # Errors
    ///
    /// If either fails.
    pub async fn open(deps: ServerDeps, config: Config) -> Result<Server, ServeError> {
        let address = config.address.as_str();
        let listen = |error| ServeError::Listen { address: address.to_string(), error };
        let listener = TcpListener::bind(address).await.map_err(listen)?;
        let local = listener.local_addr().map_err(listen)?;
        let state = AppState::new(deps, Store::open(&config.database).await?, config);
        for admin in state.accounts().missing_admins().await? {
            tracing::warn!(admin, "no such account: create it while the server runs without --admin");
        }
        Ok(Server { state, listener, address: local })
    }

    /// The local address.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` completes; then closes the connections, stores the state of all rooms, and returns.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) {
        let Server { state, listener, .. } = self;
        let maintenance = tokio::spawn(restore_and_clean_up(state.clone()));
        let pruning = tokio::spawn({
            let state = state.clone();
            async move {
                loop {
                    tokio::time::sleep(PRUNE_INTERVAL).await;
                    state.prune();
                }
            }
        });
        let stopping = CancellationToken::new();
        let router = api::router(state.clone());
        let serving = tokio::spawn(accept::accept_connections(
            accept::no_delay(listener),
            router,
            state.clone(),
            stopping.clone(),
        ));
        stop.await;
        tracing::info!("shutting down");
        stopping.cancel();
        maintenance.abort();
        pruning.abort();
        state.shut_down().await;
        // Hanging requests must not delay shutdown.
        serving.abort();
    }
}

/// Reopens all unfinished tables, then cleans up periodically. Only after the first step is it known which guests
/// are expected back.
async fn restore_and_clean_up(state: AppState) {
    if let Err(error) = state.reopen_unfinished().await {
        tracing::error!(%error, "failed to reopen the unfinished tables");
        return;
    }
    loop {
        if let Err(error) = state.clean_up().await {
            tracing::error!(%error, "failed to clean up");
        }
        tokio::time::sleep(CLEANUP_INTERVAL).await;
    }
}
