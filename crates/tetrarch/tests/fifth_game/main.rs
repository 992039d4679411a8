//! The recipe for adding a game, tried with a tiny one: once both traits are implemented and the game is listed, all code
//! that is not specific to one game supports it.

#[path = "../support/http.rs"]
#[allow(dead_code, reason = "this test uses only a part of it")]
mod http;
mod noughts;

use http::HttpConnection;
use noughts::{Noughts, Options};
use serde_json::json;
use std::path::Path;
use std::process::Command;
use tetrarch::games::{ENTRIES, GameEntry, GameText};
use tetrarch_rules::laws::SeededRng;
use tetrarch_rules::{Position as _, Turn, perft};
use tetrarch_server::{Config, Server};
use tetrarch_table::record::{ActionList, JsonFormat, Record, Tags};
use tetrarch_table::{GameKind, TimeControl};
use tokio::sync::oneshot;

/// The entry in the list of games.
const NOUGHTS: GameEntry = GameEntry {
    summary: GameText::en("Three in a row win."),
    players: GameText::en("2 players"),
    sample: "b2 a1 c3",
    ..GameEntry::new(&GameKind::<Noughts>::with_formats(&[
        &ActionList { name: "list", outcomes_joined: false },
        &JsonFormat,
    ]))
};

#[test]
fn the_laws_hold() {
    (NOUGHTS.tests.check_random_games)(200);
}

#[test]
fn perft_matches_the_known_numbers() {
    // Of the 15120 ways to play five plies, 1440 win; these are not continued.
    let counts: Vec<u64> = (1..=6).map(|depth| perft(&Noughts::start(&Options {}), depth)).collect();
    assert_eq!(counts, [9, 72, 504, 3024, 15120, 4 * (15120 - 1440)]);
}

#[test]
fn random_games_round_trip_through_every_format() {
    let game = NOUGHTS.rules;
    for seed in 0..100 {
        let mut rng = SeededRng::new(seed);
        let mut table = game.open(&json!({}), None, TimeControl::None).expect("no table");
        while table.turn() != Turn::Over {
            let action = rng.choose(&table.legal()).cloned().expect("no legal action");
            table.play(&action).expect("a listed action is illegal");
        }
        let record = Record::from_table(&*table, Tags::default());
        for format in game.formats() {
            let text = format.write(&record, &*table);
            let read = format.read(game, &text);
            let read = read[0].as_ref().unwrap_or_else(|fault| panic!("{fault} in\n{text}"));
            assert_eq!(read.words, record.words, "{text}");
        }
    }
}

/// The page of a server that hosts it, in Chromium: see `web/tests/fifth-game.mjs`.
#[tokio::test]
#[ignore = "needs Chromium (make test)"]
async fn people_can_play_it_in_the_browser() {
    let folder = tempfile::tempdir().expect("failed to create a temporary folder");
    let database = format!("sqlite:{}", folder.path().join("five.db").display());
    let entries: Vec<&'static GameEntry> = ENTRIES.into_iter().chain([&NOUGHTS]).collect();
    let config = Config { rate_limits: false, ..Config::new(database, "127.0.0.1:0") };
    let server =
        Server::open(tetrarch::server_deps(&entries), config).await.expect("failed to open the server");
    let address = server.address().to_string();
    let (stop, stopped) = oneshot::channel::<()>();
    let running = tokio::spawn(server.run(async move { drop(stopped.await) }));
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let browse = move || {
        let mut node = Command::new("node");
        node.arg("tests/fifth-game.mjs").current_dir(web).env("SERVER", address).output()
    };
    let result = tokio::task::spawn_blocking(browse).await.expect("the test panicked");
    let result = result.expect("failed to run node");
    let output = [result.stdout, result.stderr].concat();
    assert!(result.status.success(), "{}", String::from_utf8_lossy(&output));
    drop(stop);
    running.await.expect("the server panicked");
}

#[tokio::test]
async fn a_server_can_host_it() {
    let folder = tempfile::tempdir().expect("failed to create a temporary folder");
    let database = format!("sqlite:{}", folder.path().join("five.db").display());
    let server = Server::open(tetrarch::server_deps(&[&NOUGHTS]), Config::new(database, "127.0.0.1:0"))
        .await
        .expect("failed to open the server");
    let mut http = HttpConnection::connect(server.address()).await.expect("failed to connect");
    let (stop, stopped) = oneshot::channel::<()>();
    let running = tokio::spawn(server.run(async move { drop(stopped.await) }));
    let games = http.get("/api/games").await.expect("no response").1;
    assert_eq!(games[0]["summary"], json!({ "en": "Three in a row win." }), "{games}");
    let wanted = json!({ "study": { "game": "noughts", "actions": ["b2", "a1"] } });
    let (status, views) = http.post("/api/views", &wanted).await.expect("no response");
    assert_eq!(status, 200, "{views}");
    assert!(views.to_string().contains("Crosses take a square"), "{views}");
    let (status, table) = http.post("/api/tables", &json!({ "game": "noughts" })).await.expect("no response");
    assert!(status < 300, "{table}");
    drop(http);
    drop(stop);
    running.await.expect("the server panicked");
}
