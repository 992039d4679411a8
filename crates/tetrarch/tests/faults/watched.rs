//! What is not stored is not shown: nobody who watches sees it, not even for a moment.

use crate::kit::Running;
use crate::played::{Played, must_be_clear};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection as _};
use std::net::SocketAddr;
use std::time::Duration;
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

/// Somebody at a table: who has no token only looks.
pub(crate) struct Watcher(WebSocketStream<TcpStream>);

impl Watcher {
    pub(crate) async fn at(address: SocketAddr, table: &str, token: Option<&str>) -> Watcher {
        let stream = TcpStream::connect(address).await.unwrap();
        let (mut socket, _) = client_async(format!("ws://{address}/ws/{table}"), stream).await.unwrap();
        socket.send(Message::text(json!({"kind": "hello", "token": token}).to_string())).await.unwrap();
        Watcher(socket)
    }

    /// Gives a command.
    pub(crate) async fn say(&mut self, command: &Value) {
        let mut command = command.clone();
        command["kind"] = "command".into();
        self.0.send(Message::text(command.to_string())).await.unwrap();
    }

    /// All they are told until nothing has come for a while.
    pub(crate) async fn told(&mut self) -> Vec<Value> {
        self.told_within(Duration::from_millis(400)).await
    }

    /// All they are told until the server closes the table.
    pub(crate) async fn all_told(&mut self) -> Vec<Value> {
        self.told_within(Duration::from_secs(40)).await
    }

    async fn told_within(&mut self, patience: Duration) -> Vec<Value> {
        let mut told = Vec::new();
        while let Ok(Some(Ok(message))) = timeout(patience, self.0.next()).await {
            if let Message::Text(text) = message {
                told.push(serde_json::from_str(&text).unwrap());
            }
        }
        told
    }
}

/// The highest version among what was told.
pub(crate) fn newest(told: &[Value]) -> Option<u64> {
    told.iter().filter_map(|message| message["version"].as_u64()).max()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_shown_an_action_that_could_not_be_stored() {
    let folder = TempDir::new().unwrap();
    let database = format!("sqlite:{}", folder.path().join("games.db").display());
    let running = Running::serve(&database);
    let mut played = Played::at(running.address).await;
    let mut watcher = Watcher::at(running.address, played.table(), None).await;
    played.must_go_on(running.address).await;
    let before = newest(&watcher.told().await).expect("a state");
    sqlx::any::install_default_drivers();
    let mut stranger = AnyConnection::connect(&database).await.unwrap();
    sqlx::raw_sql("BEGIN EXCLUSIVE").execute(&mut stranger).await.unwrap();
    // While it is being stored, nothing is told of it.
    let refused = tokio::join!(played.step(running.address), async {
        let meanwhile = watcher.told().await;
        assert!(meanwhile.is_empty(), "{meanwhile:?}");
    });
    must_be_clear(&refused.0.expect_err("the database is locked"));
    // What is told now is what is stored.
    let after = watcher.told().await;
    assert!(after.iter().all(|message| message["kind"] != "event"), "{after:?}");
    assert_eq!(newest(&after).unwrap_or(before), before, "{after:?}");
    sqlx::raw_sql("ROLLBACK").execute(&mut stranger).await.unwrap();
    played.must_go_on(running.address).await;
    let shown = watcher.told().await;
    let events: Vec<&Value> = shown.iter().filter(|message| message["kind"] == "event").collect();
    assert_eq!(events.len(), 1, "{shown:?}");
    assert_eq!(events[0]["played"].as_array().map(Vec::len), Some(1), "{shown:?}");
    assert_eq!(newest(&shown), Some(before + 1));
    played.must_be_there(running.address).await;
}
