//! The server is killed in the middle of many games, again and again. What it had acknowledged must be there when it is
//! back, and so must everything that it had shown to anybody.

#[path = "../kit/mod.rs"]
mod kit;
mod offers;
mod orders;
mod player;
mod told;

use kit::{Chair, Http, MIX, Running, new_table};
use player::Player;
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;
use told::Told;

/// Tables that are played at once.
const TABLES: usize = 12;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_or_shown_is_lost_by_a_kill_on_sqlite() {
    on_sqlite(5).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs a PostgreSQL: `make test` starts one"]
async fn nothing_acknowledged_or_shown_is_lost_by_a_kill_on_postgres() {
    on_postgres(5).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "long"]
async fn prove_nothing_is_lost_by_150_kills_on_sqlite() {
    on_sqlite(150).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "long"]
async fn prove_nothing_is_lost_by_150_kills_on_postgres() {
    on_postgres(150).await;
}

async fn on_sqlite(kills: u32) {
    let folder = tempfile::tempdir().unwrap();
    crash(&format!("sqlite:{}", folder.path().join("crash.db").display()), kills).await;
}

async fn on_postgres(kills: u32) {
    let server = std::env::var("TETRARCH_TEST_POSTGRES")
        .expect("the address of a PostgreSQL in TETRARCH_TEST_POSTGRES: use `make test` or `make prove`");
    sqlx::any::install_default_drivers();
    let name = format!("crash_{}_{kills}", std::process::id());
    let mut connection = AnyConnection::connect(&server).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(format!("CREATE DATABASE {name}"))).execute(&mut connection).await.unwrap();
    crash(&format!("{}/{name}", server.rsplit_once('/').unwrap().0), kills).await;
}

/// A table with its players and what they have been told.
struct Game {
    told: Arc<Told>,
    players: Vec<Player>,
}

impl Game {
    fn new(chairs: Vec<Chair>) -> Game {
        let told = Arc::new(Told::of(&chairs[0].table));
        let players = chairs.into_iter().map(|chair| Player::new(chair, Arc::clone(&told))).collect();
        Game { told, players }
    }
}

async fn crash(database: &str, kills: u32) {
    let mut games: Vec<Game> = Vec::new();
    let mut acknowledged = 0;
    let mut luck = luck_of_now();
    for kill in 0..kills {
        let server = Running::serve(database);
        let mut http = Http::to(server.address).await.unwrap();
        for game in &games {
            game.told.must_be_stored(&mut http).await;
        }
        games.retain(|game| {
            acknowledged += if game.told.is_over() { game.told.acknowledged() } else { 0 };
            !game.told.is_over()
        });
        let making = tokio::spawn(make_tables(http, TABLES.saturating_sub(games.len()), kill));
        let mut playing: JoinSet<Game> = JoinSet::new();
        for game in games.drain(..) {
            playing.spawn(play(game, server.address));
        }
        tokio::time::sleep(Duration::from_millis(luck() % 800)).await;
        server.kill();
        games = playing.join_all().await;
        games.extend(making.await.unwrap().into_iter().map(Game::new));
    }
    let server = Running::serve(database);
    let mut http = Http::to(server.address).await.unwrap();
    for game in &games {
        game.told.must_be_stored(&mut http).await;
        acknowledged += game.told.acknowledged();
    }
    println!("{kills} kills, {acknowledged} acknowledged actions, none lost");
    assert!(acknowledged > 10 * u64::from(kills), "only {acknowledged} actions were acknowledged");
}

/// Everybody plays until the server is gone.
async fn play(game: Game, address: std::net::SocketAddr) -> Game {
    let Game { told, players } = game;
    let mut playing = JoinSet::new();
    for player in players {
        playing.spawn(player.play(address));
    }
    Game { told, players: playing.join_all().await }
}

/// Makes tables until the server is gone; those whose seats were all promised count.
async fn make_tables(mut http: Http, count: usize, number: u32) -> Vec<Vec<Chair>> {
    let mut made = Vec::new();
    for table in 0..count {
        let (game, _) = MIX[(table + number as usize) % MIX.len()];
        match new_table(&mut http, game).await {
            Ok(chairs) => made.push(chairs),
            Err(_) => break,
        }
    }
    made
}

/// Numbers that are different in every run: a crash test should not always crash at the same moments.
fn luck_of_now() -> impl FnMut() -> u64 {
    let mut state = std::time::UNIX_EPOCH.elapsed().unwrap().as_nanos() as u64 | 1;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    }
}
