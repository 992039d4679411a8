//! Kills the server in the middle of many games, again and again. After each restart it must still have everything
//! that it had acknowledged or shown to anyone.

mod offers;
mod owner_commands;
mod player;
mod promises;
#[path = "../support/mod.rs"]
mod support;

use player::Player;
use promises::Promises;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};
use std::sync::Arc;
use std::time::Duration;
use support::{GAME_SEATS, HttpConnection, SeatToken, ServerProcess, create_full_table};
use tokio::task::JoinSet;

/// Number of tables played at the same time.
const TABLES: usize = 12;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_loses_nothing_acknowledged_or_shown_on_sqlite() {
    crash_on_sqlite(5).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL (make test)"]
async fn a_kill_loses_nothing_acknowledged_or_shown_on_postgres() {
    crash_on_postgres(5).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "slow (make prove)"]
async fn prove_200_kills_lose_nothing_on_sqlite() {
    crash_on_sqlite(200).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "slow (make prove)"]
async fn prove_200_kills_lose_nothing_on_postgres() {
    crash_on_postgres(200).await;
}

async fn crash_on_sqlite(kills: u32) {
    let folder = tempfile::tempdir().unwrap();
    crash(&format!("sqlite:{}", folder.path().join("crash.db").display()), kills).await;
}

async fn crash_on_postgres(kills: u32) {
    let server = std::env::var("TETRARCH_TEST_POSTGRES")
        .expect("set TETRARCH_TEST_POSTGRES to the address of a PostgreSQL server, or use `make test` or `make prove`");
    let name = format!("crash_{}_{kills}", std::process::id());
    let mut connection = PgConnection::connect(&server).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(format!("CREATE DATABASE {name}"))).execute(&mut connection).await.unwrap();
    crash(&format!("{}/{name}", server.rsplit_once('/').unwrap().0), kills).await;
}

/// A table with its players and the promises that the server made to them.
struct Game {
    promises: Arc<Promises>,
    players: Vec<Player>,
}

impl Game {
    fn new(seats: Vec<SeatToken>) -> Game {
        let promises = Arc::new(Promises::new(&seats[0].table));
        let players = seats.into_iter().map(|seat| Player::new(seat, Arc::clone(&promises))).collect();
        Game { promises, players }
    }
}

async fn crash(database: &str, kills: u32) {
    let mut games: Vec<Game> = Vec::new();
    let mut acknowledged = 0;
    let mut random = random_numbers();
    for kill in 0..kills {
        let server = ServerProcess::serve(database);
        let mut http = HttpConnection::connect(server.address).await.unwrap();
        for game in &games {
            game.promises.assert_stored(&mut http).await;
        }
        games.retain(|game| {
            acknowledged += if game.promises.is_over() { game.promises.acknowledged() } else { 0 };
            !game.promises.is_over()
        });
        let creating = tokio::spawn(create_tables(http, TABLES.saturating_sub(games.len()), kill));
        let mut playing: JoinSet<Game> = JoinSet::new();
        for game in games.drain(..) {
            playing.spawn(play(game, server.address));
        }
        // The moment of the kill is random.
        tokio::time::sleep(Duration::from_millis(random() % 800)).await;
        server.kill();
        games = playing.join_all().await;
        games.extend(creating.await.unwrap().into_iter().map(Game::new));
    }
    let server = ServerProcess::serve(database);
    let mut http = HttpConnection::connect(server.address).await.unwrap();
    for game in &games {
        game.promises.assert_stored(&mut http).await;
        acknowledged += game.promises.acknowledged();
    }
    println!("{kills} kills, {acknowledged} acknowledged actions, none lost");
    assert!(acknowledged > 10 * u64::from(kills), "only {acknowledged} actions were acknowledged");
}

/// All players play until the server is gone.
async fn play(game: Game, address: std::net::SocketAddr) -> Game {
    let Game { promises, players } = game;
    let mut playing = JoinSet::new();
    for player in players {
        playing.spawn(player.play(address));
    }
    Game { promises, players: playing.join_all().await }
}

/// Creates tables until the server is gone. Only tables whose seats were all acknowledged count.
async fn create_tables(mut http: HttpConnection, count: usize, number: u32) -> Vec<Vec<SeatToken>> {
    let mut created = Vec::new();
    for table in 0..count {
        let (game, _) = GAME_SEATS[(table + number as usize) % GAME_SEATS.len()];
        match create_full_table(&mut http, game).await {
            Ok(seats) => created.push(seats),
            Err(_) => break,
        }
    }
    created
}

/// A random generator that differs in every run, so that the crashes happen at different moments.
fn random_numbers() -> impl FnMut() -> u64 {
    let mut state = std::time::UNIX_EPOCH.elapsed().unwrap().as_nanos() as u64 | 1;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    }
}
