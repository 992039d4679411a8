//! Runs many tables at once.

use crate::client::{Player, ServerKind};
use crate::pace::{Pace, Window};
use crate::support::{GAME_SEATS, HttpConnection, SeatToken, ServerProcess, create_full_table};
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// The mean number of actions of finished games, by game.
#[derive(Default)]
pub(crate) struct GameLengths(Mutex<HashMap<&'static str, (u64, u64)>>);

impl GameLengths {
    fn add(&self, game: &'static str, actions: u64) {
        let mut all = self.0.lock().expect("unbroken");
        let (games, sum) = all.entry(game).or_default();
        *games += 1;
        *sum += actions;
    }

    /// The mean length of a game; 1000 if none has finished.
    fn of(&self, game: &str) -> u64 {
        self.0.lock().expect("unbroken").get(game).map_or(1000, |(games, sum)| sum / games)
    }
}

/// The results of a measurement.
pub(crate) struct Load {
    pub(crate) per_second: f64,
    pub(crate) p50: Duration,
    pub(crate) p99: Duration,
    /// The server's CPU time per action.
    pub(crate) cpu_time: Duration,
    pub(crate) failed: u64,
}

/// Plays on the given number of connections until the window ends. Offers `rate` actions per second; without it, players act as
/// soon as it is their turn. Games on the bare server are as long as those on the Tetrarch server were.
pub(crate) async fn play(
    server: &ServerProcess,
    is_tetrarch: bool,
    connections: usize,
    rate: Option<f64>,
    lengths: &Arc<GameLengths>,
    window: &Arc<Window>,
) -> Load {
    let tables: Vec<&str> = games(connections).collect();
    let every = rate.map(|rate| Duration::from_secs_f64(tables.len() as f64 / rate));
    let mut tasks = JoinSet::new();
    let (address, cpu_time) =
        (server.address, tokio::spawn(cpu_time_during(server.pid(), Arc::clone(window))));
    for (number, game) in tables.iter().enumerate() {
        let (window, lengths, game) = (Arc::clone(window), Arc::clone(lengths), *game);
        let phase = number as f64 / tables.len() as f64;
        let game: &'static str = GAME_SEATS.iter().find(|(name, _)| *name == game).expect("one of them").0;
        tasks.spawn(async move {
            let mut http = HttpConnection::connect(address).await.expect("the server listens");
            loop {
                window.turns.wait().await;
                if window.is_over() {
                    break;
                }
                let kind = if is_tetrarch {
                    ServerKind::Tetrarch
                } else {
                    ServerKind::Bare { length: lengths.of(game) }
                };
                let seats = create_full_table(&mut http, game).await.expect("a table");
                let players = connect_all(address, kind, &seats).await;
                let pace = Pace::new(Arc::clone(&window), every, phase);
                let finished = play_game(players, &pace).await;
                let actions = pace.end();
                if finished && is_tetrarch {
                    lengths.add(game, actions);
                }
            }
        });
    }
    tasks.join_all().await;
    let (mut latencies, failed) = window.result();
    latencies.sort_unstable();
    let per_second = latencies.len() as f64 / window.measured.as_secs_f64();
    let cpu_time = cpu_time.await.expect("a time") / latencies.len().max(1) as u32;
    Load { per_second, p50: quantile(&latencies, 0.5), p99: quantile(&latencies, 0.99), cpu_time, failed }
}

/// A quantile of sorted times.
fn quantile(times: &[Duration], quantile: f64) -> Duration {
    times.get((times.len() as f64 * quantile) as usize).copied().unwrap_or_default()
}

/// The CPU time of a process during the measurement.
async fn cpu_time_during(process: u32, window: Arc<Window>) -> Duration {
    tokio::time::sleep_until(window.from.into()).await;
    let before = cpu_time(process);
    tokio::time::sleep_until(window.to.into()).await;
    cpu_time(process) - before
}

/// The CPU time of a process. Linux counts it in hundredths of a second.
fn cpu_time(process: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).expect("/proc is available");
    let (_, numbers) = stat.rsplit_once(')').expect("the name in brackets");
    let ticks: u64 = numbers
        .split_whitespace()
        .skip(11)
        .take(2)
        .map(|ticks| ticks.parse::<u64>().expect("a number"))
        .sum();
    Duration::from_millis(10 * ticks)
}

/// The time to connect all players and to start.
pub(crate) fn warm_up(connections: usize) -> Duration {
    Duration::from_secs(3) + Duration::from_millis(4) * connections as u32
}

/// Plays one game. Returns whether it was played to the end.
async fn play_game(players: Vec<(Player, Utf8Bytes)>, pace: &Arc<Pace>) -> bool {
    let mut playing = JoinSet::new();
    for (player, state) in players {
        playing.spawn(player.play(state, Arc::clone(pace)));
    }
    playing.join_all().await.into_iter().all(|finished| finished)
}

/// Connects all players before any of them acts.
async fn connect_all(address: SocketAddr, kind: ServerKind, seats: &[SeatToken]) -> Vec<(Player, Utf8Bytes)> {
    let mut players = Vec::new();
    for (place, seat) in seats.iter().enumerate() {
        players.push(Player::connect(address, kind, seat, (place as u64, seats.len() as u64)).await);
    }
    players
}

/// Opens idle connections.
pub(crate) async fn idle(address: SocketAddr, is_tetrarch: bool, connections: usize) -> JoinSet<()> {
    let mut tasks = JoinSet::new();
    let mut http = HttpConnection::connect(address).await.expect("the server listens");
    let kind = if is_tetrarch { ServerKind::Tetrarch } else { ServerKind::Bare { length: 0 } };
    for game in games(connections) {
        let seats = create_full_table(&mut http, game).await.expect("a table");
        for (player, _) in connect_all(address, kind, &seats).await {
            tasks.spawn(player.idle());
        }
    }
    tasks
}

/// Cycles through the games, as many as these connections can play.
fn games(connections: usize) -> impl Iterator<Item = &'static str> {
    let mut left = connections;
    GAME_SEATS.iter().cycle().map_while(move |(game, seats)| {
        left = left.checked_sub(*seats)?;
        Some(*game)
    })
}
