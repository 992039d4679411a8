//! Server configuration.

use std::path::PathBuf;

/// Server configuration.
#[derive(Clone, Debug)]
pub struct Config {
    /// Database URL.
    pub database: String,
    /// Address to listen on.
    pub address: String,
    /// Accounts with the rights of the owner at every table.
    pub admins: Vec<String>,
    /// Other origins whose pages may call this server: `https://games.example.org`.
    pub allowed_origins: Vec<String>,
    /// Whether to trust the client address and protocol in the headers of a reverse proxy.
    pub trust_proxy: bool,
    /// Whether rate limits apply.
    pub rate_limits: bool,
    /// Days after which inactive guests who never played and tables that never started are removed; 0 keeps them.
    pub guest_retention_days: u32,
    /// Directory with the operator's own rules texts.
    pub rules_dir: Option<PathBuf>,
}

impl Config {
    /// The default configuration for a database and a listen address.
    pub fn new(database: impl Into<String>, address: impl Into<String>) -> Config {
        Config {
            database: database.into(),
            address: address.into(),
            admins: Vec::new(),
            allowed_origins: Vec::new(),
            trust_proxy: false,
            rate_limits: true,
            guest_retention_days: 30,
            rules_dir: None,
        }
    }
}
