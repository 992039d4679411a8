//! The result of a search, with actions of the game.

use std::fmt;
use std::time::Duration;
use tetrarch_rules::{BySeat, SeatNames};
use tetrarch_table::search::{ReportLine, Score, SearchReport};

/// A line of play with its score for the seat that asked (principal variation).
#[derive(Clone, PartialEq, Debug)]
pub struct PvLine<A> {
    /// The score for the seat that asked.
    pub score: Score,
    /// The expected share of the point of each seat.
    pub shares: BySeat<f64>,
    /// The actions of the line. Never empty.
    pub moves: Vec<A>,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct SearchResult<A> {
    /// The best lines, best first. Never empty.
    pub lines: Vec<PvLine<A>>,
    /// Depth in plies.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
    /// Permille of the transposition table that is in use.
    pub hashfull: u32,
}

impl<A: fmt::Display> SearchResult<A> {
    /// The report for callers that do not know the game.
    pub(crate) fn report(&self, seats: SeatNames) -> SearchReport {
        let line = |line: &PvLine<A>| ReportLine {
            score: line.score,
            shares: line.shares.first(seats.len()).map(|(seat, share)| (seat.name(seats), *share)).collect(),
            moves: line.moves.iter().map(ToString::to_string).collect(),
        };
        SearchReport {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time,
            hashfull: self.hashfull,
            lines: self.lines.iter().map(line).collect(),
        }
    }
}
