//! Words between players and watchers.

use crate::client::Client;
use crate::kit::Served;
use crate::web::Web;
use serde_json::{Value, json};
use tetrarch_protocol::{ChatMessage, OwnerCommandRecord, ServerMessage};

async fn say(who: &Web, table: &str, to: &str, words: &str) -> u16 {
    who.post(&format!("/api/tables/{table}/say"), &json!({"to": to, "words": words})).await.status
}

/// The next thing that is heard.
async fn heard(client: &mut Client) -> Vec<ChatMessage> {
    loop {
        if let ServerMessage::Chat { lines } = client.take().await.expect("an open socket") {
            return lines;
        }
    }
}

#[tokio::test]
async fn players_do_not_hear_the_watchers_while_they_play() {
    let served = Served::start().await;
    let (ada, bob, eve) = (
        Web::guest(&served, "Ada").await,
        Web::guest(&served, "Bob").await,
        Web::guest(&served, "Eve").await,
    );
    let made = ada.make(json!({"game": "banqi", "seats": {"first": {"kind": "mine"}}})).await;
    bob.join(&made.table, json!({})).await;
    let mut player = Client::connect(&served, &made.table, ada.program().await.bearer).await;
    let mut watcher = Client::connect(&served, &made.table, None).await;
    assert_eq!(say(&eve, &made.table, "watchers", "turn the one in the corner").await, 204);
    assert_eq!(say(&bob, &made.table, "table", "good luck").await, 204);
    assert_eq!(heard(&mut watcher).await[0].words, "turn the one in the corner");
    let line = heard(&mut player).await.remove(0);
    assert_eq!(
        (line.words.as_str(), line.name.as_str(), line.seat.as_deref()),
        ("good luck", "Bob", Some("second"))
    );
    assert_eq!(say(&eve, &made.table, "table", "me too").await, 403, "she does not sit there");
    assert_eq!(bob.order(&made.table, json!("resign")).await.status, 200);
    let mut after = Client::connect(&served, &made.table, ada.program().await.bearer).await;
    assert_eq!(heard(&mut after).await.len(), 2, "after the game everybody hears everything");
}

#[tokio::test]
async fn what_is_said_is_one_short_plain_line_and_is_kept() {
    let mut served = Served::start().await;
    let ada = Web::guest(&served, "Ada").await;
    let made = ada.make(json!({"game": "banqi", "seats": {"first": {"kind": "mine"}}})).await;
    assert_eq!(say(&ada, &made.table, "table", "<img src=x onerror=alert(1)>\u{7}\n\u{202e}").await, 204);
    assert_eq!(say(&ada, &made.table, "table", &"x".repeat(999)).await, 204);
    assert_eq!(say(&ada, &made.table, "table", " \u{200b}\n ").await, 400, "there is nothing in it");
    assert_eq!(say(&Web::nobody(&served), &made.table, "watchers", "hi").await, 403);
    served.restart().await;
    let mut client = Client::connect(&served, &made.table, None).await;
    let lines = heard(&mut client).await;
    assert_eq!(lines[0].words, "<img src=x onerror=alert(1)>", "it is text, and stays text");
    assert_eq!(lines[1].words.len(), 200);
}

#[tokio::test]
async fn who_is_silenced_is_not_heard_until_they_may_speak_again() {
    let served = Served::start().await;
    let (ada, eve) = (Web::guest(&served, "Ada").await, Web::guest(&served, "Eve").await);
    let made = ada.make(json!({"game": "banqi", "seats": {"first": {"kind": "mine"}}})).await;
    let person = eve.me().await.person;
    let mute = |muted: bool| json!({"order": {"mute": {"person": person, "muted": muted}}});
    assert_eq!(ada.order(&made.table, mute(true)).await.status, 200);
    assert_eq!(say(&eve, &made.table, "watchers", "hello").await, 409);
    assert_eq!(ada.order(&made.table, mute(false)).await.status, 200);
    assert_eq!(say(&eve, &made.table, "watchers", "hello").await, 204);
}

#[tokio::test]
async fn somebody_can_be_silenced_after_the_game_too_and_stays_silent() {
    let mut served = Served::start().await;
    let (ada, bob) = (Web::guest(&served, "Ada").await, Web::guest(&served, "Bob").await);
    let made = ada.make(json!({"game": "ban-chess", "seats": {"white": {"kind": "mine"}}})).await;
    bob.join(&made.table, json!({})).await;
    assert_eq!(bob.order(&made.table, json!("resign")).await.status, 200);
    assert_eq!(say(&bob, &made.table, "table", "you were lucky").await, 204);
    let person = bob.me().await.person;
    let mute = |muted: bool| json!({"order": {"mute": {"person": person, "muted": muted}}});
    assert_eq!(bob.order(&made.table, mute(true)).await.reason(), "not_owner");
    assert_eq!(ada.order(&made.table, mute(true)).await.status, 200);
    assert_eq!(say(&bob, &made.table, "table", "very lucky").await, 409);
    served.restart().await;
    let (ada, bob) = (ada.at(&served), bob.at(&served));
    assert_eq!(say(&bob, &made.table, "watchers", "still lucky").await, 409, "also after a restart");
    assert_eq!(ada.order(&made.table, mute(false)).await.status, 200);
    assert_eq!(say(&bob, &made.table, "table", "good game").await, 204);
    let given: Vec<OwnerCommandRecord> = ada.get(&format!("/api/tables/{}/orders", made.table)).await.json();
    assert_eq!(given.len(), 2, "all of it is in the record");
}

#[tokio::test]
async fn who_may_not_look_at_a_table_cannot_speak_there() {
    let served = Served::start().await;
    let (ada, eve) = (Web::guest(&served, "Ada").await, Web::guest(&served, "Eve").await);
    let table =
        json!({"game": "banqi", "seats": {"first": {"kind": "mine"}}, "setting": {"no_watchers": true}});
    let made = ada.make(table).await;
    assert_eq!(eve.get(&format!("/api/tables/{}", made.table)).await.status, 403);
    assert_eq!(say(&eve, &made.table, "watchers", "let me in").await, 403);
    assert_eq!(say(&ada, &made.table, "table", "nobody hears this").await, 204);
}

#[tokio::test]
async fn one_speaks_over_the_socket_too_and_not_too_fast() {
    let served = Served::tuned(|_| {}).await;
    let ada = Web::guest(&served, "Ada").await;
    let made = ada.make(json!({"game": "banqi", "seats": {"first": {"kind": "mine"}}})).await;
    let mut client = Client::connect(&served, &made.table, ada.program().await.bearer).await;
    let mut answers = Vec::new();
    for number in 0..8 {
        client.send(json!({"kind": "say", "to": "table", "words": format!("word {number}")})).await;
    }
    while answers.len() < 8 {
        match client.take().await.expect("an open socket") {
            ServerMessage::Chat { .. } => answers.push(Value::from("heard")),
            ServerMessage::Refused { why, .. } => answers.push(serde_json::to_value(why.reason).unwrap()),
            _ => {}
        }
    }
    assert_eq!(answers.iter().filter(|answer| **answer == "heard").count(), 5);
    assert!(answers.contains(&json!("too_much")));
}
