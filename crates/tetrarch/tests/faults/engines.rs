//! Engines that play while nothing can be stored.

use crate::support::{HttpConnection, ServerProcess, eventually, within};
use rusqlite::Connection;
use serde_json::json;
use std::time::Duration;
use tempfile::TempDir;

/// A table with engines on all seats.
pub(crate) struct EngineTable {
    table: String,
}

impl EngineTable {
    pub(crate) async fn create(server: &ServerProcess) -> EngineTable {
        let engine = json!({"kind": "engine", "level": 1, "delay": 50});
        let seats = json!({"first": engine, "second": engine});
        let mut http = HttpConnection::connect(server.address).await.unwrap();
        let (status, made) =
            http.post("/api/tables", &json!({"game": "banqi", "seats": seats})).await.unwrap();
        assert_eq!(status, 201, "{made}");
        EngineTable { table: made["table"].as_str().expect("no table").to_string() }
    }

    /// The number of actions they have played. Fails if an engine has resigned.
    pub(crate) async fn action_count(&self, server: &ServerProcess) -> usize {
        let mut http = HttpConnection::connect(server.address).await.unwrap();
        let (status, state) = http.get(&format!("/api/tables/{}", self.table)).await.unwrap();
        assert_eq!(status, 200, "{state}");
        let line = state["line"].as_array().expect("the state has no line");
        let words: Vec<&str> = line.iter().filter_map(|step| step["word"].as_str()).collect();
        assert!(!words.iter().any(|word| word.starts_with("resign")), "an engine resigned: {words:?}");
        words.len()
    }

    /// Fails unless the engines act within this many seconds.
    pub(crate) async fn assert_plays_within(&self, server: &ServerProcess, seconds: u64) {
        let before = self.action_count(server).await;
        let act = async || self.action_count(server).await > before + 2;
        within(Duration::from_secs(seconds), "the engines to act", act).await;
    }
}

/// How many commands the server has refused.
async fn refused_commands(server: &ServerProcess) -> u64 {
    let mut http = HttpConnection::connect(server.address).await.unwrap();
    let (_, metrics) = http.get("/metrics").await.unwrap();
    let line = metrics
        .as_str()
        .expect("not a text")
        .lines()
        .find_map(|line| line.strip_prefix("tetrarch_commands_refused_total "));
    line.and_then(|count| count.parse().ok()).expect("no such metric")
}

#[tokio::test]
async fn engines_wait_until_their_actions_can_be_stored_and_none_resigns() {
    let folder = TempDir::new().unwrap();
    let database = format!("sqlite:{}", folder.path().join("games.db").display());
    let server = ServerProcess::serve(&database);
    let engines = EngineTable::create(&server).await;
    engines.assert_plays_within(&server, 10).await;
    let beside = Connection::open(folder.path().join("games.db")).unwrap();
    let fault = "CREATE TRIGGER fault BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'a fault'); END";
    beside.execute_batch(fault).unwrap();
    let stored = engines.action_count(&server).await;
    // More attempts than an engine gets for illegal actions.
    let before = refused_commands(&server).await;
    eventually("more attempts", async || refused_commands(&server).await > before + 4).await;
    assert_eq!(engines.action_count(&server).await, stored, "something was stored");
    beside.execute_batch("DROP TRIGGER fault").unwrap();
    engines.assert_plays_within(&server, 20).await;
}
