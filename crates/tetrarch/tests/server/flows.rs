//! Games from the first action to the end, with everything that can happen on the way.

use crate::client::{Client, all_at, must_be_up_to_date, to_act};
use crate::kit::{Served, read};
use serde_json::json;
use tetrarch::games::GAMES;
use tetrarch_protocol::{CommandKind, Occupant, ServerMessage, TablePhase};
use tetrarch_rules::laws::SeededRng;
use tetrarch_rules::{Reason, Turn};
use tetrarch_table::{OfferKind, Table, TimeControl};

/// Plays actions in turn, each by whoever is to act, and keeps everybody up to date.
pub(crate) async fn play(clients: &mut [Client], actions: &[&str]) {
    for action in actions {
        let acting = to_act(clients);
        let version = clients[acting].act(action).await.unwrap_or_else(|why| panic!("{action}: {why}"));
        all_at(clients, version).await;
    }
}

/// Plays at random, but ends the game where an action does.
async fn play_at_random(clients: &mut [Client], seed: u64, most: usize, mut shadow: Box<dyn Table>) {
    let mut luck = SeededRng::new(seed);
    for _ in 0..most {
        if clients[0].state.now.phase == TablePhase::Over {
            return;
        }
        let acting = to_act(clients);
        let choices = clients[acting].choices();
        let ends = |action: &&String| {
            let mut ahead = shadow.snapshot();
            ahead.apply(action).is_ok() && ahead.turn() == Turn::Over
        };
        let mate = choices.iter().find(ends).cloned();
        let action = mate.or_else(|| luck.choose(&choices).cloned()).expect("something to do");
        shadow.apply(&action).expect("a legal action");
        play(clients, &[&action]).await;
    }
}

#[tokio::test]
async fn four_people_play_bishops_to_the_end_of_the_duel() {
    let served = Served::start().await;
    let (table, mut clients) = served.full_table(json!({"game": "bishops"})).await;
    let mut watcher = Client::connect(&served, &table, None).await;
    let mut shadow = GAMES.by_name("bishops").unwrap().open(&json!({}), None, TimeControl::None).unwrap();
    for _ in 0..8 {
        let acting = to_act(&clients);
        let action = clients[acting].choices()[0].clone();
        shadow.apply(&action).unwrap();
        play(&mut clients, &[&action]).await;
    }
    let cells = clients[0].state.view.board.clone();
    for leaver in [1, 3] {
        let version = clients[leaver].order(CommandKind::Resign).await.unwrap();
        shadow.apply(&format!("resign:{}", clients[leaver].state.you[0])).unwrap();
        all_at(&mut clients, version).await;
    }
    assert_ne!(clients[0].state.view.board, cells, "the duel has a board of its own");
    play_at_random(&mut clients, 11, 600, shadow).await;
    watcher.until_over().await;
    let outcome = watcher.state.now.outcome.clone().unwrap();
    let places = outcome.places.expect("everybody is ranked");
    assert!(places.get("grey") > places.get("white"), "{places:?}");
    for client in &mut clients {
        assert_eq!(client.state.now.phase, TablePhase::Over);
        must_be_up_to_date(client).await;
    }
    must_be_up_to_date(&mut watcher).await;
    assert!(watcher.choices().is_empty() && watcher.state.you.is_empty());
}

#[tokio::test]
async fn a_ban_can_mate() {
    let served = Served::start().await;
    let (table, mut clients) = served.full_table(json!({"game": "ban-chess"})).await;
    play(&mut clients, &["b:d2d4", "e4", "b:e7e5", "f6", "b:b1c3", "Qh5+"]).await;
    assert_eq!(clients[0].state.view.turn.phase, "ban", "a move and the ban after it are one player's turn");
    play(&mut clients, &["b:g7g6"]).await;
    let outcome = clients[1].state.now.outcome.clone().unwrap();
    assert_eq!((outcome.reason, outcome.points.get("white").copied()), (Reason::Checkmate, Some(1.0)));
    for client in &mut clients {
        must_be_up_to_date(client).await;
    }
    let (status, pgn) = served.get(&format!("/api/tables/{table}/record/pgn")).await;
    assert!(status == 200 && pgn.contains("1-0") && pgn.contains("[White \"Guest\"]"), "{pgn}");
}

#[tokio::test]
async fn a_flip_shows_everybody_the_same_piece_at_once() {
    let served = Served::start().await;
    let (table, mut clients) = served.full_table(json!({"game": "banqi"})).await;
    let mut watcher = Client::connect(&served, &table, None).await;
    let version = clients[0].act("?b4").await.unwrap();
    assert_eq!(version, 2, "a flip and what it showed are stored and shown as one");
    all_at(&mut clients, version).await;
    watcher.until_version(version).await;
    let shown: Vec<_> = clients.iter().map(|client| client.state.line.clone()).collect();
    assert!(shown[0] == shown[1] && shown[0] == watcher.state.line, "{shown:?}");
    assert!(shown[0][1].word.starts_with('=') && shown[0][1].by.is_none());
    let men = |client: &Client| client.state.view.men.iter().find(|man| man.cell == "b4").cloned();
    assert_ne!(men(&watcher).unwrap().kind, "hidden");
    assert!(
        clients[0].choices().is_empty() && !clients[1].choices().is_empty(),
        "only who may act gets the list"
    );
    for client in &mut clients {
        must_be_up_to_date(client).await;
    }
}

#[tokio::test]
async fn prisoners_are_exchanged_when_both_captors_agree() {
    let served = Served::start().await;
    let start = "yK,6,bK/8/8/8/8/8/4,rR,3/1,kR,6 b brky rk r:b,k:y 0 1 -";
    let (_, mut clients) = served.full_table(json!({"game": "enochian", "start": start})).await;
    let exchange = OfferKind::Treaty("exchange".to_string());
    let proposable = clients[0].state.now.proposable.clone().unwrap();
    assert_eq!(proposable.get("blue"), Some(&vec![exchange.clone()]));
    assert!(clients[1].state.now.proposable.is_none(), "only who may propose it is told so");
    assert!(clients[1].propose(exchange.clone()).await.is_err());
    clients[0].propose(exchange.clone()).await.unwrap();
    clients[3].until("the offer", |client| !client.state.now.offers.is_empty()).await;
    assert_eq!(clients[3].state.now.offers[0].waiting, ["yellow"]);
    assert!(clients[2].accept(exchange.clone()).await.is_err(), "the others have no say in it");
    let version = clients[3].accept(exchange).await.unwrap();
    all_at(&mut clients, version).await;
    let kings = clients[1].state.view.men.iter().filter(|man| man.kind == "king").count();
    assert_eq!(kings, 4, "both kings are back");
    for client in &mut clients {
        must_be_up_to_date(client).await;
    }
}

#[tokio::test]
async fn a_takeback_needs_agreement_and_shortens_the_line() {
    let served = Served::start().await;
    let (_, mut clients) = served.full_table(json!({"game": "ban-chess"})).await;
    play(&mut clients, &["b:d2d4", "e4", "b:e7e5", "f6", "b:b1c3"]).await;
    clients[0].propose(OfferKind::Takeback).await.unwrap();
    clients[1].until("the offer", |client| !client.state.now.offers.is_empty()).await;
    assert!(clients[0].accept(OfferKind::Takeback).await.is_err(), "nobody agrees with themselves");
    let version = clients[1].accept(OfferKind::Takeback).await.unwrap();
    all_at(&mut clients, version).await;
    let words: Vec<&str> = clients[0].state.line.iter().map(|step| step.word.as_str()).collect();
    assert_eq!(
        words,
        ["b:d2d4"],
        "white's last turn was the move and the ban after it, and black's answer goes too"
    );
    assert!(version == 6 && clients[0].state.now.offers.is_empty(), "versions never come back");
    for client in &mut clients {
        must_be_up_to_date(client).await;
    }
    play(&mut clients, &["Nf3"]).await;
}

#[tokio::test]
async fn draws_are_offered_declined_and_agreed() {
    let served = Served::start().await;
    let (_, mut clients) = served.full_table(json!({"game": "enochian"})).await;
    clients[0].propose(OfferKind::Draw).await.unwrap();
    clients[1].until("the offer", |client| !client.state.now.offers.is_empty()).await;
    clients[1].order(CommandKind::Decline(OfferKind::Draw)).await.unwrap();
    clients[0].until("the answer", |client| client.state.now.offers.is_empty()).await;
    clients[2].propose(OfferKind::Draw).await.unwrap();
    for client in [0, 1, 3] {
        clients[client].until("the offer", |client| !client.state.now.offers.is_empty()).await;
        clients[client].accept(OfferKind::Draw).await.unwrap();
    }
    for client in &mut clients {
        client.until_over().await;
        assert_eq!(client.state.now.outcome.as_ref().unwrap().reason, Reason::Agreement);
    }
}

#[tokio::test]
async fn a_draw_that_can_be_claimed_is_announced_and_claimed() {
    let served = Served::start().await;
    let (_, mut clients) = served.full_table(json!({"game": "ban-chess"})).await;
    assert!(clients[1].order(CommandKind::Claim).await.is_err(), "nothing can be claimed yet");
    let round = ["b:a2a3", "Nf3", "b:a7a6", "Nf6", "b:a2a3", "Ng1", "b:a7a6", "Ng8"];
    for action in round.iter().cycle().take(20) {
        if clients[0].state.now.claimable.is_some() {
            break;
        }
        play(&mut clients, &[action]).await;
    }
    assert_eq!(clients[0].state.now.claimable, Some(Reason::Repetition), "the third time");
    let claimant = to_act(&clients);
    assert!(clients[1 - claimant].order(CommandKind::Claim).await.is_err(), "only who is to act claims");
    clients[claimant].order(CommandKind::Claim).await.unwrap();
    clients[1 - claimant].until_over().await;
    assert_eq!(clients[1 - claimant].state.now.outcome.as_ref().unwrap().reason, Reason::Repetition);
}

#[tokio::test]
async fn a_game_can_be_aborted_until_everybody_has_acted() {
    let served = Served::start().await;
    let (_, mut clients) = served.full_table(json!({"game": "ban-chess"})).await;
    play(&mut clients, &["b:d2d4"]).await;
    assert!(clients[0].state.now.abortable);
    play(&mut clients, &["e4"]).await;
    assert!(!clients[0].state.now.abortable && clients[0].order(CommandKind::Abort).await.is_err());
    let (_, mut clients) = served.full_table(json!({"game": "banqi"})).await;
    clients[1].order(CommandKind::Abort).await.unwrap();
    clients[0].until_over().await;
    let outcome = clients[0].state.now.outcome.clone().unwrap();
    assert_eq!((outcome.reason, outcome.points.get("first").copied()), (Reason::Aborted, Some(0.0)));
    assert!(clients[0].state.now.fairness.as_ref().unwrap().secret.is_some(), "published however it ends");
}

#[tokio::test]
async fn one_person_can_sit_on_all_seats() {
    let served = Served::start().await;
    let mine = json!({"kind": "mine"});
    let made = served
        .make(json!({"game": "ban-chess", "name": " Ada\n ", "seats": {"white": mine, "black": mine}}))
        .await;
    let mut both = Client::connect(&served, &made.table, Some(made.token)).await;
    assert_eq!(both.state.you, ["white", "black"]);
    assert_eq!(both.state.seats[0].sitter, Occupant::Person { name: "Ada".to_string(), person: None });
    for action in ["b:d2d4", "e4", "b:e7e5", "f6", "b:b1c3", "Qh5+", "b:g7g6"] {
        assert!(!both.choices().is_empty());
        let version = both.act(action).await.unwrap();
        both.until_version(version).await;
    }
    must_be_up_to_date(&mut both).await;
    assert_eq!(both.state.now.phase, TablePhase::Over);
}

#[tokio::test]
async fn everybody_sees_who_sits_down_and_who_is_there() {
    let served = Served::start().await;
    let made = served.make(json!({"game": "ban-chess", "seats": {"white": {"kind": "mine"}}})).await;
    let mut owner = Client::connect(&served, &made.table, Some(made.token)).await;
    assert_eq!(
        (owner.state.now.phase, owner.state.seats[1].sitter.clone()),
        (TablePhase::Waiting, Occupant::Open)
    );
    let joined = served.join(&made.table, "black").await;
    owner.until("the beginning", |client| client.state.now.phase == TablePhase::Playing).await;
    assert!(matches!(owner.state.seats[1].sitter, Occupant::Person { .. }) && !owner.state.seats[1].here);
    let black = Client::connect(&served, &made.table, Some(joined.token)).await;
    owner.until("black", |client| client.state.seats[1].here).await;
    drop(black);
    owner.until("black's leaving", |client| !client.state.seats[1].here).await;
}

#[tokio::test]
async fn a_gesture_that_leads_to_nothing_is_explained() {
    let served = Served::start().await;
    let (_, mut clients) = served.full_table(json!({"game": "ban-chess"})).await;
    play(&mut clients, &["b:e2e4"]).await;
    let gesture = json!({"kind": "move", "from": "e2", "to": "e4"});
    clients[0].send(json!({"kind": "explain", "id": "why", "gesture": gesture})).await;
    clients[0].until("the reason", |client| client.texts.last().unwrap().contains("explained")).await;
    let ServerMessage::Explained { why, .. } = read(clients[0].texts.last().unwrap()) else { panic!() };
    assert_eq!(why.unwrap().rule, "banned");
}
