//! How one gets to a table on a server.

use crate::Trouble;
use tetrarch_protocol::{HttpFault, Join, Joined};

/// How one comes to a table.
#[derive(Clone, Debug)]
pub enum Entry {
    /// With a token that was given before.
    Token(String),
    /// Taking a seat.
    Seat {
        /// Which; without it, the first that is open.
        seat: Option<String>,
        /// What one is called.
        name: Option<String>,
        /// The invite, if the seat is kept for who has one.
        invite: Option<String>,
    },
    /// To watch.
    Watch,
}

/// A table on a server, and the token one has for it.
#[derive(Clone, Debug)]
pub struct Door {
    server: String,
    table: String,
    token: Option<String>,
}

impl Door {
    /// The door to a table, after taking a seat if that is asked for.
    ///
    /// # Errors
    /// If the server cannot be reached or the seat cannot be had.
    pub fn enter(server: &str, table: &str, entry: Entry) -> Result<Door, Trouble> {
        let server = server.trim_end_matches('/').to_string();
        if !server.starts_with("http://") {
            return Err(Trouble(format!("{server:?} is no address of a server: it begins with http://")));
        }
        let mut door = Door { server, table: table.to_string(), token: None };
        match entry {
            Entry::Token(token) => door.token = Some(token),
            Entry::Watch => {}
            Entry::Seat { seat, name, invite } => {
                let join = Join { seat, name, invite, ..Join::default() };
                door.token = Some(door.join(join)?.token);
            }
        }
        Ok(door)
    }

    pub(super) fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// Where the socket is.
    pub(super) fn socket(&self) -> String {
        format!("ws{}/ws/{}", self.server.trim_start_matches("http"), self.table)
    }

    fn join(&self, join: Join) -> Result<Joined, Trouble> {
        let address = format!("{}/api/tables/{}/join", self.server, self.table);
        let unreachable = |error: ureq::Error| Trouble(format!("{}: {error}", self.server));
        let mut answer = agent().post(&address).send_json(join).map_err(unreachable)?;
        let body = answer.body_mut().read_to_string().map_err(unreachable)?;
        if answer.status().is_success() {
            return serde_json::from_str(&body).map_err(|error| Trouble::from(&error));
        }
        Err(fault(&body))
    }

    /// The record of the table in a format.
    pub(super) fn record(&self, format: &str) -> Result<Vec<String>, Trouble> {
        let address = format!("{}/api/tables/{}/record/{format}", self.server, self.table);
        let unreachable = |error: ureq::Error| Trouble(format!("{}: {error}", self.server));
        let mut answer = agent().get(&address).call().map_err(unreachable)?;
        let body = answer.body_mut().read_to_string().map_err(unreachable)?;
        if answer.status().is_success() {
            Ok(body.lines().map(String::from).collect())
        } else {
            Err(fault(&body))
        }
    }
}

fn agent() -> ureq::Agent {
    let config = ureq::Agent::config_builder().http_status_as_error(false);
    config.timeout_global(Some(std::time::Duration::from_secs(15))).build().into()
}

fn fault(body: &str) -> Trouble {
    let said = serde_json::from_str::<HttpFault>(body).map(|fault| fault.error.words);
    Trouble(said.unwrap_or_else(|_| "There is no such table on this server.".to_string()))
}
