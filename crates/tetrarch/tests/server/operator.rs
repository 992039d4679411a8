//! What the owner of a table orders, and that all of it stands in the log.

use crate::client::Client;
use crate::kit::Served;
use crate::web::Web;
use serde_json::{Value, json};
use std::time::Duration;
use tetrarch_protocol::{Occupant, OwnerCommand, OwnerCommandRecord, TablePhase};
use tetrarch_rules::Reason;

const CLOCK: &str = r#"{"kind": "fischer", "initial": 60000, "increment": 0}"#;

/// A game of Ban-Chess between two guests at the owner's table.
async fn table(served: &Served) -> (Web, Web, Web, String) {
    let owner = Web::guest(served, "Olga").await;
    let (white, black) = (Web::guest(served, "White").await, Web::guest(served, "Black").await);
    let clock: Value = serde_json::from_str(CLOCK).unwrap();
    let made = owner.make(json!({"game": "ban-chess", "control": clock})).await;
    white.join(&made.table, json!({"seat": "white"})).await;
    black.join(&made.table, json!({"seat": "black"})).await;
    (owner, white, black, made.table)
}

async fn order(owner: &Web, table: &str, order: Value) {
    let answer = owner.order(table, json!({ "order": order })).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
}

#[tokio::test]
async fn while_a_game_is_paused_its_clock_stands_also_over_a_restart() {
    let mut served = Served::start().await;
    let (owner, _, black, id) = table(&served).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    order(&owner, &id, json!("pause")).await;
    let left =
        |state: tetrarch_protocol::TableState| state.now.clocks.unwrap().left.get("black").unwrap().left.0;
    let paused = left(owner.state(&id).await);
    assert!(paused <= 59_700, "what was used is used: {paused}");
    let refused = black.order(&id, json!({"act": "b:e2e4"})).await;
    assert_eq!(refused.reason(), "paused");
    tokio::time::sleep(Duration::from_millis(200)).await;
    served.restart().await;
    let again = |web: &Web| Web { cookie: web.cookie.clone(), ..Web::nobody(&served) };
    let (owner, black) = (again(&owner), again(&black));
    let state = owner.state(&id).await;
    assert!(state.now.paused && state.now.clocks.as_ref().unwrap().running.is_none());
    assert_eq!(left(state), paused);
    order(&owner, &id, json!("resume")).await;
    assert!(left(owner.state(&id).await) <= paused);
    assert_eq!(black.order(&id, json!({"act": "b:e2e4"})).await.status, 200);
}

#[tokio::test]
async fn the_owner_gives_time_decides_and_hands_the_table_over() {
    let served = Served::start().await;
    let (owner, white, _, id) = table(&served).await;
    order(&owner, &id, json!({"add_time": {"seat": "white", "time": 30_000}})).await;
    let state = owner.state(&id).await;
    assert_eq!(state.now.clocks.unwrap().left.get("white").unwrap().left.0, 90_000);
    order(&owner, &id, json!({"hand_over": "white"})).await;
    assert_eq!(owner.order(&id, json!({"order": "pause"})).await.reason(), "not_owner");
    order(&white, &id, json!({"adjudicate": {"win": "black"}})).await;
    let given: Vec<OwnerCommandRecord> = white.get(&format!("/api/tables/{id}/orders")).await.json();
    assert_eq!(given.iter().map(|given| given.by.as_str()).collect::<Vec<_>>(), ["Olga", "Olga", "White"]);
    assert!(matches!(given[2].order, OwnerCommand::Adjudicate(_)), "all of it stands in the log");
    let outcome = white.state(&id).await.now.outcome.unwrap();
    assert_eq!((outcome.reason, outcome.points.get("black")), (Reason::Adjudication, Some(&1.0)));
    let record = white.get(&format!("/api/tables/{id}/record/pgn")).await.body;
    assert!(record.contains("0-1") && record.contains("operator decides for Black"), "{record}");
}

#[tokio::test]
async fn a_duel_can_be_forced_where_the_rules_leave_it_to_the_operator() {
    let served = Served::start().await;
    let owner = Web::guest(&served, "Olga").await;
    let seats = json!({"white": {"kind": "mine"}, "grey": {"kind": "mine"}, "black": {"kind": "mine"}, "pink": {"kind": "mine"}});
    let made =
        owner.make(json!({"game": "bishops", "options": {"force_duel": "two-left"}, "seats": seats})).await;
    let id = &made.table;
    assert!(owner.state(id).await.now.operations.is_empty());
    assert_eq!(owner.order(id, json!({"order": {"operate": "force-duel"}})).await.status, 409);
    let anytime = json!({"game": "bishops", "options": {"force_duel": "anytime"}, "seats": seats});
    let id = owner.make(anytime).await.table;
    assert_eq!(owner.state(&id).await.now.operations, ["force-duel"]);
    order(&owner, &id, json!({"operate": "force-duel"})).await;
    let state = owner.state(&id).await;
    assert!(state.now.operations.is_empty());
    assert_eq!(state.line.last().unwrap().word, "force-duel");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_engine_plays_for_a_seat_as_long_as_the_owner_wants() {
    let served = Served::start().await;
    let (owner, white, black, id) = table(&served).await;
    order(&owner, &id, json!({"engine": {"seat": "black", "level": 1, "delay": 200}})).await;
    let mut client = Client::connect(&served, &id, None).await;
    client.until("the engine's ban", |client| client.state.version == 1).await;
    assert_eq!(client.state.seats[1].stand_in, Some(1));
    order(&owner, &id, json!({"engine_off": "black"})).await;
    let action = white.state(&id).await.view.choices[0].text.clone();
    assert_eq!(white.order(&id, json!({"act": action})).await.status, 200);
    let ban = white.state(&id).await.view.choices[0].text.clone();
    assert_eq!(white.order(&id, json!({"act": ban})).await.status, 200);
    let own = black.state(&id).await;
    assert!(!own.view.choices.is_empty() && own.seats[1].stand_in.is_none(), "black plays again");
    let refused = owner.order(&id, json!({"order": {"engine": {"seat": "black", "level": 9}}})).await;
    assert_eq!(refused.status, 409);
}

#[tokio::test]
async fn somebody_who_is_removed_only_watches_and_another_can_take_the_seat() {
    let served = Served::start().await;
    let (owner, _, black, id) = table(&served).await;
    order(&owner, &id, json!({"remove": "black"})).await;
    assert_eq!(black.order(&id, json!({"act": "b:e2e4"})).await.reason(), "not_your_seat");
    let state = owner.state(&id).await;
    assert!(matches!(state.seats[1].sitter, Occupant::Open) && state.now.phase == TablePhase::Playing);
    let new = Web::guest(&served, "New").await;
    new.join(&id, json!({})).await;
    assert_eq!(new.order(&id, json!({"act": "b:e2e4"})).await.status, 200);
}

#[tokio::test]
async fn a_repeated_order_is_done_once_and_orders_outlive_a_restart() {
    let mut served = Served::start().await;
    let (owner, _, _, id) = table(&served).await;
    let path = format!("/api/tables/{id}/do");
    let more =
        json!({"id": "more", "version": 0, "do": {"order": {"add_time": {"seat": "white", "time": 5000}}}});
    assert_eq!(owner.post(&path, &more).await.status, 200);
    assert_eq!(owner.post(&path, &more).await.status, 200);
    served.restart().await;
    let owner = Web { cookie: owner.cookie, ..Web::nobody(&served) };
    assert_eq!(owner.post(&path, &more).await.status, 200);
    let left = owner.state(&id).await.now.clocks.unwrap().left.get("white").unwrap().left.0;
    assert_eq!(left, 65_000);
}

#[tokio::test]
async fn a_table_that_waits_for_its_owner_begins_when_told() {
    let served = Served::start().await;
    let owner = Web::guest(&served, "Olga").await;
    let seats = json!({"first": {"kind": "mine"}, "second": {"kind": "mine"}});
    let made = owner.make(json!({"game": "banqi", "seats": seats, "setting": {"owner_begins": true}})).await;
    assert_eq!(owner.state(&made.table).await.now.phase, TablePhase::Waiting);
    order(&owner, &made.table, json!("begin")).await;
    let state = owner.state(&made.table).await;
    assert!(state.now.phase == TablePhase::Playing && !state.view.choices.is_empty());
}
