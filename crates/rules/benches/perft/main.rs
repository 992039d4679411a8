//! The speed of the rules: perft of each game compared with shakmaty's chess perft in the same run.
//!
//! The ratio counts, because machines differ. Baseline and game run alternately, and the result is the round with the
//! median ratio. `BENCH_ROUNDS` sets the number of rounds.

mod ban_chess;
mod banqi;
mod baseline;
mod bishops;
mod enochian;

use std::process::ExitCode;
use std::time::Instant;
use tetrarch_rules::{Presentation, perft};

/// The positions of a game, and the ratio that they must reach.
struct Benchmark {
    game: &'static str,
    required: f64,
    /// Counts all positions once. Returns the number of nodes.
    run: Box<dyn Fn() -> u64>,
}

impl Benchmark {
    fn new<P: Presentation>(required: f64, set: Vec<(P, u32)>) -> Benchmark {
        let run = move || set.iter().map(|(position, depth)| perft(position, *depth)).sum();
        Benchmark { game: P::TITLE, required, run: Box::new(run) }
    }
}

fn main() -> ExitCode {
    let rounds = std::env::var("BENCH_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(5);
    let benchmarks =
        [ban_chess::benchmark(), banqi::benchmark(), enochian::benchmark(), bishops::benchmark()];
    println!("perft, every node played; chess is shakmaty's perft without bulk counting ({rounds} rounds)\n");
    println!("| game | million nodes/s | chess, million nodes/s | ratio | promised |");
    // scripts/bench finds the table by the words "ratio" and "promised".
    println!("|---|---|---|---|---|");
    let mut passed = true;
    for benchmark in &benchmarks {
        let (speed, baseline) = median_round(benchmark, rounds);
        passed &= speed / baseline >= benchmark.required;
        println!(
            "| {} | {:.1} | {:.1} | {:.2} | {:.2} |",
            benchmark.game,
            speed / 1e6,
            baseline / 1e6,
            speed / baseline,
            benchmark.required
        );
    }
    if passed {
        return ExitCode::SUCCESS;
    }
    eprintln!("a game is slower than required");
    ExitCode::FAILURE
}

/// The speeds of the game and of the baseline, in nodes per second, in the round with the median ratio.
fn median_round(benchmark: &Benchmark, rounds: usize) -> (f64, f64) {
    let mut results: Vec<(f64, f64)> =
        (0..rounds.max(1)).map(|_| (speed(&benchmark.run), speed(&baseline::run))).collect();
    results.sort_by(|a, b| (a.0 / a.1).total_cmp(&(b.0 / b.1)));
    results[results.len() / 2]
}

fn speed(run: &dyn Fn() -> u64) -> f64 {
    let started = Instant::now();
    let nodes = run();
    nodes as f64 / started.elapsed().as_secs_f64()
}
