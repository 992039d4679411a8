//! Many tables at once.

use crate::client::{Kind, Player};
use crate::pace::{Latency, Pace, Window};
use crate::support::{GAME_SEATS, HttpConnection, SeatToken, ServerProcess, create_full_table};
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// How many actions the games had that were played to their end.
#[derive(Default)]
pub(crate) struct Lengths(Mutex<HashMap<&'static str, (u64, u64)>>);

impl Lengths {
    fn add(&self, game: &'static str, actions: u64) {
        let mut all = self.0.lock().expect("unbroken");
        let (games, sum) = all.entry(game).or_default();
        *games += 1;
        *sum += actions;
    }

    /// The mean; a long one for games of which none has ended.
    fn of(&self, game: &str) -> u64 {
        self.0.lock().expect("unbroken").get(game).map_or(1000, |(games, sum)| sum / games)
    }
}

/// What was measured.
pub(crate) struct Load {
    pub(crate) per_second: f64,
    pub(crate) p50: Duration,
    pub(crate) p99: Duration,
    /// The p99 of each turn.
    pub(crate) p99_of_turns: Vec<Duration>,
    /// How long the server's threads were busy for each action.
    pub(crate) busy: Duration,
    pub(crate) failed: u64,
}

/// Plays on as many connections as told, each at a table of one of the games, for a while. `rate` actions a second are
/// offered; without it, everybody acts as soon as it is their turn. The bare server's games are as long as ours were.
pub(crate) async fn play(
    server: &ServerProcess,
    ours: bool,
    connections: usize,
    rate: Option<f64>,
    lengths: &Arc<Lengths>,
    window: &Arc<Window>,
) -> Load {
    let tables: Vec<&str> = games(connections).collect();
    let every = rate.map(|rate| Duration::from_secs_f64(tables.len() as f64 / rate));
    let mut tasks = JoinSet::new();
    let (address, busy) = (server.address, tokio::spawn(busy_during(server.pid(), Arc::clone(window))));
    for (number, game) in tables.iter().enumerate() {
        let (window, lengths, game) = (Arc::clone(window), Arc::clone(lengths), *game);
        let part = number as f64 / tables.len() as f64;
        let game: &'static str = GAME_SEATS.iter().find(|(name, _)| *name == game).expect("one of them").0;
        tasks.spawn(async move {
            let mut http = HttpConnection::connect(address).await.expect("the server listens");
            loop {
                window.turns.wait().await;
                if window.is_over() {
                    break;
                }
                let kind = if ours { Kind::Tetrarch } else { Kind::Bare { length: lengths.of(game) } };
                let chairs = create_full_table(&mut http, game).await.expect("a table");
                let players = sit(address, kind, &chairs).await;
                let pace = Pace::new(Arc::clone(&window), every, part);
                let finished = one_game(players, &pace).await;
                let actions = pace.end();
                if finished && ours {
                    lengths.add(game, actions);
                }
            }
        });
    }
    tasks.join_all().await;
    let (latencies, failed) = window.result();
    let all = sorted(&latencies, |_| true);
    let p99_of_turns =
        window.numbers().map(|turn| part(&sorted(&latencies, |own| own == turn), 0.99)).collect();
    let per_second = latencies.len() as f64 / window.measured.as_secs_f64();
    let busy = busy.await.expect("a time") / latencies.len().max(1) as u32;
    Load { per_second, p50: part(&all, 0.5), p99: part(&all, 0.99), p99_of_turns, busy, failed }
}

/// How long the actions of some turns took, the shortest first.
fn sorted(latencies: &[Latency], wanted: impl Fn(u32) -> bool) -> Vec<Duration> {
    let mut times: Vec<Duration> =
        latencies.iter().filter(|own| wanted(own.turn)).map(|own| own.time).collect();
    times.sort_unstable();
    times
}

/// The time that this part of them stays below.
fn part(times: &[Duration], part: f64) -> Duration {
    times.get((times.len() as f64 * part) as usize).copied().unwrap_or_default()
}

/// How long the threads of a process are busy while it is measured.
async fn busy_during(process: u32, window: Arc<Window>) -> Duration {
    tokio::time::sleep_until(window.from.into()).await;
    let before = busy(process);
    tokio::time::sleep_until(window.to.into()).await;
    busy(process) - before
}

/// How long the threads of a process have been busy, as Linux counts it: in hundredths of a second.
fn busy(process: u32) -> Duration {
    let told = std::fs::read_to_string(format!("/proc/{process}/stat")).expect("Linux tells");
    let (_, numbers) = told.rsplit_once(')').expect("the name in brackets");
    let ticks: u64 = numbers
        .split_whitespace()
        .skip(11)
        .take(2)
        .map(|ticks| ticks.parse::<u64>().expect("a number"))
        .sum();
    Duration::from_millis(10 * ticks)
}

/// Time to connect everybody and to begin, in turns.
pub(crate) fn warm_up(connections: usize) -> Duration {
    Duration::from_secs(3) + Duration::from_millis(4) * connections as u32
}

/// Whether it was played to its end.
async fn one_game(players: Vec<(Player, Utf8Bytes)>, pace: &Arc<Pace>) -> bool {
    let mut playing = JoinSet::new();
    for (player, state) in players {
        playing.spawn(player.play(state, Arc::clone(pace)));
    }
    playing.join_all().await.into_iter().all(|finished| finished)
}

/// Everybody sits before anybody acts.
async fn sit(address: SocketAddr, kind: Kind, chairs: &[SeatToken]) -> Vec<(Player, Utf8Bytes)> {
    let mut players = Vec::new();
    for (place, chair) in chairs.iter().enumerate() {
        players.push(Player::sit(address, kind, chair, (place as u64, chairs.len() as u64)).await);
    }
    players
}

/// Opens connections that then do nothing.
pub(crate) async fn idle(address: SocketAddr, ours: bool, connections: usize) -> JoinSet<()> {
    let mut tasks = JoinSet::new();
    let mut http = HttpConnection::connect(address).await.expect("the server listens");
    let kind = if ours { Kind::Tetrarch } else { Kind::Bare { length: 0 } };
    for game in games(connections) {
        let chairs = create_full_table(&mut http, game).await.expect("a table");
        for (player, _) in sit(address, kind, &chairs).await {
            tasks.spawn(player.idle());
        }
    }
    tasks
}

/// The games in turn, as many as these connections play.
fn games(connections: usize) -> impl Iterator<Item = &'static str> {
    let mut left = connections;
    GAME_SEATS.iter().cycle().map_while(move |(game, chairs)| {
        left = left.checked_sub(*chairs)?;
        Some(*game)
    })
}
