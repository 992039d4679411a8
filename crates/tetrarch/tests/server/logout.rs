//! Logging out takes effect at once, also on open connections.

use crate::client::Client;
use crate::http_client::HttpClient;
use crate::test_server::TestServer;
use serde_json::json;
use std::time::Duration;
use tetrarch_protocol::{CloseReason, TokenCreated};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

const TIMEOUT: Duration = Duration::from_secs(30);

/// Ada at her own table, with a program connected to it.
async fn connected(server: &TestServer) -> (HttpClient, TokenCreated, Client) {
    let ada = HttpClient::account(server, "Ada").await;
    let seats = json!({"white": {"kind": "mine"}, "black": {"kind": "mine"}});
    let table = ada.create_table(json!({"game": "ban-chess", "seats": seats})).await.table;
    let token: TokenCreated = ada.post("/api/tokens", &json!({"label": "bot"})).await.json();
    let client = Client::connect(server, &table, Some(token.token.clone())).await;
    (ada, token, client)
}

async fn assert_disconnected(client: &mut Client) {
    let away = async { while client.closing.is_none() && client.next_message().await.is_some() {} };
    timeout(TIMEOUT, away).await.expect("the server did not disconnect the client");
    assert_eq!(client.closing, Some(CloseReason::LoggedOut));
}

#[tokio::test]
async fn logging_out_everywhere_closes_all_sockets() {
    let server = TestServer::start().await;
    let (ada, _, mut client) = connected(&server).await;
    assert_eq!(ada.post("/api/logout/everywhere", &json!({})).await.status, 204);
    assert_disconnected(&mut client).await;
}

#[tokio::test]
async fn a_new_password_closes_all_sockets() {
    let server = TestServer::start().await;
    let (ada, _, mut client) = connected(&server).await;
    let new = json!({"old": "correct horse", "new": "battery staple"});
    assert_eq!(ada.post("/api/account/password", &new).await.status, 200);
    assert_disconnected(&mut client).await;
}

#[tokio::test]
async fn revoking_a_token_closes_only_its_own_sockets() {
    let server = TestServer::start().await;
    let (ada, token, mut client) = connected(&server).await;
    let other = ada.with_api_token().await.bearer;
    let mut stays = Client::connect(&server, &client.state.table.clone(), other).await;
    assert_eq!(ada.request("DELETE", &format!("/api/tokens/{}", token.id), "", &[]).await.status, 204);
    assert_disconnected(&mut client).await;
    stays.act("b:e2e4").await.expect("the other client was disconnected");
}

#[tokio::test]
async fn an_event_stream_ends_with_its_session() {
    let server = TestServer::start().await;
    let ada = HttpClient::account(&server, "Ada").await;
    let token = ada.with_api_token().await.bearer.unwrap();
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let request = format!("GET /api/stream HTTP/1.1\r\nhost: test\r\nauthorization: Bearer {token}\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut buffer = vec![0; 1000];
    assert!(stream.read(&mut buffer).await.unwrap() > 0, "no response head");
    assert_eq!(ada.post("/api/logout/everywhere", &json!({})).await.status, 204);
    let mut rest = Vec::new();
    let ended = async {
        while !rest.ends_with(b"0\r\n\r\n") {
            let many = stream.read(&mut buffer).await.unwrap();
            assert!(many > 0, "closed without a final chunk");
            rest.extend_from_slice(&buffer[..many]);
        }
    };
    timeout(TIMEOUT, ended).await.expect("the stream did not end");
}
