//! Malformed frames and silent clients: the server closes their connections with a reason, and everyone else plays on.

use crate::client::{Client, next_text, open_socket};
use crate::http_client::HttpClient;
use crate::paused_time::PausedTime;
use crate::test_server::TestServer;
use futures_util::SinkExt as _;
use serde_json::json;
use std::time::Duration;
use tetrarch_protocol::ServerMessage;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

const TIMEOUT: Duration = Duration::from_secs(30);

/// A WebSocket whose frames are written by hand.
async fn raw_socket(server: &TestServer, table: &str) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let request = format!(
        "GET /ws/{table} HTTP/1.1\r\nhost: test\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.unwrap());
    }
    assert!(head.starts_with(b"HTTP/1.1 101"));
    stream
}

/// A frame with this first byte, masked with zeros.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let length = u8::try_from(payload.len()).unwrap();
    assert!(length < 126);
    [&[first, 0x80 | length, 0, 0, 0, 0], payload].concat()
}

const HELLO: &[u8] = br#"{"kind":"hello"}"#;
const TEXT: u8 = 0x81;

/// Everything that the server sends until it closes.
async fn read_to_close(stream: &mut TcpStream) -> Vec<u8> {
    let mut received = Vec::new();
    let read = timeout(TIMEOUT, stream.read_to_end(&mut received))
        .await
        .expect("the server did not close the connection");
    // Unread bytes make the system reset the connection instead of closing it.
    let _ = read;
    received
}

/// The code of the close frame at the end of the received bytes.
fn close_code(received: &[u8]) -> Option<u16> {
    let at = (0..received.len().saturating_sub(3)).rev().find(|at| {
        received[*at] == 0x88
            && usize::from(received[at + 1]) == received.len() - at - 2
            && received[at + 1] >= 2
    })?;
    Some(u16::from_be_bytes([received[at + 2], received[at + 3]]))
}

#[tokio::test]
async fn malformed_frames_close_only_their_own_socket_with_the_right_code() {
    let server = TestServer::start().await;
    let (table, mut clients) = server.full_table(json!({"game": "ban-chess"})).await;
    let long = [&[TEXT, 0xff][..], &u64::MAX.to_be_bytes(), &[0; 4]].concat();
    let cases: [(&str, Vec<u8>, u16); 10] = [
        ("a compressed frame without negotiation", frame(0xc1, HELLO), 1002),
        ("another reserved bit", frame(0xa1, HELLO), 1002),
        ("an unknown opcode", frame(0x83, b"?"), 1002),
        ("an unmasked frame", [&[TEXT, 16][..], HELLO].concat(), 1002),
        ("bad UTF-8", frame(TEXT, &[0xff, 0xfe]), 1007),
        ("a continuation without a start", frame(0x80, b"?"), 1002),
        ("a fragmented ping", frame(0x09, b"?"), 1002),
        ("an oversized ping", [&[0x89, 0xfe, 0, 200, 0, 0, 0, 0][..], &[0; 200]].concat(), 1002),
        ("a text frame inside a fragmented text", [frame(0x01, b"{"), frame(TEXT, b"}")].concat(), 1002),
        ("an absurd length", long, 1009),
    ];
    for (what, bytes, code) in cases {
        let mut stream = raw_socket(&server, &table).await;
        stream.write_all(&frame(TEXT, HELLO)).await.unwrap();
        stream.write_all(&bytes).await.unwrap();
        let received = read_to_close(&mut stream).await;
        assert_eq!(close_code(&received), Some(code), "{what}");
    }
    clients[1].act("b:e2e4").await.unwrap();
}

#[tokio::test]
async fn a_fragmented_message_with_pings_in_between_is_understood() {
    let server = TestServer::start().await;
    let created = server.create_table(json!({"game": "banqi"})).await;
    let mut stream = raw_socket(&server, &created.table).await;
    stream.write_all(&frame(0x01, &HELLO[..1])).await.unwrap();
    for byte in &HELLO[1..HELLO.len() - 1] {
        stream.write_all(&frame(0x00, &[*byte])).await.unwrap();
        stream.write_all(&frame(0x89, b"there?")).await.unwrap();
    }
    stream.write_all(&frame(0x80, &HELLO[HELLO.len() - 1..])).await.unwrap();
    let mut received = Vec::new();
    while !String::from_utf8_lossy(&received).contains(r#""kind":"state""#) {
        let mut part = [0; 4096];
        let length = timeout(TIMEOUT, stream.read(&mut part)).await.unwrap().unwrap();
        assert!(length > 0, "closed after {}", String::from_utf8_lossy(&received));
        received.extend(&part[..length]);
    }
}

#[tokio::test]
async fn garbage_in_valid_frames_is_refused_and_the_socket_stays_open() {
    let server = TestServer::start().await;
    let (_, mut clients) = server.full_table(json!({"game": "ban-chess"})).await;
    let deep = format!("{}{}", "[".repeat(4000), "]".repeat(4000));
    for rubbish in ["", "{", "null", "\u{0}", "💥", r#"{"kind":"command"}"#, r#"{"kind":"hello"}"#, &deep] {
        clients[1].socket.send(Message::text(rubbish)).await.unwrap();
        loop {
            let received =
                timeout(TIMEOUT, clients[1].next_message()).await.unwrap().expect("the socket was closed");
            if let ServerMessage::Refused { id: None, why } = received {
                assert!(!why.words.is_empty());
                break;
            }
        }
    }
    clients[1].socket.send(Message::binary(vec![0, 1, 2])).await.unwrap();
    clients[1]
        .wait_for("a refusal", |client| {
            client.texts.last().is_some_and(|t| t.contains("must be text frames"))
        })
        .await;
    clients[1].act("b:e2e4").await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_client_that_vanishes_is_detected_by_pings_and_the_others_are_notified() {
    let time = PausedTime::hold();
    let server = TestServer::start().await;
    let (table, clients) = server.full_table(json!({"game": "ban-chess"})).await;
    let token = clients[0].token.clone().unwrap();
    drop(clients);
    let mut gone = raw_socket(&server, &table).await;
    let hello = format!(r#"{{"kind":"hello","token":"{}"}}"#, &token);
    gone.write_all(&frame(TEXT, hello.as_bytes())).await.unwrap();
    let mut watcher = Client::connect(&server, &table, None).await;
    watcher.wait_for("White to be there", |client| client.state.seats[0].here).await;
    // From now on White sends nothing, and never closes the connection. There is a ping every ten seconds.
    for _ in 0..3 {
        assert!(watcher.state.seats[0].here, "too early");
        time.advance(Duration::from_secs(10), [&mut watcher]).await;
    }
    watcher.wait_for("White to be gone", |client| !client.state.seats[0].here).await;
    // The server waits for a close message, but not for long.
    time.advance(Duration::from_secs(2), []).await;
    let received = String::from_utf8_lossy(&read_to_close(&mut gone).await).to_string();
    assert!(received.contains(r#""why":"silent""#), "{received}");
    assert!(next_text(&mut open_socket(server.address, "lobby").await).await.is_some());
}

/// The server closes a connection whose request has not arrived after half a minute.
const REQUEST_TIMEOUT_SECS: u64 = 30;

/// Repeats these bytes, one every second, until the server closes the connection. Returns what it sent.
pub(crate) async fn trickle(server: &TestServer, time: &PausedTime, begun: &[u8], bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(begun).await.unwrap();
    let (mut reading, mut writing) = stream.split();
    let mut received = Vec::new();
    let trickle = async {
        let mut bytes = bytes.iter().cycle();
        // Head and body may each take as long.
        for _ in 0..2 * REQUEST_TIMEOUT_SECS + 5 {
            time.advance(Duration::from_secs(1), []).await;
            if let Some(byte) = bytes.next() {
                // This fails once the server has closed the connection.
                let _ = writing.write_all(&[*byte]).await;
            }
        }
    };
    tokio::select! {
        // Unread bytes make the system reset the connection instead of closing it.
        read = reading.read_to_end(&mut received) => drop(read),
        () = trickle => panic!("the server did not close the connection in time"),
    }
    String::from_utf8_lossy(&received).to_string()
}

#[tokio::test(start_paused = true)]
async fn a_request_sent_byte_by_byte_times_out() {
    let time = PausedTime::hold();
    let server = TestServer::start().await;
    let head = b"GET /api HTTP/1.1\r\nhost: test\r\nx-slow: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    let post = b"POST /api/tables HTTP/1.1\r\nhost: test\r\ncontent-type: application/json\r\ncontent-length: 999\r\n\r\n";
    for (begun, words) in [(&b""[..], ""), (post, "408")] {
        let received = trickle(&server, &time, begun, head).await;
        assert!(received.contains(words), "{received}");
    }
    // A client that sends nothing at all times out too.
    trickle(&server, &time, b"", b"").await;
    assert_eq!(HttpClient::anonymous(&server).get("/api").await.status, 200);
}
