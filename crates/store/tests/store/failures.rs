//! Databases that fail.

use std::time::{Duration, Instant};

use tempfile::TempDir;
use tetrarch_store::{Store, StoreError};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

use crate::home::{Home, game, id, words};

#[tokio::test]
async fn addresses_that_are_none_are_refused() {
    for wrong in ["", "games.db", "mysql://x/y", "sqlite:", "postgres://:::"] {
        let opened = Store::open(wrong).await;
        assert!(matches!(opened, Err(StoreError::InvalidAddress(_))), "{wrong}: {opened:?}");
    }
}

#[tokio::test]
async fn a_folder_that_is_missing_is_told() {
    let opened = Store::open("sqlite:/no/such/folder/games.db").await;
    assert!(opened.is_err_and(|error| error.to_string().contains("there is no folder /no/such/folder")));
}

#[tokio::test]
async fn a_file_that_is_no_database_is_told() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games.db");
    std::fs::write(&path, "these are my notes, not a database at all, and they are quite long\n".repeat(100))
        .unwrap();
    let opened = Store::open(&format!("sqlite:{}", path.display())).await;
    assert!(matches!(opened, Err(StoreError::Corrupt(_))), "{opened:?}");
}

#[tokio::test]
async fn a_database_of_a_later_version_is_told() {
    let home = Home::sqlite();
    home.open().await.close().await;
    let mut stranger = home.stranger().await;
    let later = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
                 VALUES (9999, 'later', true, x'00', 0)";
    sqlx::raw_sql(later).execute(&mut stranger).await.unwrap();
    let opened = Store::open(&home.address).await;
    assert!(matches!(opened, Err(StoreError::Corrupt(_))), "{opened:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_locked_file_is_waited_for_and_then_told() {
    let home = Home::sqlite();
    let store = home.open().await;
    store.create(game("one")).await.unwrap();
    let mut stranger = home.stranger().await;
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut stranger).await.unwrap();
    let locked = store.append(&id("one"), 0, words(&["a"])).await;
    assert!(matches!(locked, Err(StoreError::Busy(_))), "{locked:?}");
    let waiting = tokio::spawn({
        let store = store.clone();
        async move { store.append(&id("one"), 0, words(&["b"])).await }
    });
    tokio::time::sleep(Duration::from_millis(300)).await;
    sqlx::raw_sql("ROLLBACK").execute(&mut stranger).await.unwrap();
    waiting.await.unwrap().unwrap();
    assert_eq!(store.load(&id("one")).await.unwrap().unwrap().events, ["b"]);
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: `make test` starts one"]
async fn a_database_that_may_only_be_read_is_told() {
    let home = Home::postgres().await;
    home.open().await.close().await;
    let name = home.address.rsplit_once('/').unwrap().1;
    let alter = format!("ALTER DATABASE {name} SET default_transaction_read_only = on");
    sqlx::raw_sql(sqlx::AssertSqlSafe(alter)).execute(&mut home.stranger().await).await.unwrap();
    let opened = Store::open(&home.address).await;
    assert!(matches!(opened, Err(StoreError::ReadOnly(_))), "{opened:?}");
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: `make test` starts one"]
async fn a_database_that_does_not_exist_is_a_wrong_address() {
    let home = Home::postgres().await;
    let opened = Store::open(&format!("{}_not", home.address)).await;
    assert!(matches!(opened, Err(StoreError::InvalidAddress(_))), "{opened:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs a PostgreSQL: `make test` starts one"]
async fn a_postgres_that_ends_our_connections_is_connected_to_again() {
    let home = Home::postgres().await;
    let store = home.open().await;
    store.create(game("one")).await.unwrap();
    let mut stranger = home.stranger().await;
    for number in 0..5 {
        let kill = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                    WHERE datname = current_database() AND pid <> pg_backend_pid()";
        sqlx::raw_sql(kill).execute(&mut stranger).await.unwrap();
        store.append(&id("one"), number, words(&["a"])).await.unwrap();
        assert_eq!(store.load(&id("one")).await.unwrap().unwrap().events.len() as u64, number + 1);
    }
}

/// A PostgreSQL behind a wire that the test cuts and mends, at any moment.
struct Wire {
    address: String,
    port: u16,
    server: String,
    wires: Option<JoinSet<()>>,
}

impl Wire {
    async fn to(home: &Home) -> Self {
        let (_, rest) = home.address.split_once('@').unwrap();
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
#[ignore = "needs a PostgreSQL: `make test` starts one"]
async fn a_postgres_that_goes_and_comes_back_loses_nothing_that_was_answered() {
    let home = Home::postgres().await;
    let mut wire = Wire::to(&home).await;
    wire.mend().await;
    let store = Store::open(&wire.address).await.unwrap();
    store.create(game("one")).await.unwrap();
    let end = Instant::now() + Duration::from_secs(3);
    let writing = tokio::spawn(write_until(store.clone(), end));
    while Instant::now() < end {
        tokio::time::sleep(Duration::from_millis(150)).await;
        wire.cut().await;
        tokio::time::sleep(Duration::from_millis(120)).await;
        wire.mend().await;
    }
    let told = writing.await.unwrap();
    assert!(told.len() > 50, "only {} appends in three seconds", told.len());
    let stored = home.open().await.load(&id("one")).await.unwrap().unwrap().events;
    assert_eq!(stored, told);
}

/// Appends as fast as it can. Only after `Unsure` it has to look whether the event is stored.
async fn write_until(store: Store, end: Instant) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    while Instant::now() < end {
        let event = format!("event {}", told.len());
        match store.append(&id("one"), told.len() as u64, vec![event.clone()]).await {
            Ok(()) => told.push(event),
            Err(StoreError::CommitUnknown(_)) => loop {
                if let Ok(game) = store.load(&id("one")).await {
                    told.extend(game.unwrap().events.into_iter().skip(told.len()));
                    break;
                }
            },
            Err(other) => panic!("{other:?}"),
        }
    }
    told
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: `make test` starts one"]
async fn a_postgres_that_stays_away_is_told_and_found_again_later() {
    let home = Home::postgres().await;
    let mut wire = Wire::to(&home).await;
    wire.mend().await;
    let store = Store::open(&wire.address).await.unwrap();
    store.create(game("one")).await.unwrap();
    wire.cut().await;
    let away = store.append(&id("one"), 0, words(&["a"])).await;
    assert!(matches!(away, Err(StoreError::Unavailable(_))), "{away:?}");
    wire.mend().await;
    store.append(&id("one"), 0, words(&["b"])).await.unwrap();
    assert_eq!(store.load(&id("one")).await.unwrap().unwrap().events, ["b"]);
}
