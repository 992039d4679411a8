//! How a server is to be run.

use std::path::PathBuf;
use std::time::Duration;

/// How long the server waits for a client. Whoever takes longer is let go, so that nobody can hold connections for nothing.
#[derive(Copy, Clone, Debug)]
pub struct ClientTimeouts {
    /// For the next request on a connection, and for its whole head.
    pub request_head: Duration,
    /// For the body of a request.
    pub request_body: Duration,
    /// Between two questions whether a client is still there. After three without an answer it is gone.
    pub ping_interval: Duration,
}

impl Default for ClientTimeouts {
    fn default() -> ClientTimeouts {
        let seconds = Duration::from_secs;
        ClientTimeouts { request_head: seconds(30), request_body: seconds(30), ping_interval: seconds(10) }
    }
}

/// How a server is to be run.
#[derive(Clone, Debug)]
pub struct Config {
    /// The database.
    pub database: String,
    /// Where to listen.
    pub address: String,
    /// The accounts that may do at every table what its owner may.
    pub admins: Vec<String>,
    /// Other origins from which pages may talk to this server: `https://games.example.org`.
    pub allowed_origins: Vec<String>,
    /// Whether a proxy in front of the server tells the address and the protocol of who asks.
    pub trust_proxy: bool,
    /// Whether there are limits to what anybody may ask for.
    pub rate_limits: bool,
    /// After how many days of absence guests who have played nothing are forgotten, and after how many days tables that
    /// nobody has begun; never if 0.
    pub guest_retention_days: u32,
    /// How often it is looked for them.
    pub cleanup_interval: Duration,
    /// How long it waits for clients.
    pub timeouts: ClientTimeouts,
    /// A folder with the operator's own texts about rules.
    pub rules_dir: Option<PathBuf>,
}

impl Config {
    /// With a database and an address, and all else as usual.
    pub fn new(database: impl Into<String>, address: impl Into<String>) -> Config {
        Config {
            database: database.into(),
            address: address.into(),
            admins: Vec::new(),
            allowed_origins: Vec::new(),
            trust_proxy: false,
            rate_limits: true,
            guest_retention_days: 30,
            cleanup_interval: Duration::from_secs(3600),
            timeouts: ClientTimeouts::default(),
            rules_dir: None,
        }
    }
}
