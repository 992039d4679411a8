//! Starting and stopping.

use crate::api;
use crate::house::House;
use crate::rooms::Rooms;
use axum::serve::{Listener, ListenerExt as _};
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use tetrarch_store::{Store, StoreError};
use tokio::net::TcpListener;
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

/// A server that listens but does not answer yet.
pub struct Server {
    rooms: Rooms,
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Opens the database and listens.
    ///
    /// # Errors
    /// If either cannot be done.
    pub async fn open(house: House, database: &str, address: &str) -> Result<Server, ServeError> {
        let listen = |error| ServeError::Listen { address: address.to_string(), error };
        let listener = TcpListener::bind(address).await.map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        let rooms = Rooms::new(house, Store::open(database).await?);
        Ok(Server { rooms, listener, address })
    }

    /// Where it listens.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` is done; then tells the clients, stores what is to be stored, and ends.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) {
        let Server { rooms, listener, .. } = self;
        let opening = tokio::spawn({
            let rooms = rooms.clone();
            async move {
                if let Err(error) = rooms.open_unfinished().await {
                    tracing::error!(%error, "could not open the unfinished tables");
                }
            }
        });
        let stopping = CancellationToken::new();
        let stopped = stopping.clone().cancelled_owned();
        let serving = tokio::spawn({
            let router = api::router(rooms.clone());
            async move { axum::serve(prompt(listener), router).with_graceful_shutdown(stopped).await }
        });
        stop.await;
        tracing::info!("stopping");
        stopping.cancel();
        opening.abort();
        rooms.shut_down().await;
        // Requests that hang do not keep the server from ending.
        serving.abort();
    }
}

/// Sends every message at once. Otherwise the system keeps a second small message back until the client has confirmed the
/// first, which takes 40 ms.
pub fn prompt(listener: TcpListener) -> impl Listener<Addr = SocketAddr> {
    listener.tap_io(|stream| {
        if let Err(error) = stream.set_nodelay(true) {
            tracing::warn!(%error, "a socket will be slow");
        }
    })
}
