//! A database that version 0.1.0 made: every table is as that server showed it, and its games go on.
//!
//! `database_0.1.0/games.sqlite` has rows of every kind that version 0.1.0 stored. `expected.json` is what that
//! server answered about each table before it stopped.

use crate::http_client::HttpClient;
use crate::test_server::TestServer;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tetrarch_protocol::{
    GameOutcome, Occupant, OfferState, OwnerCommand, OwnerCommandRecord, PlayedStep, StepKind, TablePhase,
    TableState,
};
use tetrarch_store::{GameId, NewGame, Store};

/// A table as version 0.1.0 showed it.
#[derive(Deserialize)]
struct ExpectedTable {
    table: String,
    /// The token of the seat to act.
    token: Option<String>,
    version: u64,
    /// The words of the line.
    line: String,
    notation: String,
    phase: TablePhase,
    paused: bool,
    outcome: Option<GameOutcome>,
    offers: Vec<OfferState>,
    seats: Vec<ExpectedSeat>,
    /// The remaining time of the seats whose clock was not running.
    left: BTreeMap<String, u64>,
    /// The pieces, each with its cell, army and kind.
    pieces: String,
    turn: String,
    orders: Vec<ExpectedOrder>,
    /// The choices of the seat to act.
    choices: String,
    secret: Option<String>,
}

#[derive(Deserialize, PartialEq, Debug)]
struct ExpectedSeat {
    seat: String,
    sitter: Occupant,
}

#[derive(Deserialize, PartialEq, Debug)]
struct ExpectedOrder {
    order: OwnerCommand,
    by: String,
}

fn fixture() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/server/database_0.1.0")
}

fn expected_tables() -> BTreeMap<String, ExpectedTable> {
    let text = fs::read_to_string(fixture().join("expected.json")).expect("failed to read the fixture");
    serde_json::from_str(&text).expect("invalid fixture")
}

/// A server on a copy of the database.
async fn start_on_copy() -> TestServer {
    let mut server = TestServer::start().await;
    server.stop().await;
    for file in fs::read_dir(server.folder()).expect("failed to read the folder").flatten() {
        fs::remove_file(file.path()).expect("failed to remove the empty database");
    }
    let file = server.folder().join("games.db");
    fs::copy(fixture().join("games.sqlite"), file).expect("failed to copy the database");
    server.start_again().await;
    server
}

/// A step as version 0.1.0 wrote it: always with the seat that proposed a treaty.
fn first_word(step: &PlayedStep) -> String {
    match (step.kind, &step.by) {
        (StepKind::Treaty, Some(seat)) => format!("{}:{seat}", step.notation.as_ref().unwrap_or(&step.word)),
        _ => step.word.clone(),
    }
}

fn first_notation(step: &PlayedStep) -> String {
    let is_treaty = step.kind == StepKind::Treaty;
    step.notation.clone().filter(|_| !is_treaty).unwrap_or_else(|| first_word(step))
}

fn assert_shown_as_before(name: &str, state: &TableState, expected: &ExpectedTable) {
    let joined =
        |write: fn(&PlayedStep) -> String| state.line.iter().map(write).collect::<Vec<_>>().join(" ");
    assert_eq!(joined(first_word), expected.line, "{name}");
    assert_eq!(joined(first_notation), expected.notation, "{name}");
    assert_eq!((state.version, state.now.phase), (expected.version, expected.phase), "{name}");
    assert_eq!((state.now.paused, &state.now.outcome), (expected.paused, &expected.outcome), "{name}");
    assert_eq!(state.now.offers, expected.offers, "{name}");
    let seats = state.seats.iter().map(|own| (&own.seat, &own.sitter));
    assert!(seats.eq(expected.seats.iter().map(|own| (&own.seat, &own.sitter))), "{name}: {:?}", state.seats);
    for (seat, left) in &expected.left {
        let clocks = state.now.clocks.as_ref().expect("no clocks");
        assert_eq!(clocks.left.get(seat).expect("no clock").left.0, *left, "{name}: {seat}");
    }
    let kind = |piece: &tetrarch_rules::PieceView| {
        let piece = serde_json::to_value(piece).expect("a piece is JSON");
        let part = |key: &str| piece[key].as_str().unwrap_or("-").to_string();
        format!("{}:{}:{}", part("cell"), part("army"), part("kind"))
    };
    let mut pieces: Vec<String> = state.view.men.iter().map(kind).collect();
    pieces.sort();
    assert_eq!(pieces.join(" "), expected.pieces, "{name}");
    assert_eq!(state.view.turn.words, expected.turn, "{name}");
    let secret = state.now.fairness.as_ref().and_then(|record| record.secret.clone());
    assert_eq!(secret, expected.secret, "{name}");
}

#[tokio::test]
async fn every_table_of_version_0_1_0_is_as_it_was() {
    let server = start_on_copy().await;
    let anybody = HttpClient::anonymous(&server);
    for (name, expected) in expected_tables() {
        let state = anybody.state(&expected.table).await;
        assert_shown_as_before(&name, &state, &expected);
        let orders: Vec<OwnerCommandRecord> =
            anybody.get(&format!("/api/tables/{}/orders", expected.table)).await.json();
        let orders = orders.into_iter().map(|given| ExpectedOrder { order: given.order, by: given.by });
        assert_eq!(orders.collect::<Vec<_>>(), expected.orders, "{name}");
    }
}

#[tokio::test]
async fn unfinished_games_of_version_0_1_0_go_on() {
    let mut server = start_on_copy().await;
    let tables = expected_tables();
    play_one_action_each(&server, &tables).await;
    // Rows of both versions are in one log now.
    let before = states(&server, &tables).await;
    server.restart().await;
    assert_eq!(states(&server, &tables).await, before);
}

/// Plays one action in every game that is in progress.
async fn play_one_action_each(server: &TestServer, tables: &BTreeMap<String, ExpectedTable>) {
    let playing = tables.iter().filter(|(_, table)| table.phase == TablePhase::Playing && !table.paused);
    let mut continued = 0;
    for (name, expected) in playing {
        let client = HttpClient { bearer: expected.token.clone(), ..HttpClient::anonymous(server) };
        let state = client.state(&expected.table).await;
        let choices: Vec<&str> = state.view.choices.iter().map(|choice| choice.text.as_str()).collect();
        assert_eq!(choices.join(" "), expected.choices, "{name}");
        let Some(first) = choices.first() else { continue };
        let response = client.command(&expected.table, serde_json::json!({ "act": first })).await;
        assert_eq!(response.status, 200, "{name}: {}", response.body);
        continued += 1;
    }
    assert!(continued >= 6, "only {continued} games went on");
}

/// The lines of all tables.
async fn states(server: &TestServer, tables: &BTreeMap<String, ExpectedTable>) -> Vec<Value> {
    let anybody = HttpClient::anonymous(server);
    let mut lines = Vec::new();
    for expected in tables.values() {
        let state = anybody.state(&expected.table).await;
        lines.push(serde_json::json!({ "line": state.line, "offers": state.now.offers }));
    }
    lines
}

/// The row with one digit or one word changed, by a number that picks the place.
fn damaged(row: &str, pick: usize) -> String {
    let digits: Vec<usize> =
        row.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at).collect();
    match pick % 4 {
        0 if !digits.is_empty() => {
            let at = digits[pick / 4 % digits.len()];
            format!("{}{}{}", &row[..at], pick % 10, &row[at + 1..])
        }
        1 => row.replace("white", "nobody").replace("\"first\"", "\"third\""),
        2 => row[..row.len() / 2].to_string(),
        _ => row.replace("acted", "resigned"),
    }
}

#[tokio::test]
async fn a_damaged_row_is_an_error_and_never_stops_the_server() {
    let mut server = start_on_copy().await;
    let tables = expected_tables();
    play_one_action_each(&server, &tables).await;
    server.stop().await;
    let store = Store::open(&server.database()).await.expect("failed to open the store");
    let mut copies = Vec::new();
    for (index, expected) in tables.values().enumerate() {
        let stored = store.load(&expected.table.parse().expect("an id")).await.unwrap().expect("no game");
        for pick in 0..stored.events.len().min(24) {
            let id: GameId = format!("damaged{index:02}x{pick:02}").parse().expect("an id");
            let (game, head, created) = (stored.game.clone(), stored.head.clone(), stored.created);
            let mut rows = stored.events.clone();
            rows[pick] = damaged(&rows[pick], pick + 7 * index);
            store.create(NewGame { id: id.clone(), game, head, created }).await.expect("failed to create");
            store.append(&id, 0, rows).await.expect("failed to append");
            copies.push(id);
        }
    }
    store.close().await;
    server.start_again().await;
    let anybody = HttpClient::anonymous(&server);
    let mut refused = 0;
    for id in &copies {
        let response = anybody.get(&format!("/api/tables/{id}")).await;
        assert!([200, 500, 503].contains(&response.status), "{id}: {} {}", response.status, response.body);
        refused += usize::from(response.status != 200);
    }
    assert!(refused > copies.len() / 4, "only {refused} of {} damaged tables were refused", copies.len());
    let intact = tables.values().next().expect("no table");
    assert_eq!(anybody.state(&intact.table).await.version, intact.version);
}
