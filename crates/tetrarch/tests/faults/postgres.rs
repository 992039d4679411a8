//! A PostgreSQL server that stops and comes back, or becomes read-only for a while.

use crate::http_game::{HttpGame, assert_not_stored};
use crate::support::ServerProcess;
use crate::watcher::{Watcher, newest_version};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

/// Creates a database for one test. Returns a connection, the server address and the database name.
async fn new_database(name: &str) -> (PgConnection, String, String) {
    let server = std::env::var("TETRARCH_TEST_POSTGRES")
        .expect("set TETRARCH_TEST_POSTGRES to the address of a PostgreSQL server, or use `make test`");
    let name = format!("{name}_{}", std::process::id());
    let mut connection = PgConnection::connect(&server).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(format!("CREATE DATABASE {name}"))).execute(&mut connection).await.unwrap();
    (connection, server, name)
}

/// A TCP proxy to PostgreSQL. While it is cut, nothing listens on its port, as if PostgreSQL had stopped.
struct PostgresProxy {
    port: u16,
    server: String,
    open: Option<JoinSet<()>>,
}

impl PostgresProxy {
    async fn start(server: &str) -> PostgresProxy {
        let (_, rest) = server.split_once('@').unwrap();
        let server = rest.split_once('/').unwrap().0.to_string();
        let port = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
        let mut proxy = PostgresProxy { port, server, open: None };
        proxy.restore().await;
        proxy
    }

    async fn restore(&mut self) {
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
#[ignore = "needs PostgreSQL (make test)"]
async fn a_stopped_postgres_is_waited_for_then_reported_and_play_continues_when_it_is_back() {
    let (_connection, server, name) = new_database("stopped").await;
    let mut proxy = PostgresProxy::start(&server).await;
    let address = format!("postgres://postgres@127.0.0.1:{}/{name}", proxy.port);
    let server = ServerProcess::serve(&address);
    let mut game = HttpGame::create(server.address).await;
    for _ in 0..3 {
        game.step_until_accepted(server.address).await;
        // An outage for a short time only causes a delay, or a refusal at once.
        proxy.cut().await;
        let (stepped, ()) = tokio::join!(game.step(server.address), async {
            tokio::time::sleep(Duration::from_millis(500)).await;
            proxy.restore().await;
        });
        stepped.unwrap_or_else(|refused| assert_not_stored(&refused));
    }
    game.step_until_accepted(server.address).await;
    proxy.cut().await;
    assert_not_stored(&game.step(server.address).await.expect_err("the command was stored"));
    proxy.restore().await;
    game.step_until_accepted(server.address).await;
    game.assert_line_acknowledged(server.address).await;
    server.kill();
    let again = ServerProcess::serve(&address);
    game.assert_line_acknowledged(again.address).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL (make test)"]
async fn a_read_only_postgres_is_reported_and_play_continues_when_it_is_writable_again() {
    let (mut connection, server, name) = new_database("read_only").await;
    let address = format!("{}/{name}", server.rsplit_once('/').unwrap().0);
    let server = ServerProcess::serve(&address);
    let mut game = HttpGame::create(server.address).await;
    game.step_until_accepted(server.address).await;
    let end_all = format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'");
    let read_only = format!("ALTER DATABASE {name} SET default_transaction_read_only = on");
    let writable = format!("ALTER DATABASE {name} RESET default_transaction_read_only");
    for words in [&read_only, &end_all] {
        sqlx::raw_sql(AssertSqlSafe(words.clone())).execute(&mut connection).await.unwrap();
    }
    assert_not_stored(&game.step(server.address).await.expect_err("the command was stored"));
    game.assert_line_acknowledged(server.address).await;
    sqlx::raw_sql(AssertSqlSafe(writable)).execute(&mut connection).await.unwrap();
    game.step_until_accepted(server.address).await;
    game.assert_line_acknowledged(server.address).await;
}

/// Over HTTP, authentication needs the database and fails first. Over a socket, the command reaches the room.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL (make test)"]
async fn a_command_that_may_not_be_stored_is_neither_acknowledged_nor_shown() {
    let (_connection, server, name) = new_database("unknown").await;
    let mut proxy = PostgresProxy::start(&server).await;
    let server = ServerProcess::serve(&format!("postgres://postgres@127.0.0.1:{}/{name}", proxy.port));
    let mut game = HttpGame::create(server.address).await;
    for _ in 0..2 {
        game.step_until_accepted(server.address).await;
    }
    let mut watcher = Watcher::connect(server.address, game.table(), None).await;
    let (token, command) = game.next_command(server.address).await;
    let mut player = Watcher::connect(server.address, game.table(), Some(&token)).await;
    let before = newest_version(&watcher.messages().await).expect("no state");
    player.messages().await;
    proxy.cut().await;
    player.send_command(&command).await;
    let (messages, shown) = tokio::join!(player.messages_until_closed(), watcher.messages_until_closed());
    let refused = messages.iter().find(|message| message["kind"] == "refused").expect("no response");
    assert_eq!(refused["why"]["reason"], "not_stored", "{refused}");
    for message in messages.iter().chain(&shown) {
        assert!(message["kind"] != "done" && message["kind"] != "event", "{message}");
        assert!(message["version"].as_u64().unwrap_or(before) <= before, "{message}");
    }
    proxy.restore().await;
    game.step_until_accepted(server.address).await;
    game.assert_line_acknowledged(server.address).await;
}
