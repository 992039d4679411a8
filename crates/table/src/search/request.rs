//! What to search for.

use super::{Level, OpponentModel, SearchLimits, StopFlag};

/// How to search a position, for a move or for an analysis.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// The playing strength. An analysis is always at full strength.
    pub level: Level,
    /// When to stop. Without limits, the clock decides on a move, and an analysis runs until it is stopped.
    pub limits: Option<SearchLimits>,
    /// Number of lines of an analysis (MultiPV), the best first. A search for a move ignores it.
    pub lines: usize,
    /// How the opponents are expected to play. Games with two sides ignore it.
    pub opponent_model: OpponentModel,
    /// Stops the search from outside; it then returns at once what it has found.
    pub stop: StopFlag,
}

impl SearchRequest {
    /// A search at a level, by the clock.
    pub fn at_level(level: Level) -> SearchRequest {
        SearchRequest { level, ..SearchRequest::default() }
    }

    /// A search at full strength within limits.
    pub fn within(limits: SearchLimits) -> SearchRequest {
        SearchRequest { limits: Some(limits), ..SearchRequest::default() }
    }
}

/// A search at full strength for one line, with a stop flag of its own.
impl Default for SearchRequest {
    fn default() -> SearchRequest {
        SearchRequest {
            level: Level::MAX,
            limits: None,
            lines: 1,
            opponent_model: OpponentModel::Default,
            stop: StopFlag::new(),
        }
    }
}
