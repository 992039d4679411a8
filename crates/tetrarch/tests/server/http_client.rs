//! An HTTP client as the server sees one: a cookie or a token, and one request per connection.

use crate::test_server::{TestServer, read};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use tetrarch_protocol::{CurrentUser, JoinResponse, TableCreated, TableState, TokenCreated};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

#[derive(Clone, Debug)]
pub(crate) struct HttpClient {
    pub(crate) address: SocketAddr,
    pub(crate) cookie: Option<String>,
    pub(crate) bearer: Option<String>,
}

#[derive(Clone, Debug)]
pub(crate) struct HttpResponse {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl HttpResponse {
    pub(crate) fn json<T: DeserializeOwned>(&self) -> T {
        assert!((200..300).contains(&self.status), "{} {}", self.status, self.body);
        read(&self.body)
    }

    pub(crate) fn reason(&self) -> String {
        let body: Value = serde_json::from_str(&self.body).unwrap_or_default();
        body["error"]["reason"].as_str().unwrap_or_default().to_string()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (own, value) = line.split_once(':')?;
            own.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }
}

impl HttpClient {
    /// A client that the server does not know.
    pub(crate) fn anonymous(server: &TestServer) -> HttpClient {
        HttpClient { address: server.address, cookie: None, bearer: None }
    }

    /// The same client after the server has moved to another address.
    pub(crate) fn with_server(&self, server: &TestServer) -> HttpClient {
        HttpClient { address: server.address, ..self.clone() }
    }

    pub(crate) async fn guest(server: &TestServer, name: &str) -> HttpClient {
        let mut client = HttpClient::anonymous(server);
        let response = client.post("/api/me", &json!({ "name": name })).await;
        assert_eq!(response.status, 200, "{}", response.body);
        client.take_cookie(&response);
        client
    }

    pub(crate) async fn account(server: &TestServer, name: &str) -> HttpClient {
        let client = HttpClient::guest(server, name).await;
        let wanted = json!({ "account": name, "password": "correct horse" });
        let response = client.post("/api/account", &wanted).await;
        assert_eq!(response.status, 201, "{}", response.body);
        client
    }

    pub(crate) fn take_cookie(&mut self, response: &HttpResponse) {
        let cookie = response.header("set-cookie").expect("no cookie");
        self.cookie = cookie.split(';').next().map(str::to_string);
    }

    pub(crate) async fn me(&self) -> CurrentUser {
        self.get("/api/me").await.json()
    }

    /// A client with an API token of this person.
    pub(crate) async fn with_api_token(&self) -> HttpClient {
        let created: TokenCreated = self.post("/api/tokens", &json!({"label": "a bot"})).await.json();
        HttpClient { cookie: None, bearer: Some(created.token), ..self.clone() }
    }

    pub(crate) async fn create_table(&self, table: Value) -> TableCreated {
        self.post("/api/tables", &table).await.json()
    }

    pub(crate) async fn join(&self, table: &str, join: Value) -> JoinResponse {
        self.post(&format!("/api/tables/{table}/join"), &join).await.json()
    }

    pub(crate) async fn state(&self, table: &str) -> TableState {
        self.get(&format!("/api/tables/{table}")).await.json()
    }

    /// Sends a command against the current version of the table.
    pub(crate) async fn command(&self, table: &str, command: Value) -> HttpResponse {
        let looked = HttpClient { cookie: None, bearer: None, ..self.clone() }
            .get(&format!("/api/tables/{table}"))
            .await;
        let state: Value = serde_json::from_str(&looked.body).unwrap_or_default();
        let version = state["version"].as_u64().unwrap_or(0);
        static COMMANDS: AtomicU64 = AtomicU64::new(0);
        let id = format!("c{}", COMMANDS.fetch_add(1, Ordering::Relaxed));
        self.post(&format!("/api/tables/{table}/do"), &json!({"id": id, "version": version, "do": command}))
            .await
    }

    pub(crate) async fn get(&self, path: &str) -> HttpResponse {
        self.request("GET", path, "", &[]).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> HttpResponse {
        self.request("POST", path, &body.to_string(), &[("content-type", "application/json")]).await
    }

    pub(crate) async fn request(
        &self,
        method: &str,
        path: &str,
        body: &str,
        headers: &[(&str, &str)],
    ) -> HttpResponse {
        let (head, body) = self.request_bytes(method, path, body, headers).await;
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("no status code");
        HttpResponse { status, head, body: String::from_utf8(body).expect("invalid UTF-8") }
    }

    /// The head of the response, and its body as it was sent.
    pub(crate) async fn request_bytes(
        &self,
        method: &str,
        path: &str,
        body: &str,
        headers: &[(&str, &str)],
    ) -> (String, Vec<u8>) {
        let mut stream = TcpStream::connect(self.address).await.expect("failed to connect");
        stream
            .write_all(self.request_text(method, path, body, headers).as_bytes())
            .await
            .expect("failed to write");
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).await.expect("no response");
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("malformed response");
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        (head, bytes.split_off(end + 4))
    }

    fn request_text(&self, method: &str, path: &str, body: &str, headers: &[(&str, &str)]) -> String {
        let mut lines = vec![
            format!("{method} {path} HTTP/1.1"),
            format!("content-length: {}", body.len()),
            "connection: close".to_string(),
        ];
        if !headers.iter().any(|(name, _)| *name == "host") {
            lines.push("host: test".to_string());
        }
        lines.extend(headers.iter().map(|(name, value)| format!("{name}: {value}")));
        lines.extend(self.cookie.iter().map(|cookie| format!("cookie: {cookie}")));
        lines.extend(self.bearer.iter().map(|token| format!("authorization: Bearer {token}")));
        format!("{}\r\n\r\n{body}", lines.join("\r\n"))
    }
}
