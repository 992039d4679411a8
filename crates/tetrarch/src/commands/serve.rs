//! `tetrarch serve`: hosting games.

use crate::cli::ServeArgs;
use crate::dealing::FairDealing;
use crate::games::GAMES;
use crate::opponent::EngineSeats;
use crate::page::PAGE;
use anyhow::Context as _;
use std::fs;
use std::io::{self, IsTerminal as _, Write as _};
use std::sync::Arc;
use tetrarch_server::{House, Server};
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::EnvFilter;

/// Where it listens if nothing else is said: on this machine only.
pub(crate) const ADDRESS: &str = "127.0.0.1:4444";

pub(crate) fn run(args: &ServeArgs) -> anyhow::Result<()> {
    let filter = EnvFilter::try_from_env("TETRARCH_LOG").unwrap_or_else(|_| EnvFilter::new("info,sqlx=warn"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal())
        .init();
    let database = args.db.clone().map_or_else(usual_database, Ok)?;
    let address = args.listen.as_deref().unwrap_or(ADDRESS);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("starting")?;
    let served = runtime.block_on(serve(&database, address));
    // An engine that is still thinking does not keep the program from ending.
    runtime.shutdown_background();
    served
}

async fn serve(database: &str, address: &str) -> anyhow::Result<()> {
    let mut terminate = signal(SignalKind::terminate()).context("listening to signals")?;
    let mut interrupt = signal(SignalKind::interrupt()).context("listening to signals")?;
    let server = Server::open(house(), database, address)
        .await
        .with_context(|| format!("opening {}", without_password(database)))?;
    let mut out = io::stdout();
    writeln!(out, "Tetrarch {} listens on http://{}", env!("CARGO_PKG_VERSION"), server.address())?;
    writeln!(out, "Games are kept in {}", without_password(database))?;
    out.flush()?;
    let stop = async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    };
    server.run(stop).await;
    Ok(())
}

/// The games, the dealing and the engine of this program.
pub fn house() -> House {
    House { games: GAMES, dealing: &FairDealing, opponent: Arc::<EngineSeats>::default(), page: PAGE }
}

/// A file in the user's data folder, which is made if it is missing.
fn usual_database() -> anyhow::Result<String> {
    let folder = dirs::data_dir().context("there is no data folder: name a database with --db")?;
    let folder = folder.join("tetrarch");
    fs::create_dir_all(&folder).with_context(|| format!("making {}", folder.display()))?;
    Ok(format!("sqlite:{}", folder.join("games.db").display()))
}

/// An address of a database as it may be shown.
fn without_password(address: &str) -> String {
    let Some((before, host)) = address.rsplit_once('@') else { return address.to_string() };
    let Some((scheme, who)) = before.split_once("://") else { return address.to_string() };
    let user = who.split(':').next().unwrap_or_default();
    format!("{scheme}://{user}@{host}")
}

#[cfg(test)]
mod tests {
    use super::without_password;

    #[test]
    fn passwords_are_not_shown() {
        assert_eq!(without_password("postgres://ada:se@cret@host/games"), "postgres://ada@host/games");
        assert_eq!(without_password("postgres://ada@host/games"), "postgres://ada@host/games");
        assert_eq!(without_password("sqlite:/home/ada/games.db"), "sqlite:/home/ada/games.db");
    }
}
