//! The socket, on a thread of its own. A connection that breaks is made again.

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

/// What comes from the server.
pub(super) enum ConnectionEvent {
    Message(Box<ServerMessage>),
    /// The connection broke, and is being made again.
    Interrupted,
    /// It is there again.
    Reconnected,
    /// It could not be made again.
    Failed(String),
}

type ClientSocket = WebSocket<MaybeTlsStream<TcpStream>>;

/// How long a look at the socket lasts before what is to be sent is looked at.
const SOCKET_POLL_INTERVAL: Duration = Duration::from_millis(30);
/// How long it may take to connect.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(15);
/// The server asks every ten seconds whether we are there: after so long without a word it is gone.
const SERVER_SILENCE_TIMEOUT: Duration = Duration::from_secs(35);
/// How long a broken connection is tried again.
const RECONNECT_PERIOD: Duration = Duration::from_secs(15 * 60);
/// How far apart the tries are, at first and at most.
const RECONNECT_DELAYS: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(5));

/// Connects, and says hello.
pub(super) fn open(
    door: &TableClient,
) -> Result<(Sender<ClientMessage>, Receiver<ConnectionEvent>), UserError> {
    let (out, to_send) = mpsc::channel();
    let (tell, heard) = mpsc::channel();
    let socket = connect(door).map_err(|why| UserError(format!("The table cannot be reached: {why}")))?;
    let door = door.clone();
    thread::spawn(move || run_connection(&door, socket, &to_send, &tell));
    Ok((out, heard))
}

fn connect(door: &TableClient) -> Result<ClientSocket, String> {
    let mut request = door.socket_url().into_client_request().map_err(|error| error.to_string())?;
    if let Some(cookie) = door.cookie().and_then(|cookie| HeaderValue::from_str(cookie).ok()) {
        request.headers_mut().insert(header::COOKIE, cookie);
    }
    let stream = connect_tcp(&request).map_err(|error| error.to_string())?;
    let (mut socket, _) = tungstenite::client_tls(request, stream).map_err(|error| match error {
        HandshakeError::Failure(error) => error.to_string(),
        HandshakeError::Interrupted(_) => "the server does not answer".to_string(),
    })?;
    stream_of(&socket)
        .map_or(Ok(()), |stream| stream.set_read_timeout(Some(SOCKET_POLL_INTERVAL)))
        .map_err(|error| error.to_string())?;
    let hello = Hello { token: door.token().map(String::from), version: None };
    send(&mut socket, &ClientMessage::Hello(hello)).map_err(|error| error.to_string())?;
    Ok(socket)
}

/// A stream to the first address of the host that answers.
fn connect_tcp(request: &Request<()>) -> io::Result<TcpStream> {
    let address = request.uri();
    let host = address.host().unwrap_or_default();
    let usual = if address.scheme_str() == Some("wss") { 443 } else { 80 };
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    let mut why = io::Error::new(io::ErrorKind::NotFound, format!("{host} has no address"));
    for address in (bare, address.port_u16().unwrap_or(usual)).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, CONNECT_TIMEOUT) {
            Ok(stream) => {
                stream.set_nodelay(true)?;
                stream.set_read_timeout(Some(CONNECT_TIMEOUT))?;
                stream.set_write_timeout(Some(CONNECT_TIMEOUT))?;
                return Ok(stream);
            }
            Err(error) => why = error,
        }
    }
    Err(why)
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

/// Talks until nobody listens any more or the server is gone for good.
fn run_connection(
    door: &TableClient,
    mut socket: ClientSocket,
    to_send: &Receiver<ClientMessage>,
    tell: &Sender<ConnectionEvent>,
) {
    loop {
        let Err(why) = exchange(&mut socket, to_send, tell) else { return };
        if tell.send(ConnectionEvent::Interrupted).is_err() {
            return;
        }
        let Some(again) = reconnect(door) else {
            let _ =
                tell.send(ConnectionEvent::Failed(format!("The server cannot be reached any more: {why}")));
            return;
        };
        socket = again;
        if tell.send(ConnectionEvent::Reconnected).is_err() {
            return;
        }
    }
}

/// Tries again and again, less and less often.
fn reconnect(door: &TableClient) -> Option<ClientSocket> {
    let begun = Instant::now();
    let mut pause = RECONNECT_DELAYS.0;
    while begun.elapsed() < RECONNECT_PERIOD {
        thread::sleep(pause);
        if let Ok(socket) = connect(door) {
            return Some(socket);
        }
        pause = (pause * 2).min(RECONNECT_DELAYS.1);
    }
    None
}

/// Sends and receives. Ends without an error when the desk is gone.
fn exchange(
    socket: &mut ClientSocket,
    to_send: &Receiver<ClientMessage>,
    tell: &Sender<ConnectionEvent>,
) -> tungstenite::Result<()> {
    let mut heard = Instant::now();
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
                heard = Instant::now();
                // What is not understood is of a newer server, and nothing to this client.
                if let Message::Text(text) = message
                    && let Ok(message) = serde_json::from_str(&text)
                    && tell.send(ConnectionEvent::Message(Box::new(message))).is_err()
                {
                    return Ok(());
                }
            }
            Err(tungstenite::Error::Io(error)) if is_timeout(&error) => {
                if heard.elapsed() > SERVER_SILENCE_TIMEOUT {
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
