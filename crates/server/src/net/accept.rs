//! Accepts connections. Each has its own task and a timeout, so a client that sends slowly or not at all cannot
//! hold a connection indefinitely.

use crate::api::PeerAddress;
use crate::net::REQUEST_HEAD_TIMEOUT;
use crate::net::limits::ConnectionGuard;
use crate::state::AppState;
use axum::Router;
use axum::extract::Request;
use axum::serve::Listener;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use rustix::process::{Resource, getrlimit, setrlimit};
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

/// File descriptors reserved for the database and everything else.
const RESERVED_FILES: u64 = 64;
/// An upper bound where the system sets none.
const MAX_CONNECTIONS: u64 = 1 << 20;

/// Accepts connections until the server stops. At the limit, new connections wait until another one ends.
pub(crate) async fn accept_connections(
    mut listener: NoDelayListener,
    router: Router,
    state: AppState,
    stopping: CancellationToken,
) {
    let slots = Arc::new(Semaphore::new(connection_limit()));
    loop {
        let Ok(slot) = Arc::clone(&slots).acquire_owned().await else { return };
        let (stream, from) = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stopping.cancelled() => return,
        };
        // Behind a proxy all connections come from one address: only each client's sockets are counted there.
        let guard =
            match (!state.config().trust_proxy).then(|| state.limits().open_peer(from.ip())).transpose() {
                Ok(guard) => guard,
                Err(error) => {
                    tracing::debug!(%from, %error, "connection refused by the rate limit");
                    continue;
                }
            };
        let stream = CountedStream { stream, _slot: ConnectionSlot { _permit: slot, _guard: guard } };
        tokio::spawn(serve_connection(stream, from, router.clone(), stopping.clone()));
    }
}

/// Derives the connection limit from the limit on open files, which it raises as far as the system allows.
fn connection_limit() -> usize {
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current != limit.maximum {
        let most = rustix::process::Rlimit { current: limit.maximum, ..limit };
        if setrlimit(Resource::Nofile, most).is_ok() {
            limit.current = limit.maximum;
        }
    }
    let files = limit.current.unwrap_or(MAX_CONNECTIONS).min(MAX_CONNECTIONS);
    usize::try_from(files.saturating_sub(RESERVED_FILES).max(16)).unwrap_or(Semaphore::MAX_PERMITS)
}

/// Serves the requests of one connection until it ends or is upgraded.
async fn serve_connection(
    stream: CountedStream,
    from: SocketAddr,
    router: Router,
    stopping: CancellationToken,
) {
    let routes = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(PeerAddress(from));
        routes.call(request)
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(REQUEST_HEAD_TIMEOUT);
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service).with_upgrades());
    let mut stopped = pin!(stopping.cancelled_owned());
    let mut draining = false;
    loop {
        tokio::select! {
            ended = connection.as_mut() => {
                if let Err(error) = ended {
                    tracing::debug!(%from, %error, "connection closed with an error");
                }
                return;
            }
            () = stopped.as_mut(), if !draining => {
                draining = true;
                connection.as_mut().graceful_shutdown();
            }
        }
    }
}

/// A listener that sets `TCP_NODELAY`. Without it the system holds back a second small message until the client
/// acknowledges the first, which takes 40 ms.
pub struct NoDelayListener(TcpListener);

/// Wraps a listener so that its connections have `TCP_NODELAY` set.
pub const fn no_delay(listener: TcpListener) -> NoDelayListener {
    NoDelayListener(listener)
}

impl Listener for NoDelayListener {
    type Io = TcpStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (TcpStream, SocketAddr) {
        let (stream, address) = Listener::accept(&mut self.0).await;
        if let Err(error) = stream.set_nodelay(true) {
            tracing::warn!(%error, "failed to set TCP_NODELAY");
        }
        (stream, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

/// A stream that holds a connection slot for as long as it lives, even after an upgrade.
struct CountedStream {
    stream: TcpStream,
    _slot: ConnectionSlot,
}

/// Released when the connection ends.
struct ConnectionSlot {
    _permit: OwnedSemaphorePermit,
    _guard: Option<ConnectionGuard>,
}

impl AsyncRead for CountedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for CountedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
