//! Conflicts between players, or between two commands of one program.

use crate::client::{Client, acting_client, assert_up_to_date, next_text, open_socket, wait_all_for_version};
use crate::flows::play;
use crate::test_server::{TestServer, read};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::json;
use std::time::Duration;
use tetrarch_protocol::{CloseReason, CommandKind, ErrorCode, JoinResponse, ServerMessage};
use tetrarch_table::OfferKind;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

async fn join_with(server: &TestServer, table: &str, seat: &str, entropy: &str) -> JoinResponse {
    let join = json!({"seat": seat, "entropy": entropy});
    let (status, body) = server.post(&format!("/api/tables/{table}/join"), &join).await;
    assert_eq!(status, 200, "{body}");
    read(&body)
}

#[tokio::test]
async fn entropy_moves_with_the_player_and_not_with_the_seat() {
    let server = TestServer::start().await;
    let created = server.create_table(json!({"game": "enochian", "options": {"divination": true}})).await;
    let ada = join_with(&server, &created.table, "blue", "aa").await;
    let mut ada = Client::connect(&server, &created.table, Some(ada.token)).await;
    let given = |client: &Client| client.state.now.fairness.clone().unwrap().entropies;
    assert_eq!(given(&ada).into_iter().flatten().collect::<Vec<_>>(), ["aa"]);
    ada.command(CommandKind::Sit("red".to_string())).await.unwrap();
    let seats = server.state(&created.table).await;
    let red = seats.seats.iter().position(|seat| seat.seat == "red").unwrap();
    let now = seats.now.fairness.unwrap().entropies;
    assert!(now[red].as_deref() == Some("aa") && now.iter().flatten().count() == 1, "{now:?}");
    ada.wait_for("its entropy on the new seat", |client| given(client) == now).await;
    ada.command(CommandKind::Stand).await.unwrap();
    assert!(server.state(&created.table).await.now.fairness.unwrap().entropies.iter().all(Option::is_none));
    // The next player on that seat adds their own.
    join_with(&server, &created.table, "red", "bb").await;
    let now = server.state(&created.table).await.now.fairness.unwrap().entropies;
    assert_eq!(now[red].as_deref(), Some("bb"));
}

#[tokio::test]
async fn a_rematch_request_survives_a_restart() {
    let mut server = TestServer::start().await;
    let (table, mut clients) = server.full_table(json!({"game": "banqi"})).await;
    let version = clients[0].command(CommandKind::Resign).await.unwrap();
    wait_all_for_version(&mut clients, version).await;
    clients[0].command(CommandKind::Rematch).await.unwrap();
    server.restart_with_clients(&mut clients).await;
    assert_eq!(server.state(&table).await.now.rematch, ["first"]);
    clients[1].reconnect(&server).await;
    clients[1].command(CommandKind::Rematch).await.unwrap();
    clients[1].wait_for("the next table", |client| client.state.now.next.is_some()).await;
}

#[tokio::test]
async fn a_different_command_with_a_used_id_is_refused() {
    let mut server = TestServer::start().await;
    let (_, mut clients) = server.full_table(json!({"game": "ban-chess"})).await;
    clients[1].command_as("one", 0, CommandKind::Act("b:d2d4".to_string())).await.unwrap();
    for _ in 0..2 {
        let other = clients[1].command_as("one", 1, CommandKind::Resign).await.unwrap_err();
        assert_eq!(other.reason, ErrorCode::NotNow, "{other}");
        let same = clients[1].command_as("one", 0, CommandKind::Act("b:d2d4".to_string())).await;
        assert_eq!(same, Ok(1));
        server.restart_with_clients(&mut clients).await;
        clients[1].reconnect(&server).await;
    }
}

/// The room learns of a closed socket twice: by a failed write, and by the close message.
#[tokio::test]
async fn everyone_learns_who_disconnected_even_if_somebody_acts_at_that_moment() {
    let server = TestServer::start().await;
    let (_, mut clients) = server.full_table(json!({"game": "banqi"})).await;
    let gone = |client: &Client| !client.state.seats[1].here;
    for _ in 0..20 {
        drop(clients[1].socket.close(None).await);
        for offer in [CommandKind::Propose(OfferKind::Draw), CommandKind::Decline(OfferKind::Draw)] {
            let _ = clients[0].command(offer).await;
        }
        clients[0].wait_for("that the other is gone", gone).await;
        clients[1].reconnect(&server).await;
        clients[0].wait_for("that the other is back", |client| client.state.seats[1].here).await;
    }
}

#[tokio::test]
async fn a_player_who_returns_to_another_seat_sees_the_board_from_there() {
    let server = TestServer::start().await;
    let seats = json!({"white": {"kind": "mine"}});
    let created = server.create_table(json!({"game": "ban-chess", "seats": seats})).await;
    let mut owner = Client::connect(&server, &created.table, Some(created.token.clone())).await;
    let mut elsewhere = Client::connect(&server, &created.table, Some(created.token)).await;
    let near = owner.state.view.board.near;
    let _ = owner.socket.close(None).await;
    elsewhere.command(CommandKind::Sit("black".to_string())).await.unwrap();
    owner.reconnect(&server).await;
    assert_ne!(owner.state.view.board.near, near);
    owner.state.you = vec!["black".to_string()];
    assert_up_to_date(&mut owner).await;
}

#[tokio::test]
async fn an_oversized_message_is_answered_before_the_socket_closes() {
    let server = TestServer::start().await;
    let created = server.create_table(json!({"game": "banqi"})).await;
    for greets in [true, false] {
        let mut socket = open_socket(server.address, &created.table).await;
        if greets {
            socket.send(Message::text(r#"{"kind":"hello"}"#)).await.unwrap();
            next_text(&mut socket).await.expect("no state");
        }
        socket.send(Message::text("x".repeat(100_000))).await.unwrap();
        let (mut why, mut code) = (None, None);
        while let Ok(Some(Ok(message))) = timeout(Duration::from_secs(10), socket.next()).await {
            match message {
                Message::Text(text) => {
                    if let ServerMessage::Closing { why: reason } = read(&text) {
                        why = Some(reason);
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
    let server = TestServer::start().await;
    for game in ["ban-chess", "enochian", "bishops"] {
        let (_, mut clients) = server.full_table(json!({ "game": game })).await;
        let actor = acting_client(&clients);
        let before = clients[actor].state.view.clone();
        let action = clients[actor].choices()[0].clone();
        play(&mut clients, &[&action]).await;
        clients[actor].propose(OfferKind::Takeback).await.unwrap();
        let (length, mut version) = (clients.len(), 0);
        for other in (0..length).filter(|other| *other != actor) {
            clients[other].wait_for("the offer", |client| !client.state.now.offers.is_empty()).await;
            version = clients[other].accept(OfferKind::Takeback).await.unwrap();
        }
        wait_all_for_version(&mut clients, version).await;
        assert!(clients[actor].state.line.is_empty(), "{game}");
        assert_eq!(clients[actor].choices().len(), before.choices.len(), "{game}");
        assert_up_to_date(&mut clients[actor]).await;
    }
    let (_, mut clients) = server.full_table(json!({"game": "banqi"})).await;
    play(&mut clients, &["?a1"]).await;
    let refused = clients[0].propose(OfferKind::Takeback).await.unwrap_err();
    assert!(refused.words.contains("chance"), "{refused}");
}
