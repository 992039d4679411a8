//! Engines that play while nothing can be stored.

use crate::kit::{Http, Running};
use serde_json::json;
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _};
use std::time::Duration;
use tempfile::TempDir;

/// A table at which only engines sit.
pub(crate) struct Engines {
    table: String,
}

impl Engines {
    pub(crate) async fn at(running: &Running) -> Engines {
        let engine = json!({"kind": "engine", "level": 1, "delay": 50});
        let seats = json!({"first": engine, "second": engine});
        let mut http = Http::to(running.address).await.unwrap();
        let (status, made) =
            http.post("/api/tables", &json!({"game": "banqi", "seats": seats})).await.unwrap();
        assert_eq!(status, 201, "{made}");
        Engines { table: made["table"].as_str().expect("a table").to_string() }
    }

    /// How much they have played. That somebody gave up is none of it.
    pub(crate) async fn played(&self, running: &Running) -> usize {
        let mut http = Http::to(running.address).await.unwrap();
        let (status, state) = http.get(&format!("/api/tables/{}", self.table)).await.unwrap();
        assert_eq!(status, 200, "{state}");
        let line = state["line"].as_array().expect("a line");
        let words: Vec<&str> = line.iter().filter_map(|step| step["word"].as_str()).collect();
        assert!(!words.iter().any(|word| word.starts_with("resign")), "an engine gave up: {words:?}");
        words.len()
    }

    /// They play on within so many seconds.
    pub(crate) async fn must_play_on(&self, running: &Running, seconds: u64) {
        let before = self.played(running).await;
        for _ in 0..10 * seconds {
            tokio::time::sleep(Duration::from_millis(100)).await;
            if self.played(running).await > before + 2 {
                return;
            }
        }
        panic!("they do not play on after {before} actions");
    }
}

#[tokio::test]
async fn engines_wait_until_they_can_be_stored_and_nobody_gives_up() {
    let folder = TempDir::new().unwrap();
    let database = format!("sqlite:{}", folder.path().join("games.db").display());
    let running = Running::serve(&database);
    let engines = Engines::at(&running).await;
    engines.must_play_on(&running, 10).await;
    sqlx::any::install_default_drivers();
    let mut beside = AnyConnection::connect(&database).await.unwrap();
    let fault = "CREATE TRIGGER fault BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'a fault'); END";
    sqlx::raw_sql(AssertSqlSafe(fault)).execute(&mut beside).await.unwrap();
    tokio::time::sleep(Duration::from_millis(300)).await;
    let stored = engines.played(&running).await;
    // Long enough for many more attempts than an engine has that is wrong.
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!(engines.played(&running).await, stored, "nothing can be stored");
    sqlx::raw_sql("DROP TRIGGER fault").execute(&mut beside).await.unwrap();
    engines.must_play_on(&running, 20).await;
}
