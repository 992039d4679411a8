//! Guests, accounts and tokens.

use crate::client::{Client, next_text};
use crate::http_client::HttpClient;
use crate::test_server::TestServer;
use futures_util::SinkExt as _;
use serde_json::{Value, json};
use tetrarch_protocol::{CurrentUser, TokenCreated, TokenInfo};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

fn credentials(account: &str, password: &str) -> Value {
    json!({ "account": account, "password": password })
}

#[tokio::test]
async fn a_guest_is_known_at_once_and_can_change_their_name() {
    let server = TestServer::start().await;
    assert_eq!(HttpClient::anonymous(&server).get("/api/me").await.status, 401);
    let guest = HttpClient::guest(&server, "  Ada\u{202e}\n").await;
    let me = guest.me().await;
    assert_eq!((me.name.as_str(), me.account), ("Ada", None));
    let again: CurrentUser = guest.post("/api/me", &json!({"name": "Eve"})).await.json();
    assert_eq!((again.person, again.name), (me.person, "Ada".to_string()), "the guest is known already");
    let renamed: CurrentUser = guest.post("/api/me/name", &json!({"name": "Countess"})).await.json();
    assert_eq!(renamed.name, "Countess");
    assert_eq!(guest.me().await.name, "Countess");
}

#[tokio::test]
async fn the_cookie_is_limited_to_this_site_and_hidden_from_scripts() {
    let server = TestServer::start().await;
    let response = HttpClient::anonymous(&server).post("/api/me", &json!({"name": "Ada"})).await;
    let cookie = response.header("set-cookie").unwrap();
    assert!(["HttpOnly", "SameSite=Lax", "Path=/"].iter().all(|word| cookie.contains(word)), "{cookie}");
}

#[tokio::test]
async fn an_account_keeps_its_person_and_can_log_in_elsewhere() {
    let server = TestServer::start().await;
    let ada = HttpClient::account(&server, "Ada").await;
    let me = ada.me().await;
    assert_eq!(me.account.as_deref(), Some("ada"));
    let mut elsewhere = HttpClient::anonymous(&server);
    let response = elsewhere.post("/api/login", &credentials("ADA", "correct horse")).await;
    elsewhere.take_cookie(&response);
    assert_eq!(elsewhere.me().await.person, me.person);
    assert_eq!(elsewhere.post("/api/logout", &json!({})).await.status, 204);
    assert_eq!(elsewhere.get("/api/me").await.status, 401, "the other session is logged out");
    assert_eq!(ada.get("/api/me").await.status, 200, "this session is not");
    let other = HttpClient::guest(&server, "Bob").await;
    let taken = other.post("/api/account", &credentials("aDa", "another horse")).await;
    assert_eq!((taken.status, taken.reason().as_str()), (409, "not_now"), "account names are unique");
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_account_get_the_same_response() {
    let server = TestServer::start().await;
    HttpClient::account(&server, "Ada").await;
    let anonymous = HttpClient::anonymous(&server);
    let wrong = anonymous.post("/api/login", &credentials("ada", "wrong horse")).await;
    let unknown = anonymous.post("/api/login", &credentials("eve", "wrong horse")).await;
    assert_eq!((wrong.status, &wrong.body), (401, &unknown.body));
    assert_eq!(wrong.status, unknown.status);
    for (account, password) in
        [("a", "long enough"), ("a b", "long enough"), ("eve", "short"), ("<b>", "long enough")]
    {
        let guest = HttpClient::guest(&server, "Eve").await;
        assert_eq!(
            guest.post("/api/account", &credentials(account, password)).await.status,
            400,
            "{account}"
        );
    }
}

#[tokio::test]
async fn a_new_password_logs_out_everywhere_else() {
    let server = TestServer::start().await;
    let mut ada = HttpClient::account(&server, "Ada").await;
    let thief = ada.clone();
    let refused =
        ada.post("/api/account/password", &json!({"old": "guessed it", "new": "new password"})).await;
    assert_eq!(refused.status, 401);
    let done =
        ada.post("/api/account/password", &json!({"old": "correct horse", "new": "new password"})).await;
    assert_eq!(done.status, 200, "{}", done.body);
    ada.take_cookie(&done);
    assert_eq!((ada.get("/api/me").await.status, thief.get("/api/me").await.status), (200, 401));
    let anonymous = HttpClient::anonymous(&server);
    assert_eq!(anonymous.post("/api/login", &credentials("ada", "correct horse")).await.status, 401);
    assert_eq!(anonymous.post("/api/login", &credentials("ada", "new password")).await.status, 200);
}

#[tokio::test]
async fn a_person_can_log_out_everywhere_at_once() {
    let server = TestServer::start().await;
    let ada = HttpClient::account(&server, "Ada").await;
    let bot = ada.with_api_token().await;
    assert_eq!(bot.me().await.person, ada.me().await.person);
    assert_eq!(ada.post("/api/logout/everywhere", &json!({})).await.status, 204);
    assert_eq!((ada.get("/api/me").await.status, bot.get("/api/me").await.status), (401, 401));
}

#[tokio::test]
async fn a_deleted_account_is_gone_and_its_name_stays_reserved() {
    let server = TestServer::start().await;
    let ada = HttpClient::account(&server, "Ada").await;
    assert_eq!(ada.post("/api/account/delete", &json!({"password": "no"})).await.status, 401);
    assert_eq!(ada.post("/api/account/delete", &json!({"password": "correct horse"})).await.status, 204);
    assert_eq!(ada.get("/api/me").await.status, 401);
    let anonymous = HttpClient::anonymous(&server);
    assert_eq!(anonymous.post("/api/login", &credentials("ada", "correct horse")).await.status, 401);
    let eve = HttpClient::guest(&server, "Eve").await;
    assert_eq!(eve.post("/api/account", &credentials("ada", "another horse")).await.status, 409);
}

#[tokio::test]
async fn api_tokens_are_listed_and_can_be_revoked() {
    let server = TestServer::start().await;
    let ada = HttpClient::account(&server, "Ada").await;
    let created: TokenCreated = ada.post("/api/tokens", &json!({"label": "my bot"})).await.json();
    let listed: Vec<TokenInfo> = ada.get("/api/tokens").await.json();
    assert_eq!((listed.len(), listed[0].label.as_str(), &listed[0].id), (1, "my bot", &created.id));
    let bot = HttpClient { cookie: None, bearer: Some(created.token), ..ada.clone() };
    assert_eq!(bot.me().await.name, "Ada");
    let eve = HttpClient::account(&server, "Eve").await;
    let path = format!("/api/tokens/{}", created.id);
    assert_eq!(
        eve.request("DELETE", &path, "", &[]).await.status,
        404,
        "the token belongs to another account"
    );
    assert_eq!(ada.request("DELETE", &path, "", &[]).await.status, 204);
    assert_eq!(bot.get("/api/me").await.status, 401);
}

#[tokio::test]
async fn nobody_becomes_admin_by_signing_up_with_the_name() {
    let mut server = TestServer::start().await;
    let boss = HttpClient::account(&server, "boss").await;
    assert!(!boss.me().await.admin);
    server.restart_with_config(|config| config.admins = vec!["Boss".to_string(), "root".to_string()]).await;
    assert!(boss.with_server(&server).me().await.admin, "the existing account becomes admin");
    let eve = HttpClient::guest(&server, "Eve").await;
    assert_eq!(eve.post("/api/account", &credentials("Root", "long enough")).await.status, 409);
    assert!(!eve.me().await.admin);
}

#[tokio::test]
async fn tokens_and_passwords_are_stored_only_as_hashes() {
    let mut server = TestServer::start().await;
    let ada = HttpClient::account(&server, "Ada").await;
    let bot = ada.with_api_token().await;
    let table = ada
        .create_table(
            json!({"game": "banqi", "seats": {"first": {"kind": "mine"}, "second": {"kind": "invited"}}}),
        )
        .await;
    server.stop().await;
    let mut stored = Vec::new();
    for file in std::fs::read_dir(server.folder()).unwrap() {
        stored.extend(std::fs::read(file.unwrap().path()).unwrap());
    }
    let holds = |text: &str| stored.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(holds("$argon2id$"), "the password hash is missing");
    let cookie = ada.cookie.unwrap();
    let invite = table.invites.get("second").unwrap();
    let secrets =
        [cookie.split_once('=').unwrap().1, &bot.bearer.unwrap(), &table.token, invite, "correct horse"];
    assert!(secrets.into_iter().all(|secret| !holds(secret)));
}

#[tokio::test]
async fn a_socket_accepts_the_cookie_or_an_api_token() {
    let server = TestServer::start().await;
    let ada = HttpClient::account(&server, "Ada").await;
    let created = ada.create_table(json!({"game": "banqi", "seats": {"first": {"kind": "mine"}}})).await;
    let mut request = format!("ws://{}/ws/{}", server.address, created.table).into_client_request().unwrap();
    request.headers_mut().insert("cookie", ada.cookie.clone().unwrap().parse().unwrap());
    let (mut socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
    socket.send(Message::text(r#"{"kind":"hello"}"#)).await.unwrap();
    let state = next_text(&mut socket).await.unwrap();
    assert!(state.contains(r#""you":["first"]"#), "{state}");
    let you = next_text(&mut socket).await.unwrap();
    assert!(you.contains(r#""owner":true"#), "{you}");
    let token = ada.with_api_token().await.bearer;
    let bot = Client::connect(&server, &created.table, token).await;
    assert_eq!(bot.state.you, ["first"]);
    let other = HttpClient::account(&server, "Eve").await.with_api_token().await.bearer;
    assert!(
        Client::connect(&server, &created.table, other).await.state.you.is_empty(),
        "another person is a spectator"
    );
}
