//! An action that is not stored is not shown to spectators, not even for a moment.

use crate::http_game::{HttpGame, assert_not_stored};
use crate::support::ServerProcess;
use futures_util::{SinkExt as _, StreamExt as _};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

/// A socket client. Without a token it is a spectator.
pub(crate) struct Watcher(WebSocketStream<TcpStream>);

impl Watcher {
    pub(crate) async fn connect(address: SocketAddr, table: &str, token: Option<&str>) -> Watcher {
        let stream = TcpStream::connect(address).await.unwrap();
        let (mut socket, _) = client_async(format!("ws://{address}/ws/{table}"), stream).await.unwrap();
        socket.send(Message::text(json!({"kind": "hello", "token": token}).to_string())).await.unwrap();
        Watcher(socket)
    }

    /// Sends a command.
    pub(crate) async fn send_command(&mut self, command: &Value) {
        let mut command = command.clone();
        command["kind"] = "command".into();
        self.0.send(Message::text(command.to_string())).await.unwrap();
    }

    /// All messages until none arrives for a while.
    pub(crate) async fn messages(&mut self) -> Vec<Value> {
        self.messages_within(Duration::from_millis(400)).await
    }

    /// All messages until the server closes the table.
    pub(crate) async fn messages_until_closed(&mut self) -> Vec<Value> {
        self.messages_within(Duration::from_secs(40)).await
    }

    async fn messages_within(&mut self, idle: Duration) -> Vec<Value> {
        let mut messages = Vec::new();
        while let Ok(Some(Ok(message))) = timeout(idle, self.0.next()).await {
            if let Message::Text(text) = message {
                messages.push(serde_json::from_str(&text).unwrap());
            }
        }
        messages
    }
}

/// The highest version in these messages.
pub(crate) fn newest_version(messages: &[Value]) -> Option<u64> {
    messages.iter().filter_map(|message| message["version"].as_u64()).max()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spectators_never_see_an_action_that_could_not_be_stored() {
    let folder = TempDir::new().unwrap();
    let database = format!("sqlite:{}", folder.path().join("games.db").display());
    let server = ServerProcess::serve(&database);
    let mut game = HttpGame::create(server.address).await;
    let mut watcher = Watcher::connect(server.address, game.table(), None).await;
    game.step_until_accepted(server.address).await;
    let before = newest_version(&watcher.messages().await).expect("no state");
    let stranger = Connection::open(folder.path().join("games.db")).unwrap();
    stranger.execute_batch("BEGIN EXCLUSIVE").unwrap();
    // Nothing is shown while the action is being stored.
    let refused = tokio::join!(game.step(server.address), async {
        let meanwhile = watcher.messages().await;
        assert!(meanwhile.is_empty(), "{meanwhile:?}");
    });
    assert_not_stored(&refused.0.expect_err("the database is locked"));
    // Only the stored state is shown now.
    let after = watcher.messages().await;
    assert!(after.iter().all(|message| message["kind"] != "event"), "{after:?}");
    assert_eq!(newest_version(&after).unwrap_or(before), before, "{after:?}");
    stranger.execute_batch("ROLLBACK").unwrap();
    game.step_until_accepted(server.address).await;
    let shown = watcher.messages().await;
    let events: Vec<&Value> = shown.iter().filter(|message| message["kind"] == "event").collect();
    assert_eq!(events.len(), 1, "{shown:?}");
    assert_eq!(events[0]["played"].as_array().map(Vec::len), Some(1), "{shown:?}");
    assert_eq!(newest_version(&shown), Some(before + 1));
    game.assert_line_acknowledged(server.address).await;
}
