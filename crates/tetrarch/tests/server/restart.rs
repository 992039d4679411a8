//! After a restart everything is as before, in each phase of a game.

use crate::client::{Client, acting_client, assert_up_to_date, play_random_actions, wait_all_for_version};
use crate::flows::play;
use crate::test_server::TestServer;
use serde_json::json;
use tetrarch_protocol::{CloseReason, CommandKind, ErrorCode, TablePhase};
use tetrarch_rules::laws::SeededRng;
use tetrarch_table::OfferKind;

/// Restarts the server: all clients are notified, reconnect, and find the same state.
async fn assert_survives_restart(server: &mut TestServer, clients: &mut [Client]) {
    let before: Vec<_> = clients.iter().map(|client| client.state.clone()).collect();
    server.stop_with_clients(clients.iter_mut()).await;
    for client in clients.iter() {
        assert_eq!(client.closing, Some(CloseReason::Shutdown), "the client was not notified");
    }
    server.start_again().await;
    for (client, before) in clients.iter_mut().zip(before) {
        client.reconnect(server).await;
        assert_eq!((client.state.version, &client.state.line), (before.version, &before.line));
        assert_eq!(client.state.now.offers, before.now.offers);
        assert_eq!(
            (client.state.now.phase, &client.state.now.fairness),
            (before.now.phase, &before.now.fairness)
        );
        assert_up_to_date(client).await;
    }
}

#[tokio::test]
async fn a_restart_while_the_table_waits_for_players() {
    let mut server = TestServer::start().await;
    let created = server.create_table(json!({"game": "enochian", "seats": {"blue": {"kind": "mine"}}})).await;
    let mut clients = vec![Client::connect(&server, &created.table, Some(created.token)).await];
    assert_survives_restart(&mut server, &mut clients).await;
    let red = server.join(&created.table, "red").await;
    clients.push(Client::connect(&server, &created.table, Some(red.token)).await);
    assert_survives_restart(&mut server, &mut clients).await;
    for seat in ["black", "yellow"] {
        server.join(&created.table, seat).await;
    }
    clients[0].wait_for("the beginning", |client| client.state.now.phase == TablePhase::Playing).await;
}

#[tokio::test]
async fn a_restart_between_a_move_and_the_ban_after_it() {
    let mut server = TestServer::start().await;
    let (_, mut clients) = server.full_table(json!({"game": "ban-chess"})).await;
    for action in ["b:d2d4", "e4", "b:e7e5", "f6", "b:b1c3", "Qh5+"] {
        play(&mut clients, &[action]).await;
        assert_survives_restart(&mut server, &mut clients).await;
    }
    play(&mut clients, &["b:g7g6"]).await;
    assert_eq!(clients[0].state.now.phase, TablePhase::Over);
    assert_survives_restart(&mut server, &mut clients).await;
}

#[tokio::test]
async fn a_restart_does_not_change_the_deal() {
    let mut server = TestServer::start().await;
    for (game, options) in [("banqi", json!({})), ("enochian", json!({"divination": true}))] {
        let (_, mut clients) = server.full_table(json!({"game": game, "options": options})).await;
        let mut rng = SeededRng::new(5);
        for _ in 0..3 {
            play_random_actions(&mut clients, &mut rng, 8).await;
            assert_survives_restart(&mut server, &mut clients).await;
        }
    }
}

#[tokio::test]
async fn a_restart_with_open_offers_after_takebacks_and_in_the_duel() {
    let mut server = TestServer::start().await;
    let (_, mut clients) = server.full_table(json!({"game": "bishops"})).await;
    let first = clients[0].choices()[0].clone();
    play(&mut clients, &[&first]).await;
    clients[0].propose(OfferKind::Takeback).await.unwrap();
    for client in &mut clients {
        client.wait_for("the offer", |client| !client.state.now.offers.is_empty()).await;
    }
    assert_survives_restart(&mut server, &mut clients).await;
    for answering in [1, 2, 3] {
        clients[answering].accept(OfferKind::Takeback).await.unwrap();
    }
    wait_all_for_version(&mut clients, 2).await;
    assert!(clients[0].state.line.is_empty());
    assert_survives_restart(&mut server, &mut clients).await;
    for leaver in [1, 3] {
        let version = clients[leaver].command(CommandKind::Resign).await.unwrap();
        wait_all_for_version(&mut clients, version).await;
    }
    assert_survives_restart(&mut server, &mut clients).await;
    let action = clients[acting_client(&clients)].choices()[0].clone();
    play(&mut clients, &[&action]).await;
}

#[tokio::test]
async fn a_command_repeated_after_a_restart_is_applied_once() {
    let mut server = TestServer::start().await;
    let (_, mut clients) = server.full_table(json!({"game": "ban-chess"})).await;
    clients[1].command_as("only-once", 0, CommandKind::Act("b:d2d4".to_string())).await.unwrap();
    server.restart_with_clients(&mut clients).await;
    clients[1].reconnect(&server).await;
    let again = clients[1].command_as("only-once", 0, CommandKind::Act("b:d2d4".to_string())).await;
    assert_eq!((again, clients[1].state.version), (Ok(1), 1));
}

/// The log decides: the second writer is refused, sees the actual state, and continues from there.
#[tokio::test]
async fn two_servers_on_one_database_never_both_write() {
    let server = TestServer::start().await;
    let (table, mut clients) = server.full_table(json!({"game": "ban-chess"})).await;
    let other = server.start_second().await;
    let mut there = Client::connect(&other, &table, clients[1].token.clone()).await;
    clients[1].act("b:d2d4").await.unwrap();
    let ban = CommandKind::Act("b:e2e4".to_string());
    let refused = there.command_as("another", 0, ban).await.unwrap_err();
    assert_eq!(refused.reason, ErrorCode::NotStored);
    there.wait_for_version(1).await;
    assert_eq!(there.state.line[0].word, "b:d2d4");
    assert_up_to_date(&mut there).await;
    let mut white = Client::connect(&other, &table, clients[0].token.clone()).await;
    white.act("e4").await.unwrap();
    // The command of the other player had the same id: ids are per person.
    let again = clients[0].command_as("c1", 1, CommandKind::Act("e4".to_string())).await;
    assert_eq!(again, Ok(2), "white's command was applied already");
}
