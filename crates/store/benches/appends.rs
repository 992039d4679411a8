//! Durable appends per second, by the number of games that write concurrently.

use std::time::Instant;

use tetrarch_store::{GameId, NewGame, Store, Timestamp};

/// A typical event of the server.
const EVENT: &str = r#"{"acted":{"seat":"white","word":"m:e2e4","spent":1234,"command":"5f3a9c"}}"#;

const APPENDS: usize = 10_000;

#[tokio::main]
async fn main() {
    let folder = tempfile::tempdir().unwrap();
    println!("store, durable appends by concurrent games:");
    println!("| {APPENDS} appends | concurrent games | appends/s | appends per transaction |");
    println!("|---|---|---|---|");
    for games in [1, 10, 100, 1000] {
        let address = format!("sqlite:{}", folder.path().join(format!("{games}.db")).display());
        measure("SQLite", &address, games).await;
    }
    match std::env::var("TETRARCH_TEST_POSTGRES") {
        Ok(address) => {
            for games in [1, 10, 100, 1000] {
                measure("PostgreSQL", &address, games).await;
            }
        }
        Err(_) => println!("PostgreSQL is left out: `make bench` starts one."),
    }
}

async fn measure(database: &str, address: &str, games: usize) {
    let store = Store::open(address).await.unwrap();
    for game in 0..games {
        let new =
            NewGame { id: id(games, game), game: "bench".into(), head: "{}".into(), created: Timestamp(0) };
        store.create(new).await.unwrap();
    }
    let (before, begun) = (store.write_stats(), Instant::now());
    let writers: Vec<_> = (0..games)
        .map(|game| {
            let store = store.clone();
            tokio::spawn(async move {
                for number in 0..(APPENDS / games) as u64 {
                    store.append(&id(games, game), number, vec![EVENT.into()]).await.unwrap();
                }
            })
        })
        .collect();
    for writer in writers {
        writer.await.unwrap();
    }
    let (speed, after) = (APPENDS as f64 / begun.elapsed().as_secs_f64(), store.write_stats());
    let grouped = APPENDS as f64 / (after.commits - before.commits) as f64;
    println!("| {database} | {games} | {speed:.0} | {grouped:.1} |");
    store.close().await;
}

fn id(games: usize, game: usize) -> GameId {
    format!("bench-{games}-{game}").parse().unwrap()
}
