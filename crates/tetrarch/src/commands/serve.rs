//! `tetrarch serve`: hosting games.

use crate::cli::{LogFormat, ServeArgs, VERSION};
use crate::dealing::FairDealing;
use crate::engine_backend::PooledEngines;
use crate::games::{GAMES, RULES_PAGES};
use crate::page::PAGE;
use anyhow::{Context as _, bail};
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use std::env;
use std::fs;
use std::io::{self, IsTerminal as _, Write as _};
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::os::unix::fs::DirBuilderExt as _;
use std::sync::Arc;
use tetrarch_server::{Config, ServeError, Server, ServerDeps};
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::EnvFilter;

/// Where it listens if nothing else is said: on this machine only.
pub(crate) const DEFAULT_ADDRESS: &str = "127.0.0.1:4444";

/// The signal that a file has reached the limit that was set for this program (SIGXFSZ).
const SIGXFSZ: i32 = 25;

pub(crate) fn run(args: &ServeArgs) -> anyhow::Result<()> {
    init_logging(args.log_format)?;
    let config = config(args)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("starting")?;
    let served = runtime.block_on(serve(config));
    // An engine that is still thinking does not keep the program from ending.
    runtime.shutdown_background();
    served
}

/// What is logged if TETRARCH_LOG says nothing else.
const DEFAULT_LOG_FILTER: &str = "info,sqlx=warn";

fn init_logging(format: LogFormat) -> anyhow::Result<()> {
    let wanted = env::var("TETRARCH_LOG").unwrap_or_else(|_| DEFAULT_LOG_FILTER.to_string());
    let filter = EnvFilter::try_new(&wanted);
    let filter =
        filter.with_context(|| format!("TETRARCH_LOG is {wanted:?} and not like {DEFAULT_LOG_FILTER}"))?;
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal());
    match format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().init(),
    }
    Ok(())
}

fn config(args: &ServeArgs) -> anyhow::Result<Config> {
    if let Some(folder) = args.rules_dir.as_deref().filter(|folder| !folder.is_dir()) {
        bail!("--rules-dir {}: there is no such folder", folder.display());
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

/// The same port for everybody on the network, unless an address was named already.
fn lan_address(address: &str) -> String {
    match address.parse::<SocketAddr>() {
        Ok(local) if local.ip().is_loopback() => SocketAddr::from(([0, 0, 0, 0], local.port())).to_string(),
        _ => address.to_string(),
    }
}

async fn serve(config: Config) -> anyhow::Result<()> {
    let mut terminate = signal(SignalKind::terminate()).context("listening to signals")?;
    let mut interrupt = signal(SignalKind::interrupt()).context("listening to signals")?;
    // Listened to so that it does not end the program: whoever writes is told, as by a full disk.
    let _file_too_large = signal(SignalKind::from_raw(SIGXFSZ)).context("listening to signals")?;
    let database = without_password(&config.database);
    let server = Server::open(server_deps(), config).await.map_err(|error| match error {
        ServeError::Store(error) => anyhow::Error::new(error).context(format!("opening {database}")),
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
    let seen = if address.ip().is_unspecified() {
        local_ip().map(|ip| SocketAddr::new(ip, address.port()))
    } else {
        None
    };
    writeln!(out, "Tetrarch {version} listens on http://{}", seen.unwrap_or(address))?;
    writeln!(out, "Games are kept in {database}")?;
    if let Some(seen) = seen {
        writeln!(out, "Everybody on the network can play:\n\n{}", qr_code(&format!("http://{seen}/"))?)?;
    }
    out.flush()?;
    Ok(())
}

/// The address that others on the network see. Nothing is sent for it.
fn local_ip() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_unspecified()).then_some(ip)
}

fn qr_code(link: &str) -> anyhow::Result<String> {
    let code = QrCode::new(link).context("drawing the QR code")?;
    Ok(code.render::<Dense1x2>().dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build())
}

/// The games, the dealing and the engine of this program.
pub fn server_deps() -> ServerDeps {
    ServerDeps {
        games: GAMES,
        chance: &FairDealing,
        engine: Arc::<PooledEngines>::default(),
        rules: RULES_PAGES,
        static_files: PAGE,
    }
}

/// A file in the user's data folder, which is made if it is missing.
pub(crate) fn default_database() -> anyhow::Result<String> {
    let folder = dirs::data_dir().context("there is no data folder: name a database with --db")?;
    let folder = folder.join("tetrarch");
    // The games of others are nobody else's business, nor are the hashes of their passwords.
    let made = fs::DirBuilder::new().recursive(true).mode(0o700).create(&folder);
    made.with_context(|| format!("making {}", folder.display()))?;
    Ok(format!("sqlite:{}", folder.join("games.db").display()))
}

/// An address of a database as it may be shown. What follows a `?` can hold a password too.
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
    fn on_the_network_everybody_is_listened_to_unless_an_address_was_named() {
        assert_eq!(lan_address("127.0.0.1:4444"), "0.0.0.0:4444");
        assert_eq!(lan_address("192.168.1.5:80"), "192.168.1.5:80");
    }

    #[test]
    fn an_address_is_drawn_as_a_code() {
        let code = qr_code("http://192.168.1.5:4444/").unwrap();
        assert!(code.lines().count() > 10 && code.contains('█'), "{code}");
    }
}
