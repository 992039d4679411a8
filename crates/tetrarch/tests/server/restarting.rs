//! After a restart everything is as it was, in each phase of a game.

use crate::client::{Client, all_at, must_be_up_to_date, to_act, wander};
use crate::flows::play;
use crate::kit::Served;
use serde_json::json;
use tetrarch_protocol::{CloseReason, CommandKind, ErrorCode, TablePhase};
use tetrarch_rules::laws::SeededRng;
use tetrarch_table::OfferKind;

/// The server is restarted; everybody is told, comes back, and finds what they knew.
async fn survives(served: &mut Served, clients: &mut [Client]) {
    let before: Vec<_> = clients.iter().map(|client| client.state.clone()).collect();
    served.stop().await;
    for client in clients.iter_mut() {
        while client.take().await.is_some() {}
        assert_eq!(client.closing, Some(CloseReason::Shutdown), "clients are told");
    }
    served.go_on().await;
    for (client, before) in clients.iter_mut().zip(before) {
        client.reconnect(served).await;
        assert_eq!((client.state.version, &client.state.line), (before.version, &before.line));
        assert_eq!(client.state.now.offers, before.now.offers);
        assert_eq!(
            (client.state.now.phase, &client.state.now.fairness),
            (before.now.phase, &before.now.fairness)
        );
        must_be_up_to_date(client).await;
    }
}

#[tokio::test]
async fn while_the_table_waits_for_people() {
    let mut served = Served::start().await;
    let made = served.make(json!({"game": "enochian", "seats": {"blue": {"kind": "mine"}}})).await;
    let mut clients = vec![Client::connect(&served, &made.table, Some(made.token)).await];
    survives(&mut served, &mut clients).await;
    let red = served.join(&made.table, "red").await;
    clients.push(Client::connect(&served, &made.table, Some(red.token)).await);
    survives(&mut served, &mut clients).await;
    for seat in ["black", "yellow"] {
        served.join(&made.table, seat).await;
    }
    clients[0].until("the beginning", |client| client.state.now.phase == TablePhase::Playing).await;
}

#[tokio::test]
async fn between_a_move_and_the_ban_after_it() {
    let mut served = Served::start().await;
    let (_, mut clients) = served.full_table(json!({"game": "ban-chess"})).await;
    for action in ["b:d2d4", "e4", "b:e7e5", "f6", "b:b1c3", "Qh5+"] {
        play(&mut clients, &[action]).await;
        survives(&mut served, &mut clients).await;
    }
    play(&mut clients, &["b:g7g6"]).await;
    assert_eq!(clients[0].state.now.phase, TablePhase::Over);
    survives(&mut served, &mut clients).await;
}

#[tokio::test]
async fn in_games_with_chance_the_deal_goes_on() {
    let mut served = Served::start().await;
    for (game, options) in [("banqi", json!({})), ("enochian", json!({"divination": true}))] {
        let (_, mut clients) = served.full_table(json!({"game": game, "options": options})).await;
        let mut luck = SeededRng::new(5);
        for _ in 0..3 {
            wander(&mut clients, &mut luck, 8).await;
            survives(&mut served, &mut clients).await;
        }
    }
}

#[tokio::test]
async fn with_offers_that_wait_takebacks_and_in_the_duel() {
    let mut served = Served::start().await;
    let (_, mut clients) = served.full_table(json!({"game": "bishops"})).await;
    let first = clients[0].choices()[0].clone();
    play(&mut clients, &[&first]).await;
    clients[0].propose(OfferKind::Takeback).await.unwrap();
    for client in &mut clients {
        client.until("the offer", |client| !client.state.now.offers.is_empty()).await;
    }
    survives(&mut served, &mut clients).await;
    for answering in [1, 2, 3] {
        clients[answering].accept(OfferKind::Takeback).await.unwrap();
    }
    all_at(&mut clients, 2).await;
    assert!(clients[0].state.line.is_empty());
    survives(&mut served, &mut clients).await;
    for leaver in [1, 3] {
        let version = clients[leaver].order(CommandKind::Resign).await.unwrap();
        all_at(&mut clients, version).await;
    }
    survives(&mut served, &mut clients).await;
    let action = clients[to_act(&clients)].choices()[0].clone();
    play(&mut clients, &[&action]).await;
}

#[tokio::test]
async fn a_command_repeated_after_a_restart_is_done_once() {
    let mut served = Served::start().await;
    let (_, mut clients) = served.full_table(json!({"game": "ban-chess"})).await;
    clients[1].order_as("only-once", 0, CommandKind::Act("b:d2d4".to_string())).await.unwrap();
    served.restart().await;
    clients[1].reconnect(&served).await;
    let again = clients[1].order_as("only-once", 0, CommandKind::Act("b:d2d4".to_string())).await;
    assert_eq!((again, clients[1].state.version), (Ok(1), 1));
}

/// The log decides: who comes second is refused, sees what really stands, and goes on from there.
#[tokio::test]
async fn two_servers_on_one_database_never_both_write() {
    let served = Served::start().await;
    let (table, mut clients) = served.full_table(json!({"game": "ban-chess"})).await;
    let other = served.beside().await;
    let mut there = Client::connect(&other, &table, clients[1].token.clone()).await;
    clients[1].act("b:d2d4").await.unwrap();
    let ban = CommandKind::Act("b:e2e4".to_string());
    let refused = there.order_as("another", 0, ban).await.unwrap_err();
    assert_eq!(refused.reason, ErrorCode::NotStored);
    there.until_version(1).await;
    assert_eq!(there.state.line[0].word, "b:d2d4");
    must_be_up_to_date(&mut there).await;
    let mut white = Client::connect(&other, &table, clients[0].token.clone()).await;
    white.act("e4").await.unwrap();
    // The other's command had the same id: ids are each person's own.
    let again = clients[0].order_as("c1", 1, CommandKind::Act("e4".to_string())).await;
    assert_eq!(again, Ok(2), "white's own id: it is done already");
}
