//! A client that comes back gets what it has missed, in each phase of a game.

use crate::client::{Client, all_at, must_be_up_to_date, wander};
use crate::flows::play;
use crate::kit::Served;
use serde_json::json;
use tetrarch_protocol::{CommandKind, TablePhase};
use tetrarch_rules::laws::SeededRng;
use tetrarch_table::OfferKind;

/// One client comes back after the others went on; it gets only what has changed, and it is right.
async fn catches_up(served: &Served, client: &mut Client) {
    client.reconnect(served).await;
    assert!(!client.was_shown_all(), "the gap is enough: {:?}", client.texts.last());
    must_be_up_to_date(client).await;
}

#[tokio::test]
async fn while_the_table_waits_for_people() {
    let served = Served::start().await;
    let made = served.make(json!({"game": "bishops", "seats": {"white": {"kind": "mine"}}})).await;
    let mut owner = Client::connect(&served, &made.table, Some(made.token)).await;
    catches_up(&served, &mut owner).await;
    let _ = owner.socket.close(None).await;
    for seat in ["grey", "black", "pink"] {
        served.join(&made.table, seat).await;
    }
    catches_up(&served, &mut owner).await;
    assert!(owner.state.now.phase == TablePhase::Playing && !owner.choices().is_empty());
}

#[tokio::test]
async fn before_and_after_a_ban() {
    let served = Served::start().await;
    let (_, mut clients) = served.full_table(json!({"game": "ban-chess"})).await;
    for action in ["b:d2d4", "e4", "b:e7e5", "f6"] {
        catches_up(&served, &mut clients[0]).await;
        play(&mut clients, &[action]).await;
        catches_up(&served, &mut clients[1]).await;
    }
}

#[tokio::test]
async fn after_flips_dice_and_captures_that_were_missed() {
    let served = Served::start().await;
    for (game, options) in
        [("banqi", json!({})), ("enochian", json!({"divination": true})), ("bishops", json!({}))]
    {
        let (table, mut clients) = served.full_table(json!({"game": game, "options": options})).await;
        let mut away = Client::connect(&served, &table, None).await;
        let mut luck = SeededRng::new(3);
        for part in 0..4 {
            let _ = away.socket.close(None).await;
            wander(&mut clients, &mut luck, 10 * part).await;
            catches_up(&served, &mut away).await;
        }
    }
}

#[tokio::test]
async fn with_an_offer_that_waits_and_after_a_takeback() {
    let served = Served::start().await;
    let (_, mut clients) = served.full_table(json!({"game": "ban-chess"})).await;
    play(&mut clients, &["b:d2d4", "e4", "b:e7e5"]).await;
    clients[0].propose(OfferKind::Takeback).await.unwrap();
    catches_up(&served, &mut clients[1]).await;
    assert_eq!(clients[1].state.now.offers.len(), 1);
    let _ = clients[0].socket.close(None).await;
    clients[1].accept(OfferKind::Takeback).await.unwrap();
    catches_up(&served, &mut clients[0]).await;
    assert_eq!(clients[0].state.line.len(), 1);
}

#[tokio::test]
async fn into_the_duel_and_after_the_end() {
    let served = Served::start().await;
    let (table, mut clients) = served.full_table(json!({"game": "bishops"})).await;
    let mut away = Client::connect(&served, &table, None).await;
    for leaver in [1, 3] {
        let _ = away.socket.close(None).await;
        let version = clients[leaver].order(CommandKind::Resign).await.unwrap();
        all_at(&mut clients, version).await;
        catches_up(&served, &mut away).await;
    }
    let _ = away.socket.close(None).await;
    clients[0].order(CommandKind::Resign).await.unwrap();
    catches_up(&served, &mut away).await;
    assert_eq!(away.state.now.phase, TablePhase::Over);
    catches_up(&served, &mut away).await;
}

#[tokio::test]
async fn who_claims_to_know_more_than_there_is_gets_everything() {
    let served = Served::start().await;
    let (_, mut clients) = served.full_table(json!({"game": "ban-chess"})).await;
    clients[0].state.version = 77;
    clients[0].reconnect(&served).await;
    assert!(clients[0].was_shown_all() && clients[0].state.version == 0);
}
