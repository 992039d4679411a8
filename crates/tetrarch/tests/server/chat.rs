//! Chat between players and spectators.

use crate::client::Client;
use crate::http_client::HttpClient;
use crate::test_server::TestServer;
use serde_json::{Value, json};
use tetrarch_protocol::{ChatMessage, OwnerCommandRecord, ServerMessage};

async fn say(who: &HttpClient, table: &str, to: &str, words: &str) -> u16 {
    who.post(&format!("/api/tables/{table}/say"), &json!({"to": to, "words": words})).await.status
}

/// The next chat lines.
async fn next_chat(client: &mut Client) -> Vec<ChatMessage> {
    loop {
        if let ServerMessage::Chat { lines } = client.next_message().await.expect("the socket was closed") {
            return lines;
        }
    }
}

#[tokio::test]
async fn players_do_not_see_spectator_chat_while_they_play() {
    let server = TestServer::start().await;
    let (ada, bob, eve) = (
        HttpClient::guest(&server, "Ada").await,
        HttpClient::guest(&server, "Bob").await,
        HttpClient::guest(&server, "Eve").await,
    );
    let created = ada.create_table(json!({"game": "banqi", "seats": {"first": {"kind": "mine"}}})).await;
    bob.join(&created.table, json!({})).await;
    let mut player = Client::connect(&server, &created.table, ada.with_api_token().await.bearer).await;
    let mut watcher = Client::connect(&server, &created.table, None).await;
    assert_eq!(say(&eve, &created.table, "watchers", "turn the one in the corner").await, 204);
    assert_eq!(say(&bob, &created.table, "table", "good luck").await, 204);
    assert_eq!(next_chat(&mut watcher).await[0].words, "turn the one in the corner");
    let line = next_chat(&mut player).await.remove(0);
    assert_eq!(
        (line.words.as_str(), line.name.as_str(), line.seat.as_deref()),
        ("good luck", "Bob", Some("second"))
    );
    assert_eq!(say(&eve, &created.table, "table", "me too").await, 403, "she has no seat");
    assert_eq!(bob.command(&created.table, json!("resign")).await.status, 200);
    let mut after = Client::connect(&server, &created.table, ada.with_api_token().await.bearer).await;
    assert_eq!(next_chat(&mut after).await.len(), 2, "after the game everyone sees everything");
}

#[tokio::test]
async fn chat_messages_are_short_plain_lines_and_are_stored() {
    let mut server = TestServer::start().await;
    let ada = HttpClient::guest(&server, "Ada").await;
    let created = ada.create_table(json!({"game": "banqi", "seats": {"first": {"kind": "mine"}}})).await;
    assert_eq!(say(&ada, &created.table, "table", "<img src=x onerror=alert(1)>\u{7}\n\u{202e}").await, 204);
    assert_eq!(say(&ada, &created.table, "table", &"x".repeat(999)).await, 204);
    assert_eq!(say(&ada, &created.table, "table", " \u{200b}\n ").await, 400, "the message is empty");
    assert_eq!(say(&HttpClient::anonymous(&server), &created.table, "watchers", "hi").await, 403);
    server.restart().await;
    let mut client = Client::connect(&server, &created.table, None).await;
    let lines = next_chat(&mut client).await;
    assert_eq!(lines[0].words, "<img src=x onerror=alert(1)>", "text is not changed");
    assert_eq!(lines[1].words.len(), 200);
}

#[tokio::test]
async fn a_muted_person_cannot_chat_until_unmuted() {
    let server = TestServer::start().await;
    let (ada, eve) = (HttpClient::guest(&server, "Ada").await, HttpClient::guest(&server, "Eve").await);
    let created = ada.create_table(json!({"game": "banqi", "seats": {"first": {"kind": "mine"}}})).await;
    let person = eve.me().await.person;
    let mute = |muted: bool| json!({"order": {"mute": {"person": person, "muted": muted}}});
    assert_eq!(ada.command(&created.table, mute(true)).await.status, 200);
    assert_eq!(say(&eve, &created.table, "watchers", "hello").await, 409);
    assert_eq!(ada.command(&created.table, mute(false)).await.status, 200);
    assert_eq!(say(&eve, &created.table, "watchers", "hello").await, 204);
}

#[tokio::test]
async fn a_mute_after_the_game_survives_a_restart() {
    let mut server = TestServer::start().await;
    let (ada, bob) = (HttpClient::guest(&server, "Ada").await, HttpClient::guest(&server, "Bob").await);
    let created = ada.create_table(json!({"game": "ban-chess", "seats": {"white": {"kind": "mine"}}})).await;
    bob.join(&created.table, json!({})).await;
    assert_eq!(bob.command(&created.table, json!("resign")).await.status, 200);
    assert_eq!(say(&bob, &created.table, "table", "you were lucky").await, 204);
    let person = bob.me().await.person;
    let mute = |muted: bool| json!({"order": {"mute": {"person": person, "muted": muted}}});
    assert_eq!(bob.command(&created.table, mute(true)).await.reason(), "not_owner");
    assert_eq!(ada.command(&created.table, mute(true)).await.status, 200);
    assert_eq!(say(&bob, &created.table, "table", "very lucky").await, 409);
    server.restart().await;
    let (ada, bob) = (ada.with_server(&server), bob.with_server(&server));
    assert_eq!(
        say(&bob, &created.table, "watchers", "still lucky").await,
        409,
        "still muted after a restart"
    );
    assert_eq!(ada.command(&created.table, mute(false)).await.status, 200);
    assert_eq!(say(&bob, &created.table, "table", "good game").await, 204);
    let given: Vec<OwnerCommandRecord> =
        ada.get(&format!("/api/tables/{}/orders", created.table)).await.json();
    assert_eq!(given.len(), 2, "both commands are recorded");
}

#[tokio::test]
async fn a_person_who_may_not_view_a_table_cannot_chat_there() {
    let server = TestServer::start().await;
    let (ada, eve) = (HttpClient::guest(&server, "Ada").await, HttpClient::guest(&server, "Eve").await);
    let table =
        json!({"game": "banqi", "seats": {"first": {"kind": "mine"}}, "setting": {"no_watchers": true}});
    let created = ada.create_table(table).await;
    assert_eq!(eve.get(&format!("/api/tables/{}", created.table)).await.status, 403);
    assert_eq!(say(&eve, &created.table, "watchers", "let me in").await, 403);
    assert_eq!(say(&ada, &created.table, "table", "nobody hears this").await, 204);
}

#[tokio::test]
async fn chat_over_the_socket_is_rate_limited() {
    let server = TestServer::with_config(|_| {}).await;
    let ada = HttpClient::guest(&server, "Ada").await;
    let created = ada.create_table(json!({"game": "banqi", "seats": {"first": {"kind": "mine"}}})).await;
    let mut client = Client::connect(&server, &created.table, ada.with_api_token().await.bearer).await;
    let mut responses = Vec::new();
    for number in 0..8 {
        client.send(json!({"kind": "say", "to": "table", "words": format!("word {number}")})).await;
    }
    while responses.len() < 8 {
        match client.next_message().await.expect("the socket was closed") {
            ServerMessage::Chat { .. } => responses.push(Value::from("heard")),
            ServerMessage::Refused { why, .. } => responses.push(serde_json::to_value(why.reason).unwrap()),
            _ => {}
        }
    }
    assert_eq!(responses.iter().filter(|response| **response == "heard").count(), 5);
    assert!(responses.contains(&json!("too_much")));
}
