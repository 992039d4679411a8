//! Attacks by malicious clients.

use crate::client::{Client, next_text, open_socket};
use crate::frames::trickle;
use crate::http_client::HttpClient;
use crate::paused_time::PausedTime;
use crate::test_server::TestServer;
use futures_util::SinkExt as _;
use serde_json::json;
use std::time::{Duration, Instant};
use tetrarch_protocol::{CloseReason, CommandKind};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

const TIMEOUT: Duration = Duration::from_secs(30);

#[tokio::test]
async fn a_flood_of_requests_is_refused_and_others_are_still_served() {
    let server = TestServer::with_config(|config| config.trust_proxy = true).await;
    let flooder = HttpClient::anonymous(&server);
    let mut refused = 0;
    for _ in 0..500 {
        let response = flooder.request("GET", "/api", "", &[("x-forwarded-for", "203.0.113.7")]).await;
        refused += u32::from(response.status == 429);
    }
    assert!(refused > 0);
    let other = flooder.request("GET", "/api", "", &[("x-forwarded-for", "198.51.100.1")]).await;
    assert_eq!(other.status, 200);
}

#[tokio::test]
async fn passwords_cannot_be_guessed_fast() {
    let server = TestServer::with_config(|config| config.trust_proxy = true).await;
    let ada = HttpClient::account(&server, "Ada").await;
    let mut tried = Vec::new();
    for number in 0..15 {
        let guess = json!({"account": "ada", "password": format!("guess {number:04}")});
        // From many addresses, as a botnet would.
        let from = format!("203.0.113.{number}");
        let headers = [("content-type", "application/json"), ("x-forwarded-for", from.as_str())];
        tried.push(ada.request("POST", "/api/login", &guess.to_string(), &headers).await.status);
    }
    assert!(tried.contains(&401) && tried.contains(&429), "{tried:?}");
}

#[tokio::test]
async fn a_flood_on_a_socket_closes_it_and_the_game_continues() {
    let server = TestServer::with_config(|_| {}).await;
    let (table, mut clients) = server.full_table(json!({"game": "ban-chess"})).await;
    let mut socket = open_socket(server.address, &table).await;
    socket.send(Message::text(r#"{"kind":"hello"}"#)).await.unwrap();
    let flood = async {
        for _ in 0..5000 {
            if socket.send(Message::text(r#"{"kind":"look"}"#)).await.is_err() {
                break;
            }
        }
        while next_text(&mut socket).await.is_some() {}
    };
    timeout(TIMEOUT, flood).await.expect("the flood ends");
    clients[1].command(CommandKind::Act("b:e2e4".to_string())).await.unwrap();
}

#[tokio::test]
async fn oversized_frames_and_bodies_are_refused() {
    let server = TestServer::start().await;
    let ada = HttpClient::guest(&server, "Ada").await;
    let created = ada.create_table(json!({"game": "banqi", "seats": {"first": {"kind": "mine"}}})).await;
    let mut socket = open_socket(server.address, &created.table).await;
    socket
        .send(Message::text(format!(r#"{{"kind":"hello","token":"{}"}}"#, "x".repeat(100_000))))
        .await
        .unwrap();
    let closed = timeout(TIMEOUT, async { while next_text(&mut socket).await.is_some() {} }).await;
    assert!(closed.is_ok(), "the socket is still open");
    let response = ada.post("/api/tables", &json!({"game": "banqi", "name": "x".repeat(100_000)})).await;
    assert_eq!(response.status, 413);
    assert_eq!(ada.state(&created.table).await.version, 0, "the table is unaffected");
}

#[tokio::test]
async fn a_silent_or_stalled_client_delays_nobody() {
    let server = TestServer::start().await;
    let (table, mut clients) = server.full_table(json!({"game": "ban-chess"})).await;
    // One connects and sends nothing, one sends half a request, one never reads.
    let _silent = open_socket(server.address, &table).await;
    let mut half = TcpStream::connect(server.address).await.unwrap();
    half.write_all(b"POST /api/tables HTTP/1.1\r\nhost: test\r\ncontent-length: 1000\r\n\r\n{")
        .await
        .unwrap();
    let mut deaf = open_socket(server.address, &table).await;
    deaf.send(Message::text(r#"{"kind":"hello"}"#)).await.unwrap();
    for action in ["b:e2e4", "d4", "b:d7d5", "e5", "b:d4d5", "c4"] {
        let turn = clients.iter().position(|client| !client.choices().is_empty()).unwrap();
        let version = clients[turn].act(action).await.unwrap();
        for client in &mut clients {
            timeout(TIMEOUT, client.wait_for_version(version)).await.expect("nobody waits");
        }
    }
}

#[tokio::test]
async fn pages_of_other_sites_can_neither_connect_nor_act() {
    let server =
        TestServer::with_config(|config| config.allowed_origins = vec!["https://friend.example".to_string()])
            .await;
    let ada = HttpClient::guest(&server, "Ada").await;
    let created = ada.create_table(json!({"game": "banqi", "seats": {"first": {"kind": "mine"}}})).await;
    let connect = async |path: &str, origin: String| {
        let mut request = format!("ws://{}{path}", server.address).into_client_request().unwrap();
        request.headers_mut().insert("origin", origin.parse().unwrap());
        connect_async(request).await.is_ok()
    };
    for path in [format!("/ws/{}", created.table), "/ws/lobby".to_string()] {
        assert!(!connect(&path, "https://evil.example".to_string()).await);
        assert!(!connect(&path, "null".to_string()).await);
        assert!(connect(&path, format!("http://{}", server.address)).await, "our own page");
        assert!(connect(&path, "https://friend.example".to_string()).await, "a site named with --origin");
    }
    let headers = [("content-type", "application/json"), ("origin", "https://evil.example")];
    let order = json!({"id": "x", "version": 0, "do": "stand"}).to_string();
    assert_eq!(
        ada.request("POST", &format!("/api/tables/{}/do", created.table), &order, &headers).await.status,
        403
    );
    assert_eq!(ada.state(&created.table).await.you, ["first"]);
}

#[tokio::test]
async fn a_client_cannot_forge_its_address() {
    let server = TestServer::with_config(|config| config.trust_proxy = true).await;
    let flooder = HttpClient::anonymous(&server);
    let mut refused = 0;
    for number in 0..500 {
        // A proxy that adds its own header line to those of the client.
        let claimed = format!("198.51.100.{}", number % 250);
        let headers = [("x-forwarded-for", claimed.as_str()), ("x-forwarded-for", "203.0.113.7")];
        refused += u32::from(flooder.request("GET", "/api", "", &headers).await.status == 429);
    }
    assert!(refused > 0, "all requests come from one address");
}

#[tokio::test]
async fn a_person_has_one_allowance_for_all_addresses() {
    let server = TestServer::with_config(|config| config.trust_proxy = true).await;
    let ada = HttpClient::guest(&server, "Ada").await;
    let mut refused = 0;
    for number in 0..400 {
        let from = format!("203.0.113.{}", number % 250);
        refused +=
            u32::from(ada.request("GET", "/api/me", "", &[("x-forwarded-for", &from)]).await.status == 429);
    }
    assert!(refused > 0);
    let bob = HttpClient::guest(&server, "Bob").await;
    assert_eq!(bob.get("/api/me").await.status, 200);
}

#[tokio::test]
async fn each_table_of_a_set_counts_towards_the_limit() {
    let server = TestServer::with_config(|_| {}).await;
    let ada = HttpClient::guest(&server, "Ada").await;
    let set = json!({"name": "Sunday", "tables": 64, "table": {"game": "banqi"}});
    assert_eq!(ada.post("/api/sets", &set).await.status, 201);
    assert_eq!(ada.post("/api/sets", &set).await.status, 429);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_owner_with_many_engine_tables_delays_nobody_else() {
    let server = TestServer::with_config(|_| {}).await;
    let (eve, ada) = (HttpClient::guest(&server, "Eve").await, HttpClient::guest(&server, "Ada").await);
    let engine = |level: u8| json!({"kind": "engine", "level": level});
    for _ in 0..30 {
        eve.create_table(json!({"game": "ban-chess", "seats": {"white": engine(8), "black": engine(8)}}))
            .await;
    }
    let seats = json!({"first": {"kind": "mine"}, "second": engine(1)});
    let table = ada.create_table(json!({"game": "banqi", "seats": seats})).await.table;
    let begun = Instant::now();
    assert_eq!(ada.command(&table, json!({"act": "?a1"})).await.status, 200);
    let mut client = Client::connect(&server, &table, None).await;
    let answered =
        |client: &Client| client.state.line.iter().any(|step| step.by.as_deref() == Some("second"));
    client.wait_for("the engine's answer", answered).await;
    // Each of her engines thinks for a second.
    assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_slow_request_times_out() {
    let time = PausedTime::hold();
    let server = TestServer::start().await;
    let head = "POST /api/tables HTTP/1.1\r\nhost: test\r\n";
    let halves = [
        String::new(),
        head.to_string(),
        format!("{head}content-type: application/json\r\ncontent-length: 1000\r\n\r\n{{"),
    ];
    let mut responses = Vec::new();
    for half in halves {
        let begun = tokio::time::Instant::now();
        responses.push(trickle(&server, &time, half.as_bytes(), b"").await);
        assert!(begun.elapsed() < Duration::from_secs(45), "{:?}", begun.elapsed());
    }
    assert!(
        responses.iter().any(|response| response.contains(" 408 ") && response.contains("too long")),
        "{responses:?}"
    );
}

#[tokio::test]
async fn ids_and_tokens_cannot_be_guessed() {
    let server = TestServer::start().await;
    let ada = HttpClient::guest(&server, "Ada").await;
    let created = ada.create_table(json!({"game": "banqi", "seats": {"first": {"kind": "mine"}}})).await;
    for id in ["aaaaaaaaaaaa", "..", "%00", "a'%20OR%201=1", "x".repeat(5000).as_str(), "lobby%2f"] {
        let status = ada.get(&format!("/api/tables/{id}")).await.status;
        assert!(matches!(status, 404 | 414 | 400), "{id}: {status}");
    }
    let near = {
        let mut token = created.token.clone().into_bytes();
        token[0] = if token[0] == b'0' { b'1' } else { b'0' };
        String::from_utf8(token).unwrap()
    };
    for token in [near.as_str(), "' OR 1=1 --", created.table.as_str()] {
        let thief = HttpClient { bearer: Some(token.to_string()), ..HttpClient::anonymous(&server) };
        let state = thief.get(&format!("/api/tables/{}", created.table)).await;
        assert!(state.status == 403 && !state.body.contains("view"), "{token}: {}", state.status);
        assert_eq!(thief.command(&created.table, json!({"order": "reset"})).await.status, 403);
        assert_eq!(thief.get("/api/me").await.status, 401);
    }
    let thief = HttpClient { cookie: Some("tetrarch=0000".to_string()), ..HttpClient::anonymous(&server) };
    assert_eq!(thief.get("/api/me").await.status, 401);
}

#[tokio::test]
async fn names_with_markup_and_control_characters_stay_plain_text() {
    let server = TestServer::start().await;
    let ada = HttpClient::guest(&server, "<script>alert(1)</script>\u{1b}[31m\u{202e}").await;
    let name = ada.me().await.name;
    assert_eq!(name, "<script>alert(1)</script>[31m");
    let created = ada
        .create_table(
            json!({"game": "ban-chess", "seats": {"white": {"kind": "mine"}, "black": {"kind": "mine"}}}),
        )
        .await;
    let state = ada.get(&format!("/api/tables/{}", created.table)).await;
    assert_eq!(state.header("content-type"), Some("application/json"));
    assert_eq!(state.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(ada.command(&created.table, json!("resign")).await.status, 200);
    let record = ada.get(&format!("/api/tables/{}/record/pgn", created.table)).await;
    assert!(record.header("content-type").unwrap().starts_with("text/plain"));
    assert!(!record.body.chars().any(|letter| letter.is_control() && letter != '\n' && letter != '\r'));
}

#[tokio::test]
async fn responses_carry_security_headers() {
    let server = TestServer::start().await;
    for path in ["/", "/api", "/api/docs", "/nothing/there", "/api/tables/nothing"] {
        let response = HttpClient::anonymous(&server).get(path).await;
        for name in ["content-security-policy", "x-content-type-options", "referrer-policy", "cache-control"]
        {
            assert!(response.header(name).is_some(), "{path} lacks {name}");
        }
        let policy = response.header("content-security-policy").unwrap();
        assert!(policy.ends_with("; connect-src 'self' ws://test wss://test"), "{policy}");
    }
}

#[tokio::test]
async fn a_shutdown_does_not_wait_for_incomplete_requests() {
    let mut server = TestServer::start().await;
    let mut half = TcpStream::connect(server.address).await.unwrap();
    half.write_all(b"POST /api/tables HTTP/1.1\r\nhost: test\r\ncontent-length: 10\r\n\r\n{").await.unwrap();
    timeout(TIMEOUT, server.stop()).await.expect("it stops");
    let mut rest = Vec::new();
    let _ = half.read_to_end(&mut rest).await;
}

#[tokio::test]
async fn a_client_with_an_unknown_token_learns_the_reason() {
    let server = TestServer::start().await;
    let ada = HttpClient::guest(&server, "Ada").await;
    let created = ada.create_table(json!({"game": "banqi", "seats": {"first": {"kind": "mine"}}})).await;
    let mut socket = open_socket(server.address, &created.table).await;
    socket.send(Message::text(r#"{"kind":"hello","token":"guess"}"#)).await.unwrap();
    let refused = next_text(&mut socket).await.unwrap();
    assert!(refused.contains("unknown_token"), "{refused}");
    let closing = next_text(&mut socket).await.unwrap();
    assert!(closing.contains(&serde_json::to_string(&CloseReason::NoHello).unwrap()), "{closing}");
    let watcher = Client::connect(&server, &created.table, None).await;
    assert!(watcher.state.you.is_empty());
}
