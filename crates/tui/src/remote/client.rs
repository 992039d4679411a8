//! The HTTP requests to a server: identify, join a table, fetch its record.

use super::TableLink;
use crate::UserError;
use std::sync::OnceLock;
use std::time::Duration;
use tetrarch_protocol::{ErrorResponse, JoinRequest, JoinResponse, RenameRequest};
use ureq::http::{Response, header};
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::{Body, SendBody};

/// The timeout of a request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);

/// How to join a table.
#[derive(Clone, Debug, Default)]
pub struct JoinOptions {
    /// A token from an earlier visit: of a seat or of an account.
    pub token: Option<String>,
    /// The seat to take; without it, spectate or return to the token's seat.
    pub seat: Option<SeatRequest>,
    /// The display name.
    pub name: Option<String>,
}

/// The seat to take.
#[derive(Clone, Debug, Default)]
pub struct SeatRequest {
    /// The seat's name; without it, the first open seat.
    pub name: Option<String>,
    /// The invite, if the seat needs one.
    pub invite: Option<String>,
}

/// A table on a server, with the credentials to use there.
#[derive(Clone, Debug)]
pub struct TableClient {
    server: String,
    table: String,
    token: Option<String>,
    /// The session cookie.
    cookie: Option<String>,
}

impl TableClient {
    /// Identifies to the server and takes a seat if one is requested.
    ///
    /// # Errors
    /// If the server cannot be reached or refuses the seat.
    pub fn join_table(server: &str, table: &str, entry: JoinOptions) -> Result<TableClient, UserError> {
        let TableLink { server, .. } = TableLink::parse(server)?;
        let mut client = TableClient { server, table: table.to_string(), token: entry.token, cookie: None };
        client.introduce(entry.name.as_deref())?;
        if let Some(SeatRequest { name: seat, invite }) = entry.seat {
            let entropy = Some(super::random_hex::<16>()?);
            let join = JoinRequest { seat, name: entry.name, invite, entropy, ..JoinRequest::default() };
            let joined = client.join(&join)?;
            // A token given by the caller already grants the seat.
            client.token.get_or_insert(joined.token);
        }
        Ok(client)
    }

    /// A client for another table of the same server, with the same credentials.
    pub(super) fn for_table(&self, table: &str) -> TableClient {
        TableClient { table: table.to_string(), ..self.clone() }
    }

    pub(super) fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    pub(super) fn cookie(&self) -> Option<&str> {
        self.cookie.as_deref()
    }

    /// The URL of the table's web socket.
    pub(super) fn socket_url(&self) -> String {
        format!("ws{}/ws/{}", self.server.trim_start_matches("http"), self.table)
    }

    /// Gets a session cookie: only identified people may chat. A server that currently accepts no more guests still lets them play.
    fn introduce(&mut self, name: Option<&str>) -> Result<(), UserError> {
        let name = name.map(|name| RenameRequest { name: name.to_string() });
        let answer = match name {
            Some(name) => {
                self.post("/api/me", SendBody::from_json(&name).map_err(|error| UserError::from(&error))?)
            }
            None => self.post("/api/me", SendBody::none()),
        }?;
        let cookie = answer.headers().get(header::SET_COOKIE).and_then(|value| value.to_str().ok());
        self.cookie = cookie.and_then(|value| value.split(';').next()).map(String::from);
        Ok(())
    }

    fn post(&self, path: &str, body: SendBody<'_>) -> Result<Response<Body>, UserError> {
        let mut request = agent().post(format!("{}{path}", self.server));
        request = request.content_type("application/json");
        if let Some(token) = &self.token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        request.send(body).map_err(|error| self.server_error(&error))
    }

    fn server_error(&self, error: &ureq::Error) -> UserError {
        UserError(format!("{}: {error}", self.server))
    }

    /// The response body, or the server's error.
    fn read_body(&self, mut answer: Response<Body>) -> Result<String, UserError> {
        let body = answer.body_mut().read_to_string().map_err(|error| self.server_error(&error))?;
        if answer.status().is_success() { Ok(body) } else { Err(refusal(&body)) }
    }

    fn join(&self, join: &JoinRequest) -> Result<JoinResponse, UserError> {
        let body = SendBody::from_json(join).map_err(|error| UserError::from(&error))?;
        let body = self.read_body(self.post(&format!("/api/tables/{}/join", self.table), body)?)?;
        serde_json::from_str(&body).map_err(|error| UserError::from(&error))
    }

    /// Fetches the record of the table in a format.
    pub(super) fn record(&self, format: &str) -> Result<Vec<String>, UserError> {
        let address = format!("{}/api/tables/{}/record/{format}", self.server, self.table);
        let mut request = agent().get(&address);
        if let Some(token) = &self.token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        let answer = request.call().map_err(|error| self.server_error(&error))?;
        Ok(self.read_body(answer)?.lines().map(String::from).collect())
    }
}

/// Trusts the system's certificates, as the socket does; `SSL_CERT_FILE` overrides them.
fn agent() -> &'static ureq::Agent {
    static AGENT: OnceLock<ureq::Agent> = OnceLock::new();
    AGENT.get_or_init(|| {
        let trusted = rustls_native_certs::load_native_certs().certs;
        let trusted: Vec<Certificate<'static>> =
            trusted.iter().map(|known| Certificate::from_der(known).to_owned()).collect();
        let tls = TlsConfig::builder().root_certs(RootCerts::new_with_certs(&trusted)).build();
        let config = ureq::Agent::config_builder().http_status_as_error(false).tls_config(tls);
        config.timeout_global(Some(REQUEST_TIMEOUT)).build().into()
    })
}

fn refusal(body: &str) -> UserError {
    let message = serde_json::from_str::<ErrorResponse>(body).map(|response| response.error.words);
    UserError(message.unwrap_or_else(|_| "There is no such table on this server.".to_string()))
}
