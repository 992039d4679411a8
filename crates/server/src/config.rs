//! How a server is to be run.

use std::path::PathBuf;
use std::time::Duration;

/// How long the server waits for a client. Whoever takes longer is let go, so that nobody can hold connections for nothing.
#[derive(Copy, Clone, Debug)]
pub struct Patience {
    /// For the next request on a connection, and for its whole head.
    pub head: Duration,
    /// For the body of a request.
    pub body: Duration,
    /// Between two questions whether a client is still there. After three without an answer it is gone.
    pub ping: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        let seconds = Duration::from_secs;
        Patience { head: seconds(30), body: seconds(30), ping: seconds(10) }
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
    pub origins: Vec<String>,
    /// Whether a proxy in front of the server tells the address and the protocol of who asks.
    pub proxy: bool,
    /// Whether there are limits to what anybody may ask for.
    pub limits: bool,
    /// After how many days of absence guests who have played nothing are forgotten, and after how many days tables that
    /// nobody has begun; never if 0.
    pub guest_days: u32,
    /// How often it is looked for them.
    pub tidy: Duration,
    /// How long it waits for clients.
    pub patience: Patience,
    /// A folder with the operator's own texts about rules.
    pub rules: Option<PathBuf>,
}

impl Config {
    /// With a database and an address, and all else as usual.
    pub fn new(database: impl Into<String>, address: impl Into<String>) -> Config {
        Config {
            database: database.into(),
            address: address.into(),
            admins: Vec::new(),
            origins: Vec::new(),
            proxy: false,
            limits: true,
            guest_days: 30,
            tidy: Duration::from_secs(3600),
            patience: Patience::default(),
            rules: None,
        }
    }
}
