//! What somebody with bad intentions tries.

use crate::client::{Client, next, open};
use crate::kit::Served;
use crate::web::Web;
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

const LONG: Duration = Duration::from_secs(30);

#[tokio::test]
async fn a_flood_of_requests_is_refused_and_others_are_still_served() {
    let served = Served::tuned(|config| config.trust_proxy = true).await;
    let flooder = Web::nobody(&served);
    let mut refused = 0;
    for _ in 0..500 {
        let answer = flooder.ask("GET", "/api", "", &[("x-forwarded-for", "203.0.113.7")]).await;
        refused += u32::from(answer.status == 429);
    }
    assert!(refused > 0);
    let other = flooder.ask("GET", "/api", "", &[("x-forwarded-for", "198.51.100.1")]).await;
    assert_eq!(other.status, 200);
}

#[tokio::test]
async fn passwords_cannot_be_guessed_fast() {
    let served = Served::tuned(|config| config.trust_proxy = true).await;
    let ada = Web::account(&served, "Ada").await;
    let mut tried = Vec::new();
    for number in 0..15 {
        let guess = json!({"account": "ada", "password": format!("guess {number:04}")});
        // From many addresses, as somebody with many machines would.
        let from = format!("203.0.113.{number}");
        let headers = [("content-type", "application/json"), ("x-forwarded-for", from.as_str())];
        tried.push(ada.ask("POST", "/api/login", &guess.to_string(), &headers).await.status);
    }
    assert!(tried.contains(&401) && tried.contains(&429), "{tried:?}");
}

#[tokio::test]
async fn a_flood_on_a_socket_closes_it_and_the_table_goes_on() {
    let served = Served::tuned(|_| {}).await;
    let (table, mut clients) = served.full_table(json!({"game": "ban-chess"})).await;
    let mut socket = open(served.address, &table).await;
    socket.send(Message::text(r#"{"kind":"hello"}"#)).await.unwrap();
    let flood = async {
        for _ in 0..5000 {
            if socket.send(Message::text(r#"{"kind":"look"}"#)).await.is_err() {
                break;
            }
        }
        while next(&mut socket).await.is_some() {}
    };
    timeout(LONG, flood).await.expect("the flood ends");
    clients[1].order(CommandKind::Act("b:e2e4".to_string())).await.unwrap();
}

#[tokio::test]
async fn frames_and_bodies_that_are_too_large_are_refused() {
    let served = Served::start().await;
    let ada = Web::guest(&served, "Ada").await;
    let made = ada.make(json!({"game": "banqi", "seats": {"first": {"kind": "mine"}}})).await;
    let mut socket = open(served.address, &made.table).await;
    socket
        .send(Message::text(format!(r#"{{"kind":"hello","token":"{}"}}"#, "x".repeat(100_000))))
        .await
        .unwrap();
    let closed = timeout(LONG, async { while next(&mut socket).await.is_some() {} }).await;
    assert!(closed.is_ok(), "the socket is closed");
    let answer = ada.post("/api/tables", &json!({"game": "banqi", "name": "x".repeat(100_000)})).await;
    assert_eq!(answer.status, 413);
    assert_eq!(ada.state(&made.table).await.version, 0, "everything goes on");
}

#[tokio::test]
async fn a_client_that_says_or_reads_nothing_keeps_nobody_waiting() {
    let served = Served::start().await;
    let (table, mut clients) = served.full_table(json!({"game": "ban-chess"})).await;
    // One that connects and says nothing, one that sends half a request, one that never reads.
    let _silent = open(served.address, &table).await;
    let mut half = TcpStream::connect(served.address).await.unwrap();
    half.write_all(b"POST /api/tables HTTP/1.1\r\nhost: test\r\ncontent-length: 1000\r\n\r\n{")
        .await
        .unwrap();
    let mut deaf = open(served.address, &table).await;
    deaf.send(Message::text(r#"{"kind":"hello"}"#)).await.unwrap();
    for action in ["b:e2e4", "d4", "b:d7d5", "e5", "b:d4d5", "c4"] {
        let turn = clients.iter().position(|client| !client.choices().is_empty()).unwrap();
        let version = clients[turn].act(action).await.unwrap();
        for client in &mut clients {
            timeout(LONG, client.until_version(version)).await.expect("nobody waits");
        }
    }
}

#[tokio::test]
async fn pages_of_other_sites_can_neither_connect_nor_act() {
    let served =
        Served::tuned(|config| config.allowed_origins = vec!["https://friend.example".to_string()]).await;
    let ada = Web::guest(&served, "Ada").await;
    let made = ada.make(json!({"game": "banqi", "seats": {"first": {"kind": "mine"}}})).await;
    let connect = async |path: &str, origin: String| {
        let mut request = format!("ws://{}{path}", served.address).into_client_request().unwrap();
        request.headers_mut().insert("origin", origin.parse().unwrap());
        connect_async(request).await.is_ok()
    };
    for path in [format!("/ws/{}", made.table), "/ws/lobby".to_string()] {
        assert!(!connect(&path, "https://evil.example".to_string()).await);
        assert!(!connect(&path, "null".to_string()).await);
        assert!(connect(&path, format!("http://{}", served.address)).await, "our own page");
        assert!(connect(&path, "https://friend.example".to_string()).await, "a site that was named");
    }
    let headers = [("content-type", "application/json"), ("origin", "https://evil.example")];
    let order = json!({"id": "x", "version": 0, "do": "stand"}).to_string();
    assert_eq!(
        ada.ask("POST", &format!("/api/tables/{}/do", made.table), &order, &headers).await.status,
        403
    );
    assert_eq!(ada.state(&made.table).await.you, ["first"]);
}

#[tokio::test]
async fn a_client_cannot_say_that_it_comes_from_elsewhere() {
    let served = Served::tuned(|config| config.trust_proxy = true).await;
    let flooder = Web::nobody(&served);
    let mut refused = 0;
    for number in 0..500 {
        // A proxy that adds a line of its own to what the client has sent.
        let claimed = format!("198.51.100.{}", number % 250);
        let headers = [("x-forwarded-for", claimed.as_str()), ("x-forwarded-for", "203.0.113.7")];
        refused += u32::from(flooder.ask("GET", "/api", "", &headers).await.status == 429);
    }
    assert!(refused > 0, "all of it comes from one address");
}

#[tokio::test]
async fn a_person_has_one_allowance_from_wherever_they_ask() {
    let served = Served::tuned(|config| config.trust_proxy = true).await;
    let ada = Web::guest(&served, "Ada").await;
    let mut refused = 0;
    for number in 0..400 {
        let from = format!("203.0.113.{}", number % 250);
        refused +=
            u32::from(ada.ask("GET", "/api/me", "", &[("x-forwarded-for", &from)]).await.status == 429);
    }
    assert!(refused > 0);
    let bob = Web::guest(&served, "Bob").await;
    assert_eq!(bob.get("/api/me").await.status, 200);
}

#[tokio::test]
async fn tables_of_a_set_count_as_so_many_tables() {
    let served = Served::tuned(|_| {}).await;
    let ada = Web::guest(&served, "Ada").await;
    let set = json!({"name": "Sunday", "tables": 64, "table": {"game": "banqi"}});
    assert_eq!(ada.post("/api/sets", &set).await.status, 201);
    assert_eq!(ada.post("/api/sets", &set).await.status, 429);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_lets_many_engines_play_waits_for_themselves_and_others_do_not() {
    let served = Served::tuned(|_| {}).await;
    let (eve, ada) = (Web::guest(&served, "Eve").await, Web::guest(&served, "Ada").await);
    let engine = |level: u8| json!({"kind": "engine", "level": level});
    for _ in 0..30 {
        eve.make(json!({"game": "ban-chess", "seats": {"white": engine(8), "black": engine(8)}})).await;
    }
    let seats = json!({"first": {"kind": "mine"}, "second": engine(1)});
    let table = ada.make(json!({"game": "banqi", "seats": seats})).await.table;
    let begun = Instant::now();
    assert_eq!(ada.order(&table, json!({"act": "?a1"})).await.status, 200);
    let mut client = Client::connect(&served, &table, None).await;
    let answered =
        |client: &Client| client.state.line.iter().any(|step| step.by.as_deref() == Some("second"));
    client.until("the engine's answer", answered).await;
    // Each of hers thinks for a second.
    assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_takes_too_long_to_say_what_they_want_is_not_waited_for() {
    let served = Served::start().await;
    let head = "POST /api/tables HTTP/1.1\r\nhost: test\r\n";
    let halves = [
        String::new(),
        head.to_string(),
        format!("{head}content-type: application/json\r\ncontent-length: 1000\r\n\r\n{{"),
    ];
    let mut waiting = tokio::task::JoinSet::new();
    for half in halves {
        let mut stream = TcpStream::connect(served.address).await.unwrap();
        waiting.spawn(async move {
            stream.write_all(half.as_bytes()).await.unwrap();
            let mut answer = String::new();
            let _ =
                timeout(Duration::from_secs(45), stream.read_to_string(&mut answer)).await.expect("an end");
            answer
        });
    }
    let answers = waiting.join_all().await;
    assert!(
        answers.iter().any(|answer| answer.contains(" 408 ") && answer.contains("too long")),
        "{answers:?}"
    );
}

#[tokio::test]
async fn ids_and_tokens_cannot_be_guessed() {
    let served = Served::start().await;
    let ada = Web::guest(&served, "Ada").await;
    let made = ada.make(json!({"game": "banqi", "seats": {"first": {"kind": "mine"}}})).await;
    for id in ["aaaaaaaaaaaa", "..", "%00", "a'%20OR%201=1", "x".repeat(5000).as_str(), "lobby%2f"] {
        let status = ada.get(&format!("/api/tables/{id}")).await.status;
        assert!(matches!(status, 404 | 414 | 400), "{id}: {status}");
    }
    let near = {
        let mut token = made.token.clone().into_bytes();
        token[0] = if token[0] == b'0' { b'1' } else { b'0' };
        String::from_utf8(token).unwrap()
    };
    for token in [near.as_str(), "' OR 1=1 --", made.table.as_str()] {
        let thief = Web { bearer: Some(token.to_string()), ..Web::nobody(&served) };
        let state = thief.get(&format!("/api/tables/{}", made.table)).await;
        assert!(state.status == 403 && !state.body.contains("view"), "{token}: {}", state.status);
        assert_eq!(thief.order(&made.table, json!({"order": "reset"})).await.status, 403);
        assert_eq!(thief.get("/api/me").await.status, 401);
    }
    let thief = Web { cookie: Some("tetrarch=0000".to_string()), ..Web::nobody(&served) };
    assert_eq!(thief.get("/api/me").await.status, 401);
}

#[tokio::test]
async fn names_with_markup_and_controls_stay_plain_text_everywhere() {
    let served = Served::start().await;
    let ada = Web::guest(&served, "<script>alert(1)</script>\u{1b}[31m\u{202e}").await;
    let name = ada.me().await.name;
    assert_eq!(name, "<script>alert(1)</script>[31m");
    let made = ada
        .make(json!({"game": "ban-chess", "seats": {"white": {"kind": "mine"}, "black": {"kind": "mine"}}}))
        .await;
    let state = ada.get(&format!("/api/tables/{}", made.table)).await;
    assert_eq!(state.header("content-type"), Some("application/json"));
    assert_eq!(state.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(ada.order(&made.table, json!("resign")).await.status, 200);
    let record = ada.get(&format!("/api/tables/{}/record/pgn", made.table)).await;
    assert!(record.header("content-type").unwrap().starts_with("text/plain"));
    assert!(!record.body.chars().any(|letter| letter.is_control() && letter != '\n' && letter != '\r'));
}

#[tokio::test]
async fn an_answer_carries_the_headers_that_keep_browsers_safe() {
    let served = Served::start().await;
    for path in ["/", "/api", "/api/docs", "/nothing/there", "/api/tables/nothing"] {
        let answer = Web::nobody(&served).get(path).await;
        for name in ["content-security-policy", "x-content-type-options", "referrer-policy", "cache-control"]
        {
            assert!(answer.header(name).is_some(), "{path} lacks {name}");
        }
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.ends_with("; connect-src 'self' ws://test wss://test"), "{policy}");
    }
}

#[tokio::test]
async fn a_half_request_is_not_waited_for_when_the_server_stops() {
    let mut served = Served::start().await;
    let mut half = TcpStream::connect(served.address).await.unwrap();
    half.write_all(b"POST /api/tables HTTP/1.1\r\nhost: test\r\ncontent-length: 10\r\n\r\n{").await.unwrap();
    timeout(LONG, served.stop()).await.expect("it stops");
    let mut rest = Vec::new();
    let _ = half.read_to_end(&mut rest).await;
}

#[tokio::test]
async fn a_removed_or_unknown_client_gets_told_why() {
    let served = Served::start().await;
    let ada = Web::guest(&served, "Ada").await;
    let made = ada.make(json!({"game": "banqi", "seats": {"first": {"kind": "mine"}}})).await;
    let mut socket = open(served.address, &made.table).await;
    socket.send(Message::text(r#"{"kind":"hello","token":"guess"}"#)).await.unwrap();
    let refused = next(&mut socket).await.unwrap();
    assert!(refused.contains("unknown_token"), "{refused}");
    let closing = next(&mut socket).await.unwrap();
    assert!(closing.contains(&serde_json::to_string(&CloseReason::NoHello).unwrap()), "{closing}");
    let watcher = Client::connect(&served, &made.table, None).await;
    assert!(watcher.state.you.is_empty());
}
