//! Commands of the table owner, and that all of them are logged.

use crate::client::Client;
use crate::http_client::HttpClient;
use crate::paused_time::PausedTime;
use crate::test_server::TestServer;
use serde_json::{Value, json};
use std::time::Duration;
use tetrarch_protocol::{Occupant, OwnerCommand, OwnerCommandRecord, TablePhase};
use tetrarch_rules::Reason;

const CLOCK: &str = r#"{"kind": "fischer", "initial": 60000, "increment": 0}"#;

/// A game of Ban-Chess between two guests at the owner's table.
async fn table(server: &TestServer) -> (HttpClient, HttpClient, HttpClient, String) {
    let owner = HttpClient::guest(server, "Olga").await;
    let (white, black) = (HttpClient::guest(server, "White").await, HttpClient::guest(server, "Black").await);
    let clock: Value = serde_json::from_str(CLOCK).unwrap();
    let created = owner.create_table(json!({"game": "ban-chess", "control": clock})).await;
    white.join(&created.table, json!({"seat": "white"})).await;
    black.join(&created.table, json!({"seat": "black"})).await;
    (owner, white, black, created.table)
}

async fn order(owner: &HttpClient, table: &str, order: Value) {
    let response = owner.command(table, json!({ "order": order })).await;
    assert_eq!(response.status, 200, "{}", response.body);
}

#[tokio::test(start_paused = true)]
async fn a_paused_clock_stays_stopped_across_a_restart() {
    let time = PausedTime::hold();
    let mut server = TestServer::start().await;
    let (owner, _, black, id) = table(&server).await;
    time.advance(Duration::from_secs(20), []).await;
    order(&owner, &id, json!("pause")).await;
    let left =
        |state: tetrarch_protocol::TableState| state.now.clocks.unwrap().left.get("black").unwrap().left.0;
    let paused = left(owner.state(&id).await);
    assert_eq!(paused, 40_000, "time used before the pause is not deducted");
    let refused = black.command(&id, json!({"act": "b:e2e4"})).await;
    assert_eq!(refused.reason(), "paused");
    time.advance(Duration::from_secs(600), []).await;
    server.restart().await;
    let again =
        |web: &HttpClient| HttpClient { cookie: web.cookie.clone(), ..HttpClient::anonymous(&server) };
    let (owner, black) = (again(&owner), again(&black));
    let state = owner.state(&id).await;
    assert!(state.now.paused && state.now.clocks.as_ref().unwrap().running.is_none());
    assert_eq!(left(state), paused);
    order(&owner, &id, json!("resume")).await;
    assert_eq!(left(owner.state(&id).await), paused);
    assert_eq!(black.command(&id, json!({"act": "b:e2e4"})).await.status, 200);
}

#[tokio::test]
async fn the_owner_can_add_time_adjudicate_and_hand_over_the_table() {
    let server = TestServer::start().await;
    let (owner, white, _, id) = table(&server).await;
    order(&owner, &id, json!({"add_time": {"seat": "white", "time": 30_000}})).await;
    let state = owner.state(&id).await;
    assert_eq!(state.now.clocks.unwrap().left.get("white").unwrap().left.0, 90_000);
    order(&owner, &id, json!({"hand_over": "white"})).await;
    assert_eq!(owner.command(&id, json!({"order": "pause"})).await.reason(), "not_owner");
    order(&white, &id, json!({"adjudicate": {"win": "black"}})).await;
    let given: Vec<OwnerCommandRecord> = white.get(&format!("/api/tables/{id}/orders")).await.json();
    assert_eq!(given.iter().map(|given| given.by.as_str()).collect::<Vec<_>>(), ["Olga", "Olga", "White"]);
    assert!(matches!(given[2].order, OwnerCommand::Adjudicate(_)), "all commands are logged");
    let outcome = white.state(&id).await.now.outcome.unwrap();
    assert_eq!((outcome.reason, outcome.points.get("black")), (Reason::Adjudication, Some(&1.0)));
    let record = white.get(&format!("/api/tables/{id}/record/pgn")).await.body;
    assert!(record.contains("0-1") && record.contains("operator decides for Black"), "{record}");
}

#[tokio::test]
async fn the_owner_can_force_a_duel_where_the_rules_allow_it() {
    let server = TestServer::start().await;
    let owner = HttpClient::guest(&server, "Olga").await;
    let seats = json!({"white": {"kind": "mine"}, "grey": {"kind": "mine"}, "black": {"kind": "mine"}, "pink": {"kind": "mine"}});
    let created = owner
        .create_table(json!({"game": "bishops", "options": {"force_duel": "two-left"}, "seats": seats}))
        .await;
    let id = &created.table;
    assert!(owner.state(id).await.now.operations.is_empty());
    assert_eq!(owner.command(id, json!({"order": {"operate": "force-duel"}})).await.status, 409);
    let anytime = json!({"game": "bishops", "options": {"force_duel": "anytime"}, "seats": seats});
    let id = owner.create_table(anytime).await.table;
    assert_eq!(owner.state(&id).await.now.operations, ["force-duel"]);
    order(&owner, &id, json!({"operate": "force-duel"})).await;
    let state = owner.state(&id).await;
    assert!(state.now.operations.is_empty());
    assert_eq!(state.line.last().unwrap().word, "force-duel");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_owner_can_let_an_engine_play_a_seat_and_give_it_back() {
    let server = TestServer::start().await;
    let (owner, white, black, id) = table(&server).await;
    order(&owner, &id, json!({"engine": {"seat": "black", "level": 1, "delay": 200}})).await;
    let mut client = Client::connect(&server, &id, None).await;
    client.wait_for("the engine's ban", |client| client.state.version == 1).await;
    assert_eq!(client.state.seats[1].stand_in, Some(1));
    order(&owner, &id, json!({"engine_off": "black"})).await;
    let action = white.state(&id).await.view.choices[0].text.clone();
    assert_eq!(white.command(&id, json!({"act": action})).await.status, 200);
    let ban = white.state(&id).await.view.choices[0].text.clone();
    assert_eq!(white.command(&id, json!({"act": ban})).await.status, 200);
    let own = black.state(&id).await;
    assert!(!own.view.choices.is_empty() && own.seats[1].stand_in.is_none(), "black plays again");
    let refused = owner.command(&id, json!({"order": {"engine": {"seat": "black", "level": 9}}})).await;
    assert_eq!(refused.status, 409);
}

#[tokio::test]
async fn a_removed_player_becomes_a_spectator_and_the_seat_is_open() {
    let server = TestServer::start().await;
    let (owner, _, black, id) = table(&server).await;
    order(&owner, &id, json!({"remove": "black"})).await;
    assert_eq!(black.command(&id, json!({"act": "b:e2e4"})).await.reason(), "not_your_seat");
    let state = owner.state(&id).await;
    assert!(matches!(state.seats[1].sitter, Occupant::Open) && state.now.phase == TablePhase::Playing);
    let new = HttpClient::guest(&server, "New").await;
    new.join(&id, json!({})).await;
    assert_eq!(new.command(&id, json!({"act": "b:e2e4"})).await.status, 200);
}

#[tokio::test]
async fn a_repeated_owner_command_is_applied_once_and_survives_a_restart() {
    let mut server = TestServer::start().await;
    let (owner, _, _, id) = table(&server).await;
    let path = format!("/api/tables/{id}/do");
    let more =
        json!({"id": "more", "version": 0, "do": {"order": {"add_time": {"seat": "white", "time": 5000}}}});
    assert_eq!(owner.post(&path, &more).await.status, 200);
    assert_eq!(owner.post(&path, &more).await.status, 200);
    server.restart().await;
    let owner = HttpClient { cookie: owner.cookie, ..HttpClient::anonymous(&server) };
    assert_eq!(owner.post(&path, &more).await.status, 200);
    let left = owner.state(&id).await.now.clocks.unwrap().left.get("white").unwrap().left.0;
    assert_eq!(left, 65_000);
}

#[tokio::test]
async fn a_table_with_manual_start_begins_when_the_owner_says_so() {
    let server = TestServer::start().await;
    let owner = HttpClient::guest(&server, "Olga").await;
    let seats = json!({"first": {"kind": "mine"}, "second": {"kind": "mine"}});
    let created =
        owner.create_table(json!({"game": "banqi", "seats": seats, "setting": {"owner_begins": true}})).await;
    assert_eq!(owner.state(&created.table).await.now.phase, TablePhase::Waiting);
    order(&owner, &created.table, json!("begin")).await;
    let state = owner.state(&created.table).await;
    assert!(state.now.phase == TablePhase::Playing && !state.view.choices.is_empty());
}
