//! A client that reconnects gets what it missed, in each phase of a game.

use crate::client::{Client, assert_up_to_date, play_random_actions, wait_all_for_version};
use crate::flows::play;
use crate::test_server::TestServer;
use serde_json::json;
use tetrarch_protocol::{CommandKind, TablePhase};
use tetrarch_rules::laws::SeededRng;
use tetrarch_table::OfferKind;

/// Reconnects a client after the others played on: it gets a correct delta, not the full state.
async fn assert_catches_up(server: &TestServer, client: &mut Client) {
    client.reconnect(server).await;
    assert!(!client.received_full_state(), "expected a delta: {:?}", client.texts.last());
    assert_up_to_date(client).await;
}

#[tokio::test]
async fn reconnecting_while_the_table_waits_for_players() {
    let server = TestServer::start().await;
    let created = server.create_table(json!({"game": "bishops", "seats": {"white": {"kind": "mine"}}})).await;
    let mut owner = Client::connect(&server, &created.table, Some(created.token)).await;
    assert_catches_up(&server, &mut owner).await;
    let _ = owner.socket.close(None).await;
    for seat in ["grey", "black", "pink"] {
        server.join(&created.table, seat).await;
    }
    assert_catches_up(&server, &mut owner).await;
    assert!(owner.state.now.phase == TablePhase::Playing && !owner.choices().is_empty());
}

#[tokio::test]
async fn reconnecting_before_and_after_a_ban() {
    let server = TestServer::start().await;
    let (_, mut clients) = server.full_table(json!({"game": "ban-chess"})).await;
    for action in ["b:d2d4", "e4", "b:e7e5", "f6"] {
        assert_catches_up(&server, &mut clients[0]).await;
        play(&mut clients, &[action]).await;
        assert_catches_up(&server, &mut clients[1]).await;
    }
}

#[tokio::test]
async fn reconnecting_after_missed_flips_dice_and_captures() {
    let server = TestServer::start().await;
    for (game, options) in
        [("banqi", json!({})), ("enochian", json!({"divination": true})), ("bishops", json!({}))]
    {
        let (table, mut clients) = server.full_table(json!({"game": game, "options": options})).await;
        let mut away = Client::connect(&server, &table, None).await;
        let mut rng = SeededRng::new(3);
        for part in 0..4 {
            let _ = away.socket.close(None).await;
            play_random_actions(&mut clients, &mut rng, 10 * part).await;
            assert_catches_up(&server, &mut away).await;
        }
    }
}

#[tokio::test]
async fn reconnecting_with_an_open_offer_and_after_a_takeback() {
    let server = TestServer::start().await;
    let (_, mut clients) = server.full_table(json!({"game": "ban-chess"})).await;
    play(&mut clients, &["b:d2d4", "e4", "b:e7e5"]).await;
    clients[0].propose(OfferKind::Takeback).await.unwrap();
    assert_catches_up(&server, &mut clients[1]).await;
    assert_eq!(clients[1].state.now.offers.len(), 1);
    let _ = clients[0].socket.close(None).await;
    clients[1].accept(OfferKind::Takeback).await.unwrap();
    assert_catches_up(&server, &mut clients[0]).await;
    assert_eq!(clients[0].state.line.len(), 1);
}

#[tokio::test]
async fn reconnecting_in_the_duel_and_after_the_end() {
    let server = TestServer::start().await;
    let (table, mut clients) = server.full_table(json!({"game": "bishops"})).await;
    let mut away = Client::connect(&server, &table, None).await;
    for leaver in [1, 3] {
        let _ = away.socket.close(None).await;
        let version = clients[leaver].command(CommandKind::Resign).await.unwrap();
        wait_all_for_version(&mut clients, version).await;
        assert_catches_up(&server, &mut away).await;
    }
    let _ = away.socket.close(None).await;
    clients[0].command(CommandKind::Resign).await.unwrap();
    assert_catches_up(&server, &mut away).await;
    assert_eq!(away.state.now.phase, TablePhase::Over);
    assert_catches_up(&server, &mut away).await;
}

#[tokio::test]
async fn a_client_with_an_unknown_version_gets_the_full_state() {
    let server = TestServer::start().await;
    let (_, mut clients) = server.full_table(json!({"game": "ban-chess"})).await;
    clients[0].state.version = 77;
    clients[0].reconnect(&server).await;
    assert!(clients[0].received_full_state() && clients[0].state.version == 0);
}
