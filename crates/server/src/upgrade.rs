//! Sockets as small as they can be. axum's own copy what they write, and keep the memory for it: the first state of a table
//! would cost every connection as much for as long as it lives. Here texts go out as they are, past what the protocol needs
//! for itself.

use crate::outbox::Outbox;
use axum::body::{Body, Bytes};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::{SinkExt as _, StreamExt as _};
use hyper::body::Buf as _;
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use std::io::ErrorKind;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::{Message, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Utf8Bytes};

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
            if let Ok(upgraded) = upgrade.await {
                serve(Box::pin(Socket::new(upgraded)).await).await;
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
    protocol: Box<WebSocketStream<TokioIo<Upgraded>>>,
    /// The texts that are not written yet, or only in part.
    texts: Outbox,
}

impl Socket {
    async fn new(upgraded: Upgraded) -> Socket {
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER)
            .write_buffer_size(WRITE_BUFFER)
            .max_message_size(Some(LONGEST_MESSAGE))
            .max_frame_size(Some(LONGEST_MESSAGE));
        let io = TokioIo::new(upgraded);
        let protocol = WebSocketStream::from_raw_socket(io, Role::Server, Some(config)).await;
        Socket { protocol: Box::new(protocol), texts: Outbox::default() }
    }

    /// The next message; none once the socket is closed. Not to be asked while a text is written only in part, since the
    /// answer to a ping would go out in the middle of it.
    pub(crate) async fn recv(&mut self) -> Option<Result<Message, Error>> {
        self.protocol.next().await
    }

    /// Writes a text with the next [`flush`](Socket::flush).
    pub(crate) fn add(&mut self, text: Utf8Bytes) {
        self.texts.add(Bytes::from(text));
    }

    /// Writes a message, at the latest with the next [`flush`](Socket::flush).
    pub(crate) async fn feed(&mut self, message: Message) -> Result<(), Error> {
        match message {
            Message::Text(text) => self.add(text),
            message => {
                self.flush().await?;
                self.protocol.feed(message).await?;
            }
        }
        Ok(())
    }

    /// Writes what waits.
    pub(crate) async fn flush(&mut self) -> Result<(), Error> {
        self.protocol.flush().await?;
        self.texts.close();
        // One piece is most often all there is, and is written by a simpler call of the system.
        while self.texts.is_one() {
            let written = self.protocol.get_mut().write(self.texts.chunk()).await?;
            if written == 0 {
                return Err(Error::Io(ErrorKind::WriteZero.into()));
            }
            self.texts.advance(written);
        }
        if self.texts.has_remaining() {
            self.protocol.get_mut().write_all_buf(&mut self.texts).await?;
        }
        Ok(())
    }

    /// Takes all that still comes, whatever it is.
    pub(crate) async fn drain(&mut self) {
        let mut some = [0; 512];
        while let Ok(1..) = self.protocol.get_mut().read(&mut some).await {}
    }

    /// Writes a message at once.
    pub(crate) async fn send(&mut self, message: Message) -> Result<(), Error> {
        self.feed(message).await?;
        self.flush().await
    }
}
