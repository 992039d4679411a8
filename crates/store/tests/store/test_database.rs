//! Databases for tests.

use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::{AssertSqlSafe, Connection as _, PgConnection};
use tempfile::TempDir;
use tetrarch_store::{GameId, NewGame, Store, Timestamp};

/// An empty database.
pub(crate) struct TestDatabase {
    pub(crate) address: String,
    _folder: Option<TempDir>,
}

impl TestDatabase {
    pub(crate) fn sqlite() -> Self {
        let folder = TempDir::new().unwrap();
        // A name with characters that are special in URLs.
        let address = format!("sqlite:{}", folder.path().join("a test? 100%.db").display());
        Self { address, _folder: Some(folder) }
    }

    pub(crate) async fn postgres() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let server = std::env::var("TETRARCH_TEST_POSTGRES").expect(
            "the tests on PostgreSQL need the address of one in TETRARCH_TEST_POSTGRES: use `make test`, or \
             `scripts/postgres cargo test -p tetrarch-store -- --include-ignored`",
        );
        let name = format!("store_{}_{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        OtherConnection::postgres(&server).await.execute(&format!("CREATE DATABASE {name}")).await;
        let (place, _) = server.rsplit_once('/').unwrap();
        Self { address: format!("{place}/{name}"), _folder: None }
    }

    pub(crate) async fn open(&self) -> Store {
        Store::open(&self.address).await.unwrap()
    }

    /// A separate connection to the database, to interfere with the store.
    pub(crate) async fn other_connection(&self) -> OtherConnection {
        match self.address.strip_prefix("sqlite:") {
            Some(path) => OtherConnection::Sqlite(rusqlite::Connection::open(path).unwrap()),
            None => OtherConnection::postgres(&self.address).await,
        }
    }
}

/// A connection that is not the store's.
pub(crate) enum OtherConnection {
    Sqlite(rusqlite::Connection),
    Postgres(PgConnection),
}

impl OtherConnection {
    async fn postgres(address: &str) -> Self {
        Self::Postgres(PgConnection::connect(address).await.unwrap())
    }

    pub(crate) async fn execute(&mut self, sql: &str) {
        match self {
            Self::Sqlite(sqlite) => sqlite.execute_batch(sql).unwrap(),
            Self::Postgres(postgres) => {
                sqlx::raw_sql(AssertSqlSafe(sql.to_string())).execute(postgres).await.unwrap();
            }
        }
    }
}

pub(crate) fn id(text: &str) -> GameId {
    text.parse().unwrap()
}

pub(crate) fn game(name: &str) -> NewGame {
    NewGame { id: id(name), game: "banqi".into(), head: "{}".into(), created: Timestamp(1_700_000_000_000) }
}

pub(crate) fn texts(events: &[&str]) -> Vec<String> {
    events.iter().map(ToString::to_string).collect()
}
