//! Memory-efficient WebSockets. axum's WebSocket copies each message into a buffer and keeps the buffer: the
//! first state of a table would cost every connection that much memory for as long as it lives. Here, texts
//! bypass the buffer of the WebSocket library, and a room can write them directly.

use crate::net::accept::{ConnectionSlot, CountedStream};
use crate::net::writer::{RoomWriter, SocketWriter};
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

/// The longest message a client may send. Commands are short.
pub const MAX_MESSAGE_BYTES: usize = 8 * 1024;
/// The size of a socket's read buffer. The default of 128 KiB would be most of the memory of an idle connection.
pub const READ_BUFFER_BYTES: usize = 1024;
/// How many bytes of control frames are collected before they are written.
pub const WRITE_BUFFER_BYTES: usize = 2048;

/// An extractor for WebSocket upgrade requests.
pub(crate) struct WebSocketUpgrade {
    upgrade: OnUpgrade,
    accept: HeaderValue,
}

/// Why a request is not a valid upgrade.
pub(crate) enum UpgradeError {
    /// Not a WebSocket upgrade request, or an invalid one.
    NotAnUpgrade,
    /// An unsupported version of the WebSocket protocol.
    UnsupportedVersion,
}

impl IntoResponse for UpgradeError {
    fn into_response(self) -> Response {
        match self {
            UpgradeError::NotAnUpgrade => {
                (StatusCode::BAD_REQUEST, "This endpoint expects a WebSocket upgrade.").into_response()
            }
            UpgradeError::UnsupportedVersion => {
                let version = [(header::SEC_WEBSOCKET_VERSION, "13")];
                (
                    StatusCode::UPGRADE_REQUIRED,
                    version,
                    "Only version 13 of the WebSocket protocol is supported.",
                )
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

/// Whether the comma-separated list of a header contains a word.
fn header_contains(headers: &HeaderMap, name: &HeaderName, word: &str) -> bool {
    let lists = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|own| own.trim().eq_ignore_ascii_case(word))
}

impl WebSocketUpgrade {
    /// Accepts the upgrade and runs `serve` with the connection.
    pub(crate) fn on_upgrade<F>(self, serve: impl FnOnce(WsConnection) -> F + Send + 'static) -> Response
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let WebSocketUpgrade { upgrade, accept } = self;
        tokio::spawn(async move {
            // The client may have disconnected meanwhile.
            let Ok(upgraded) = upgrade.await else { return };
            match Box::pin(WsConnection::new(upgraded)).await {
                Some(socket) => serve(socket).await,
                None => tracing::error!("upgraded connection has an unexpected IO type"),
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

/// An open WebSocket.
pub(crate) struct WsConnection {
    /// Reads all frames and writes all but texts. Boxed, because a task keeps memory for everything it has ever
    /// moved.
    protocol: Box<WebSocketStream<WebSocketIo>>,
    writer: SocketWriter,
}

impl WsConnection {
    /// `None` if the connection was not accepted by this server.
    async fn new(upgraded: Upgraded) -> Option<WsConnection> {
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER_BYTES)
            .write_buffer_size(WRITE_BUFFER_BYTES)
            .max_message_size(Some(MAX_MESSAGE_BYTES))
            .max_frame_size(Some(MAX_MESSAGE_BYTES));
        let parts = upgraded.downcast::<TokioIo<CountedStream>>().ok()?;
        let (stream, place) = parts.io.into_inner().into_parts();
        let (read, write) = stream.into_split();
        let writer = SocketWriter::new(write);
        let io = WebSocketIo { read, writer: writer.clone(), _slot: place };
        // Bytes that the client sent right after its request.
        let early = parts.read_buf.to_vec();
        let protocol = WebSocketStream::from_partially_read(io, early, Role::Server, Some(config)).await;
        Some(WsConnection { protocol: Box::new(protocol), writer })
    }

    /// The next message; `None` once the socket is closed.
    pub(crate) async fn recv(&mut self) -> Option<Result<Message, Error>> {
        self.protocol.next().await
    }

    /// The writer, to wait for pending writes.
    pub(crate) fn writer(&self) -> SocketWriter {
        self.writer.clone()
    }

    /// A writer for a room, which may queue up to `max_queued` texts.
    pub(crate) fn room_writer(&self, max_queued: usize) -> RoomWriter {
        self.writer.room_writer(max_queued)
    }

    /// Writes everything that is queued.
    pub(crate) async fn flush(&mut self) -> Result<(), Error> {
        self.protocol.flush().await?;
        Ok(poll_fn(|context| self.writer.poll_flush(context)).await?)
    }

    /// Reads and discards everything the client still sends.
    pub(crate) async fn drain(&mut self) {
        let mut some = [0; 512];
        while let Ok(1..) = self.protocol.get_mut().read(&mut some).await {}
    }

    pub(crate) async fn send(&mut self, message: Message) -> Result<(), Error> {
        match message {
            Message::Text(text) => self.writer.queue_text(Bytes::from(text)),
            message => self.protocol.feed(message).await?,
        }
        self.flush().await
    }
}

impl Drop for WsConnection {
    /// A room may still hold its writer.
    fn drop(&mut self) {
        self.writer.close();
    }
}

/// The connection as the WebSocket library sees it. Control frames are written between texts, never inside one.
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
    /// The library writes whole frames.
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
