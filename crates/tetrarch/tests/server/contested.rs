//! What one player could do to another, or a program to itself, and what comes of it.

use crate::client::{Client, all_at, must_be_up_to_date, next, open, to_act};
use crate::flows::play;
use crate::kit::{Served, read};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::json;
use std::time::Duration;
use tetrarch_protocol::{CloseReason, CommandKind, ErrorCode, JoinResponse, ServerMessage};
use tetrarch_table::OfferKind;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

async fn join_with(served: &Served, table: &str, seat: &str, entropy: &str) -> JoinResponse {
    let join = json!({"seat": seat, "entropy": entropy});
    let (status, body) = served.post(&format!("/api/tables/{table}/join"), &join).await;
    assert_eq!(status, 200, "{body}");
    read(&body)
}

#[tokio::test]
async fn entropy_goes_with_the_player_and_not_with_the_seat() {
    let served = Served::start().await;
    let made = served.make(json!({"game": "enochian", "options": {"divination": true}})).await;
    let ada = join_with(&served, &made.table, "blue", "aa").await;
    let mut ada = Client::connect(&served, &made.table, Some(ada.token)).await;
    let given = |client: &Client| client.state.now.fairness.clone().unwrap().entropies;
    assert_eq!(given(&ada).into_iter().flatten().collect::<Vec<_>>(), ["aa"]);
    ada.order(CommandKind::Sit("red".to_string())).await.unwrap();
    let seats = served.state(&made.table).await;
    let red = seats.seats.iter().position(|seat| seat.seat == "red").unwrap();
    let now = seats.now.fairness.unwrap().entropies;
    assert!(now[red].as_deref() == Some("aa") && now.iter().flatten().count() == 1, "{now:?}");
    ada.until("what it gave on its new seat", |client| given(client) == now).await;
    ada.order(CommandKind::Stand).await.unwrap();
    assert!(served.state(&made.table).await.now.fairness.unwrap().entropies.iter().all(Option::is_none));
    // Who sits there next adds their own.
    join_with(&served, &made.table, "red", "bb").await;
    let now = served.state(&made.table).await.now.fairness.unwrap().entropies;
    assert_eq!(now[red].as_deref(), Some("bb"));
}

#[tokio::test]
async fn who_wants_to_play_again_still_does_after_a_restart() {
    let mut served = Served::start().await;
    let (table, mut clients) = served.full_table(json!({"game": "banqi"})).await;
    let version = clients[0].order(CommandKind::Resign).await.unwrap();
    all_at(&mut clients, version).await;
    clients[0].order(CommandKind::Rematch).await.unwrap();
    served.restart().await;
    assert_eq!(served.state(&table).await.now.rematch, ["first"]);
    clients[1].reconnect(&served).await;
    clients[1].order(CommandKind::Rematch).await.unwrap();
    clients[1].until("the next table", |client| client.state.now.next.is_some()).await;
}

#[tokio::test]
async fn another_command_under_a_used_id_is_refused() {
    let mut served = Served::start().await;
    let (_, mut clients) = served.full_table(json!({"game": "ban-chess"})).await;
    clients[1].order_as("one", 0, CommandKind::Act("b:d2d4".to_string())).await.unwrap();
    for _ in 0..2 {
        let other = clients[1].order_as("one", 1, CommandKind::Resign).await.unwrap_err();
        assert_eq!(other.reason, ErrorCode::NotNow, "{other}");
        let same = clients[1].order_as("one", 0, CommandKind::Act("b:d2d4".to_string())).await;
        assert_eq!(same, Ok(1));
        served.restart().await;
        clients[1].reconnect(&served).await;
    }
}

/// The end of a socket is heard of twice: by the room that cannot send any more, and by the goodbye.
#[tokio::test]
async fn everybody_is_told_who_is_gone_also_if_somebody_acts_at_that_moment() {
    let served = Served::start().await;
    let (_, mut clients) = served.full_table(json!({"game": "banqi"})).await;
    let gone = |client: &Client| !client.state.seats[1].here;
    for _ in 0..20 {
        drop(clients[1].socket.close(None).await);
        for offer in [CommandKind::Propose(OfferKind::Draw), CommandKind::Decline(OfferKind::Draw)] {
            let _ = clients[0].order(offer).await;
        }
        clients[0].until("that the other is gone", gone).await;
        clients[1].reconnect(&served).await;
        clients[0].until("that the other is back", |client| client.state.seats[1].here).await;
    }
}

#[tokio::test]
async fn who_comes_back_to_another_seat_sees_the_board_from_there() {
    let served = Served::start().await;
    let seats = json!({"white": {"kind": "mine"}});
    let made = served.make(json!({"game": "ban-chess", "seats": seats})).await;
    let mut owner = Client::connect(&served, &made.table, Some(made.token.clone())).await;
    let mut elsewhere = Client::connect(&served, &made.table, Some(made.token)).await;
    let near = owner.state.view.board.near;
    let _ = owner.socket.close(None).await;
    elsewhere.order(CommandKind::Sit("black".to_string())).await.unwrap();
    owner.reconnect(&served).await;
    assert_ne!(owner.state.view.board.near, near);
    owner.state.you = vec!["black".to_string()];
    must_be_up_to_date(&mut owner).await;
}

#[tokio::test]
async fn a_message_that_is_too_long_is_answered_before_the_socket_closes() {
    let served = Served::start().await;
    let made = served.make(json!({"game": "banqi"})).await;
    for greets in [true, false] {
        let mut socket = open(served.address, &made.table).await;
        if greets {
            socket.send(Message::text(r#"{"kind":"hello"}"#)).await.unwrap();
            next(&mut socket).await.expect("a state");
        }
        socket.send(Message::text("x".repeat(100_000))).await.unwrap();
        let (mut why, mut code) = (None, None);
        while let Ok(Some(Ok(message))) = timeout(Duration::from_secs(10), socket.next()).await {
            match message {
                Message::Text(text) => {
                    if let ServerMessage::Closing { why: told } = read(&text) {
                        why = Some(told);
                    }
                }
                Message::Close(frame) => code = frame.map(|frame| u16::from(frame.code)),
                _ => {}
            }
        }
        assert_eq!((why, code), (Some(CloseReason::TooLong), Some(1009)));
    }
}

#[tokio::test]
async fn a_takeback_is_accepted_in_every_game_but_not_across_chance() {
    let served = Served::start().await;
    for game in ["ban-chess", "enochian", "bishops"] {
        let (_, mut clients) = served.full_table(json!({ "game": game })).await;
        let actor = to_act(&clients);
        let before = clients[actor].state.view.clone();
        let action = clients[actor].choices()[0].clone();
        play(&mut clients, &[&action]).await;
        clients[actor].propose(OfferKind::Takeback).await.unwrap();
        let (length, mut version) = (clients.len(), 0);
        for other in (0..length).filter(|other| *other != actor) {
            clients[other].until("the offer", |client| !client.state.now.offers.is_empty()).await;
            version = clients[other].accept(OfferKind::Takeback).await.unwrap();
        }
        all_at(&mut clients, version).await;
        assert!(clients[actor].state.line.is_empty(), "{game}");
        assert_eq!(clients[actor].choices().len(), before.choices.len(), "{game}");
        must_be_up_to_date(&mut clients[actor]).await;
    }
    let (_, mut clients) = served.full_table(json!({"game": "banqi"})).await;
    play(&mut clients, &["?a1"]).await;
    let refused = clients[0].propose(OfferKind::Takeback).await.unwrap_err();
    assert!(refused.words.contains("chance"), "{refused}");
}
