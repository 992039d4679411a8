//! Plays real games over sockets on the real server, and in the same way on a bare axum server that only broadcasts messages.
//! Fails if the server misses a target:
//!
//! - at least 0.4 times as many durable actions per second as the bare server broadcasts messages;
//! - at most 16 kB of memory per idle connection.
//!
//! Latencies at the peak and at a quarter of the bare server's peak are reported without a target: they depend on how often the
//! machine stalls.
//!
//! The two servers are measured in alternating turns of a second, so that other load on the machine affects both alike. The median
//! of several rounds counts.

mod bare;
mod client;
mod pace;
#[path = "../../tests/support/mod.rs"]
mod support;
mod tables;
mod turns;

use pace::Window;
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::time::{Duration, Instant};
use support::ServerProcess;
use tables::{GameLengths, Load};
use turns::Place::{First, Second};

/// The number of rounds.
const ROUNDS: usize = 3;
/// The numbers of playing connections to measure.
const PLAYING_CONNECTIONS: [usize; 2] = [100, 1000];
/// The number of idle connections to measure.
const IDLE_CONNECTIONS: usize = 5000;

const MIN_THROUGHPUT_RATIO: f64 = 0.4;
const MAX_BYTES_PER_CONNECTION: f64 = 16_000.0;

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
    let mut met = true;
    println!("load, `tetrarch serve` beside a bare axum server that only passes messages on:");
    println!("| load | ours | bare | ratio | promised |");
    println!("|---|---|---|---|---|");
    for connections in PLAYING_CONNECTIONS {
        if wanted(&connections.to_string()) {
            met &= runtime.block_on(playing(connections));
        }
    }
    if wanted("idle") {
        met &= runtime.block_on(idle());
    }
    if met { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The real server with an empty database.
struct TetrarchServer {
    server: ServerProcess,
    _folder: tempfile::TempDir,
}

fn start_tetrarch() -> TetrarchServer {
    let folder = tempfile::tempdir().expect("a folder");
    let server = ServerProcess::serve(&format!("sqlite:{}", folder.path().join("load.db").display()));
    TetrarchServer { server, _folder: folder }
}

fn start_bare() -> ServerProcess {
    ServerProcess::start(Command::new(std::env::current_exe().expect("this program")).arg("bare"))
}

/// The measurements of both servers, round by round.
struct Rounds(Vec<[Load; 2]>);

/// The medians over all rounds: of our server, of the bare server, and of the ratios.
#[derive(Clone, Copy)]
struct Median {
    own: f64,
    bare: f64,
    ratio: f64,
}

impl Rounds {
    async fn play(connections: usize, rate: Option<f64>, lengths: &Arc<GameLengths>) -> Rounds {
        let mut rounds = Vec::new();
        // The first round only measures the length of games and does not count.
        let unknown = usize::from(rate.is_none());
        for round in 0..unknown + ROUNDS {
            let (tetrarch, bare) = (start_tetrarch(), start_bare());
            // Alternate which server goes first.
            let places = if round % 2 == 0 { [First, Second] } else { [Second, First] };
            let (started, warm_up) = (Instant::now(), tables::warm_up(connections));
            let [own, other] = places.map(|place| Window::new(started, place, warm_up));
            let (own, other) = tokio::join!(
                tables::play(&tetrarch.server, true, connections, rate, lengths, &own),
                tables::play(&bare, false, connections, rate, lengths, &other),
            );
            rounds.push([own, other]);
        }
        Rounds(rounds.split_off(unknown))
    }

    fn median(&self, what: impl Fn(&Load) -> f64) -> Median {
        let of = |number: &dyn Fn(&[Load; 2]) -> f64| median(self.0.iter().map(number).collect());
        Median {
            own: of(&|[own, _]| what(own)),
            bare: of(&|[_, bare]| what(bare)),
            ratio: of(&|[own, bare]| what(own) / what(bare)),
        }
    }

    fn succeeded(&self) -> bool {
        self.0.iter().flatten().all(|load| load.failed == 0 && load.per_second > 0.0)
    }
}

/// The median, which a single outlier barely changes.
fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

async fn playing(connections: usize) -> bool {
    let lengths = Arc::new(GameLengths::default());
    let peak = Rounds::play(connections, None, &lengths).await;
    let per_second = peak.median(|load| load.per_second);
    let fast = |ratio| ratio >= MIN_THROUGHPUT_RATIO;
    let met = report_row(&format!("{connections} connections, actions/s"), per_second, fast, "≥ 0.4");
    report_latency(&format!("{connections} connections at their peak"), &peak);
    let cpu_time = peak.median(|load| micros(load.cpu_time));
    report(&format!("{connections} connections, server busy for an action, µs"), cpu_time);
    let steady = Rounds::play(connections, Some(per_second.bare / 4.0), &lengths).await;
    let load = format!("{connections} connections at a quarter of the bare peak");
    // Latency means nothing for a server that does not keep up.
    report(&format!("{load}, actions/s"), steady.median(|load| load.per_second));
    report_latency(&load, &steady);
    met && peak.succeeded() && steady.succeeded()
}

async fn idle() -> bool {
    check_open_file_limit();
    let (tetrarch, bare) = (start_tetrarch(), start_bare());
    let own = memory_per_connection(&tetrarch.server, true).await;
    let other = memory_per_connection(&bare, false).await;
    let bytes = Median { own, bare: other, ratio: own / other };
    report_row(
        &format!("{IDLE_CONNECTIONS} idle connections, bytes each"),
        bytes,
        |_| own <= MAX_BYTES_PER_CONNECTION,
        "≤ 16000 bytes",
    )
}

/// Checks the limit on open files: every connection needs one here and one in the server.
fn check_open_file_limit() {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files")).unwrap_or_default();
    let most: usize = line.split_whitespace().next().and_then(|most| most.parse().ok()).unwrap_or(usize::MAX);
    assert!(
        most > IDLE_CONNECTIONS + 200,
        "{IDLE_CONNECTIONS} connections need more open files: run `ulimit -n {}` first",
        IDLE_CONNECTIONS + 1000
    );
}

async fn memory_per_connection(server: &ServerProcess, is_tetrarch: bool) -> f64 {
    let before = server.resident_memory();
    let connections = tables::idle(server.address, is_tetrarch, IDLE_CONNECTIONS).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    (server.resident_memory() - before) as f64 / connections.len() as f64
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

/// Prints the rows of the latencies.
fn report_latency(load: &str, rounds: &Rounds) {
    report(&format!("{load}: p50 µs"), rounds.median(|load| micros(load.p50)));
    report(&format!("{load}: p99 µs"), rounds.median(|load| micros(load.p99)));
}

/// Prints a row without a target.
fn report(what: &str, measured: Median) {
    report_row(what, measured, |_| true, "");
}

/// Prints a row of the table and returns whether the target was met.
fn report_row(what: &str, measured: Median, is_met: impl Fn(f64) -> bool, target: &str) -> bool {
    let Median { own, bare, ratio } = measured;
    let met = is_met(ratio);
    let target = if met { target.to_string() } else { format!("{target}: MISSED") };
    println!("| {what} | {own:.0} | {bare:.0} | {ratio:.2} | {target} |");
    met
}
