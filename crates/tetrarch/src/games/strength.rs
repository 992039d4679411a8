//! The strength that an engine promises.

use tetrarch_arena::SeatSplit;

/// A score that an engine must reach in a match.
#[derive(Copy, Clone, Debug)]
pub struct StrengthTarget {
    /// What is measured, as a phrase.
    pub title: &'static str,
    /// The player, as on the command line.
    pub player: &'static str,
    /// Its opponent.
    pub opponent: BenchmarkOpponent,
    /// How the two share the seats.
    pub sharing: SeatSplit,
    /// The position text to start from; the standard start by default.
    pub start: Option<&'static str>,
    /// The score to reach, from 0 to 1.
    pub score: f64,
}

/// The opponent in a strength target.
#[derive(Copy, Clone, Debug)]
pub enum BenchmarkOpponent {
    /// A player description as on the command line.
    Player(&'static str),
    /// The same engine with fewer threads. Games run one at a time, so that all processors are available.
    FewerThreads(&'static str),
    /// Stockfish with these options, if it is installed.
    Stockfish(&'static str),
}

impl StrengthTarget {
    /// A target for full strength at 100 ms against greedy players.
    pub const fn against_greedy(title: &'static str, score: f64) -> StrengthTarget {
        StrengthTarget {
            title,
            player: "level=8,time=100ms",
            opponent: BenchmarkOpponent::Player("greedy"),
            sharing: SeatSplit::Halves,
            start: None,
            score,
        }
    }
}
