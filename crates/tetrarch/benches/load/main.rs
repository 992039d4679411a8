//! Plays real games over sockets against the real server, and the same way against a bare axum server that only passes
//! messages on. Fails if the server does not keep what is promised:
//!
//! - at least half as many durable actions a second as the bare server passes on messages;
//! - at a quarter of the bare server's peak, a p99 of at most five times the bare server's at the same rate;
//! - at most 16 kB of memory for an idle connection.

mod bare;
mod client;
#[path = "../../tests/kit/mod.rs"]
mod kit;
mod pace;
mod tables;

use kit::Running;
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::time::Duration;
use tables::{Lengths, Load};

/// How long is measured.
pub(crate) const MEASURED: Duration = Duration::from_secs(6);
/// Connections that play at once.
const PLAYING: [usize; 2] = [100, 1000];
/// Connections that only wait.
const IDLE: usize = 5000;

const LEAST_PART: f64 = 0.5;
const MOST_TIMES: f64 = 5.0;
const MOST_BYTES: f64 = 16_000.0;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let runtime = tokio::runtime::Runtime::new().expect("threads");
    if arguments.iter().any(|argument| argument == "bare") {
        runtime.block_on(bare::serve());
        return ExitCode::SUCCESS;
    }
    let wanted = |name: &str| {
        arguments.iter().all(|argument| argument.starts_with('-')) || arguments.iter().any(|own| own == name)
    };
    let mut kept = true;
    println!("load, `tetrarch serve` beside a bare axum server that only passes messages on:");
    println!("| load | ours | bare | ratio | promised |");
    println!("|---|---|---|---|---|");
    for connections in PLAYING {
        if wanted(&connections.to_string()) {
            kept &= runtime.block_on(playing(connections));
        }
    }
    if wanted("idle") {
        kept &= runtime.block_on(idle());
    }
    if kept { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A server of ours with an empty database.
struct Ours {
    server: Running,
    _folder: tempfile::TempDir,
}

fn ours() -> Ours {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Running::serve(&format!("sqlite:{}", folder.path().join("load.db").display()));
    Ours { server, _folder: folder }
}

fn bare() -> Running {
    Running::start(Command::new(std::env::current_exe().expect("this program")).arg("bare"))
}

async fn playing(connections: usize) -> bool {
    let lengths = Arc::new(Lengths::default());
    let peak = tables::play(&ours().server, true, connections, None, &lengths).await;
    let bare_peak = tables::play(&bare(), false, connections, None, &lengths).await;
    let mut kept = told(
        &format!("{connections} connections, actions/s"),
        [peak.per_second, bare_peak.per_second],
        |ratio| ratio >= LEAST_PART,
        "≥ 0.5",
    );
    told_times(&format!("{connections} connections at their peak"), &peak, &bare_peak);
    let busy = [micros(peak.busy), micros(bare_peak.busy)];
    told(&format!("{connections} connections, server busy for an action, µs"), busy, |_| true, "");
    let rate = bare_peak.per_second / 4.0;
    let steady = tables::play(&ours().server, true, connections, Some(rate), &lengths).await;
    let bare_steady = tables::play(&bare(), false, connections, Some(rate), &lengths).await;
    let load = format!("{connections} connections at a quarter of the bare peak");
    told(&format!("{load}, actions/s"), [steady.per_second, bare_steady.per_second], |_| true, "");
    kept &= told(
        &format!("{load}: p99 µs"),
        [micros(steady.p99), micros(bare_steady.p99)],
        |ratio| ratio <= MOST_TIMES,
        "≤ 5",
    );
    told(&format!("{load}: p50 µs"), [micros(steady.p50), micros(bare_steady.p50)], |_| true, "");
    kept && [peak, bare_peak, steady, bare_steady].iter().all(|load| load.failed == 0)
}

async fn idle() -> bool {
    enough_files();
    let (ours, bare) = (ours(), bare());
    let own = memory_per_connection(&ours.server, true).await;
    let other = memory_per_connection(&bare, false).await;
    told(
        &format!("{IDLE} idle connections, bytes each"),
        [own, other],
        |_| own <= MOST_BYTES,
        "≤ 16000 bytes",
    )
}

/// Every connection is a file of this program and one of the server's.
fn enough_files() {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files")).unwrap_or_default();
    let most: usize = line.split_whitespace().next().and_then(|most| most.parse().ok()).unwrap_or(usize::MAX);
    assert!(
        most > IDLE + 200,
        "{IDLE} connections need more open files: run `ulimit -n {}` before",
        IDLE + 1000
    );
}

async fn memory_per_connection(server: &Running, ours: bool) -> f64 {
    let before = server.memory();
    let connections = tables::idle(server.address, ours, IDLE).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    (server.memory() - before) as f64 / connections.len() as f64
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

fn told_times(load: &str, own: &Load, bare: &Load) {
    told(&format!("{load}: p50 µs"), [micros(own.p50), micros(bare.p50)], |_| true, "");
    told(&format!("{load}: p99 µs"), [micros(own.p99), micros(bare.p99)], |_| true, "");
}

/// Prints a line of the table and says whether what was promised is kept.
fn told(what: &str, [own, bare]: [f64; 2], keeps: impl Fn(f64) -> bool, promise: &str) -> bool {
    let ratio = own / bare;
    let kept = keeps(ratio);
    let promise = if kept { promise.to_string() } else { format!("{promise}: MISSED") };
    println!("| {what} | {own:.0} | {bare:.0} | {ratio:.2} | {promise} |");
    kept
}
