//! Whole games from the first action to the end, with everything that can happen in between.

use crate::client::{Client, acting_client, assert_up_to_date, wait_all_for_version};
use crate::test_server::{TestServer, read};
use serde_json::json;
use tetrarch::games::GAMES;
use tetrarch_protocol::{CommandKind, Occupant, ServerMessage, TablePhase};
use tetrarch_rules::laws::SeededRng;
use tetrarch_rules::{Reason, Turn};
use tetrarch_table::{OfferKind, Table, TimeControl};

/// Plays these actions, each by the client to act, and keeps all clients up to date.
pub(crate) async fn play(clients: &mut [Client], actions: &[&str]) {
    for action in actions {
        let acting = acting_client(clients);
        let version = clients[acting].act(action).await.unwrap_or_else(|why| panic!("{action}: {why}"));
        wait_all_for_version(clients, version).await;
    }
}

/// Plays random actions until the game ends.
async fn play_at_random(clients: &mut [Client], seed: u64, most: usize, mut shadow: Box<dyn Table>) {
    let mut rng = SeededRng::new(seed);
    for _ in 0..most {
        if clients[0].state.now.phase == TablePhase::Over {
            return;
        }
        let acting = acting_client(clients);
        let choices = clients[acting].choices();
        let ends = |action: &&String| {
            let mut ahead = shadow.snapshot();
            ahead.play(action).is_ok() && ahead.turn() == Turn::Over
        };
        let mate = choices.iter().find(ends).cloned();
        let action = mate.or_else(|| rng.choose(&choices).cloned()).expect("something to do");
        shadow.play(&action).expect("a legal action");
        play(clients, &[&action]).await;
    }
}

#[tokio::test]
async fn four_people_play_bishops_to_the_end_of_the_duel() {
    let server = TestServer::start().await;
    let (table, mut clients) = server.full_table(json!({"game": "bishops"})).await;
    let mut watcher = Client::connect(&server, &table, None).await;
    let mut shadow = GAMES.by_name("bishops").unwrap().open(&json!({}), None, TimeControl::None).unwrap();
    for _ in 0..8 {
        let acting = acting_client(&clients);
        let action = clients[acting].choices()[0].clone();
        shadow.play(&action).unwrap();
        play(&mut clients, &[&action]).await;
    }
    let cells = clients[0].state.view.board.clone();
    for leaver in [1, 3] {
        let version = clients[leaver].command(CommandKind::Resign).await.unwrap();
        shadow.play(&format!("resign:{}", clients[leaver].state.you[0])).unwrap();
        wait_all_for_version(&mut clients, version).await;
    }
    assert_ne!(clients[0].state.view.board, cells, "the duel has its own board");
    play_at_random(&mut clients, 11, 600, shadow).await;
    watcher.wait_for_end().await;
    let outcome = watcher.state.now.outcome.clone().unwrap();
    let places = outcome.places.expect("everybody is ranked");
    assert!(places.get("grey") > places.get("white"), "{places:?}");
    for client in &mut clients {
        assert_eq!(client.state.now.phase, TablePhase::Over);
        assert_up_to_date(client).await;
    }
    assert_up_to_date(&mut watcher).await;
    assert!(watcher.choices().is_empty() && watcher.state.you.is_empty());
}

#[tokio::test]
async fn a_ban_can_mate() {
    let server = TestServer::start().await;
    let (table, mut clients) = server.full_table(json!({"game": "ban-chess"})).await;
    play(&mut clients, &["b:d2d4", "e4", "b:e7e5", "f6", "b:b1c3", "Qh5+"]).await;
    assert_eq!(
        clients[0].state.view.turn.phase, "ban",
        "a move and the ban after it belong to the same player"
    );
    play(&mut clients, &["b:g7g6"]).await;
    let outcome = clients[1].state.now.outcome.clone().unwrap();
    assert_eq!((outcome.reason, outcome.points.get("white").copied()), (Reason::Checkmate, Some(1.0)));
    for client in &mut clients {
        assert_up_to_date(client).await;
    }
    let (status, pgn) = server.get(&format!("/api/tables/{table}/record/pgn")).await;
    assert!(status == 200 && pgn.contains("1-0") && pgn.contains("[White \"Guest\"]"), "{pgn}");
}

#[tokio::test]
async fn a_flip_shows_everyone_the_same_piece_at_once() {
    let server = TestServer::start().await;
    let (table, mut clients) = server.full_table(json!({"game": "banqi"})).await;
    let mut watcher = Client::connect(&server, &table, None).await;
    let version = clients[0].act("?b4").await.unwrap();
    assert_eq!(version, 2, "a flip and the revealed piece are stored and shown together");
    wait_all_for_version(&mut clients, version).await;
    watcher.wait_for_version(version).await;
    let shown: Vec<_> = clients.iter().map(|client| client.state.line.clone()).collect();
    assert!(shown[0] == shown[1] && shown[0] == watcher.state.line, "{shown:?}");
    assert!(shown[0][1].word.starts_with('=') && shown[0][1].by.is_none());
    let piece = |client: &Client| client.state.view.men.iter().find(|piece| piece.cell == "b4").cloned();
    assert_ne!(piece(&watcher).unwrap().kind, "hidden");
    assert!(
        clients[0].choices().is_empty() && !clients[1].choices().is_empty(),
        "only who may act gets the list"
    );
    for client in &mut clients {
        assert_up_to_date(client).await;
    }
}

#[tokio::test]
async fn prisoners_are_exchanged_when_both_captors_agree() {
    let server = TestServer::start().await;
    let start = "yK,6,bK/8/8/8/8/8/4,rR,3/1,kR,6 b brky rk r:b,k:y 0 1 -";
    let (_, mut clients) = server.full_table(json!({"game": "enochian", "start": start})).await;
    let exchange = OfferKind::Treaty("exchange".to_string());
    let proposable = clients[0].state.now.proposable.clone().unwrap();
    assert_eq!(proposable.get("blue"), Some(&vec![exchange.clone()]));
    assert!(clients[1].state.now.proposable.is_none(), "only a player who may propose it sees it");
    assert!(clients[1].propose(exchange.clone()).await.is_err());
    clients[0].propose(exchange.clone()).await.unwrap();
    clients[3].wait_for("the offer", |client| !client.state.now.offers.is_empty()).await;
    assert_eq!(clients[3].state.now.offers[0].waiting, ["yellow"]);
    assert!(clients[2].accept(exchange.clone()).await.is_err(), "the other players have no say");
    let version = clients[3].accept(exchange).await.unwrap();
    wait_all_for_version(&mut clients, version).await;
    let kings = clients[1].state.view.men.iter().filter(|piece| piece.kind == "king").count();
    assert_eq!(kings, 4, "both kings are back");
    for client in &mut clients {
        assert_up_to_date(client).await;
    }
}

#[tokio::test]
async fn a_takeback_needs_agreement_and_shortens_the_line() {
    let server = TestServer::start().await;
    let (_, mut clients) = server.full_table(json!({"game": "ban-chess"})).await;
    play(&mut clients, &["b:d2d4", "e4", "b:e7e5", "f6", "b:b1c3"]).await;
    clients[0].propose(OfferKind::Takeback).await.unwrap();
    clients[1].wait_for("the offer", |client| !client.state.now.offers.is_empty()).await;
    assert!(clients[0].accept(OfferKind::Takeback).await.is_err(), "a player cannot accept their own offer");
    let version = clients[1].accept(OfferKind::Takeback).await.unwrap();
    wait_all_for_version(&mut clients, version).await;
    let words: Vec<&str> = clients[0].state.line.iter().map(|step| step.word.as_str()).collect();
    assert_eq!(
        words,
        ["b:d2d4"],
        "white's last turn was the move and the ban after it, and black's answer goes too"
    );
    assert!(version == 6 && clients[0].state.now.offers.is_empty(), "versions never go back");
    for client in &mut clients {
        assert_up_to_date(client).await;
    }
    play(&mut clients, &["Nf3"]).await;
}

#[tokio::test]
async fn draws_are_offered_declined_and_agreed() {
    let server = TestServer::start().await;
    let (_, mut clients) = server.full_table(json!({"game": "enochian"})).await;
    clients[0].propose(OfferKind::Draw).await.unwrap();
    clients[1].wait_for("the offer", |client| !client.state.now.offers.is_empty()).await;
    clients[1].command(CommandKind::Decline(OfferKind::Draw)).await.unwrap();
    clients[0].wait_for("the answer", |client| client.state.now.offers.is_empty()).await;
    clients[2].propose(OfferKind::Draw).await.unwrap();
    for client in [0, 1, 3] {
        clients[client].wait_for("the offer", |client| !client.state.now.offers.is_empty()).await;
        clients[client].accept(OfferKind::Draw).await.unwrap();
    }
    for client in &mut clients {
        client.wait_for_end().await;
        assert_eq!(client.state.now.outcome.as_ref().unwrap().reason, Reason::Agreement);
    }
}

#[tokio::test]
async fn a_draw_that_can_be_claimed_is_announced_and_claimed() {
    let server = TestServer::start().await;
    let (_, mut clients) = server.full_table(json!({"game": "ban-chess"})).await;
    assert!(clients[1].command(CommandKind::Claim).await.is_err(), "nothing can be claimed yet");
    let round = ["b:a2a3", "Nf3", "b:a7a6", "Nf6", "b:a2a3", "Ng1", "b:a7a6", "Ng8"];
    for action in round.iter().cycle().take(20) {
        if clients[0].state.now.claimable.is_some() {
            break;
        }
        play(&mut clients, &[action]).await;
    }
    assert_eq!(clients[0].state.now.claimable, Some(Reason::Repetition), "after the third occurrence");
    let claimant = acting_client(&clients);
    assert!(
        clients[1 - claimant].command(CommandKind::Claim).await.is_err(),
        "only the player to act may claim"
    );
    clients[claimant].command(CommandKind::Claim).await.unwrap();
    clients[1 - claimant].wait_for_end().await;
    assert_eq!(clients[1 - claimant].state.now.outcome.as_ref().unwrap().reason, Reason::Repetition);
}

#[tokio::test]
async fn a_game_can_be_aborted_until_everyone_has_acted() {
    let server = TestServer::start().await;
    let (_, mut clients) = server.full_table(json!({"game": "ban-chess"})).await;
    play(&mut clients, &["b:d2d4"]).await;
    assert!(clients[0].state.now.abortable);
    play(&mut clients, &["e4"]).await;
    assert!(!clients[0].state.now.abortable && clients[0].command(CommandKind::Abort).await.is_err());
    let (_, mut clients) = server.full_table(json!({"game": "banqi"})).await;
    clients[1].command(CommandKind::Abort).await.unwrap();
    clients[0].wait_for_end().await;
    let outcome = clients[0].state.now.outcome.clone().unwrap();
    assert_eq!((outcome.reason, outcome.points.get("first").copied()), (Reason::Aborted, Some(0.0)));
    assert!(
        clients[0].state.now.fairness.as_ref().unwrap().secret.is_some(),
        "the secret is published however the game ends"
    );
}

#[tokio::test]
async fn one_person_can_sit_on_all_seats() {
    let server = TestServer::start().await;
    let mine = json!({"kind": "mine"});
    let created = server
        .create_table(
            json!({"game": "ban-chess", "name": " Ada\n ", "seats": {"white": mine, "black": mine}}),
        )
        .await;
    let mut both = Client::connect(&server, &created.table, Some(created.token)).await;
    assert_eq!(both.state.you, ["white", "black"]);
    assert_eq!(both.state.seats[0].sitter, Occupant::Person { name: "Ada".to_string(), person: None });
    for action in ["b:d2d4", "e4", "b:e7e5", "f6", "b:b1c3", "Qh5+", "b:g7g6"] {
        assert!(!both.choices().is_empty());
        let version = both.act(action).await.unwrap();
        both.wait_for_version(version).await;
    }
    assert_up_to_date(&mut both).await;
    assert_eq!(both.state.now.phase, TablePhase::Over);
}

#[tokio::test]
async fn everyone_sees_who_takes_a_seat_and_who_is_connected() {
    let server = TestServer::start().await;
    let created =
        server.create_table(json!({"game": "ban-chess", "seats": {"white": {"kind": "mine"}}})).await;
    let mut owner = Client::connect(&server, &created.table, Some(created.token)).await;
    assert_eq!(
        (owner.state.now.phase, owner.state.seats[1].sitter.clone()),
        (TablePhase::Waiting, Occupant::Open)
    );
    let joined = server.join(&created.table, "black").await;
    owner.wait_for("the start of the game", |client| client.state.now.phase == TablePhase::Playing).await;
    assert!(matches!(owner.state.seats[1].sitter, Occupant::Person { .. }) && !owner.state.seats[1].here);
    let black = Client::connect(&server, &created.table, Some(joined.token)).await;
    owner.wait_for("black to connect", |client| client.state.seats[1].here).await;
    drop(black);
    owner.wait_for("black to disconnect", |client| !client.state.seats[1].here).await;
}

#[tokio::test]
async fn an_illegal_gesture_is_explained() {
    let server = TestServer::start().await;
    let (_, mut clients) = server.full_table(json!({"game": "ban-chess"})).await;
    play(&mut clients, &["b:e2e4"]).await;
    let gesture = json!({"kind": "move", "from": "e2", "to": "e4"});
    clients[0].send(json!({"kind": "explain", "id": "why", "gesture": gesture})).await;
    clients[0].wait_for("the explanation", |client| client.texts.last().unwrap().contains("explained")).await;
    let ServerMessage::Explained { why, .. } = read(clients[0].texts.last().unwrap()) else { panic!() };
    assert_eq!(why.unwrap().rule, "banned");
}
