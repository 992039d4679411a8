//! How fast the rules are: perft of each game beside shakmaty's chess perft, in the same run.
//!
//! Machines differ, so what counts is the ratio. Peer and game take turns, and the median of the rounds is told.
//! `BENCH_ROUNDS` sets how many rounds there are.

mod ban_chess;
mod banqi;
mod bishops;
mod enochian;
mod peer;

use std::process::ExitCode;
use std::time::Instant;
use tetrarch_rules::{Position, perft};

/// A game's set of positions, and the ratio it has promised.
struct Contest {
    game: &'static str,
    promised: f64,
    /// Counts the set once: the number of nodes.
    run: Box<dyn Fn() -> u64>,
}

impl Contest {
    fn new<P: Position>(promised: f64, set: Vec<(P, u32)>) -> Contest {
        let run = move || set.iter().map(|(position, depth)| perft(position, *depth)).sum();
        Contest { game: P::TITLE, promised, run: Box::new(run) }
    }
}

fn main() -> ExitCode {
    let rounds = std::env::var("BENCH_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(5);
    let contests = [ban_chess::contest(), banqi::contest(), enochian::contest(), bishops::contest()];
    println!("perft, every node played; chess is shakmaty's perft without bulk counting ({rounds} rounds)\n");
    println!("| game | million nodes/s | chess, million nodes/s | ratio | promised |");
    println!("|---|---|---|---|---|");
    let mut kept = true;
    for contest in &contests {
        let (speed, peer) = median_round(contest, rounds);
        kept &= speed / peer >= contest.promised;
        println!(
            "| {} | {:.1} | {:.1} | {:.2} | {:.2} |",
            contest.game,
            speed / 1e6,
            peer / 1e6,
            speed / peer,
            contest.promised
        );
    }
    if kept {
        return ExitCode::SUCCESS;
    }
    eprintln!("a promise was not kept");
    ExitCode::FAILURE
}

/// The speeds of the game and of the peer in the round with the median ratio.
fn median_round(contest: &Contest, rounds: usize) -> (f64, f64) {
    let mut results: Vec<(f64, f64)> =
        (0..rounds.max(1)).map(|_| (speed(&contest.run), speed(&peer::run))).collect();
    results.sort_by(|a, b| (a.0 / a.1).total_cmp(&(b.0 / b.1)));
    results[results.len() / 2]
}

fn speed(run: &dyn Fn() -> u64) -> f64 {
    let started = Instant::now();
    let nodes = run();
    nodes as f64 / started.elapsed().as_secs_f64()
}
