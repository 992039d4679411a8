//! Taking connections in. Each has a task of its own and a moment at which it is given up: who sends a request byte by
//! byte, or nothing at all, does not hold a place for ever.

use crate::api::PeerAddress;
use crate::limits::ConnectionGuard;
use crate::rooms::AppState;
use crate::serve::NoDelayListener;
use axum::Router;
use axum::extract::Request;
use axum::serve::Listener as _;
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
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

/// Files that connections leave to the database and everything else.
const RESERVED_FILES: u64 = 64;
/// More connections than this are never needed.
const MAX_CONNECTIONS: u64 = 1 << 20;

/// Takes connections in until the server stops. When there are as many as the system allows, the next wait until one ends.
pub(crate) async fn accept_connections(
    mut listener: NoDelayListener,
    router: Router,
    rooms: AppState,
    stopping: CancellationToken,
) {
    let places = Arc::new(Semaphore::new(connection_limit()));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        let (stream, from) = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stopping.cancelled() => return,
        };
        // Behind a proxy all come from one address: there only the sockets of each client are counted.
        let counted =
            match (!rooms.config().trust_proxy).then(|| rooms.limits().open_peer(from.ip())).transpose() {
                Ok(counted) => counted,
                Err(refused) => {
                    tracing::debug!(%from, %refused, "not taken in");
                    continue;
                }
            };
        let stream = CountedStream { stream, slot: ConnectionSlot { _permit: place, _counted: counted } };
        tokio::spawn(serve_connection(stream, from, router.clone(), rooms.clone(), stopping.clone()));
    }
}

/// As many connections as there may be files, with some left over. First as many files as the system lets us have.
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

/// Answers the requests of one connection, until it ends or becomes a socket.
async fn serve_connection(
    stream: CountedStream,
    from: SocketAddr,
    router: Router,
    rooms: AppState,
    stopping: CancellationToken,
) {
    let routes = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(PeerAddress(from));
        routes.call(request)
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(rooms.config().timeouts.request_head);
    drop(rooms);
    let mut talking = pin!(builder.serve_connection(TokioIo::new(stream), service).with_upgrades());
    let mut stopped = pin!(stopping.cancelled_owned());
    let mut told = false;
    loop {
        tokio::select! {
            ended = talking.as_mut() => {
                if let Err(error) = ended {
                    tracing::debug!(%from, %error, "a connection ended");
                }
                return;
            }
            () = stopped.as_mut(), if !told => {
                told = true;
                talking.as_mut().graceful_shutdown();
            }
        }
    }
}

/// A connection that has a place for as long as it lives, also as a socket.
pub(crate) struct CountedStream {
    stream: TcpStream,
    slot: ConnectionSlot,
}

/// What is given back when a connection ends.
pub(crate) struct ConnectionSlot {
    _permit: OwnedSemaphorePermit,
    _counted: Option<ConnectionGuard>,
}

impl CountedStream {
    /// The connection and its place.
    pub(crate) fn into_parts(self) -> (TcpStream, ConnectionSlot) {
        (self.stream, self.slot)
    }
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
