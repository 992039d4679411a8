//! `tetrarch serve`: runs the game server.

use crate::cli::{LogFormat, ServeArgs, VERSION};
use crate::engine_backend::PooledEngines;
use crate::games::{ENTRIES, GameEntry};
use crate::page::PAGE;
use crate::rulebook::Page;
use anyhow::{Context as _, bail};
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use std::env;
use std::fs;
use std::io::{self, IsTerminal as _, Write as _};
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::os::unix::fs::DirBuilderExt as _;
use std::sync::Arc;
use tetrarch_server::{Clock, Config, ServeError, Server, ServerDeps};
use tetrarch_table::Game;
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt;
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;

/// The default address: this machine only.
pub(crate) const DEFAULT_ADDRESS: &str = "127.0.0.1:4444";

/// The signal number of SIGXFSZ: a file exceeded the process's size limit.
const SIGXFSZ: i32 = 25;

pub(crate) fn run(args: &ServeArgs) -> anyhow::Result<()> {
    init_logging(args.log_format)?;
    let config = config(args)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("failed to start the async runtime")?;
    let served = runtime.block_on(serve(config));
    // Do not wait for searches that are still running.
    runtime.shutdown_background();
    served
}

/// The log filter if `TETRARCH_LOG` is not set.
const DEFAULT_LOG_FILTER: &str = "info,sqlx=warn";

fn init_logging(format: LogFormat) -> anyhow::Result<()> {
    let wanted = env::var("TETRARCH_LOG").unwrap_or_else(|_| DEFAULT_LOG_FILTER.to_string());
    let filter: Targets = wanted.parse().with_context(|| {
        format!("invalid TETRARCH_LOG {wanted:?}: expected a filter like {DEFAULT_LOG_FILTER}")
    })?;
    let log = fmt::layer().with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
    let log = match format {
        LogFormat::Text => log.boxed(),
        LogFormat::Json => log.json().boxed(),
    };
    tracing_subscriber::registry().with(filter).with(log).init();
    Ok(())
}

fn config(args: &ServeArgs) -> anyhow::Result<Config> {
    if let Some(folder) = args.rules_dir.as_deref().filter(|folder| !folder.is_dir()) {
        bail!("--rules-dir {}: no such directory", folder.display());
    }
    let database = args.db.clone().map_or_else(default_database, Ok)?;
    let wanted = args.listen.as_deref().unwrap_or(DEFAULT_ADDRESS);
    let address = if args.lan { lan_address(wanted) } else { wanted.to_string() };
    Ok(Config {
        admins: args.admin.clone(),
        allowed_origins: args.origin.clone(),
        trust_proxy: args.proxy,
        rate_limits: !args.no_limits,
        guest_retention_days: args.guest_days,
        rules_dir: args.rules_dir.clone(),
        ..Config::new(database, address)
    })
}

/// Replaces a loopback address by all addresses with the same port. Other addresses are kept.
fn lan_address(address: &str) -> String {
    match address.parse::<SocketAddr>() {
        Ok(local) if local.ip().is_loopback() => SocketAddr::from(([0, 0, 0, 0], local.port())).to_string(),
        _ => address.to_string(),
    }
}

async fn serve(config: Config) -> anyhow::Result<()> {
    let mut terminate = signal(SignalKind::terminate()).context("failed to install a signal handler")?;
    let mut interrupt = signal(SignalKind::interrupt()).context("failed to install a signal handler")?;
    // Handle SIGXFSZ so that it does not end the process: the write fails instead, as on a full disk.
    let _file_too_large =
        signal(SignalKind::from_raw(SIGXFSZ)).context("failed to install a signal handler")?;
    let database = without_password(&config.database);
    let server = Server::open(server_deps(&ENTRIES), config).await.map_err(|error| match error {
        ServeError::Store(error) => anyhow::Error::new(error).context(format!("failed to open {database}")),
        error => error.into(),
    })?;
    announce(server.address(), &database)?;
    let stop = async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    };
    server.run(stop).await;
    Ok(())
}

fn announce(address: SocketAddr, database: &str) -> anyhow::Result<()> {
    let mut out = io::stdout();
    let version = VERSION;
    let shown_address = if address.ip().is_unspecified() {
        local_ip().map(|ip| SocketAddr::new(ip, address.port()))
    } else {
        None
    };
    writeln!(out, "Tetrarch {version} listening on http://{}", shown_address.unwrap_or(address))?;
    writeln!(out, "Database: {database}")?;
    if let Some(shown_address) = shown_address {
        writeln!(
            out,
            "Open this address on the local network to play:\n\n{}",
            qr_code(&format!("http://{shown_address}/"))?
        )?;
    }
    out.flush()?;
    Ok(())
}

/// This machine's address on the local network. Connecting the UDP socket selects it without sending anything.
fn local_ip() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_unspecified()).then_some(ip)
}

fn qr_code(link: &str) -> anyhow::Result<String> {
    let code = QrCode::new(link).context("failed to create the QR code")?;
    Ok(code.render::<Dense1x2>().dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build())
}

/// The rules page that is about several games.
const RULINGS: (&str, &str) = ("rulings", include_str!("../../../../docs/rulings.md"));

/// The dependencies of a server that hosts these games: their rules and engines, the rules pages and the web page.
pub fn server_deps(entries: &[&'static GameEntry]) -> ServerDeps {
    let rules: Vec<&'static dyn Game> = entries.iter().map(|entry| entry.rules).collect();
    let pages = entries.iter().filter_map(|entry| Some((entry.name(), entry.rules_page?)));
    ServerDeps {
        games: entries.iter().map(|entry| entry.hosted()).collect(),
        engine: Arc::new(PooledEngines::new(entries)),
        rules: pages.chain([RULINGS]).collect(),
        parse_rules: Arc::new(move |text| Ok(Page::parse_with_games(&rules, text)?.document())),
        static_files: PAGE,
        clock: Clock::system(),
    }
}

/// The default database: a file in the user's data directory, which is created if it is missing.
pub(crate) fn default_database() -> anyhow::Result<String> {
    let folder = dirs::data_dir().context("no data directory found: use --db to name a database")?;
    let folder = folder.join("tetrarch");
    // The database contains private games and password hashes.
    let made = fs::DirBuilder::new().recursive(true).mode(0o700).create(&folder);
    made.with_context(|| format!("failed to create {}", folder.display()))?;
    Ok(format!("sqlite:{}", folder.join("games.db").display()))
}

/// A database address without secrets. The query string is removed, since it can contain a password.
pub(crate) fn without_password(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else { return address.to_string() };
    let (who, place) = rest.rsplit_once('@').unwrap_or(("", rest));
    let place = place.split('?').next().unwrap_or_default();
    match who.split(':').next().unwrap_or_default() {
        "" => format!("{scheme}://{place}"),
        user => format!("{scheme}://{user}@{place}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_shown() {
        assert_eq!(without_password("postgres://ada:se@cret@host/games"), "postgres://ada@host/games");
        assert_eq!(without_password("postgres://ada@host/games"), "postgres://ada@host/games");
        assert_eq!(without_password("sqlite:/home/ada/games.db"), "sqlite:/home/ada/games.db");
        assert_eq!(
            without_password("postgres://host/games?user=ada&password=secret"),
            "postgres://host/games"
        );
    }

    #[test]
    fn lan_mode_replaces_only_loopback_addresses() {
        assert_eq!(lan_address("127.0.0.1:4444"), "0.0.0.0:4444");
        assert_eq!(lan_address("192.168.1.5:80"), "192.168.1.5:80");
    }

    #[test]
    fn the_address_is_drawn_as_a_qr_code() {
        let code = qr_code("http://192.168.1.5:4444/").unwrap();
        assert!(code.lines().count() > 10 && code.contains('█'), "{code}");
    }
}
