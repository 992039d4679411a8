//! Chance that everybody can check: the record that is downloaded verifies.

use crate::client::{Client, all_at, to_act, wander};
use crate::flows::play;
use crate::kit::{Served, read};
use serde_json::{Value, json};
use std::fs;
use std::process::Command;
use tetrarch::games::GAMES;
use tetrarch_protocol::{CommandKind, JoinResponse, TableCreated, TablePhase};
use tetrarch_rules::laws::SeededRng;

/// Whether the program itself says that everything in the record holds.
fn verifies(served: &Served, format: &str, record: &str) -> (bool, String) {
    let file = served.folder().join(format!("record.{format}"));
    fs::write(&file, record).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_tetrarch")).arg("verify").arg(&file).output().unwrap();
    (output.status.success(), String::from_utf8(output.stdout).unwrap())
}

/// Two people add to the deal, play a while, one resigns; every format of the record verifies.
async fn is_fair(game: &str, options: Value) {
    let served = Served::start().await;
    let new = json!({"game": game, "options": options, "seats": {}, "entropy": "00ff"});
    let made: TableCreated = served.make(new).await;
    let commitment = made.commitment.expect("a commitment before play");
    let seats: Vec<String> =
        served.state(&made.table).await.seats.into_iter().map(|seat| seat.seat).collect();
    let mut clients = Vec::new();
    for seat in &seats {
        let join = json!({"seat": seat, "name": seat, "entropy": format!("{:02x}", seat.len())});
        let (status, body) = served.post(&format!("/api/tables/{}/join", made.table), &join).await;
        assert_eq!(status, 200, "{body}");
        let joined: JoinResponse = read(&body);
        clients.push(Client::connect(&served, &made.table, Some(joined.token)).await);
    }
    for client in &mut clients {
        client.until("the beginning", |client| client.state.now.phase == TablePhase::Playing).await;
    }
    let fair = clients[0].state.now.fairness.clone().unwrap();
    assert!(fair.commitment == commitment && fair.secret.is_none());
    let mut luck = SeededRng::new(7);
    wander(&mut clients, &mut luck, 10).await;
    let (_, early) = served.get(&format!("/api/tables/{}/record/json", made.table)).await;
    assert!(!verifies(&served, "json", &early).0, "the secret is kept during play");
    wander(&mut clients, &mut luck, 20).await;
    for leaver in 0..clients.len() {
        // The dice are others in every run: an army may have fallen already.
        let state = &clients[leaver].state;
        if state.now.outcome.is_none() && state.view.seats[leaver].playing {
            let version = clients[leaver].order(CommandKind::Resign).await.unwrap();
            all_at(&mut clients, version).await;
        }
    }
    let fair = clients[0].state.now.fairness.clone().unwrap();
    assert!(
        fair.commitment == commitment && fair.secret.is_some() && fair.entropies.iter().all(Option::is_some)
    );
    for format in GAMES.by_name(game).unwrap().formats() {
        let format = format.name();
        let (status, record) = served.get(&format!("/api/tables/{}/record/{format}", made.table)).await;
        assert_eq!(status, 200);
        let (holds, said) = verifies(&served, format, &record);
        assert!(holds && said.contains(&commitment), "{format}: {said}\n{record}");
    }
}

#[tokio::test]
async fn what_lies_face_down_in_banqi_was_fixed_before_play() {
    is_fair("banqi", json!({})).await;
}

#[tokio::test]
async fn the_dice_of_enochian_chess_were_fixed_before_play() {
    is_fair("enochian", json!({"divination": true})).await;
}

#[tokio::test]
async fn the_sides_of_bishops_were_fixed_before_play() {
    is_fair("bishops", json!({"kq_sides": "random"})).await;
}

#[tokio::test]
async fn entropy_is_taken_once_from_each_seat_until_something_was_dealt() {
    let served = Served::start().await;
    let (_, mut clients) = served.full_table(json!({"game": "banqi"})).await;
    assert!(clients[0].order(CommandKind::Entropy("xyz".to_string())).await.is_err());
    clients[0].order(CommandKind::Entropy("beef".to_string())).await.unwrap();
    clients[1]
        .until("the entropy", |client| {
            client.state.now.fairness.as_ref().unwrap().entropies[0].as_deref() == Some("beef")
        })
        .await;
    assert!(clients[0].order(CommandKind::Entropy("beef".to_string())).await.is_err(), "only once");
    play(&mut clients, &["?a1"]).await;
    let late = clients[1].order(CommandKind::Entropy("cafe".to_string())).await.unwrap_err();
    assert!(late.words.contains("dealt already"), "{late}");
}

#[tokio::test]
async fn a_game_from_another_start_is_dealt_from_what_is_left() {
    let served = Served::start().await;
    let start = "????????/????????/????????/k??????? b 2 - 0 2 -";
    let (_, mut clients) = served.full_table(json!({"game": "banqi", "start": start})).await;
    for _ in 0..20 {
        let acting = to_act(&clients);
        let flip = clients[acting].choices().into_iter().find(|choice| choice.starts_with('?')).unwrap();
        play(&mut clients, &[&flip]).await;
    }
}
