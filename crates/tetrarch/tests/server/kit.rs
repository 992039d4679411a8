//! A server of a test's own, and what is asked of it over HTTP.

use crate::client::Client;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;
use tetrarch_protocol::{JoinResponse, TableCreated, TableState};
use tetrarch_server::{Config, Server};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A server on a database of its own.
pub(crate) struct Served {
    folder: Arc<TempDir>,
    pub(crate) address: SocketAddr,
    running: Option<(oneshot::Sender<()>, JoinHandle<()>)>,
    tune: fn(&mut Config),
}

/// Nobody is kept from asking for much, unless a test is about that.
fn no_limits(config: &mut Config) {
    config.rate_limits = false;
}

impl Served {
    pub(crate) async fn start() -> Served {
        Served::tuned(no_limits).await
    }

    /// A server that is run in a way of its own.
    pub(crate) async fn tuned(tune: fn(&mut Config)) -> Served {
        let folder = Arc::new(TempDir::new().expect("a folder"));
        let mut served = Served { folder, address: ([127, 0, 0, 1], 0).into(), running: None, tune };
        served.run().await;
        served
    }

    /// A second server on the same database.
    pub(crate) async fn beside(&self) -> Served {
        let folder = Arc::clone(&self.folder);
        let mut served = Served { folder, address: self.address, running: None, tune: self.tune };
        served.run().await;
        served
    }

    async fn run(&mut self) {
        let mut config = Config::new(self.database(), "127.0.0.1:0");
        (self.tune)(&mut config);
        let server = Server::open(tetrarch::server_deps(), config).await.expect("a server");
        self.address = server.address();
        let (stop, stopped) = oneshot::channel();
        let running = tokio::spawn(server.run(async move {
            let _ = stopped.await;
        }));
        self.running = Some((stop, running));
    }

    pub(crate) fn database(&self) -> String {
        format!("sqlite:{}", self.folder().join("games.db").display())
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Stops as for an update of the program.
    pub(crate) async fn stop(&mut self) {
        let (stop, running) = self.running.take().expect("a server that runs");
        stop.send(()).expect("a server that listens");
        running.await.expect("a good end");
    }

    pub(crate) async fn restart(&mut self) {
        self.stop().await;
        self.run().await;
    }

    /// Stops, and runs again in another way.
    pub(crate) async fn restart_tuned(&mut self, tune: fn(&mut Config)) {
        self.tune = tune;
        self.restart().await;
    }

    /// A server that was stopped runs again.
    pub(crate) async fn go_on(&mut self) {
        self.run().await;
    }

    pub(crate) async fn make(&self, table: Value) -> TableCreated {
        let (status, body) = self.post("/api/tables", &table).await;
        assert_eq!(status, 201, "{body}");
        read(&body)
    }

    pub(crate) async fn join(&self, table: &str, seat: &str) -> JoinResponse {
        let (status, body) = self.post(&format!("/api/tables/{table}/join"), &json!({ "seat": seat })).await;
        assert_eq!(status, 200, "{body}");
        read(&body)
    }

    /// A table at which somebody sits on every seat, all connected, in seat order.
    pub(crate) async fn full_table(&self, table: Value) -> (String, Vec<Client>) {
        let made = self.make(table).await;
        let seats: Vec<String> =
            self.state(&made.table).await.seats.into_iter().map(|seat| seat.seat).collect();
        let mut tokens = Vec::new();
        for seat in &seats {
            tokens.push(self.join(&made.table, seat).await.token);
        }
        let mut clients = Vec::new();
        for token in tokens {
            clients.push(Client::connect(self, &made.table, Some(token)).await);
        }
        (made.table, clients)
    }

    /// The state as a watcher gets it over HTTP.
    pub(crate) async fn state(&self, table: &str) -> TableState {
        let (status, body) = self.get(&format!("/api/tables/{table}")).await;
        assert_eq!(status, 200, "{body}");
        read(&body)
    }

    pub(crate) async fn get(&self, path: &str) -> (u16, String) {
        self.ask("GET", path, "").await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> (u16, String) {
        self.ask("POST", path, &body.to_string()).await
    }

    async fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(self.address).await.expect("a connection");
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).await.expect("writing");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").expect("head and body");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        (status, body.to_string())
    }
}

pub(crate) fn read<T: DeserializeOwned>(text: &str) -> T {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}
