//! A server for one test, and simple HTTP requests to it.

use crate::client::Client;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;
use tetrarch::games::ENTRIES;
use tetrarch_protocol::{JoinResponse, TableCreated, TableState};
use tetrarch_server::{Clock, Config, Server, ServerDeps};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A server with its own database.
pub(crate) struct TestServer {
    folder: Arc<TempDir>,
    pub(crate) address: SocketAddr,
    running: Option<(oneshot::Sender<()>, JoinHandle<()>)>,
    configure: fn(&mut Config),
    /// The same after a restart. Its dates follow tokio's time, which a test can pause and advance.
    clock: Clock,
}

/// Limits are off unless a test is about them.
fn no_limits(config: &mut Config) {
    config.rate_limits = false;
}

impl TestServer {
    pub(crate) async fn start() -> TestServer {
        TestServer::with_config(no_limits).await
    }

    /// Starts a server with a changed configuration.
    pub(crate) async fn with_config(configure: fn(&mut Config)) -> TestServer {
        let folder = Arc::new(TempDir::new().expect("failed to create a temporary folder"));
        let (address, clock) = (([127, 0, 0, 1], 0).into(), Clock::tokio());
        let mut server = TestServer { folder, address, running: None, configure, clock };
        server.run().await;
        server
    }

    /// Starts a second server on the same database.
    pub(crate) async fn start_second(&self) -> TestServer {
        let folder = Arc::clone(&self.folder);
        let (address, configure, clock) = (self.address, self.configure, self.clock);
        let mut server = TestServer { folder, address, running: None, configure, clock };
        server.run().await;
        server
    }

    async fn run(&mut self) {
        let mut config = Config::new(self.database(), "127.0.0.1:0");
        (self.configure)(&mut config);
        let deps = ServerDeps { clock: self.clock, ..tetrarch::server_deps(&ENTRIES) };
        let server = Server::open(deps, config).await.expect("failed to open the server");
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

    /// Stops gracefully, as for an upgrade.
    pub(crate) async fn stop(&mut self) {
        let (stop, running) = self.running.take().expect("the server is not running");
        stop.send(()).expect("the server has already exited");
        running.await.expect("the server panicked");
    }

    /// The same while these clients read to the end. The server waits two seconds for clients that do not, which do
    /// not pass by themselves while time is paused.
    pub(crate) async fn stop_with_clients<'a>(&mut self, clients: impl IntoIterator<Item = &'a mut Client>) {
        let read = async {
            for client in clients {
                client.read_to_end().await;
            }
        };
        tokio::join!(self.stop(), read);
    }

    pub(crate) async fn restart(&mut self) {
        self.restart_with_clients([]).await;
    }

    /// Restarts while these clients read to the end.
    pub(crate) async fn restart_with_clients<'a>(
        &mut self,
        clients: impl IntoIterator<Item = &'a mut Client>,
    ) {
        self.stop_with_clients(clients).await;
        self.run().await;
    }

    /// Restarts with another configuration.
    pub(crate) async fn restart_with_config(&mut self, configure: fn(&mut Config)) {
        self.configure = configure;
        self.restart().await;
    }

    /// Starts again after a stop.
    pub(crate) async fn start_again(&mut self) {
        self.run().await;
    }

    pub(crate) async fn create_table(&self, table: Value) -> TableCreated {
        let (status, body) = self.post("/api/tables", &table).await;
        assert_eq!(status, 201, "{body}");
        read(&body)
    }

    pub(crate) async fn join(&self, table: &str, seat: &str) -> JoinResponse {
        let (status, body) = self.post(&format!("/api/tables/{table}/join"), &json!({ "seat": seat })).await;
        assert_eq!(status, 200, "{body}");
        read(&body)
    }

    /// Creates a table and fills all seats. Returns connected clients, in seat order.
    pub(crate) async fn full_table(&self, table: Value) -> (String, Vec<Client>) {
        let created = self.create_table(table).await;
        let seats: Vec<String> =
            self.state(&created.table).await.seats.into_iter().map(|seat| seat.seat).collect();
        let mut tokens = Vec::new();
        for seat in &seats {
            tokens.push(self.join(&created.table, seat).await.token);
        }
        let mut clients = Vec::new();
        for token in tokens {
            clients.push(Client::connect(self, &created.table, Some(token)).await);
        }
        (created.table, clients)
    }

    /// The state as a spectator gets it over HTTP.
    pub(crate) async fn state(&self, table: &str) -> TableState {
        let (status, body) = self.get(&format!("/api/tables/{table}")).await;
        assert_eq!(status, 200, "{body}");
        read(&body)
    }

    pub(crate) async fn get(&self, path: &str) -> (u16, String) {
        self.request("GET", path, "").await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> (u16, String) {
        self.request("POST", path, &body.to_string()).await
    }

    async fn request(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(self.address).await.expect("failed to connect");
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).await.expect("failed to write");
        let mut response = String::new();
        stream.read_to_string(&mut response).await.expect("no response");
        let (head, body) = response.split_once("\r\n\r\n").expect("malformed response");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("no status code");
        (status, body.to_string())
    }
}

pub(crate) fn read<T: DeserializeOwned>(text: &str) -> T {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}
