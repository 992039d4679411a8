//! Guests, accounts and tokens.

use crate::client::{Client, next};
use crate::kit::Served;
use crate::web::Web;
use futures_util::SinkExt as _;
use serde_json::{Value, json};
use tetrarch_protocol::{CurrentUser, TokenCreated, TokenInfo};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

fn credentials(account: &str, password: &str) -> Value {
    json!({ "account": account, "password": password })
}

#[tokio::test]
async fn a_guest_is_somebody_at_once_and_can_take_another_name() {
    let served = Served::start().await;
    assert_eq!(Web::nobody(&served).get("/api/me").await.status, 401);
    let guest = Web::guest(&served, "  Ada\u{202e}\n").await;
    let me = guest.me().await;
    assert_eq!((me.name.as_str(), me.account), ("Ada", None));
    let again: CurrentUser = guest.post("/api/me", &json!({"name": "Eve"})).await.json();
    assert_eq!((again.person, again.name), (me.person, "Ada".to_string()), "they are known already");
    let renamed: CurrentUser = guest.post("/api/me/name", &json!({"name": "Countess"})).await.json();
    assert_eq!(renamed.name, "Countess");
    assert_eq!(guest.me().await.name, "Countess");
}

#[tokio::test]
async fn the_cookie_is_for_this_site_and_no_script() {
    let served = Served::start().await;
    let answer = Web::nobody(&served).post("/api/me", &json!({"name": "Ada"})).await;
    let cookie = answer.header("set-cookie").unwrap();
    assert!(["HttpOnly", "SameSite=Lax", "Path=/"].iter().all(|word| cookie.contains(word)), "{cookie}");
}

#[tokio::test]
async fn an_account_keeps_its_person_and_can_be_logged_in_to_from_elsewhere() {
    let served = Served::start().await;
    let ada = Web::account(&served, "Ada").await;
    let me = ada.me().await;
    assert_eq!(me.account.as_deref(), Some("ada"));
    let mut elsewhere = Web::nobody(&served);
    let answer = elsewhere.post("/api/login", &credentials("ADA", "correct horse")).await;
    elsewhere.take_cookie(&answer);
    assert_eq!(elsewhere.me().await.person, me.person);
    assert_eq!(elsewhere.post("/api/logout", &json!({})).await.status, 204);
    assert_eq!(elsewhere.get("/api/me").await.status, 401, "logged out there");
    assert_eq!(ada.get("/api/me").await.status, 200, "and not here");
    let other = Web::guest(&served, "Bob").await;
    let taken = other.post("/api/account", &credentials("aDa", "another horse")).await;
    assert_eq!((taken.status, taken.reason().as_str()), (409, "not_now"), "one name, one account");
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_name_are_told_with_the_same_words() {
    let served = Served::start().await;
    Web::account(&served, "Ada").await;
    let nobody = Web::nobody(&served);
    let wrong = nobody.post("/api/login", &credentials("ada", "wrong horse")).await;
    let unknown = nobody.post("/api/login", &credentials("eve", "wrong horse")).await;
    assert_eq!((wrong.status, &wrong.body), (401, &unknown.body));
    assert_eq!(wrong.status, unknown.status);
    for (account, password) in
        [("a", "long enough"), ("a b", "long enough"), ("eve", "short"), ("<b>", "long enough")]
    {
        let guest = Web::guest(&served, "Eve").await;
        assert_eq!(
            guest.post("/api/account", &credentials(account, password)).await.status,
            400,
            "{account}"
        );
    }
}

#[tokio::test]
async fn a_new_password_logs_out_everywhere_else() {
    let served = Served::start().await;
    let mut ada = Web::account(&served, "Ada").await;
    let thief = ada.clone();
    let refused =
        ada.post("/api/account/password", &json!({"old": "guessed it", "new": "new password"})).await;
    assert_eq!(refused.status, 401);
    let done =
        ada.post("/api/account/password", &json!({"old": "correct horse", "new": "new password"})).await;
    assert_eq!(done.status, 200, "{}", done.body);
    ada.take_cookie(&done);
    assert_eq!((ada.get("/api/me").await.status, thief.get("/api/me").await.status), (200, 401));
    let nobody = Web::nobody(&served);
    assert_eq!(nobody.post("/api/login", &credentials("ada", "correct horse")).await.status, 401);
    assert_eq!(nobody.post("/api/login", &credentials("ada", "new password")).await.status, 200);
}

#[tokio::test]
async fn one_can_log_out_everywhere_at_once() {
    let served = Served::start().await;
    let ada = Web::account(&served, "Ada").await;
    let bot = ada.program().await;
    assert_eq!(bot.me().await.person, ada.me().await.person);
    assert_eq!(ada.post("/api/logout/everywhere", &json!({})).await.status, 204);
    assert_eq!((ada.get("/api/me").await.status, bot.get("/api/me").await.status), (401, 401));
}

#[tokio::test]
async fn a_deleted_account_is_gone_and_its_name_stays_taken() {
    let served = Served::start().await;
    let ada = Web::account(&served, "Ada").await;
    assert_eq!(ada.post("/api/account/delete", &json!({"password": "no"})).await.status, 401);
    assert_eq!(ada.post("/api/account/delete", &json!({"password": "correct horse"})).await.status, 204);
    assert_eq!(ada.get("/api/me").await.status, 401);
    let nobody = Web::nobody(&served);
    assert_eq!(nobody.post("/api/login", &credentials("ada", "correct horse")).await.status, 401);
    let eve = Web::guest(&served, "Eve").await;
    assert_eq!(eve.post("/api/account", &credentials("ada", "another horse")).await.status, 409);
}

#[tokio::test]
async fn tokens_of_programs_are_listed_and_can_be_taken_back() {
    let served = Served::start().await;
    let ada = Web::account(&served, "Ada").await;
    let made: TokenCreated = ada.post("/api/tokens", &json!({"label": "my bot"})).await.json();
    let listed: Vec<TokenInfo> = ada.get("/api/tokens").await.json();
    assert_eq!((listed.len(), listed[0].label.as_str(), &listed[0].id), (1, "my bot", &made.id));
    let bot = Web { cookie: None, bearer: Some(made.token), ..ada.clone() };
    assert_eq!(bot.me().await.name, "Ada");
    let eve = Web::account(&served, "Eve").await;
    let path = format!("/api/tokens/{}", made.id);
    assert_eq!(eve.ask("DELETE", &path, "", &[]).await.status, 404, "it is not hers");
    assert_eq!(ada.ask("DELETE", &path, "", &[]).await.status, 204);
    assert_eq!(bot.get("/api/me").await.status, 401);
}

#[tokio::test]
async fn nobody_becomes_an_admin_by_taking_the_name() {
    let mut served = Served::start().await;
    let boss = Web::account(&served, "boss").await;
    assert!(!boss.me().await.admin);
    served.restart_tuned(|config| config.admins = vec!["Boss".to_string(), "root".to_string()]).await;
    assert!(boss.at(&served).me().await.admin, "who had the name before is");
    let eve = Web::guest(&served, "Eve").await;
    assert_eq!(eve.post("/api/account", &credentials("Root", "long enough")).await.status, 409);
    assert!(!eve.me().await.admin);
}

#[tokio::test]
async fn no_token_and_no_password_is_stored_as_it_is() {
    let mut served = Served::start().await;
    let ada = Web::account(&served, "Ada").await;
    let bot = ada.program().await;
    let table = ada
        .make(json!({"game": "banqi", "seats": {"first": {"kind": "mine"}, "second": {"kind": "invited"}}}))
        .await;
    served.stop().await;
    let mut stored = Vec::new();
    for file in std::fs::read_dir(served.folder()).unwrap() {
        stored.extend(std::fs::read(file.unwrap().path()).unwrap());
    }
    let holds = |text: &str| stored.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(holds("$argon2id$"), "the password is there as a hash");
    let cookie = ada.cookie.unwrap();
    let invite = table.invites.get("second").unwrap();
    let secrets =
        [cookie.split_once('=').unwrap().1, &bot.bearer.unwrap(), &table.token, invite, "correct horse"];
    assert!(secrets.into_iter().all(|secret| !holds(secret)));
}

#[tokio::test]
async fn a_socket_knows_the_cookie_and_a_program_says_its_token() {
    let served = Served::start().await;
    let ada = Web::account(&served, "Ada").await;
    let made = ada.make(json!({"game": "banqi", "seats": {"first": {"kind": "mine"}}})).await;
    let mut request = format!("ws://{}/ws/{}", served.address, made.table).into_client_request().unwrap();
    request.headers_mut().insert("cookie", ada.cookie.clone().unwrap().parse().unwrap());
    let (mut socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
    socket.send(Message::text(r#"{"kind":"hello"}"#)).await.unwrap();
    let state = next(&mut socket).await.unwrap();
    assert!(state.contains(r#""you":["first"]"#), "{state}");
    let you = next(&mut socket).await.unwrap();
    assert!(you.contains(r#""owner":true"#), "{you}");
    let token = ada.program().await.bearer;
    let bot = Client::connect(&served, &made.table, token).await;
    assert_eq!(bot.state.you, ["first"]);
    let other = Web::account(&served, "Eve").await.program().await.bearer;
    assert!(Client::connect(&served, &made.table, other).await.state.you.is_empty(), "she watches");
}
