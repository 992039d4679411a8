//! Tables and seats: invites, the lobby, switching, hotseat, rematch.

use crate::client::{Client, next_text};
use crate::eventually::eventually;
use crate::http_client::HttpClient;
use crate::paused_time::PausedTime;
use crate::test_server::{TestServer, read};
use serde_json::{Value, json};
use std::time::Duration;
use tetrarch_protocol::{CloseReason, LobbyMessage, LobbyState, Occupant, TablePhase};
use tokio_tungstenite::connect_async;

#[tokio::test]
async fn a_reserved_seat_can_only_be_taken_with_its_own_invite() {
    let server = TestServer::start().await;
    let ada = HttpClient::guest(&server, "Ada").await;
    let seats = json!({"white": {"kind": "invited"}, "black": {"kind": "invited"}});
    let created = ada.create_table(json!({"game": "ban-chess", "seats": seats})).await;
    let path = format!("/api/tables/{}/join", created.table);
    let bob = HttpClient::guest(&server, "Bob").await;
    let white = created.invites.get("white").unwrap();
    for join in [
        json!({}),
        json!({"seat": "white"}),
        json!({"seat": "black", "invite": white}),
        json!({"invite": "guess"}),
    ] {
        assert!(matches!(bob.post(&path, &join).await.status, 403 | 409), "{join}");
    }
    assert_eq!(bob.join(&created.table, json!({"invite": white})).await.seat, "white");
    assert!(
        matches!(ada.post(&path, &json!({"invite": white})).await.status, 403 | 409),
        "an invite can be used only once"
    );
    let state = ada.state(&created.table).await;
    assert!(matches!(&state.seats[0].sitter, Occupant::Person { name, .. } if name == "Bob"));
    assert!(matches!(state.seats[1].sitter, Occupant::Invited { name: None }));
}

#[tokio::test]
async fn the_lobby_shows_public_tables_live_and_hides_tables_by_link() {
    let server = TestServer::start().await;
    let ada = HttpClient::guest(&server, "Ada").await;
    let (mut socket, _) = connect_async(format!("ws://{}/ws/lobby", server.address)).await.unwrap();
    let LobbyMessage::Lobby(LobbyState { tables }) = read(&next_text(&mut socket).await.unwrap()) else {
        panic!("expected the whole lobby first")
    };
    assert!(tables.is_empty());
    let hidden = json!({"game": "banqi", "setting": {"by_link": true}, "seats": {"first": {"kind": "mine"}}});
    let hidden = ada.create_table(hidden).await;
    let created = ada.create_table(json!({"game": "banqi", "seats": {"first": {"kind": "mine"}}})).await;
    let LobbyMessage::Table(listing) = read(&next_text(&mut socket).await.unwrap()) else {
        panic!("expected a table")
    };
    assert_eq!((&listing.table, listing.phase), (&created.table, TablePhase::Waiting));
    let bob = HttpClient::guest(&server, "Bob").await;
    bob.join(&created.table, json!({})).await;
    let LobbyMessage::Table(listing) = read(&next_text(&mut socket).await.unwrap()) else {
        panic!("expected a table")
    };
    assert_eq!(listing.phase, TablePhase::Playing);
    assert!(matches!(&listing.seats[1].sitter, Occupant::Person { name, .. } if name == "Bob"));
    let shown: LobbyState = bob.get("/api/lobby").await.json();
    assert_eq!(shown.tables.len(), 1);
    let mine: LobbyState = ada.get("/api/me/tables").await.json();
    assert_eq!(mine.tables.len(), 2, "the caller's own tables are listed");
    assert!(mine.tables.iter().any(|table| table.table == hidden.table));
    assert_eq!(bob.command(&created.table, json!("resign")).await.status, 200);
    let LobbyMessage::Gone { table } = read(&next_text(&mut socket).await.unwrap()) else {
        panic!("expected the table to be removed")
    };
    assert_eq!(table, created.table);
}

#[tokio::test]
async fn the_lobby_is_the_same_after_a_restart() {
    let mut server = TestServer::start().await;
    let ada = HttpClient::guest(&server, "Ada").await;
    ada.create_table(json!({"game": "banqi", "seats": {"first": {"kind": "mine"}}})).await;
    server.restart().await;
    let ada = HttpClient { cookie: ada.cookie, ..HttpClient::anonymous(&server) };
    let shown = async || ada.get("/api/me/tables").await.json::<LobbyState>().tables.len();
    eventually("the lobby", async || shown().await > 0).await;
    assert_eq!(shown().await, 1);
}

#[tokio::test]
async fn seats_can_be_switched_left_and_swapped_before_the_game() {
    let server = TestServer::start().await;
    let (ada, bob) = (HttpClient::guest(&server, "Ada").await, HttpClient::guest(&server, "Bob").await);
    let created = ada.create_table(json!({"game": "enochian", "seats": {"blue": {"kind": "mine"}}})).await;
    bob.join(&created.table, json!({"seat": "red"})).await;
    let taken = ada.command(&created.table, json!({"sit": "red"})).await;
    assert_eq!(taken.status, 409, "{}", taken.body);
    assert_eq!(ada.command(&created.table, json!({"sit": "black"})).await.status, 200);
    assert_eq!(ada.state(&created.table).await.you, ["black"]);
    assert_eq!(
        ada.command(&created.table, json!({"order": {"swap": {"one": "black", "other": "red"}}}))
            .await
            .status,
        200
    );
    assert_eq!(
        (ada.state(&created.table).await.you, bob.state(&created.table).await.you),
        (vec!["red".to_string()], vec!["black".to_string()])
    );
    assert_eq!(bob.command(&created.table, json!("stand")).await.status, 200);
    assert!(bob.state(&created.table).await.you.is_empty());
    assert!(matches!(
        ada.state(&created.table).await.seats.iter().find(|seat| seat.seat == "black").unwrap().sitter,
        Occupant::Open
    ));
}

#[tokio::test]
async fn one_person_on_all_seats_plays_hotseat() {
    let server = TestServer::start().await;
    let ada = HttpClient::guest(&server, "Ada").await;
    let seats = json!({"white": {"kind": "mine"}, "black": {"kind": "mine"}});
    let created = ada.create_table(json!({"game": "ban-chess", "seats": seats})).await;
    for (version, action) in ["b:e2e4", "d4", "b:d7d5", "e5"].into_iter().enumerate() {
        let state = ada.state(&created.table).await;
        assert!(!state.view.choices.is_empty(), "the player to act is always the same person");
        assert_eq!(state.version, version as u64);
        assert_eq!(ada.command(&created.table, json!({"act": action})).await.status, 200);
    }
}

#[tokio::test]
async fn a_rematch_moves_the_same_people_one_seat_on() {
    let server = TestServer::start().await;
    let (ada, bob) = (HttpClient::guest(&server, "Ada").await, HttpClient::guest(&server, "Bob").await);
    let created = ada.create_table(json!({"game": "ban-chess", "seats": {"white": {"kind": "mine"}}})).await;
    bob.join(&created.table, json!({})).await;
    let mut client = Client::connect(&server, &created.table, None).await;
    assert_eq!(bob.command(&created.table, json!("resign")).await.status, 200);
    assert_eq!(ada.command(&created.table, json!("rematch")).await.status, 200);
    client.wait_for("the rematch request", |client| client.state.now.rematch == ["white"]).await;
    assert_eq!(bob.command(&created.table, json!("rematch")).await.status, 200);
    client.wait_for("the next table", |client| client.state.now.next.is_some()).await;
    let next = client.state.now.next.clone().unwrap();
    let state = ada.state(&next).await;
    assert_eq!((state.you, state.now.phase), (vec!["black".to_string()], TablePhase::Playing));
    assert_eq!(bob.state(&next).await.you, ["white"]);
    let by_token = HttpClient { bearer: Some(created.token), ..HttpClient::anonymous(&server) };
    assert_eq!(by_token.state(&next).await.you, ["black"], "tokens are valid at the next table too");
}

#[tokio::test(start_paused = true)]
async fn a_finished_room_is_unloaded_but_a_rematch_request_is_kept() {
    let time = PausedTime::hold();
    let server = TestServer::start().await;
    let (ada, bob) = (HttpClient::guest(&server, "Ada").await, HttpClient::guest(&server, "Bob").await);
    let created = ada.create_table(json!({"game": "ban-chess", "seats": {"white": {"kind": "mine"}}})).await;
    bob.join(&created.table, json!({})).await;
    assert_eq!(bob.command(&created.table, json!("resign")).await.status, 200);
    time.advance(Duration::from_secs(2), []).await;
    let is_closed = async || ada.get("/metrics").await.body.contains("\ntetrarch_rooms_open 0\n");
    eventually("the room to close", is_closed).await;
    assert_eq!(
        ada.state(&created.table).await.now.phase,
        TablePhase::Over,
        "the room is reopened on request"
    );
    assert_eq!(ada.command(&created.table, json!("rematch")).await.status, 200);
    time.advance(Duration::from_secs(59), []).await;
    assert_eq!(
        bob.state(&created.table).await.now.rematch,
        ["white"],
        "the request is kept although nobody is connected"
    );
}

#[tokio::test]
async fn a_reset_in_the_middle_of_a_game_is_reported_in_order() {
    let server = TestServer::start().await;
    let (ada, bob) = (HttpClient::guest(&server, "Ada").await, HttpClient::guest(&server, "Bob").await);
    let created = ada.create_table(json!({"game": "ban-chess", "seats": {"white": {"kind": "mine"}}})).await;
    bob.join(&created.table, json!({})).await;
    let mut client = Client::connect(&server, &created.table, None).await;
    assert_eq!(ada.command(&created.table, json!({"order": "reset"})).await.status, 200);
    // The client checks each event for gaps.
    client.wait_for("the next table", |client| client.state.now.next.is_some()).await;
    assert_eq!(client.state.now.phase, TablePhase::Over);
}

#[tokio::test]
async fn the_next_table_is_known_after_a_restart() {
    let mut server = TestServer::start().await;
    let ada = HttpClient::guest(&server, "Ada").await;
    let seats = json!({"first": {"kind": "mine"}, "second": {"kind": "engine", "level": 1}});
    let created = ada.create_table(json!({"game": "banqi", "seats": seats})).await;
    assert_eq!(ada.command(&created.table, json!({"order": "reset"})).await.status, 200);
    let next = ada.state(&created.table).await.now.next.expect("no next table");
    server.restart().await;
    let ada = HttpClient { cookie: ada.cookie, ..HttpClient::anonymous(&server) };
    assert_eq!(ada.state(&created.table).await.now.next, Some(next.clone()));
    let (old, new) = (ada.state(&created.table).await, ada.state(&next).await);
    assert_eq!(new.you, ["first"], "the same people have the same seats");
    assert_ne!(
        old.now.fairness.unwrap().commitment,
        new.now.fairness.unwrap().commitment,
        "the deal is another"
    );
}

#[tokio::test]
async fn a_table_without_spectators_is_visible_only_to_its_players() {
    let server = TestServer::start().await;
    let ada = HttpClient::guest(&server, "Ada").await;
    let created = ada
        .create_table(
            json!({"game": "banqi", "setting": {"no_watchers": true}, "seats": {"first": {"kind": "mine"}}}),
        )
        .await;
    let eve = HttpClient::guest(&server, "Eve").await;
    for path in ["", "/record/json"] {
        assert_eq!(eve.get(&format!("/api/tables/{}{path}", created.table)).await.status, 403);
    }
    let mut socket = crate::client::open_socket(server.address, &created.table).await;
    futures_util::SinkExt::send(
        &mut socket,
        tokio_tungstenite::tungstenite::Message::text(r#"{"kind":"hello"}"#),
    )
    .await
    .unwrap();
    let refused: Value = read(&next_text(&mut socket).await.unwrap());
    assert_eq!(refused["why"]["reason"], "not_your_seat");
    let closing: Value = read(&next_text(&mut socket).await.unwrap());
    assert_eq!(closing["why"], serde_json::to_value(CloseReason::Private).unwrap());
    assert_eq!(ada.state(&created.table).await.you, ["first"]);
    eve.join(&created.table, json!({})).await;
    assert_eq!(eve.state(&created.table).await.you, ["second"], "she has a seat now");
}

#[tokio::test(start_paused = true)]
async fn an_engine_fills_in_for_an_absent_player_and_gives_the_seat_back() {
    let time = PausedTime::hold();
    let server = TestServer::start().await;
    let (ada, bob) = (HttpClient::guest(&server, "Ada").await, HttpClient::guest(&server, "Bob").await);
    let setting = json!({"grace": 10_000, "stand_in": 1});
    let refused = ada.post("/api/tables", &json!({"game": "ban-chess", "setting": setting})).await;
    assert_eq!(refused.status, 400, "Ban-Chess does not allow stand-ins");
    let created = ada
        .create_table(json!({"game": "banqi", "setting": setting, "seats": {"second": {"kind": "mine"}}}))
        .await;
    bob.join(&created.table, json!({"seat": "first"})).await;
    let mut client = Client::connect(&server, &created.table, Some(created.token)).await;
    time.advance(Duration::from_millis(9_999), [&mut client]).await;
    assert_eq!(client.state.seats[0].stand_in, None, "too early");
    time.advance(Duration::from_millis(1), [&mut client]).await;
    client.wait_for("the engine to fill in", |client| client.state.seats[0].stand_in == Some(1)).await;
    client.wait_for("its action", |client| !client.state.line.is_empty()).await;
    let token = bob.with_api_token().await.bearer;
    let back = Client::connect(&server, &created.table, token).await;
    client.wait_for("Bob to get his seat back", |client| client.state.seats[0].stand_in.is_none()).await;
    assert_eq!(back.state.you, ["first"]);
}
