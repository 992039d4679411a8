//! Runs the web socket on a thread, and reconnects when the connection breaks.

use super::TableClient;
use crate::UserError;
use std::io;
use std::net::{TcpStream, ToSocketAddrs as _};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};
use tetrarch_protocol::{ClientMessage, Hello, ServerMessage};
use tungstenite::client::IntoClientRequest as _;
use tungstenite::http::{HeaderValue, Request, header};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{HandshakeError, Message, WebSocket};

/// An event of the connection.
pub(super) enum ConnectionEvent {
    Message(Box<ServerMessage>),
    /// The connection broke; the thread is reconnecting.
    Interrupted,
    /// The connection is back.
    Reconnected,
    /// Reconnecting failed for good.
    Failed(String),
}

type ClientSocket = WebSocket<MaybeTlsStream<TcpStream>>;

/// How long to read from the socket before checking for messages to send.
const SOCKET_POLL_INTERVAL: Duration = Duration::from_millis(30);
/// The timeout of connecting, of the handshake and of every write.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(15);
/// The server sends a ping every ten seconds; after this much silence the connection counts as broken.
const SERVER_SILENCE_TIMEOUT: Duration = Duration::from_secs(35);
/// How long to try reconnecting.
const RECONNECT_PERIOD: Duration = Duration::from_secs(15 * 60);
/// The first and the longest delay between attempts.
const RECONNECT_DELAYS: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(5));

/// Connects, sends the hello and starts the thread.
pub(super) fn open(
    client: &TableClient,
) -> Result<(Sender<ClientMessage>, Receiver<ConnectionEvent>), UserError> {
    let (outgoing, to_send) = mpsc::channel();
    let (events, incoming) = mpsc::channel();
    let socket =
        connect(client).map_err(|why| UserError(format!("Failed to connect to the table: {why}")))?;
    let client = client.clone();
    thread::spawn(move || run_connection(&client, socket, &to_send, &events));
    Ok((outgoing, incoming))
}

fn connect(client: &TableClient) -> Result<ClientSocket, String> {
    let mut request = client.socket_url().into_client_request().map_err(|error| error.to_string())?;
    if let Some(cookie) = client.cookie().and_then(|cookie| HeaderValue::from_str(cookie).ok()) {
        request.headers_mut().insert(header::COOKIE, cookie);
    }
    let stream = connect_tcp(&request).map_err(|error| error.to_string())?;
    let (mut socket, _) = tungstenite::client_tls(request, stream).map_err(|error| match error {
        HandshakeError::Failure(error) => error.to_string(),
        HandshakeError::Interrupted(_) => "the server did not answer in time".to_string(),
    })?;
    stream_of(&socket)
        .map_or(Ok(()), |stream| stream.set_read_timeout(Some(SOCKET_POLL_INTERVAL)))
        .map_err(|error| error.to_string())?;
    let hello = Hello { token: client.token().map(String::from), version: None };
    send(&mut socket, &ClientMessage::Hello(hello)).map_err(|error| error.to_string())?;
    Ok(socket)
}

/// Connects to the first address of the host that accepts.
fn connect_tcp(request: &Request<()>) -> io::Result<TcpStream> {
    let address = request.uri();
    let host = address.host().unwrap_or_default();
    let default_port = if address.scheme_str() == Some("wss") { 443 } else { 80 };
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    let mut last_error = io::Error::new(io::ErrorKind::NotFound, format!("no address found for {host}"));
    for address in (bare, address.port_u16().unwrap_or(default_port)).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, CONNECT_TIMEOUT) {
            Ok(stream) => {
                stream.set_nodelay(true)?;
                stream.set_read_timeout(Some(CONNECT_TIMEOUT))?;
                stream.set_write_timeout(Some(CONNECT_TIMEOUT))?;
                return Ok(stream);
            }
            Err(error) => last_error = error,
        }
    }
    Err(last_error)
}

fn stream_of(socket: &ClientSocket) -> Option<&TcpStream> {
    match socket.get_ref() {
        MaybeTlsStream::Plain(stream) => Some(stream),
        MaybeTlsStream::Rustls(stream) => Some(&stream.sock),
        _ => None,
    }
}

fn send(socket: &mut ClientSocket, message: &ClientMessage) -> tungstenite::Result<()> {
    let text = serde_json::to_string(message).map_err(io::Error::from)?;
    socket.send(Message::text(text))
}

/// Runs the connection until the session ends or reconnecting fails.
fn run_connection(
    client: &TableClient,
    mut socket: ClientSocket,
    to_send: &Receiver<ClientMessage>,
    events: &Sender<ConnectionEvent>,
) {
    loop {
        let Err(why) = exchange(&mut socket, to_send, events) else { return };
        if events.send(ConnectionEvent::Interrupted).is_err() {
            return;
        }
        let Some(reconnected) = reconnect(client) else {
            let _ = events.send(ConnectionEvent::Failed(format!("Lost the connection to the server: {why}")));
            return;
        };
        socket = reconnected;
        if events.send(ConnectionEvent::Reconnected).is_err() {
            return;
        }
    }
}

/// Tries to reconnect, with growing delays.
fn reconnect(client: &TableClient) -> Option<ClientSocket> {
    let started = Instant::now();
    let mut pause = RECONNECT_DELAYS.0;
    while started.elapsed() < RECONNECT_PERIOD {
        thread::sleep(pause);
        if let Ok(socket) = connect(client) {
            return Some(socket);
        }
        pause = (pause * 2).min(RECONNECT_DELAYS.1);
    }
    None
}

/// Sends and receives messages. Returns `Ok` when the session has ended.
fn exchange(
    socket: &mut ClientSocket,
    to_send: &Receiver<ClientMessage>,
    events: &Sender<ConnectionEvent>,
) -> tungstenite::Result<()> {
    let mut last_received = Instant::now();
    loop {
        loop {
            match to_send.try_recv() {
                Ok(message) => send(socket, &message)?,
                Err(mpsc::TryRecvError::Empty) => break,
                Err(mpsc::TryRecvError::Disconnected) => {
                    let _ = socket.close(None);
                    return Ok(());
                }
            }
        }
        match socket.read() {
            Ok(message) => {
                last_received = Instant::now();
                // Ignore unknown messages: a newer server may send them.
                if let Message::Text(text) = message
                    && let Ok(message) = serde_json::from_str(&text)
                    && events.send(ConnectionEvent::Message(Box::new(message))).is_err()
                {
                    return Ok(());
                }
            }
            Err(tungstenite::Error::Io(error)) if is_timeout(&error) => {
                if last_received.elapsed() > SERVER_SILENCE_TIMEOUT {
                    return Err(io::Error::from(io::ErrorKind::TimedOut).into());
                }
            }
            Err(error) => return Err(error),
        }
    }
}

fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}
