//! Who logs out is logged out at once, also where they are connected.

use crate::client::Client;
use crate::kit::Served;
use crate::web::Web;
use serde_json::json;
use std::time::Duration;
use tetrarch_protocol::{CloseReason, TokenCreated};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

const LONG: Duration = Duration::from_secs(30);

/// Ada at a table of her own, with a program that is connected there.
async fn connected(served: &Served) -> (Web, TokenCreated, Client) {
    let ada = Web::account(served, "Ada").await;
    let seats = json!({"white": {"kind": "mine"}, "black": {"kind": "mine"}});
    let table = ada.make(json!({"game": "ban-chess", "seats": seats})).await.table;
    let token: TokenCreated = ada.post("/api/tokens", &json!({"label": "bot"})).await.json();
    let client = Client::connect(served, &table, Some(token.token.clone())).await;
    (ada, token, client)
}

async fn must_be_sent_away(client: &mut Client) {
    let away = async { while client.closing.is_none() && client.take().await.is_some() {} };
    timeout(LONG, away).await.expect("to be sent away");
    assert_eq!(client.closing, Some(CloseReason::LoggedOut));
}

#[tokio::test]
async fn logging_out_everywhere_closes_the_sockets() {
    let served = Served::start().await;
    let (ada, _, mut client) = connected(&served).await;
    assert_eq!(ada.post("/api/logout/everywhere", &json!({})).await.status, 204);
    must_be_sent_away(&mut client).await;
}

#[tokio::test]
async fn another_password_closes_the_sockets() {
    let served = Served::start().await;
    let (ada, _, mut client) = connected(&served).await;
    let new = json!({"old": "correct horse", "new": "battery staple"});
    assert_eq!(ada.post("/api/account/password", &new).await.status, 200);
    must_be_sent_away(&mut client).await;
}

#[tokio::test]
async fn a_token_that_is_taken_back_closes_its_sockets_and_no_others() {
    let served = Served::start().await;
    let (ada, token, mut client) = connected(&served).await;
    let other = ada.program().await.bearer;
    let mut stays = Client::connect(&served, &client.state.table.clone(), other).await;
    assert_eq!(ada.ask("DELETE", &format!("/api/tokens/{}", token.id), "", &[]).await.status, 204);
    must_be_sent_away(&mut client).await;
    stays.act("b:e2e4").await.expect("still at the table");
}

#[tokio::test]
async fn a_stream_of_what_concerns_somebody_ends_with_their_session() {
    let served = Served::start().await;
    let ada = Web::account(&served, "Ada").await;
    let token = ada.program().await.bearer.unwrap();
    let mut stream = TcpStream::connect(served.address).await.unwrap();
    let request = format!("GET /api/stream HTTP/1.1\r\nhost: test\r\nauthorization: Bearer {token}\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut buffer = vec![0; 1000];
    assert!(stream.read(&mut buffer).await.unwrap() > 0, "the head of the answer");
    assert_eq!(ada.post("/api/logout/everywhere", &json!({})).await.status, 204);
    let mut rest = Vec::new();
    let ended = async {
        while !rest.ends_with(b"0\r\n\r\n") {
            let many = stream.read(&mut buffer).await.unwrap();
            assert!(many > 0, "closed without an end");
            rest.extend_from_slice(&buffer[..many]);
        }
    };
    timeout(LONG, ended).await.expect("the end of the stream");
}
