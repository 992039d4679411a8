//! Failing databases.

use std::time::{Duration, Instant};

use tempfile::TempDir;
use tetrarch_store::{Store, StoreError};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

use crate::test_database::{TestDatabase, game, id, texts};

#[tokio::test]
async fn invalid_addresses_are_rejected() {
    for wrong in ["", "games.db", "mysql://x/y", "sqlite:", "postgres://:::"] {
        let opened = Store::open(wrong).await;
        assert!(matches!(opened, Err(StoreError::InvalidAddress(_))), "{wrong}: {opened:?}");
    }
}

#[tokio::test]
async fn a_missing_directory_is_reported() {
    let opened = Store::open("sqlite:/no/such/folder/games.db").await;
    assert!(opened.is_err_and(|error| error.to_string().contains("there is no directory /no/such/folder")));
}

#[tokio::test]
async fn a_file_that_is_not_a_database_is_reported() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games.db");
    std::fs::write(&path, "these are my notes, not a database at all, and they are quite long\n".repeat(100))
        .unwrap();
    let opened = Store::open(&format!("sqlite:{}", path.display())).await;
    assert!(matches!(opened, Err(StoreError::Corrupt(_))), "{opened:?}");
}

#[tokio::test]
async fn a_database_of_a_later_version_is_reported() {
    let database = TestDatabase::sqlite();
    database.open().await.close().await;
    let mut other = database.other_connection().await;
    let later = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
                 VALUES (9999, 'later', true, x'00', 0)";
    other.execute(later).await;
    let opened = Store::open(&database.address).await;
    assert!(matches!(opened, Err(StoreError::Corrupt(_))), "{opened:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_locked_file_is_reported_as_busy_after_a_timeout() {
    let database = TestDatabase::sqlite();
    let store = database.open().await;
    store.create(game("one")).await.unwrap();
    let mut other = database.other_connection().await;
    other.execute("BEGIN IMMEDIATE").await;
    let locked = store.append(&id("one"), 0, texts(&["a"])).await;
    assert!(matches!(locked, Err(StoreError::Busy(_))), "{locked:?}");
    let waiting = tokio::spawn({
        let store = store.clone();
        async move { store.append(&id("one"), 0, texts(&["b"])).await }
    });
    // The lock is released while the append waits for it.
    tokio::time::sleep(Duration::from_millis(300)).await;
    other.execute("ROLLBACK").await;
    waiting.await.unwrap().unwrap();
    assert_eq!(store.load(&id("one")).await.unwrap().unwrap().events, ["b"]);
}

#[tokio::test]
#[ignore = "needs PostgreSQL (make test)"]
async fn a_read_only_database_is_reported() {
    let database = TestDatabase::postgres().await;
    database.open().await.close().await;
    let name = database.address.rsplit_once('/').unwrap().1;
    let alter = format!("ALTER DATABASE {name} SET default_transaction_read_only = on");
    database.other_connection().await.execute(&alter).await;
    let opened = Store::open(&database.address).await;
    assert!(matches!(opened, Err(StoreError::ReadOnly(_))), "{opened:?}");
}

#[tokio::test]
#[ignore = "needs PostgreSQL (make test)"]
async fn a_missing_postgres_database_is_an_invalid_address() {
    let database = TestDatabase::postgres().await;
    let opened = Store::open(&format!("{}_not", database.address)).await;
    assert!(matches!(opened, Err(StoreError::InvalidAddress(_))), "{opened:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL (make test)"]
async fn the_store_reconnects_after_postgres_drops_its_connections() {
    let database = TestDatabase::postgres().await;
    let store = database.open().await;
    store.create(game("one")).await.unwrap();
    let mut other = database.other_connection().await;
    for number in 0..5 {
        let kill = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                    WHERE datname = current_database() AND pid <> pg_backend_pid()";
        other.execute(kill).await;
        store.append(&id("one"), number, texts(&["a"])).await.unwrap();
        assert_eq!(store.load(&id("one")).await.unwrap().unwrap().events.len() as u64, number + 1);
    }
}

/// A PostgreSQL behind a proxy that the test can disconnect and reconnect.
struct Wire {
    address: String,
    port: u16,
    server: String,
    wires: Option<JoinSet<()>>,
}

impl Wire {
    async fn to(database: &TestDatabase) -> Self {
        let (_, rest) = database.address.split_once('@').unwrap();
        let (server, name) = rest.split_once('/').unwrap();
        let port = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
        let address = format!("postgres://postgres@127.0.0.1:{port}/{name}");
        Self { address, port, server: server.to_string(), wires: None }
    }

    async fn mend(&mut self) {
        let listener = TcpListener::bind(("127.0.0.1", self.port)).await.unwrap();
        let server = self.server.clone();
        let mut wires = JoinSet::new();
        wires.spawn(async move {
            let mut pairs = JoinSet::new();
            while let Ok((mut near, _)) = listener.accept().await {
                let mut far = TcpStream::connect(&server).await.unwrap();
                pairs.spawn(async move { tokio::io::copy_bidirectional(&mut near, &mut far).await });
            }
        });
        self.wires = Some(wires);
    }

    async fn cut(&mut self) {
        if let Some(mut wires) = self.wires.take() {
            wires.shutdown().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL (make test)"]
async fn an_unreliable_postgres_loses_no_acknowledged_event() {
    let database = TestDatabase::postgres().await;
    let mut wire = Wire::to(&database).await;
    wire.mend().await;
    let store = Store::open(&wire.address).await.unwrap();
    store.create(game("one")).await.unwrap();
    let end = Instant::now() + Duration::from_secs(3);
    let writing = tokio::spawn(write_until(store.clone(), end));
    while Instant::now() < end {
        // Long enough for some appends in between.
        tokio::time::sleep(Duration::from_millis(150)).await;
        wire.cut().await;
        tokio::time::sleep(Duration::from_millis(120)).await;
        wire.mend().await;
    }
    let acknowledged = writing.await.unwrap();
    assert!(acknowledged.len() > 50, "only {} appends in three seconds", acknowledged.len());
    let stored = database.open().await.load(&id("one")).await.unwrap().unwrap().events;
    assert_eq!(stored, acknowledged);
}

/// Appends as fast as possible. Only after `CommitUnknown` it must check whether the event is stored.
async fn write_until(store: Store, end: Instant) -> Vec<String> {
    let mut acknowledged: Vec<String> = Vec::new();
    while Instant::now() < end {
        let event = format!("event {}", acknowledged.len());
        match store.append(&id("one"), acknowledged.len() as u64, vec![event.clone()]).await {
            Ok(()) => acknowledged.push(event),
            Err(StoreError::CommitUnknown(_)) => loop {
                if let Ok(game) = store.load(&id("one")).await {
                    acknowledged.extend(game.unwrap().events.into_iter().skip(acknowledged.len()));
                    break;
                }
            },
            Err(other) => panic!("{other:?}"),
        }
    }
    acknowledged
}

#[tokio::test]
#[ignore = "needs PostgreSQL (make test)"]
async fn an_unavailable_postgres_is_reported_and_found_again_later() {
    let database = TestDatabase::postgres().await;
    let mut wire = Wire::to(&database).await;
    wire.mend().await;
    let store = Store::open(&wire.address).await.unwrap();
    store.create(game("one")).await.unwrap();
    wire.cut().await;
    let away = store.append(&id("one"), 0, texts(&["a"])).await;
    assert!(matches!(away, Err(StoreError::Unavailable(_))), "{away:?}");
    wire.mend().await;
    store.append(&id("one"), 0, texts(&["b"])).await.unwrap();
    assert_eq!(store.load(&id("one")).await.unwrap().unwrap().events, ["b"]);
}
