//! Playing against the engine.

use crate::client::Client;
use crate::kit::Served;
use serde_json::{Value, json};
use std::time::Duration;
use tetrarch_protocol::{CommandKind, EngineAssignment, OwnerCommand, TablePhase};
use tetrarch_table::{Millis, OfferKind};
use tokio::time::sleep;

#[tokio::test]
async fn the_engine_acts_when_it_is_its_turn_and_answers_offers() {
    let served = Served::start().await;
    let seats = json!({"white": {"kind": "mine"}, "black": {"kind": "engine", "level": 1}});
    let made = served.make(json!({"game": "ban-chess", "seats": seats})).await;
    let mut white = Client::connect(&served, &made.table, Some(made.token)).await;
    white.until("white's turn", |client| !client.choices().is_empty()).await;
    let action = white.choices()[0].clone();
    let version = white.act(&action).await.unwrap();
    white.until_version(version).await;
    assert_eq!(white.state.view.turn.phase, "ban");
    let ban = white.choices()[0].clone();
    let version = white.act(&ban).await.unwrap();
    white.until_version(version).await;
    // Not later: the engine might have won.
    white.until("white's turn", |client| !client.choices().is_empty()).await;
    white.propose(OfferKind::Draw).await.unwrap();
    white
        .until("an answer", |client| {
            client.state.now.offers.is_empty() || client.state.now.phase == TablePhase::Over
        })
        .await;
    if white.state.now.phase != TablePhase::Over {
        white.order(CommandKind::Resign).await.unwrap();
    }
    white.until_over().await;
}

/// Whoever proposed and took back all the time would win on time.
#[tokio::test]
async fn an_engine_cannot_be_kept_from_thinking_by_offers() {
    let served = Served::start().await;
    let seats = json!({"white": {"kind": "mine"}, "black": {"kind": "engine", "level": 1}});
    let made = served.make(json!({"game": "ban-chess", "seats": seats})).await;
    let mut white = Client::connect(&served, &made.table, Some(made.token)).await;
    white.until("white's turn", |client| !client.choices().is_empty()).await;
    let engine = EngineAssignment { seat: "black".to_string(), level: 1, delay: Millis(1500) };
    white.order(CommandKind::Order(OwnerCommand::Engine(engine))).await.unwrap();
    for _ in 0..2 {
        let action = white.choices()[0].clone();
        let version = white.act(&action).await.unwrap();
        white.until_version(version).await;
    }
    let (version, mut refused) = (white.state.version, 0);
    for _ in 0..40 {
        refused += u32::from(white.propose(OfferKind::Draw).await.is_err());
        let _ = white.order(CommandKind::Decline(OfferKind::Draw)).await;
        sleep(Duration::from_millis(150)).await;
        if white.state.version > version {
            assert!(refused > 0, "the same was proposed again and again");
            return;
        }
    }
    panic!("the engine did not act");
}

#[tokio::test]
async fn two_engines_play_without_anybody_watching_and_go_on_after_a_restart() {
    let mut served = Served::start().await;
    let engine = json!({"kind": "engine", "level": 1});
    let made = served.make(json!({"game": "ban-chess", "seats": {"white": engine, "black": engine}})).await;
    let mut watcher = Client::connect(&served, &made.table, None).await;
    watcher.until_version(6).await;
    served.restart().await;
    watcher.reconnect(&served).await;
    let version = watcher.state.version;
    watcher
        .until("more", |client| {
            client.state.version > version + 5 || client.state.now.phase == TablePhase::Over
        })
        .await;
}

#[tokio::test]
async fn levels_that_there_are_not_are_refused() {
    let served = Served::start().await;
    let table = json!({"game": "ban-chess", "seats": {"white": {"kind": "engine", "level": 99}}});
    let (status, body) = served.post("/api/tables", &table).await;
    assert!(status == 400 && body.contains("levels 1 to"), "{body}");
}

#[tokio::test]
async fn engines_sit_at_every_game() {
    let served = Served::start().await;
    for game in ["ban-chess", "banqi", "enochian", "bishops"] {
        let made = served.make(json!({ "game": game })).await;
        let seats = served.state(&made.table).await.seats;
        let engine = json!({"kind": "engine", "level": 1});
        let seats: Value = seats.into_iter().map(|seat| (seat.seat, engine.clone())).collect();
        let made = served.make(json!({"game": game, "seats": seats})).await;
        Client::connect(&served, &made.table, None).await.until_version(8).await;
    }
}
