//! Sockets as small as they can be. axum's own copy what they write, and keep the memory for it: the first state of a table
//! would cost every connection as much for as long as it lives. Here texts go out past what the protocol needs for itself, and
//! a room can write them.

use crate::accept::{ConnectionSlot, CountedStream};
use crate::writer::{RoomWriter, SocketWriter};
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
pub const MAX_MESSAGE_BYTES: usize = 8 * 1024;
/// What a socket reads at once. The usual buffer of 128 KiB would be most of what an idle connection costs.
pub const READ_BUFFER_BYTES: usize = 1024;
/// Up to how many bytes what the protocol says for itself is gathered before it is written.
pub const WRITE_BUFFER_BYTES: usize = 2048;

/// A request to become a socket.
pub(crate) struct WebSocketUpgrade {
    upgrade: OnUpgrade,
    accept: HeaderValue,
}

/// Why a request cannot become a socket.
pub(crate) enum UpgradeError {
    /// It does not ask for one, or not as the protocol says.
    NotAnUpgrade,
    /// It asks for a version of the protocol that nobody speaks any more.
    UnsupportedVersion,
}

impl IntoResponse for UpgradeError {
    fn into_response(self) -> Response {
        match self {
            UpgradeError::NotAnUpgrade => {
                (StatusCode::BAD_REQUEST, "This address is for WebSockets.").into_response()
            }
            UpgradeError::UnsupportedVersion => {
                let version = [(header::SEC_WEBSOCKET_VERSION, "13")];
                (StatusCode::UPGRADE_REQUIRED, version, "Only version 13 of the WebSocket protocol.")
                    .into_response()
            }
        }
    }
}

impl<S: Sync> FromRequestParts<S> for WebSocketUpgrade {
    type Rejection = UpgradeError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<WebSocketUpgrade, UpgradeError> {
        let headers = &parts.headers;
        let asked = parts.method == Method::GET
            && header_contains(headers, &header::CONNECTION, "upgrade")
            && header_contains(headers, &header::UPGRADE, "websocket");
        if !asked {
            return Err(UpgradeError::NotAnUpgrade);
        }
        if !header_contains(headers, &header::SEC_WEBSOCKET_VERSION, "13") {
            return Err(UpgradeError::UnsupportedVersion);
        }
        let key = headers.get(header::SEC_WEBSOCKET_KEY).ok_or(UpgradeError::NotAnUpgrade)?;
        let accept = HeaderValue::try_from(derive_accept_key(key.as_bytes()))
            .map_err(|_| UpgradeError::NotAnUpgrade)?;
        let upgrade = parts.extensions.remove::<OnUpgrade>().ok_or(UpgradeError::NotAnUpgrade)?;
        Ok(WebSocketUpgrade { upgrade, accept })
    }
}

/// Whether a word stands in the list of a header.
fn header_contains(headers: &HeaderMap, name: &HeaderName, word: &str) -> bool {
    let lists = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|own| own.trim().eq_ignore_ascii_case(word))
}

impl WebSocketUpgrade {
    /// The answer to the request, and what is done with the socket.
    pub(crate) fn on_upgrade<F>(self, serve: impl FnOnce(WsConnection) -> F + Send + 'static) -> Response
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let WebSocketUpgrade { upgrade, accept } = self;
        tokio::spawn(async move {
            // If the client has gone meanwhile, there is nobody to tell.
            let Ok(upgraded) = upgrade.await else { return };
            match Box::pin(WsConnection::new(upgraded)).await {
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
pub(crate) struct WsConnection {
    /// What reads, and writes all that is no text. Boxed: a task keeps memory for everything it has ever moved.
    protocol: Box<WebSocketStream<WebSocketIo>>,
    writer: SocketWriter,
}

impl WsConnection {
    /// None if it is no connection that was taken in here.
    async fn new(upgraded: Upgraded) -> Option<WsConnection> {
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER_BYTES)
            .write_buffer_size(WRITE_BUFFER_BYTES)
            .max_message_size(Some(MAX_MESSAGE_BYTES))
            .max_frame_size(Some(MAX_MESSAGE_BYTES));
        let parts = upgraded.downcast::<TokioIo<CountedStream>>().ok()?;
        let (stream, place) = parts.io.into_inner().into_parts();
        let (read, write) = stream.into_split();
        let outlet = SocketWriter::new(write);
        let io = WebSocketIo { read, writer: outlet.clone(), _slot: place };
        // What the client has sent together with its request.
        let early = parts.read_buf.to_vec();
        let protocol = WebSocketStream::from_partially_read(io, early, Role::Server, Some(config)).await;
        Some(WsConnection { protocol: Box::new(protocol), writer: outlet })
    }

    /// The next message; none once the socket is closed.
    pub(crate) async fn recv(&mut self) -> Option<Result<Message, Error>> {
        self.protocol.next().await
    }

    /// The way out, for who must know when it is stuck.
    pub(crate) fn writer(&self) -> SocketWriter {
        self.writer.clone()
    }

    /// The way out for a room, which may have so many texts wait.
    pub(crate) fn room_writer(&self, most: usize) -> RoomWriter {
        self.writer.room_writer(most)
    }

    /// Writes what waits.
    pub(crate) async fn flush(&mut self) -> Result<(), Error> {
        self.protocol.flush().await?;
        Ok(poll_fn(|context| self.writer.poll_flush(context)).await?)
    }

    /// Takes all that still comes, whatever it is.
    pub(crate) async fn drain(&mut self) {
        let mut some = [0; 512];
        while let Ok(1..) = self.protocol.get_mut().read(&mut some).await {}
    }

    /// Writes a message.
    pub(crate) async fn send(&mut self, message: Message) -> Result<(), Error> {
        match message {
            Message::Text(text) => self.writer.queue_text(Bytes::from(text)),
            message => self.protocol.feed(message).await?,
        }
        self.flush().await
    }
}

impl Drop for WsConnection {
    /// A room may still have its end of the way out.
    fn drop(&mut self) {
        self.writer.close();
    }
}

/// A connection, as the protocol sees it. What the protocol writes goes out between texts, never within one.
struct WebSocketIo {
    read: OwnedReadHalf,
    writer: SocketWriter,
    _slot: ConnectionSlot,
}

impl AsyncRead for WebSocketIo {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.read).poll_read(context, buffer)
    }
}

impl AsyncWrite for WebSocketIo {
    /// The protocol writes whole frames.
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, frames: &[u8]) -> Poll<io::Result<usize>> {
        Poll::Ready(self.writer.write_frames(frames).map(|()| frames.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.writer.poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.writer.close();
        Poll::Ready(Ok(()))
    }
}
