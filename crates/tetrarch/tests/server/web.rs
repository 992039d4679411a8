//! A browser or a program as the server sees one: a cookie or a token, and one request after the other.

use crate::kit::{Served, read};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use tetrarch_protocol::{CurrentUser, JoinResponse, TableCreated, TableState, TokenCreated};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

#[derive(Clone, Debug)]
pub(crate) struct Web {
    pub(crate) address: SocketAddr,
    pub(crate) cookie: Option<String>,
    pub(crate) bearer: Option<String>,
}

#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
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

impl Web {
    /// Somebody the server does not know.
    pub(crate) fn nobody(served: &Served) -> Web {
        Web { address: served.address, cookie: None, bearer: None }
    }

    /// The same at a server that runs elsewhere now.
    pub(crate) fn at(&self, served: &Served) -> Web {
        Web { address: served.address, ..self.clone() }
    }

    pub(crate) async fn guest(served: &Served, name: &str) -> Web {
        let mut web = Web::nobody(served);
        let answer = web.post("/api/me", &json!({ "name": name })).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        web.take_cookie(&answer);
        web
    }

    pub(crate) async fn account(served: &Served, name: &str) -> Web {
        let web = Web::guest(served, name).await;
        let wanted = json!({ "account": name, "password": "correct horse" });
        let answer = web.post("/api/account", &wanted).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        web
    }

    pub(crate) fn take_cookie(&mut self, answer: &Answer) {
        let cookie = answer.header("set-cookie").expect("a cookie");
        self.cookie = cookie.split(';').next().map(str::to_string);
    }

    pub(crate) async fn me(&self) -> CurrentUser {
        self.get("/api/me").await.json()
    }

    /// A program that acts for this person.
    pub(crate) async fn program(&self) -> Web {
        let made: TokenCreated = self.post("/api/tokens", &json!({"label": "a bot"})).await.json();
        Web { cookie: None, bearer: Some(made.token), ..self.clone() }
    }

    pub(crate) async fn make(&self, table: Value) -> TableCreated {
        self.post("/api/tables", &table).await.json()
    }

    pub(crate) async fn join(&self, table: &str, join: Value) -> JoinResponse {
        self.post(&format!("/api/tables/{table}/join"), &join).await.json()
    }

    pub(crate) async fn state(&self, table: &str) -> TableState {
        self.get(&format!("/api/tables/{table}")).await.json()
    }

    /// Gives a command against the version the table has now.
    pub(crate) async fn order(&self, table: &str, deed: Value) -> Answer {
        let looked =
            Web { cookie: None, bearer: None, ..self.clone() }.get(&format!("/api/tables/{table}")).await;
        let state: Value = serde_json::from_str(&looked.body).unwrap_or_default();
        let version = state["version"].as_u64().unwrap_or(0);
        static COMMANDS: AtomicU64 = AtomicU64::new(0);
        let id = format!("c{}", COMMANDS.fetch_add(1, Ordering::Relaxed));
        self.post(&format!("/api/tables/{table}/do"), &json!({"id": id, "version": version, "do": deed}))
            .await
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, "", &[]).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path, &body.to_string(), &[("content-type", "application/json")]).await
    }

    pub(crate) async fn ask(&self, method: &str, path: &str, body: &str, headers: &[(&str, &str)]) -> Answer {
        let mut stream = TcpStream::connect(self.address).await.expect("a connection");
        stream.write_all(self.request(method, path, body, headers).as_bytes()).await.expect("writing");
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).await.expect("an answer");
        let answer = String::from_utf8(bytes).expect("a text");
        let (head, body) = answer.split_once("\r\n\r\n").expect("head and body");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        Answer { status, head: head.to_string(), body: body.to_string() }
    }

    fn request(&self, method: &str, path: &str, body: &str, headers: &[(&str, &str)]) -> String {
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
