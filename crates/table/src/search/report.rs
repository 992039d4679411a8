//! What a search has found.

use super::Score;
use crate::SeatMap;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The result of a search.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SearchReport {
    /// The search depth in plies.
    pub depth: u32,
    /// The number of nodes searched.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub nodes: u64,
    /// Time spent.
    #[serde(skip)]
    pub time: Duration,
    /// Share of the transposition table in use, in permille.
    #[serde(skip)]
    pub hashfull: u32,
    /// The best lines, best first. Empty if there is no decision to make.
    pub lines: Vec<ReportLine>,
}

/// A principal variation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReportLine {
    /// The score for the seat to act.
    pub score: Score,
    /// The expected points by seat.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, number>"))]
    pub shares: SeatMap<f64>,
    /// The actions of the line, in the notation of game records.
    pub moves: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_names_the_seats_and_leaves_out_statistics() {
        let shares = [("white", 1.0), ("black", 0.0)].into_iter().collect();
        let line = ReportLine { score: Score::won_in(3), shares, moves: vec!["m:e2e4".to_string()] };
        let time = Duration::from_secs(1);
        let report = SearchReport { depth: 4, nodes: 9, time, hashfull: 7, lines: vec![line] };
        assert_eq!(
            serde_json::to_string(&report).unwrap(),
            r#"{"depth":4,"nodes":9,"lines":[{"score":29997,"shares":{"white":1.0,"black":0.0},"moves":["m:e2e4"]}]}"#
        );
    }
}
