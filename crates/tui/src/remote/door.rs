//! How one gets to a table on a server.

use super::Link;
use crate::Trouble;
use std::sync::OnceLock;
use std::time::Duration;
use tetrarch_protocol::{HttpFault, Join, Joined, Rename};
use ureq::http::{Response, header};
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::{Body, SendBody};

/// How long a request may take.
const PATIENCE: Duration = Duration::from_secs(15);

/// How one comes to a table.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// A token that was given before: of a seat, or one's own.
    pub token: Option<String>,
    /// The seat to be taken, if any.
    pub seat: Option<Chair>,
    /// What one is called.
    pub name: Option<String>,
}

/// Which seat is to be taken.
#[derive(Clone, Debug, Default)]
pub struct Chair {
    /// Its name; without it, the first that is open.
    pub name: Option<String>,
    /// The invite, if it is kept for who has one.
    pub invite: Option<String>,
}

/// A table on a server, and who one is there.
#[derive(Clone, Debug)]
pub struct Door {
    server: String,
    table: String,
    token: Option<String>,
    /// By which the server knows the person, as a browser's.
    cookie: Option<String>,
}

impl Door {
    /// The door to a table, after taking a seat if that is asked for.
    ///
    /// # Errors
    /// If the server cannot be reached or the seat cannot be had.
    pub fn enter(server: &str, table: &str, entry: Entry) -> Result<Door, Trouble> {
        let Link { server, .. } = Link::read(server)?;
        let mut door = Door { server, table: table.to_string(), token: entry.token, cookie: None };
        door.introduce(entry.name.as_deref())?;
        if let Some(Chair { name: seat, invite }) = entry.seat {
            let entropy = Some(super::random::<16>()?);
            let join = Join { seat, name: entry.name, invite, entropy, ..Join::default() };
            let joined = door.join(&join)?;
            // Who came with a token of their own has the seat by it.
            door.token.get_or_insert(joined.token);
        }
        Ok(door)
    }

    /// The door to another table of the same server: tokens and people are known there too.
    pub(super) fn to(&self, table: &str) -> Door {
        Door { table: table.to_string(), ..self.clone() }
    }

    pub(super) fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    pub(super) fn cookie(&self) -> Option<&str> {
        self.cookie.as_deref()
    }

    /// Where the socket is.
    pub(super) fn socket(&self) -> String {
        format!("ws{}/ws/{}", self.server.trim_start_matches("http"), self.table)
    }

    /// Says who one is: only people whom the server knows can speak at a table. A server that wants no more guests now still
    /// lets one play.
    fn introduce(&mut self, name: Option<&str>) -> Result<(), Trouble> {
        let name = name.map(|name| Rename { name: name.to_string() });
        let answer = match name {
            Some(name) => {
                self.post("/api/me", SendBody::from_json(&name).map_err(|error| Trouble::from(&error))?)
            }
            None => self.post("/api/me", SendBody::none()),
        }?;
        let cookie = answer.headers().get(header::SET_COOKIE).and_then(|value| value.to_str().ok());
        self.cookie = cookie.and_then(|value| value.split(';').next()).map(String::from);
        Ok(())
    }

    fn post(&self, path: &str, body: SendBody<'_>) -> Result<Response<Body>, Trouble> {
        let mut request = agent().post(format!("{}{path}", self.server));
        request = request.content_type("application/json");
        if let Some(token) = &self.token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        request.send(body).map_err(|error| self.unreachable(&error))
    }

    fn unreachable(&self, error: &ureq::Error) -> Trouble {
        Trouble(format!("{}: {error}", self.server))
    }

    /// The body of an answer, or what went wrong.
    fn body(&self, mut answer: Response<Body>) -> Result<String, Trouble> {
        let body = answer.body_mut().read_to_string().map_err(|error| self.unreachable(&error))?;
        if answer.status().is_success() { Ok(body) } else { Err(fault(&body)) }
    }

    fn join(&self, join: &Join) -> Result<Joined, Trouble> {
        let body = SendBody::from_json(join).map_err(|error| Trouble::from(&error))?;
        let body = self.body(self.post(&format!("/api/tables/{}/join", self.table), body)?)?;
        serde_json::from_str(&body).map_err(|error| Trouble::from(&error))
    }

    /// The record of the table in a format.
    pub(super) fn record(&self, format: &str) -> Result<Vec<String>, Trouble> {
        let address = format!("{}/api/tables/{}/record/{format}", self.server, self.table);
        let mut request = agent().get(&address);
        if let Some(token) = &self.token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        let answer = request.call().map_err(|error| self.unreachable(&error))?;
        Ok(self.body(answer)?.lines().map(String::from).collect())
    }
}

/// Trusts whom the system trusts, as the socket does: `SSL_CERT_FILE` names others.
fn agent() -> &'static ureq::Agent {
    static AGENT: OnceLock<ureq::Agent> = OnceLock::new();
    AGENT.get_or_init(|| {
        let trusted = rustls_native_certs::load_native_certs().certs;
        let trusted: Vec<Certificate<'static>> =
            trusted.iter().map(|known| Certificate::from_der(known).to_owned()).collect();
        let tls = TlsConfig::builder().root_certs(RootCerts::new_with_certs(&trusted)).build();
        let config = ureq::Agent::config_builder().http_status_as_error(false).tls_config(tls);
        config.timeout_global(Some(PATIENCE)).build().into()
    })
}

fn fault(body: &str) -> Trouble {
    let said = serde_json::from_str::<HttpFault>(body).map(|fault| fault.error.words);
    Trouble(said.unwrap_or_else(|_| "There is no such table on this server.".to_string()))
}
