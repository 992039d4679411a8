//! The interface of all searches.

use crate::SearchResult;
use crate::search_control::SearchControl;
use tetrarch_rules::{BySeat, Position};
use tetrarch_table::search::{SearchLimits, SearchRequest};

/// A position to search.
#[derive(Debug)]
pub struct SearchInput<'a, P> {
    /// The position.
    pub position: &'a P,
    /// The keys of the positions before it, the earliest first, to detect repetitions.
    pub history: &'a [u64],
    /// How to search it. The level plays no part here.
    pub request: &'a SearchRequest,
    /// Whether the result is for play: a forced move is then returned at once.
    pub for_play: bool,
}

impl<P> SearchInput<'_, P> {
    /// When to stop.
    pub(crate) fn limits(&self) -> SearchLimits {
        self.request.limits.unwrap_or(SearchLimits::NONE)
    }

    pub(crate) fn control(&self) -> SearchControl {
        SearchControl::new(self.limits(), &self.request.stop)
    }
}

/// A search algorithm for a game.
pub trait Searcher<P: Position>: Send {
    /// Searches for the best lines of the seat to move, best first. Calls `report` after each completed
    /// depth.
    ///
    /// The seat must have something to decide. There is always at least one line.
    fn search(
        &mut self,
        input: &SearchInput<'_, P>,
        report: &mut dyn FnMut(&SearchResult<P::Action>),
    ) -> SearchResult<P::Action>;

    /// Clears the transposition table for a new game.
    fn clear(&mut self);

    /// Resizes the transposition table, in mebibytes.
    fn set_hash_size(&mut self, mebibytes: usize);

    /// Sets the number of search threads.
    fn set_threads(&mut self, threads: usize);

    /// Whether the opponent model of a request matters to this search.
    fn uses_opponent_model(&self) -> bool;
}

/// Shares for two sides: the seat to move and its allies, and the others.
pub(crate) fn two_sided_shares<P: Position>(game: &P, win_probability: f64) -> BySeat<f64> {
    let allies = game.turn().seat().map(|seat| (P::SPECIAL.allies)(game, seat)).unwrap_or_default();
    BySeat::from_fn(|seat| match seat.index() {
        index if index >= game.seats().len() => 0.0,
        _ if allies.contains(seat) => win_probability,
        _ => 1.0 - win_probability,
    })
}
