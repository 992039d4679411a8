//! Playing against the engine.

use crate::client::Client;
use crate::paused_time::PausedTime;
use crate::test_server::TestServer;
use serde_json::{Value, json};
use std::time::Duration;
use tetrarch_protocol::{CommandKind, EngineAssignment, OwnerCommand, TablePhase};
use tetrarch_table::{Millis, OfferKind};

#[tokio::test]
async fn the_engine_acts_on_its_turn_and_responds_to_offers() {
    let server = TestServer::start().await;
    let seats = json!({"white": {"kind": "mine"}, "black": {"kind": "engine", "level": 1}});
    let created = server.create_table(json!({"game": "ban-chess", "seats": seats})).await;
    let mut white = Client::connect(&server, &created.table, Some(created.token)).await;
    white.wait_for("white's turn", |client| !client.choices().is_empty()).await;
    let action = white.choices()[0].clone();
    let version = white.act(&action).await.unwrap();
    white.wait_for_version(version).await;
    assert_eq!(white.state.view.turn.phase, "ban");
    let ban = white.choices()[0].clone();
    let version = white.act(&ban).await.unwrap();
    white.wait_for_version(version).await;
    // Not later, because the engine might have won.
    white.wait_for("white's turn", |client| !client.choices().is_empty()).await;
    white.propose(OfferKind::Draw).await.unwrap();
    white.wait_for("the offer", |client| !client.state.now.offers.is_empty()).await;
    white
        .wait_for("an answer", |client| {
            client.state.now.offers.is_empty() || client.state.now.phase == TablePhase::Over
        })
        .await;
    if white.state.now.phase != TablePhase::Over {
        white.command(CommandKind::Resign).await.unwrap();
    }
    white.wait_for_end().await;
}

/// Otherwise a player could win on time by making and withdrawing offers.
#[tokio::test(start_paused = true)]
async fn offers_cannot_keep_an_engine_from_thinking() {
    let time = PausedTime::hold();
    let server = TestServer::start().await;
    let seats = json!({"white": {"kind": "mine"}, "black": {"kind": "engine", "level": 1}});
    let created = server.create_table(json!({"game": "ban-chess", "seats": seats})).await;
    let mut white = Client::connect(&server, &created.table, Some(created.token)).await;
    white.wait_for("white's turn", |client| !client.choices().is_empty()).await;
    let engine = EngineAssignment { seat: "black".to_string(), level: 1, delay: Millis::from_secs(60) };
    white.command(CommandKind::Order(OwnerCommand::Engine(engine))).await.unwrap();
    for _ in 0..2 {
        let action = white.choices()[0].clone();
        let version = white.act(&action).await.unwrap();
        white.wait_for_version(version).await;
    }
    let (version, mut refused) = (white.state.version, 0);
    for _ in 0..30 {
        refused += u32::from(white.propose(OfferKind::Draw).await.is_err());
        let _ = white.command(CommandKind::Decline(OfferKind::Draw)).await;
        assert_eq!(white.state.version, version, "too early");
        time.advance(Duration::from_secs(2), [&mut white]).await;
    }
    assert!(refused > 0, "repeated offers were not refused");
    white.wait_for("the engine to act", |client| client.state.version > version).await;
}

#[tokio::test]
async fn two_engines_play_without_spectators_and_continue_after_a_restart() {
    let mut server = TestServer::start().await;
    let engine = json!({"kind": "engine", "level": 1});
    let created =
        server.create_table(json!({"game": "ban-chess", "seats": {"white": engine, "black": engine}})).await;
    let mut watcher = Client::connect(&server, &created.table, None).await;
    watcher.wait_for_version(6).await;
    server.restart_with_clients([&mut watcher]).await;
    watcher.reconnect(&server).await;
    let version = watcher.state.version;
    watcher
        .wait_for("more", |client| {
            client.state.version > version + 5 || client.state.now.phase == TablePhase::Over
        })
        .await;
}

#[tokio::test]
async fn unknown_levels_are_refused() {
    let server = TestServer::start().await;
    let table = json!({"game": "ban-chess", "seats": {"white": {"kind": "engine", "level": 99}}});
    let (status, body) = server.post("/api/tables", &table).await;
    assert!(status == 400 && body.contains("levels 1 to"), "{body}");
}

#[tokio::test]
async fn engines_play_every_game() {
    let server = TestServer::start().await;
    for game in ["ban-chess", "banqi", "enochian", "bishops"] {
        let created = server.create_table(json!({ "game": game })).await;
        let seats = server.state(&created.table).await.seats;
        let engine = json!({"kind": "engine", "level": 1});
        let seats: Value = seats.into_iter().map(|seat| (seat.seat, engine.clone())).collect();
        let created = server.create_table(json!({"game": game, "seats": seats})).await;
        Client::connect(&server, &created.table, None).await.wait_for_version(8).await;
    }
}
