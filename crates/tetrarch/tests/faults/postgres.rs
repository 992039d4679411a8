//! A PostgreSQL that stops and comes back, or may only be read for a while.

use crate::kit::Running;
use crate::played::{Played, must_be_clear};
use crate::watched::{Watcher, newest};
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

/// A database of a test's own, and the address of its server.
async fn new_database(name: &str) -> (AnyConnection, String, String) {
    let server = std::env::var("TETRARCH_TEST_POSTGRES")
        .expect("the address of a PostgreSQL in TETRARCH_TEST_POSTGRES: use `make test`");
    sqlx::any::install_default_drivers();
    let name = format!("{name}_{}", std::process::id());
    let mut connection = AnyConnection::connect(&server).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(format!("CREATE DATABASE {name}"))).execute(&mut connection).await.unwrap();
    (connection, server, name)
}

/// The wire to a PostgreSQL. While it is cut, nobody listens there, as when it has stopped.
struct Wire {
    port: u16,
    server: String,
    open: Option<JoinSet<()>>,
}

impl Wire {
    async fn to(server: &str) -> Wire {
        let (_, rest) = server.split_once('@').unwrap();
        let server = rest.split_once('/').unwrap().0.to_string();
        let port = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
        let mut wire = Wire { port, server, open: None };
        wire.mend().await;
        wire
    }

    async fn mend(&mut self) {
        let listener = TcpListener::bind(("127.0.0.1", self.port)).await.unwrap();
        let (server, mut open) = (self.server.clone(), JoinSet::new());
        open.spawn(async move {
            let mut pairs = JoinSet::new();
            while let Ok((mut near, _)) = listener.accept().await {
                let mut far = TcpStream::connect(&server).await.unwrap();
                pairs.spawn(async move { tokio::io::copy_bidirectional(&mut near, &mut far).await });
            }
        });
        self.open = Some(open);
    }

    async fn cut(&mut self) {
        if let Some(mut open) = self.open.take() {
            open.shutdown().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs a PostgreSQL: `make test` starts one"]
async fn when_postgres_stops_it_is_waited_for_then_told_and_play_goes_on_when_it_is_back() {
    let (_connection, server, name) = new_database("stopped").await;
    let mut wire = Wire::to(&server).await;
    let address = format!("postgres://postgres@127.0.0.1:{}/{name}", wire.port);
    let running = Running::serve(&address);
    let mut played = Played::at(running.address).await;
    for _ in 0..3 {
        played.must_go_on(running.address).await;
        // Away for a moment: nobody notices more than a delay, or is told at once.
        wire.cut().await;
        let (stepped, ()) = tokio::join!(played.step(running.address), async {
            tokio::time::sleep(Duration::from_millis(500)).await;
            wire.mend().await;
        });
        stepped.unwrap_or_else(|refused| must_be_clear(&refused));
    }
    played.must_go_on(running.address).await;
    wire.cut().await;
    must_be_clear(&played.step(running.address).await.expect_err("nothing can be stored"));
    wire.mend().await;
    played.must_go_on(running.address).await;
    played.must_be_there(running.address).await;
    running.kill();
    let again = Running::serve(&address);
    played.must_be_there(again.address).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs a PostgreSQL: `make test` starts one"]
async fn when_postgres_may_only_be_read_it_is_told_and_play_goes_on_when_it_may_be_written_again() {
    let (mut connection, server, name) = new_database("read_only").await;
    let address = format!("{}/{name}", server.rsplit_once('/').unwrap().0);
    let running = Running::serve(&address);
    let mut played = Played::at(running.address).await;
    played.must_go_on(running.address).await;
    let end_all = format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'");
    let read_only = format!("ALTER DATABASE {name} SET default_transaction_read_only = on");
    let writable = format!("ALTER DATABASE {name} RESET default_transaction_read_only");
    for words in [&read_only, &end_all] {
        sqlx::raw_sql(AssertSqlSafe(words.clone())).execute(&mut connection).await.unwrap();
    }
    must_be_clear(&played.step(running.address).await.expect_err("nothing can be stored"));
    played.must_be_there(running.address).await;
    sqlx::raw_sql(AssertSqlSafe(writable)).execute(&mut connection).await.unwrap();
    played.must_go_on(running.address).await;
    played.must_be_there(running.address).await;
}

/// Over HTTP it is asked first who somebody is, which fails too; over a socket the room hears the command.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs a PostgreSQL: `make test` starts one"]
async fn what_nobody_knows_to_be_stored_is_neither_acknowledged_nor_shown() {
    let (_connection, server, name) = new_database("unknown").await;
    let mut wire = Wire::to(&server).await;
    let running = Running::serve(&format!("postgres://postgres@127.0.0.1:{}/{name}", wire.port));
    let mut played = Played::at(running.address).await;
    for _ in 0..2 {
        played.must_go_on(running.address).await;
    }
    let mut watcher = Watcher::at(running.address, played.table(), None).await;
    let (token, command) = played.next(running.address).await;
    let mut player = Watcher::at(running.address, played.table(), Some(&token)).await;
    let before = newest(&watcher.told().await).expect("a state");
    player.told().await;
    wire.cut().await;
    player.say(&command).await;
    let (told, shown) = tokio::join!(player.all_told(), watcher.all_told());
    let refused = told.iter().find(|message| message["kind"] == "refused").expect("an answer");
    assert_eq!(refused["why"]["reason"], "not_stored", "{refused}");
    for message in told.iter().chain(&shown) {
        assert!(message["kind"] != "done" && message["kind"] != "event", "{message}");
        assert!(message["version"].as_u64().unwrap_or(before) <= before, "{message}");
    }
    wire.mend().await;
    played.must_go_on(running.address).await;
    played.must_be_there(running.address).await;
}
