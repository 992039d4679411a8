//! The socket, on a thread of its own. A connection that breaks is made again.

use super::Door;
use crate::Trouble;
use std::io;
use std::net::TcpStream;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;
use tetrarch_protocol::{ClientMessage, Hello, ServerMessage};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// What comes from the server.
pub(super) enum Heard {
    Message(Box<ServerMessage>),
    /// The connection broke and is there again.
    Back,
    /// It could not be made again.
    Lost(String),
}

type Socket = WebSocket<MaybeTlsStream<TcpStream>>;

/// How long a look at the socket lasts before what is to be sent is looked at.
const MOMENT: Duration = Duration::from_millis(30);
/// How often a broken connection is tried again, a second apart.
const TRIES: u32 = 30;

/// Connects, and says hello.
pub(super) fn open(door: &Door) -> Result<(Sender<ClientMessage>, Receiver<Heard>), Trouble> {
    let (out, to_send) = mpsc::channel();
    let (tell, heard) = mpsc::channel();
    let socket = connect(door).map_err(|why| Trouble(format!("The table cannot be reached: {why}")))?;
    let door = door.clone();
    thread::spawn(move || keep(&door, socket, &to_send, &tell));
    Ok((out, heard))
}

fn connect(door: &Door) -> Result<Socket, String> {
    let (mut socket, _) = tungstenite::connect(door.socket()).map_err(|error| error.to_string())?;
    if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
        stream.set_read_timeout(Some(MOMENT)).map_err(|error| error.to_string())?;
    }
    let hello = Hello { token: door.token().map(String::from), version: None };
    send(&mut socket, &ClientMessage::Hello(hello)).map_err(|error| error.to_string())?;
    Ok(socket)
}

fn send(socket: &mut Socket, message: &ClientMessage) -> tungstenite::Result<()> {
    let text = serde_json::to_string(message).map_err(io::Error::from)?;
    socket.send(Message::text(text))
}

/// Talks until nobody listens any more or the server is gone for good.
fn keep(door: &Door, mut socket: Socket, to_send: &Receiver<ClientMessage>, tell: &Sender<Heard>) {
    loop {
        let Err(why) = talk(&mut socket, to_send, tell) else { return };
        let again = (0..TRIES).find_map(|_| {
            thread::sleep(Duration::from_secs(1));
            connect(door).ok()
        });
        let Some(again) = again else {
            let _ = tell.send(Heard::Lost(format!("The server cannot be reached any more: {why}")));
            return;
        };
        socket = again;
        if tell.send(Heard::Back).is_err() {
            return;
        }
    }
}

/// Sends and receives. Ends without an error when the desk is gone.
fn talk(
    socket: &mut Socket,
    to_send: &Receiver<ClientMessage>,
    tell: &Sender<Heard>,
) -> tungstenite::Result<()> {
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
            Ok(Message::Text(text)) => {
                // What is not understood is of a newer server, and nothing to this client.
                if let Ok(message) = serde_json::from_str(&text)
                    && tell.send(Heard::Message(Box::new(message))).is_err()
                {
                    return Ok(());
                }
            }
            Ok(_) => {}
            Err(tungstenite::Error::Io(error))
                if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {}
            Err(error) => return Err(error),
        }
    }
}
