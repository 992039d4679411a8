//! Starting and stopping.

use crate::accept;
use crate::api;
use crate::config::Config;
use crate::deps::ServerDeps;
use crate::rooms::AppState;
use axum::serve::Listener;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;
use tetrarch_store::{Store, StoreError};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;

/// Why a server could not start or go on.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The network.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// Where it was to listen.
        address: String,
        /// What the system said.
        error: io::Error,
    },
}

/// How often those who have asked for nothing lately are forgotten.
const PRUNE_INTERVAL: Duration = Duration::from_secs(60);

/// A server that listens but does not answer yet.
pub struct Server {
    state: AppState,
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Opens the database and listens.
    ///
    /// # Errors
    /// If either cannot be done.
    pub async fn open(house: ServerDeps, config: Config) -> Result<Server, ServeError> {
        let address = config.address.as_str();
        let listen = |error| ServeError::Listen { address: address.to_string(), error };
        let listener = TcpListener::bind(address).await.map_err(listen)?;
        let local = listener.local_addr().map_err(listen)?;
        let rooms = AppState::new(house, Store::open(&config.database).await?, config);
        for admin in rooms.accounts().missing_admins().await? {
            tracing::warn!(admin, "there is no such account: make it while the server runs without --admin");
        }
        Ok(Server { state: rooms, listener, address: local })
    }

    /// Where it listens.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` is done; then tells the clients, stores what is to be stored, and ends.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) {
        let Server { state: rooms, listener, .. } = self;
        let opening = tokio::spawn(restore_and_clean_up(rooms.clone()));
        let tidying = tokio::spawn({
            let rooms = rooms.clone();
            async move {
                loop {
                    tokio::time::sleep(PRUNE_INTERVAL).await;
                    rooms.prune();
                }
            }
        });
        let stopping = CancellationToken::new();
        let router = api::router(rooms.clone());
        let serving = tokio::spawn(accept::accept_connections(
            no_delay(listener),
            router,
            rooms.clone(),
            stopping.clone(),
        ));
        stop.await;
        tracing::info!("stopping");
        stopping.cancel();
        opening.abort();
        tidying.abort();
        rooms.shut_down().await;
        // Requests that hang do not keep the server from ending.
        serving.abort();
    }
}

/// Opens every table that is not over. Only then it is known who is expected back, and others can be forgotten.
async fn restore_and_clean_up(rooms: AppState) {
    if let Err(error) = rooms.reopen_unfinished().await {
        tracing::error!(%error, "could not open the unfinished tables");
        return;
    }
    loop {
        if let Err(error) = rooms.clean_up().await {
            tracing::error!(%error, "could not forget who has gone");
        }
        tokio::time::sleep(rooms.config().cleanup_interval).await;
    }
}

/// A listener whose connections send every message at once. Otherwise the system keeps a second small message back until
/// the client has confirmed the first, which takes 40 ms.
pub struct NoDelayListener(TcpListener);

/// Makes a listener prompt.
pub const fn no_delay(listener: TcpListener) -> NoDelayListener {
    NoDelayListener(listener)
}

impl Listener for NoDelayListener {
    type Io = TcpStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (TcpStream, SocketAddr) {
        let (stream, address) = Listener::accept(&mut self.0).await;
        if let Err(error) = stream.set_nodelay(true) {
            tracing::warn!(%error, "a socket will be slow");
        }
        (stream, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}
