//! Plays real games over sockets against the real server, and the same way against a bare axum server that only passes
//! messages on. Fails if the server does not keep what is promised:
//!
//! - at least half as many durable actions a second as the bare server passes on messages;
//! - at a quarter of the bare server's peak, a p99 of at most five times the bare server's at the same rate;
//! - at most 16 kB of memory for an idle connection.
//!
//! The two take turns of a second, so that what else the machine does slows down both, and the middle one of some rounds counts.
//!
//! Each turn has a p99 of its own, and the middle one of all turns counts: a machine that stands still for a hundredth of a second
//! now and then has no other p99 than that. A server that itself stands still in fewer than half of the seconds would not
//! be noticed by this number, so the p99 of all turns together is told beside it.

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
use tables::{Lengths, Load};
use turns::Place::{First, Second};

/// How often both are measured.
const ROUNDS: usize = 3;
/// Connections that play at once.
const PLAYING: [usize; 2] = [100, 1000];
/// Connections that only wait.
const IDLE: usize = 5000;

const LEAST_PART: f64 = 0.5;
const MOST_TIMES: f64 = 5.0;
const KEEPS_UP: f64 = 0.95;
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
    server: ServerProcess,
    _folder: tempfile::TempDir,
}

fn ours() -> Ours {
    let folder = tempfile::tempdir().expect("a folder");
    let server = ServerProcess::serve(&format!("sqlite:{}", folder.path().join("load.db").display()));
    Ours { server, _folder: folder }
}

fn bare() -> ServerProcess {
    ServerProcess::start(Command::new(std::env::current_exe().expect("this program")).arg("bare"))
}

/// What was measured of both, round by round.
struct Rounds(Vec<[Load; 2]>);

/// What counts of all rounds: the middle one of ours, of the bare server's, and of the rounds' ratios.
#[derive(Clone, Copy)]
struct Middle {
    own: f64,
    bare: f64,
    ratio: f64,
}

impl Rounds {
    async fn play(connections: usize, rate: Option<f64>, lengths: &Arc<Lengths>) -> Rounds {
        let mut rounds = Vec::new();
        // Before the first round nobody knows how long games are. It does not count.
        let unknown = usize::from(rate.is_none());
        for round in 0..unknown + ROUNDS {
            let (ours, bare) = (ours(), bare());
            // Both begin in turn.
            let places = if round % 2 == 0 { [First, Second] } else { [Second, First] };
            let (begun, warm_up) = (Instant::now(), tables::warm_up(connections));
            let [own, other] = places.map(|place| Window::new(begun, place, warm_up));
            let (own, other) = tokio::join!(
                tables::play(&ours.server, true, connections, rate, lengths, &own),
                tables::play(&bare, false, connections, rate, lengths, &other),
            );
            rounds.push([own, other]);
        }
        Rounds(rounds.split_off(unknown))
    }

    fn middle(&self, what: impl Fn(&Load) -> f64) -> Middle {
        let of = |number: &dyn Fn(&[Load; 2]) -> f64| middle(self.0.iter().map(number).collect());
        Middle {
            own: of(&|[own, _]| what(own)),
            bare: of(&|[_, bare]| what(bare)),
            ratio: of(&|[own, bare]| what(own) / what(bare)),
        }
    }

    /// The same of all their turns.
    fn middle_of_turns(&self, what: impl Fn(&Load) -> &[Duration]) -> Middle {
        let turns = || self.0.iter().flat_map(|[own, bare]| what(own).iter().zip(what(bare)));
        Middle {
            own: middle(turns().map(|(own, _)| micros(*own)).collect()),
            bare: middle(turns().map(|(_, bare)| micros(*bare)).collect()),
            ratio: middle(turns().map(|(own, bare)| micros(*own) / micros(*bare)).collect()),
        }
    }

    fn all_went_well(&self) -> bool {
        let went_well = |load: &Load| {
            load.failed == 0 && load.per_second > 0.0 && !load.p99_of_turns.contains(&Duration::ZERO)
        };
        self.0.iter().flatten().all(went_well)
    }
}

/// The number in the middle, which a single round does not change much.
fn middle(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

async fn playing(connections: usize) -> bool {
    let lengths = Arc::new(Lengths::default());
    let any = |_| true;
    let peak = Rounds::play(connections, None, &lengths).await;
    let per_second = peak.middle(|load| load.per_second);
    let rate = per_second.bare / 4.0;
    let fast = |ratio| ratio >= LEAST_PART;
    let mut kept = told(&format!("{connections} connections, actions/s"), per_second, fast, "≥ 0.5");
    let load = format!("{connections} connections at their peak");
    told(&format!("{load}: p50 µs"), peak.middle(|load| micros(load.p50)), any, "");
    told(&format!("{load}: p99 µs"), peak.middle(|load| micros(load.p99)), any, "");
    let busy = peak.middle(|load| micros(load.busy));
    told(&format!("{connections} connections, server busy for an action, µs"), busy, any, "");
    let steady = Rounds::play(connections, Some(rate), &lengths).await;
    let load = format!("{connections} connections at a quarter of the bare peak");
    // Who does not keep up has no latency worth a name.
    let keeps_up = |ratio| ratio >= KEEPS_UP;
    let per_second = steady.middle(|load| load.per_second);
    kept &= told(&format!("{load}, actions/s"), per_second, keeps_up, "≥ 0.95");
    let prompt = |ratio| ratio <= MOST_TIMES;
    let p99 = steady.middle_of_turns(|load| &load.p99_of_turns);
    kept &= told(&format!("{load}: p99 µs"), p99, prompt, "≤ 5");
    told(&format!("{load}: p99 of all turns together µs"), steady.middle(|load| micros(load.p99)), any, "");
    told(&format!("{load}: p50 µs"), steady.middle(|load| micros(load.p50)), any, "");
    kept && peak.all_went_well() && steady.all_went_well()
}

async fn idle() -> bool {
    enough_files();
    let (ours, bare) = (ours(), bare());
    let own = memory_per_connection(&ours.server, true).await;
    let other = memory_per_connection(&bare, false).await;
    let bytes = Middle { own, bare: other, ratio: own / other };
    told(&format!("{IDLE} idle connections, bytes each"), bytes, |_| own <= MOST_BYTES, "≤ 16000 bytes")
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

async fn memory_per_connection(server: &ServerProcess, ours: bool) -> f64 {
    let before = server.resident_memory();
    let connections = tables::idle(server.address, ours, IDLE).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    (server.resident_memory() - before) as f64 / connections.len() as f64
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

/// Prints a line of the table and says whether what was promised is kept.
fn told(what: &str, measured: Middle, keeps: impl Fn(f64) -> bool, promise: &str) -> bool {
    let Middle { own, bare, ratio } = measured;
    let kept = keeps(ratio);
    let promise = if kept { promise.to_string() } else { format!("{promise}: MISSED") };
    println!("| {what} | {own:.0} | {bare:.0} | {ratio:.2} | {promise} |");
    kept
}
