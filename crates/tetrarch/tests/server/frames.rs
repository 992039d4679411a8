//! Bytes that no good client sends, and clients that fall silent: the server lets go of them and says why, and everybody
//! else plays on.

use crate::client::{Client, next, open};
use crate::kit::Served;
use crate::web::Web;
use futures_util::SinkExt as _;
use serde_json::json;
use std::time::Duration;
use tetrarch_protocol::ServerMessage;
use tetrarch_server::ClientTimeouts;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

const LONG: Duration = Duration::from_secs(30);

/// A server that does not wait for long.
async fn impatient() -> Served {
    Served::tuned(|config| {
        let short = Duration::from_millis(300);
        config.rate_limits = false;
        config.timeouts = ClientTimeouts { request_head: short, request_body: short, ping_interval: short };
    })
    .await
}

/// A socket whose bytes are written by hand.
async fn raw_socket(served: &Served, table: &str) -> TcpStream {
    let mut stream = TcpStream::connect(served.address).await.unwrap();
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

/// A frame with a first byte of the test's choice, masked with zeros.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let length = u8::try_from(payload.len()).unwrap();
    assert!(length < 126);
    [&[first, 0x80 | length, 0, 0, 0, 0], payload].concat()
}

const HELLO: &[u8] = br#"{"kind":"hello"}"#;
const TEXT: u8 = 0x81;

/// Everything that the server still says until it closes.
async fn rest(stream: &mut TcpStream) -> Vec<u8> {
    let mut said = Vec::new();
    let read = timeout(LONG, stream.read_to_end(&mut said)).await.expect("it is closed");
    // Bytes that were never read make the system cut the connection instead of closing it.
    let _ = read;
    said
}

/// The code of the close frame at the end of what was said.
fn close_code(said: &[u8]) -> Option<u16> {
    let at = (0..said.len().saturating_sub(3)).rev().find(|at| {
        said[*at] == 0x88 && usize::from(said[at + 1]) == said.len() - at - 2 && said[at + 1] >= 2
    })?;
    Some(u16::from_be_bytes([said[at + 2], said[at + 3]]))
}

#[tokio::test]
async fn malformed_frames_end_their_socket_with_the_right_code_and_nobody_elses() {
    let served = Served::start().await;
    let (table, mut clients) = served.full_table(json!({"game": "ban-chess"})).await;
    let long = [&[TEXT, 0xff][..], &u64::MAX.to_be_bytes(), &[0; 4]].concat();
    let cases: [(&str, Vec<u8>, u16); 10] = [
        ("a compressed frame, which was not agreed", frame(0xc1, HELLO), 1002),
        ("another reserved bit", frame(0xa1, HELLO), 1002),
        ("a kind of frame that there is not", frame(0x83, b"?"), 1002),
        ("a frame that is not masked", [&[TEXT, 16][..], HELLO].concat(), 1002),
        ("bad UTF-8", frame(TEXT, &[0xff, 0xfe]), 1007),
        ("a continuation of nothing", frame(0x80, b"?"), 1002),
        ("a ping in parts", frame(0x09, b"?"), 1002),
        ("a ping that is too long", [&[0x89, 0xfe, 0, 200, 0, 0, 0, 0][..], &[0; 200]].concat(), 1002),
        ("two texts begun at once", [frame(0x01, b"{"), frame(TEXT, b"}")].concat(), 1002),
        ("more bytes than there are in the world", long, 1009),
    ];
    for (what, bytes, code) in cases {
        let mut stream = raw_socket(&served, &table).await;
        stream.write_all(&frame(TEXT, HELLO)).await.unwrap();
        stream.write_all(&bytes).await.unwrap();
        let said = rest(&mut stream).await;
        assert_eq!(close_code(&said), Some(code), "{what}");
    }
    clients[1].act("b:e2e4").await.unwrap();
}

#[tokio::test]
async fn a_message_in_many_parts_with_pings_between_them_is_understood() {
    let served = Served::start().await;
    let made = served.make(json!({"game": "banqi"})).await;
    let mut stream = raw_socket(&served, &made.table).await;
    stream.write_all(&frame(0x01, &HELLO[..1])).await.unwrap();
    for byte in &HELLO[1..HELLO.len() - 1] {
        stream.write_all(&frame(0x00, &[*byte])).await.unwrap();
        stream.write_all(&frame(0x89, b"there?")).await.unwrap();
    }
    stream.write_all(&frame(0x80, &HELLO[HELLO.len() - 1..])).await.unwrap();
    let mut said = Vec::new();
    while !String::from_utf8_lossy(&said).contains(r#""kind":"state""#) {
        let mut part = [0; 4096];
        let length = timeout(LONG, stream.read(&mut part)).await.unwrap().unwrap();
        assert!(length > 0, "closed after {}", String::from_utf8_lossy(&said));
        said.extend(&part[..length]);
    }
}

#[tokio::test]
async fn rubbish_in_good_frames_is_refused_in_words_and_the_socket_stays() {
    let served = Served::start().await;
    let (_, mut clients) = served.full_table(json!({"game": "ban-chess"})).await;
    let deep = format!("{}{}", "[".repeat(4000), "]".repeat(4000));
    for rubbish in ["", "{", "null", "\u{0}", "💥", r#"{"kind":"command"}"#, r#"{"kind":"hello"}"#, &deep] {
        clients[1].socket.send(Message::text(rubbish)).await.unwrap();
        loop {
            let said = timeout(LONG, clients[1].take()).await.unwrap().expect("an open socket");
            if let ServerMessage::Refused { id: None, why } = said {
                assert!(!why.words.is_empty());
                break;
            }
        }
    }
    clients[1].socket.send(Message::binary(vec![0, 1, 2])).await.unwrap();
    clients[1]
        .until("a refusal", |client| client.texts.last().is_some_and(|t| t.contains("are texts")))
        .await;
    clients[1].act("b:e2e4").await.unwrap();
}

#[tokio::test]
async fn who_vanishes_without_a_word_is_found_out_by_pings_and_the_others_are_told() {
    let served = impatient().await;
    let (table, clients) = served.full_table(json!({"game": "ban-chess"})).await;
    let token = clients[0].token.clone().unwrap();
    drop(clients);
    let mut gone = raw_socket(&served, &table).await;
    let hello = format!(r#"{{"kind":"hello","token":"{}"}}"#, &token);
    gone.write_all(&frame(TEXT, hello.as_bytes())).await.unwrap();
    let mut watcher = Client::connect(&served, &table, None).await;
    watcher.until("White to be there", |client| client.state.seats[0].here).await;
    // From now on nothing comes from White, and the connection is never closed from there.
    timeout(LONG, watcher.until("White to be gone", |client| !client.state.seats[0].here)).await.unwrap();
    let said = String::from_utf8_lossy(&rest(&mut gone).await).to_string();
    assert!(said.contains(r#""why":"silent""#), "{said}");
    assert!(next(&mut open(served.address, "lobby").await).await.is_some());
}

#[tokio::test]
async fn a_request_that_comes_byte_by_byte_is_given_up() {
    let served = impatient().await;
    let head = b"GET /api HTTP/1.1\r\nhost: test\r\nx-slow: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    let post = b"POST /api/tables HTTP/1.1\r\nhost: test\r\ncontent-type: application/json\r\ncontent-length: 999\r\n\r\n";
    for (begun, words) in [(&b""[..], ""), (post, "408")] {
        let mut stream = TcpStream::connect(served.address).await.unwrap();
        stream.write_all(begun).await.unwrap();
        let (mut reading, mut writing) = stream.split();
        let mut said = Vec::new();
        let trickle = async {
            for byte in head.iter().cycle() {
                tokio::time::sleep(Duration::from_millis(20)).await;
                if writing.write_all(&[*byte]).await.is_err() {
                    break;
                }
            }
            std::future::pending::<()>().await;
        };
        tokio::select! {
            () = trickle => {}
            read = timeout(LONG, reading.read_to_end(&mut said)) => drop(read.expect("it is closed")),
        }
        assert!(String::from_utf8_lossy(&said).contains(words), "{}", String::from_utf8_lossy(&said));
    }
    // Nor is one who says nothing at all waited for.
    let mut silent = TcpStream::connect(served.address).await.unwrap();
    rest(&mut silent).await;
    assert_eq!(Web::nobody(&served).get("/api").await.status, 200);
}
