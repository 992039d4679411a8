//! Tables and who sits at them: invites, the lobby, switching, hotseat, rematch.

use crate::client::{Client, next};
use crate::kit::{Served, read};
use crate::web::Web;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tetrarch_protocol::{CloseReason, LobbyMessage, LobbyState, Occupant, TablePhase};
use tokio_tungstenite::connect_async;

#[tokio::test]
async fn a_seat_that_is_kept_can_only_be_taken_with_its_own_invite() {
    let served = Served::start().await;
    let ada = Web::guest(&served, "Ada").await;
    let seats = json!({"white": {"kind": "invited"}, "black": {"kind": "invited"}});
    let made = ada.make(json!({"game": "ban-chess", "seats": seats})).await;
    let path = format!("/api/tables/{}/join", made.table);
    let bob = Web::guest(&served, "Bob").await;
    let white = made.invites.get("white").unwrap();
    for join in [
        json!({}),
        json!({"seat": "white"}),
        json!({"seat": "black", "invite": white}),
        json!({"invite": "guess"}),
    ] {
        assert!(matches!(bob.post(&path, &join).await.status, 403 | 409), "{join}");
    }
    assert_eq!(bob.join(&made.table, json!({"invite": white})).await.seat, "white");
    assert!(
        matches!(ada.post(&path, &json!({"invite": white})).await.status, 403 | 409),
        "an invite is for one"
    );
    let state = ada.state(&made.table).await;
    assert!(matches!(&state.seats[0].sitter, Occupant::Person { name, .. } if name == "Bob"));
    assert!(matches!(state.seats[1].sitter, Occupant::Invited { name: None }));
}

#[tokio::test]
async fn the_lobby_shows_public_tables_live_and_not_those_by_link() {
    let served = Served::start().await;
    let ada = Web::guest(&served, "Ada").await;
    let (mut socket, _) = connect_async(format!("ws://{}/ws/lobby", served.address)).await.unwrap();
    let LobbyMessage::Lobby(LobbyState { tables }) = read(&next(&mut socket).await.unwrap()) else {
        panic!("all first")
    };
    assert!(tables.is_empty());
    let hidden = json!({"game": "banqi", "setting": {"by_link": true}, "seats": {"first": {"kind": "mine"}}});
    let hidden = ada.make(hidden).await;
    let made = ada.make(json!({"game": "banqi", "seats": {"first": {"kind": "mine"}}})).await;
    let LobbyMessage::Table(listing) = read(&next(&mut socket).await.unwrap()) else { panic!("a table") };
    assert_eq!((&listing.table, listing.phase), (&made.table, TablePhase::Waiting));
    let bob = Web::guest(&served, "Bob").await;
    bob.join(&made.table, json!({})).await;
    let LobbyMessage::Table(listing) = read(&next(&mut socket).await.unwrap()) else { panic!("a table") };
    assert_eq!(listing.phase, TablePhase::Playing);
    assert!(matches!(&listing.seats[1].sitter, Occupant::Person { name, .. } if name == "Bob"));
    let shown: LobbyState = bob.get("/api/lobby").await.json();
    assert_eq!(shown.tables.len(), 1);
    let mine: LobbyState = ada.get("/api/me/tables").await.json();
    assert_eq!(mine.tables.len(), 2, "one's own are there");
    assert!(mine.tables.iter().any(|table| table.table == hidden.table));
    assert_eq!(bob.order(&made.table, json!("resign")).await.status, 200);
    let LobbyMessage::Gone { table } = read(&next(&mut socket).await.unwrap()) else { panic!("it is over") };
    assert_eq!(table, made.table);
}

#[tokio::test]
async fn the_lobby_is_the_same_after_a_restart() {
    let mut served = Served::start().await;
    let ada = Web::guest(&served, "Ada").await;
    ada.make(json!({"game": "banqi", "seats": {"first": {"kind": "mine"}}})).await;
    served.restart().await;
    let ada = Web { cookie: ada.cookie, ..Web::nobody(&served) };
    let shown = async || ada.get("/api/me/tables").await.json::<LobbyState>().tables.len();
    while shown().await == 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(shown().await, 1);
}

#[tokio::test]
async fn before_the_beginning_seats_can_be_switched_left_and_swapped() {
    let served = Served::start().await;
    let (ada, bob) = (Web::guest(&served, "Ada").await, Web::guest(&served, "Bob").await);
    let made = ada.make(json!({"game": "enochian", "seats": {"blue": {"kind": "mine"}}})).await;
    bob.join(&made.table, json!({"seat": "red"})).await;
    let taken = ada.order(&made.table, json!({"sit": "red"})).await;
    assert_eq!(taken.status, 409, "{}", taken.body);
    assert_eq!(ada.order(&made.table, json!({"sit": "black"})).await.status, 200);
    assert_eq!(ada.state(&made.table).await.you, ["black"]);
    assert_eq!(
        ada.order(&made.table, json!({"order": {"swap": {"one": "black", "other": "red"}}})).await.status,
        200
    );
    assert_eq!(
        (ada.state(&made.table).await.you, bob.state(&made.table).await.you),
        (vec!["red".to_string()], vec!["black".to_string()])
    );
    assert_eq!(bob.order(&made.table, json!("stand")).await.status, 200);
    assert!(bob.state(&made.table).await.you.is_empty());
    assert!(matches!(
        ada.state(&made.table).await.seats.iter().find(|seat| seat.seat == "black").unwrap().sitter,
        Occupant::Open
    ));
}

#[tokio::test]
async fn one_person_on_all_seats_plays_hotseat() {
    let served = Served::start().await;
    let ada = Web::guest(&served, "Ada").await;
    let seats = json!({"white": {"kind": "mine"}, "black": {"kind": "mine"}});
    let made = ada.make(json!({"game": "ban-chess", "seats": seats})).await;
    for (version, action) in ["b:e2e4", "d4", "b:d7d5", "e5"].into_iter().enumerate() {
        let state = ada.state(&made.table).await;
        assert!(!state.view.choices.is_empty(), "whoever is to act, it is she");
        assert_eq!(state.version, version as u64);
        assert_eq!(ada.order(&made.table, json!({"act": action})).await.status, 200);
    }
}

#[tokio::test]
async fn a_rematch_is_with_the_same_people_a_seat_further() {
    let served = Served::start().await;
    let (ada, bob) = (Web::guest(&served, "Ada").await, Web::guest(&served, "Bob").await);
    let made = ada.make(json!({"game": "ban-chess", "seats": {"white": {"kind": "mine"}}})).await;
    bob.join(&made.table, json!({})).await;
    let mut client = Client::connect(&served, &made.table, None).await;
    assert_eq!(bob.order(&made.table, json!("resign")).await.status, 200);
    assert_eq!(ada.order(&made.table, json!("rematch")).await.status, 200);
    client.until("that Ada wants it", |client| client.state.now.rematch == ["white"]).await;
    assert_eq!(bob.order(&made.table, json!("rematch")).await.status, 200);
    client.until("the next table", |client| client.state.now.next.is_some()).await;
    let next = client.state.now.next.clone().unwrap();
    let state = ada.state(&next).await;
    assert_eq!((state.you, state.now.phase), (vec!["black".to_string()], TablePhase::Playing));
    assert_eq!(bob.state(&next).await.you, ["white"]);
    let by_token = Web { bearer: Some(made.token), ..Web::nobody(&served) };
    assert_eq!(by_token.state(&next).await.you, ["black"], "tokens hold there too");
}

#[tokio::test]
async fn a_game_that_is_over_leaves_the_memory_soon_but_not_a_wish_to_play_again() {
    let served = Served::start().await;
    let (ada, bob) = (Web::guest(&served, "Ada").await, Web::guest(&served, "Bob").await);
    let made = ada.make(json!({"game": "ban-chess", "seats": {"white": {"kind": "mine"}}})).await;
    bob.join(&made.table, json!({})).await;
    assert_eq!(bob.order(&made.table, json!("resign")).await.status, 200);
    let begun = Instant::now();
    while !ada.get("/metrics").await.body.contains("\ntetrarch_rooms_open 0\n") {
        assert!(begun.elapsed() < Duration::from_secs(20), "its room is still open");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(
        ada.state(&made.table).await.now.phase,
        TablePhase::Over,
        "it is opened again when somebody looks"
    );
    assert_eq!(ada.order(&made.table, json!("rematch")).await.status, 200);
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!(bob.state(&made.table).await.now.rematch, ["white"], "nobody is connected, but she wants it");
}

#[tokio::test]
async fn when_the_owner_begins_anew_in_the_middle_everybody_is_told_in_order() {
    let served = Served::start().await;
    let (ada, bob) = (Web::guest(&served, "Ada").await, Web::guest(&served, "Bob").await);
    let made = ada.make(json!({"game": "ban-chess", "seats": {"white": {"kind": "mine"}}})).await;
    bob.join(&made.table, json!({})).await;
    let mut client = Client::connect(&served, &made.table, None).await;
    assert_eq!(ada.order(&made.table, json!({"order": "reset"})).await.status, 200);
    // That nothing is missing between two events is checked with each of them.
    client.until("the next table", |client| client.state.now.next.is_some()).await;
    assert_eq!(client.state.now.phase, TablePhase::Over);
}

#[tokio::test]
async fn which_table_follows_is_known_after_a_restart() {
    let mut served = Served::start().await;
    let ada = Web::guest(&served, "Ada").await;
    let seats = json!({"first": {"kind": "mine"}, "second": {"kind": "engine", "level": 1}});
    let made = ada.make(json!({"game": "banqi", "seats": seats})).await;
    assert_eq!(ada.order(&made.table, json!({"order": "reset"})).await.status, 200);
    let next = ada.state(&made.table).await.now.next.expect("a next table");
    served.restart().await;
    let ada = Web { cookie: ada.cookie, ..Web::nobody(&served) };
    assert_eq!(ada.state(&made.table).await.now.next, Some(next.clone()));
    let (old, new) = (ada.state(&made.table).await, ada.state(&next).await);
    assert_eq!(new.you, ["first"], "the same people on the same seats");
    assert_ne!(
        old.now.fairness.unwrap().commitment,
        new.now.fairness.unwrap().commitment,
        "and another deal"
    );
}

#[tokio::test]
async fn a_table_without_watchers_shows_itself_only_to_who_sits_there() {
    let served = Served::start().await;
    let ada = Web::guest(&served, "Ada").await;
    let made = ada
        .make(
            json!({"game": "banqi", "setting": {"no_watchers": true}, "seats": {"first": {"kind": "mine"}}}),
        )
        .await;
    let eve = Web::guest(&served, "Eve").await;
    for path in ["", "/record/json"] {
        assert_eq!(eve.get(&format!("/api/tables/{}{path}", made.table)).await.status, 403);
    }
    let mut socket = crate::client::open(served.address, &made.table).await;
    futures_util::SinkExt::send(
        &mut socket,
        tokio_tungstenite::tungstenite::Message::text(r#"{"kind":"hello"}"#),
    )
    .await
    .unwrap();
    let refused: Value = read(&next(&mut socket).await.unwrap());
    assert_eq!(refused["why"]["reason"], "not_your_seat");
    let closing: Value = read(&next(&mut socket).await.unwrap());
    assert_eq!(closing["why"], serde_json::to_value(CloseReason::Private).unwrap());
    assert_eq!(ada.state(&made.table).await.you, ["first"]);
    eve.join(&made.table, json!({})).await;
    assert_eq!(eve.state(&made.table).await.you, ["second"], "now she sits there");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_engine_sits_in_for_who_has_left_and_gives_the_seat_back() {
    let served = Served::start().await;
    let (ada, bob) = (Web::guest(&served, "Ada").await, Web::guest(&served, "Bob").await);
    let setting = json!({"grace": 10_000, "stand_in": 1});
    let refused = ada.post("/api/tables", &json!({"game": "ban-chess", "setting": setting})).await;
    assert_eq!(refused.status, 400, "in Ban-Chess bans are the player's own");
    let made =
        ada.make(json!({"game": "banqi", "setting": setting, "seats": {"second": {"kind": "mine"}}})).await;
    bob.join(&made.table, json!({"seat": "first"})).await;
    let mut client = Client::connect(&served, &made.table, Some(made.token)).await;
    client.until("the engine to sit in", |client| client.state.seats[0].stand_in == Some(1)).await;
    client.until("its action", |client| !client.state.line.is_empty()).await;
    let token = bob.program().await.bearer;
    let back = Client::connect(&served, &made.table, token).await;
    client.until("Bob to have his seat again", |client| client.state.seats[0].stand_in.is_none()).await;
    assert_eq!(back.state.you, ["first"]);
}
