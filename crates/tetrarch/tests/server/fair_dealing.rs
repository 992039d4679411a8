//! Fair dealing: a downloaded record can be verified.

use crate::client::{Client, acting_client, play_random_actions, wait_all_for_version};
use crate::flows::play;
use crate::test_server::{TestServer, read};
use serde_json::{Value, json};
use std::fs;
use std::process::Command;
use tetrarch::games::GAMES;
use tetrarch_protocol::{CommandKind, JoinResponse, TableCreated, TablePhase};
use tetrarch_rules::laws::SeededRng;

/// Whether `tetrarch verify` accepts the record, and its output.
fn verifies(server: &TestServer, format: &str, record: &str) -> (bool, String) {
    let file = server.folder().join(format!("record.{format}"));
    fs::write(&file, record).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_tetrarch")).arg("verify").arg(&file).output().unwrap();
    (output.status.success(), String::from_utf8(output.stdout).unwrap())
}

/// Players add entropy, play for a while and resign; then the record verifies in every format.
async fn assert_record_verifies(game: &str, options: Value) {
    let server = TestServer::start().await;
    let new = json!({"game": game, "options": options, "seats": {}, "entropy": "00ff"});
    let created: TableCreated = server.create_table(new).await;
    let commitment = created.commitment.expect("no commitment before play");
    let seats: Vec<String> =
        server.state(&created.table).await.seats.into_iter().map(|seat| seat.seat).collect();
    let mut clients = Vec::new();
    for seat in &seats {
        let join = json!({"seat": seat, "name": seat, "entropy": format!("{:02x}", seat.len())});
        let (status, body) = server.post(&format!("/api/tables/{}/join", created.table), &join).await;
        assert_eq!(status, 200, "{body}");
        let joined: JoinResponse = read(&body);
        clients.push(Client::connect(&server, &created.table, Some(joined.token)).await);
    }
    for client in &mut clients {
        client.wait_for("the beginning", |client| client.state.now.phase == TablePhase::Playing).await;
    }
    let fair = clients[0].state.now.fairness.clone().unwrap();
    assert!(fair.commitment == commitment && fair.secret.is_none());
    let mut rng = SeededRng::new(7);
    play_random_actions(&mut clients, &mut rng, 10).await;
    let (_, early) = server.get(&format!("/api/tables/{}/record/json", created.table)).await;
    assert!(!verifies(&server, "json", &early).0, "the secret is not published during play");
    play_random_actions(&mut clients, &mut rng, 20).await;
    for leaver in 0..clients.len() {
        // The dice differ in every run: an army may have fallen already.
        let state = &clients[leaver].state;
        if state.now.outcome.is_none() && state.view.seats[leaver].playing {
            let version = clients[leaver].command(CommandKind::Resign).await.unwrap();
            wait_all_for_version(&mut clients, version).await;
        }
    }
    let fair = clients[0].state.now.fairness.clone().unwrap();
    assert!(
        fair.commitment == commitment && fair.secret.is_some() && fair.entropies.iter().all(Option::is_some)
    );
    for format in GAMES.by_name(game).unwrap().formats() {
        let format = format.name();
        let (status, record) = server.get(&format!("/api/tables/{}/record/{format}", created.table)).await;
        assert_eq!(status, 200);
        let (holds, output) = verifies(&server, format, &record);
        assert!(holds && output.contains(&commitment), "{format}: {output}\n{record}");
    }
}

#[tokio::test]
async fn the_deal_of_banqi_is_fixed_before_play() {
    assert_record_verifies("banqi", json!({})).await;
}

#[tokio::test]
async fn the_dice_of_enochian_chess_are_fixed_before_play() {
    assert_record_verifies("enochian", json!({"divination": true})).await;
}

#[tokio::test]
async fn the_random_placement_of_bishops_is_fixed_before_play() {
    assert_record_verifies("bishops", json!({"kq_sides": "random"})).await;
}

#[tokio::test]
async fn each_seat_may_add_entropy_once_until_something_is_dealt() {
    let server = TestServer::start().await;
    let (_, mut clients) = server.full_table(json!({"game": "banqi"})).await;
    assert!(clients[0].command(CommandKind::Entropy("xyz".to_string())).await.is_err());
    clients[0].command(CommandKind::Entropy("beef".to_string())).await.unwrap();
    clients[1]
        .wait_for("the entropy", |client| {
            client.state.now.fairness.as_ref().unwrap().entropies[0].as_deref() == Some("beef")
        })
        .await;
    assert!(clients[0].command(CommandKind::Entropy("beef".to_string())).await.is_err(), "only once");
    play(&mut clients, &["?a1"]).await;
    let late = clients[1].command(CommandKind::Entropy("cafe".to_string())).await.unwrap_err();
    assert!(late.words.contains("already been made"), "{late}");
}

#[tokio::test]
async fn a_custom_start_is_dealt_from_the_remaining_pieces() {
    let server = TestServer::start().await;
    let start = "????????/????????/????????/k??????? b 2 - 0 2 -";
    let (_, mut clients) = server.full_table(json!({"game": "banqi", "start": start})).await;
    for _ in 0..20 {
        let acting = acting_client(&clients);
        let flip = clients[acting].choices().into_iter().find(|choice| choice.starts_with('?')).unwrap();
        play(&mut clients, &[&flip]).await;
    }
}
