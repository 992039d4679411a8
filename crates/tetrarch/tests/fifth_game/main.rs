//! The recipe for adding a game, tried with a tiny one: with the trait implemented and an entry in a list, everything that
//! is not about one game alone knows it.

#[path = "../kit/http.rs"]
#[allow(dead_code, reason = "this needs but one part of it")]
mod http;
mod noughts;

use http::Http;
use noughts::{Noughts, Options};
use serde_json::json;
use tetrarch_rules::laws::{self, SeededRng};
use tetrarch_rules::{Position as _, Turn, perft};
use tetrarch_server::{Config, Server, ServerDeps};
use tetrarch_table::record::{ActionList, JsonFormat, Record, Tags};
use tetrarch_table::{GameKind, Games, TimeControl};
use tokio::sync::oneshot;

/// The list of games of a program that plays this one.
const GAMES: Games = Games::new(&[&GameKind::<Noughts>::with_formats(&[
    &ActionList { name: "list", outcomes_joined: false },
    &JsonFormat,
])]);

#[test]
fn the_laws_hold_for_it() {
    laws::check_random_games::<Noughts>(&Options {}, 200);
}

#[test]
fn its_numbers_are_those_of_the_world() {
    // Of the 15120 ways to play five squares 1440 win, and those are not followed any further.
    let counts: Vec<u64> = (1..=6).map(|depth| perft(&Noughts::start(&Options {}), depth)).collect();
    assert_eq!(counts, [9, 72, 504, 3024, 15120, 4 * (15120 - 1440)]);
}

#[test]
fn random_games_of_it_come_back_the_same_from_every_format() {
    let game = GAMES.by_name("noughts").expect("it is in the list");
    for seed in 0..100 {
        let mut luck = SeededRng::new(seed);
        let mut table = game.open(&json!({}), None, TimeControl::None).expect("a table");
        while table.turn() != Turn::Over {
            let action = luck.choose(&table.legal()).cloned().expect("something to do");
            table.apply(&action).expect("it is listed");
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

#[tokio::test]
async fn a_server_shows_it_to_everybody() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = format!("sqlite:{}", folder.path().join("five.db").display());
    let house = ServerDeps { games: GAMES, ..tetrarch::server_deps() };
    let server = Server::open(house, Config::new(database, "127.0.0.1:0")).await.expect("a server");
    let mut http = Http::to(server.address()).await.expect("it listens");
    let (stop, stopped) = oneshot::channel::<()>();
    let running = tokio::spawn(server.run(async move { drop(stopped.await) }));
    let wanted = json!({ "study": { "game": "noughts", "actions": ["b2", "a1"] } });
    let (status, views) = http.post("/api/views", &wanted).await.expect("an answer");
    assert_eq!(status, 200, "{views}");
    assert!(views.to_string().contains("Crosses take a square"), "{views}");
    let (status, table) = http.post("/api/tables", &json!({ "game": "noughts" })).await.expect("an answer");
    assert!(status < 300, "{table}");
    drop(http);
    drop(stop);
    running.await.expect("it ends");
}
