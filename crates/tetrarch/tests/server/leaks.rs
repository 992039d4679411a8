//! No viewer receives data that depends on what they must not know.
//!
//! Two tables have the same visible past but different secrets (and so a different deal of all face-down pieces),
//! different tokens and different command ids. Everything that any kind of viewer receives must be identical to the
//! byte, apart from the table id, the commitment and, after the game, the secret, which everyone may see.

use crate::client::{Client, acting_client, next_text, open_socket, play_random_actions};
use crate::flows::play;
use crate::test_server::TestServer;
use futures_util::SinkExt as _;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tetrarch_protocol::TablePhase;
use tetrarch_rules::laws::SeededRng;
use tetrarch_store::{NewGame, Store, Timestamp};
use tokio_tungstenite::tungstenite::Message;

/// A table with the same visible past as another but other secrets: its head, its rows, and the new tokens by seat.
fn twin(head: &str, rows: &[String], seed: u64) -> (String, Vec<String>, Vec<String>) {
    let mut head: Value = serde_json::from_str(head).unwrap();
    if !head["secret"].is_null() {
        head["secret"] = json!(hash(&format!("secret {seed}")));
    }
    head["owner"] = json!(hash(&format!("owner {seed}")));
    let mut tokens = Vec::new();
    let rows = rows.iter().enumerate().map(|(number, row)| {
        let mut row: Value = serde_json::from_str(row).unwrap();
        if let Some(sat) = row["event"].get_mut("sat") {
            let token = format!("token {seed} {number}");
            sat["token"] = json!(hash(&token));
            tokens.push(token);
        }
        // An outcome of chance has the id of the command before it.
        if let Some(id) = row.get("id").and_then(Value::as_str) {
            row["id"] = json!(format!("{seed}-{id}"));
        }
        row.to_string()
    });
    let rows = rows.collect();
    (head.to_string(), rows, tokens)
}

fn hash(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Everything that a viewer receives for a hello (with and without a version), a look and an explanation request.
async fn received_by(server: &TestServer, table: &str, token: Option<&str>) -> Vec<String> {
    let mut sent = Vec::new();
    for version in [None, Some(0), Some(1)] {
        let mut socket = open_socket(server.address, table).await;
        let hello = json!({"kind": "hello", "token": token, "version": version});
        socket.send(Message::text(hello.to_string())).await.unwrap();
        let tap = json!({"kind": "explain", "id": "q", "gesture": {"kind": "tap", "cell": "b2"}});
        for message in [json!({"kind": "look"}), tap] {
            socket.send(Message::text(message.to_string())).await.unwrap();
        }
        loop {
            let text = next_text(&mut socket).await.unwrap();
            let done = text.starts_with(r#"{"kind":"explained""#);
            if !text.starts_with(r#"{"kind":"seats""#) {
                sent.push(redact(server, table, text).await);
            }
            if done {
                break;
            }
        }
    }
    sent
}

/// Removes the table id, the published data of the deal, and who is connected. The secret is published once the game
/// is over, and some random games are soon over.
async fn redact(server: &TestServer, table: &str, mut text: String) -> String {
    let now = server.state(table).await.now;
    if let Some(fair) = now.fairness {
        text = text.replace(&fair.commitment, "COMMITMENT");
        assert_eq!(
            fair.secret.is_some(),
            now.phase == TablePhase::Over,
            "the secret is published exactly when the game is over"
        );
        text = fair.secret.map_or(text.clone(), |secret| text.replace(&secret, "SECRET"));
    }
    text.replace(table, "TABLE").replace(r#""here":true"#, r#""here":false"#)
}

async fn assert_no_leaks(game: &str, options: Value, seed: u64, plies: usize) {
    let mut server = TestServer::start().await;
    let (table, mut clients) = server.full_table(json!({"game": game, "options": options})).await;
    let mut rng = SeededRng::new(seed);
    play_random_actions(&mut clients, &mut rng, plies).await;
    let viewers = clients.len();
    drop(clients);
    server.stop().await;
    let store = Store::open(&server.database()).await.unwrap();
    let stored = store.load(&table.parse().unwrap()).await.unwrap().unwrap();
    let seated = stored.events.iter().position(|row| row.contains("began")).unwrap() + 1;
    let mut pairs = Vec::new();
    for rows in [seated, seated + (stored.events.len() - seated) / 2, stored.events.len()] {
        let mut pair = Vec::new();
        for which in ["a", "b"] {
            let (head, rows, tokens) =
                twin(&stored.head, &stored.events[..rows], seed * 2 + u64::from(which == "b"));
            assert_eq!(tokens.len(), viewers, "{game}: not every seat has a new token");
            let id = format!("twin-{}-{which}", rows.len());
            let game =
                NewGame { id: id.parse().unwrap(), game: game.to_string(), head, created: Timestamp(0) };
            store.create(game).await.unwrap();
            store.append(&id.parse().unwrap(), 0, rows).await.unwrap();
            pair.push((id, tokens));
        }
        pairs.push(pair);
    }
    store.close().await;
    server.start_again().await;
    for pair in pairs {
        for viewer in (0..viewers).map(Some).chain([None]) {
            let mut sent = Vec::new();
            for (id, tokens) in &pair {
                sent.push(received_by(&server, id, viewer.map(|seat| tokens[seat].as_str())).await);
            }
            assert_eq!(sent[0], sent[1], "{game}: viewer {viewer:?}");
        }
    }
}

#[tokio::test]
async fn banqi_leaks_nothing() {
    for seed in 1..=3 {
        assert_no_leaks("banqi", json!({}), seed, 30).await;
    }
}

#[tokio::test]
async fn enochian_chess_with_dice_leaks_nothing() {
    assert_no_leaks("enochian", json!({"divination": true}), 4, 30).await;
}

#[tokio::test]
async fn bishops_with_random_placement_leaks_nothing() {
    assert_no_leaks("bishops", json!({"kq_sides": "random"}), 5, 20).await;
}

#[tokio::test]
async fn ban_chess_leaks_nothing() {
    assert_no_leaks("ban-chess", json!({}), 6, 20).await;
}

/// In random games, messages during play reveal no piece before it is flipped.
#[tokio::test]
async fn choices_are_sent_only_to_the_player_to_act() {
    let server = TestServer::start().await;
    for (game, seed) in [("ban-chess", 1), ("banqi", 2), ("enochian", 3), ("bishops", 4)] {
        let (table, mut clients) = server.full_table(json!({"game": game})).await;
        let mut watcher = Client::connect(&server, &table, None).await;
        let mut rng = SeededRng::new(seed);
        for _ in 0..20 {
            let acting = acting_client(&clients);
            for (place, client) in clients.iter().enumerate() {
                assert_eq!(client.choices().is_empty(), place != acting, "{game}");
            }
            let action = rng.choose(&clients[acting].choices()).cloned().unwrap();
            play(&mut clients, &[&action]).await;
        }
        watcher.wait_for_version(clients[0].state.version).await;
        for text in &watcher.texts {
            assert!(!text.contains(r#""choices":[{"#), "a spectator received choices: {text}");
            assert!(!text.contains(r#""secret":""#) && !text.contains("token"), "{text}");
        }
    }
}
