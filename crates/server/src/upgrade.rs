//! Sockets as small as they can be. axum's own copy what they write, and keep the memory for it: the first state of a table
//! would cost every connection as much for as long as it lives. Here texts go out past what the protocol needs for itself, and
//! a room can write them.

use crate::accept::{Counted, Place};
use crate::outlet::{Outlet, Speaker};
use axum::body::{Body, Bytes};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::{SinkExt as _, StreamExt as _};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, ReadBuf};
use tokio::net::tcp::OwnedReadHalf;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::{Message, Role, WebSocketConfig};

/// The longest message of a client, in bytes. Commands are short.
pub const LONGEST_MESSAGE: usize = 8 * 1024;
/// What a socket reads at once. The usual buffer of 128 KiB would be most of what an idle connection costs.
pub const READ_BUFFER: usize = 1024;
/// Up to how many bytes what the protocol says for itself is gathered before it is written.
pub const WRITE_BUFFER: usize = 2048;

/// A request to become a socket.
pub(crate) struct Upgrade {
    upgrade: OnUpgrade,
    accept: HeaderValue,
}

/// Why a request cannot become a socket.
pub(crate) enum NoSocket {
    /// It does not ask for one, or not as the protocol says.
    NotAsked,
    /// It asks for a version of the protocol that nobody speaks any more.
    OtherVersion,
}

impl IntoResponse for NoSocket {
    fn into_response(self) -> Response {
        match self {
            NoSocket::NotAsked => {
                (StatusCode::BAD_REQUEST, "This address is for WebSockets.").into_response()
            }
            NoSocket::OtherVersion => {
                let version = [(header::SEC_WEBSOCKET_VERSION, "13")];
                (StatusCode::UPGRADE_REQUIRED, version, "Only version 13 of the WebSocket protocol.")
                    .into_response()
            }
        }
    }
}

impl<S: Sync> FromRequestParts<S> for Upgrade {
    type Rejection = NoSocket;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Upgrade, NoSocket> {
        let headers = &parts.headers;
        let asked = parts.method == Method::GET
            && says(headers, &header::CONNECTION, "upgrade")
            && says(headers, &header::UPGRADE, "websocket");
        if !asked {
            return Err(NoSocket::NotAsked);
        }
        if !says(headers, &header::SEC_WEBSOCKET_VERSION, "13") {
            return Err(NoSocket::OtherVersion);
        }
        let key = headers.get(header::SEC_WEBSOCKET_KEY).ok_or(NoSocket::NotAsked)?;
        let accept =
            HeaderValue::try_from(derive_accept_key(key.as_bytes())).map_err(|_| NoSocket::NotAsked)?;
        let upgrade = parts.extensions.remove::<OnUpgrade>().ok_or(NoSocket::NotAsked)?;
        Ok(Upgrade { upgrade, accept })
    }
}

/// Whether a word stands in the list of a header.
fn says(headers: &HeaderMap, name: &HeaderName, word: &str) -> bool {
    let lists = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|own| own.trim().eq_ignore_ascii_case(word))
}

impl Upgrade {
    /// The answer to the request, and what is done with the socket.
    pub(crate) fn on_upgrade<F>(self, serve: impl FnOnce(Socket) -> F + Send + 'static) -> Response
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let Upgrade { upgrade, accept } = self;
        tokio::spawn(async move {
            // If the client has gone meanwhile, there is nobody to tell.
            let Ok(upgraded) = upgrade.await else { return };
            match Box::pin(Socket::new(upgraded)).await {
                Some(socket) => serve(socket).await,
                None => tracing::error!("a socket is none of those that were taken in"),
            }
        });
        let headers = [
            (header::CONNECTION, HeaderValue::from_static("upgrade")),
            (header::UPGRADE, HeaderValue::from_static("websocket")),
            (header::SEC_WEBSOCKET_ACCEPT, accept),
        ];
        (StatusCode::SWITCHING_PROTOCOLS, headers, Body::empty()).into_response()
    }
}

/// An open socket.
pub(crate) struct Socket {
    /// What reads, and writes all that is no text. Boxed: a task keeps memory for everything it has ever moved.
    protocol: Box<WebSocketStream<Io>>,
    outlet: Outlet,
}

impl Socket {
    /// None if it is no connection that was taken in here.
    async fn new(upgraded: Upgraded) -> Option<Socket> {
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER)
            .write_buffer_size(WRITE_BUFFER)
            .max_message_size(Some(LONGEST_MESSAGE))
            .max_frame_size(Some(LONGEST_MESSAGE));
        let parts = upgraded.downcast::<TokioIo<Counted>>().ok()?;
        let (stream, place) = parts.io.into_inner().apart();
        let (read, write) = stream.into_split();
        let outlet = Outlet::new(write);
        let io = Io { read, outlet: outlet.clone(), _place: place };
        // What the client has sent together with its request.
        let early = parts.read_buf.to_vec();
        let protocol = WebSocketStream::from_partially_read(io, early, Role::Server, Some(config)).await;
        Some(Socket { protocol: Box::new(protocol), outlet })
    }

    /// The next message; none once the socket is closed.
    pub(crate) async fn recv(&mut self) -> Option<Result<Message, Error>> {
        self.protocol.next().await
    }

    /// The way out, for who must know when it is stuck.
    pub(crate) fn outlet(&self) -> Outlet {
        self.outlet.clone()
    }

    /// The way out for a room, which may have so many texts wait.
    pub(crate) fn for_room(&self, most: usize) -> Speaker {
        self.outlet.for_room(most)
    }

    /// Writes what waits.
    pub(crate) async fn flush(&mut self) -> Result<(), Error> {
        self.protocol.flush().await?;
        Ok(poll_fn(|context| self.outlet.poll_flush(context)).await?)
    }

    /// Takes all that still comes, whatever it is.
    pub(crate) async fn drain(&mut self) {
        let mut some = [0; 512];
        while let Ok(1..) = self.protocol.get_mut().read(&mut some).await {}
    }

    /// Writes a message.
    pub(crate) async fn send(&mut self, message: Message) -> Result<(), Error> {
        match message {
            Message::Text(text) => self.outlet.add(Bytes::from(text)),
            message => self.protocol.feed(message).await?,
        }
        self.flush().await
    }
}

impl Drop for Socket {
    /// A room may still have its end of the way out.
    fn drop(&mut self) {
        self.outlet.shut();
    }
}

/// A connection, as the protocol sees it. What the protocol writes goes out between texts, never within one.
struct Io {
    read: OwnedReadHalf,
    outlet: Outlet,
    _place: Place,
}

impl AsyncRead for Io {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.read).poll_read(context, buffer)
    }
}

impl AsyncWrite for Io {
    /// The protocol writes whole frames.
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, frames: &[u8]) -> Poll<io::Result<usize>> {
        Poll::Ready(self.outlet.put(frames).map(|()| frames.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.outlet.poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.outlet.shut();
        Poll::Ready(Ok(()))
    }
}
