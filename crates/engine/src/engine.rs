//! The interface of all engines.

use tetrarch_rules::Seat;
use tetrarch_table::search::{SearchReport, SearchRequest};
use tetrarch_table::{Millis, OfferKind, Table, TableEvent};

/// What an engine does when it is asked for a decision.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Answer {
    /// Plays an action.
    Act(String),
    /// Makes an offer; the engine still has to act afterwards.
    Offer(OfferKind),
    /// Accepts an offer.
    Accept(OfferKind),
    /// Declines an offer.
    Decline(OfferKind),
    /// Claims the draw that can be claimed.
    Claim,
    /// Resigns.
    Resign,
}

impl Answer {
    /// The event that the answer of a seat causes, after the seat to act has spent this much time.
    pub fn into_event(self, seat: Seat, spent: Millis) -> TableEvent {
        match self {
            Answer::Act(action) => TableEvent::Acted { seat, action, spent },
            Answer::Offer(offer) => TableEvent::Proposed { seat, offer },
            Answer::Accept(offer) => TableEvent::Accepted { seat, offer, spent },
            Answer::Decline(offer) => TableEvent::Declined { seat, offer },
            Answer::Claim => TableEvent::Claimed { seat },
            Answer::Resign => TableEvent::Resigned { seat },
        }
    }
}

/// An engine for one game. Only [`EnginePlayer`](crate::EnginePlayer) implements it: the trait erases the types of the game
/// and of its search.
///
/// An engine is a client of its seat: it sees only the table, which holds nothing secret, and the table
/// checks what it does like any player's request.
pub trait Engine: Send {
    /// The decision of a seat: first the response to an open offer, then its action. Returns `None` if the
    /// seat has nothing to decide, or if the table is of another game.
    fn answer(&mut self, table: &dyn Table, seat: Seat, request: &SearchRequest) -> Option<Answer>;

    /// The action for the seat to move, without offers or resignation. Calls `report` after each completed
    /// depth. Returns `None` if there is nothing to decide.
    fn choose(
        &mut self,
        table: &dyn Table,
        request: &SearchRequest,
        report: &mut dyn FnMut(&SearchReport),
    ) -> Option<String>;

    /// Analyses the position for the seat to move at full strength. Calls `report` after each completed
    /// depth. Returns `None` if there is nothing to decide.
    fn analyse(
        &mut self,
        table: &dyn Table,
        request: &SearchRequest,
        report: &mut dyn FnMut(&SearchReport),
    ) -> Option<SearchReport>;

    /// Clears everything learnt from the last game. `seed` determines the mistakes of weak levels.
    fn new_game(&mut self, seed: u64);

    /// Resizes the transposition table, in mebibytes.
    fn set_hash_size(&mut self, mebibytes: usize);

    /// Sets the number of search threads.
    fn set_threads(&mut self, threads: usize);

    /// Whether the game has more than two sides, so that the opponent model of a request matters.
    fn uses_opponent_model(&self) -> bool;
}

/// Settings for a new engine.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct EngineSettings {
    /// Size of the transposition table.
    pub hash_mebibytes: usize,
    /// Number of search threads.
    pub threads: usize,
    /// The text of a weights file, instead of the built-in weights.
    pub weights: Option<String>,
}

impl Default for EngineSettings {
    fn default() -> EngineSettings {
        EngineSettings { hash_mebibytes: 16, threads: 1, weights: None }
    }
}

/// Creates an engine for one game.
///
/// # Errors
/// Returns a message if the weights cannot be parsed.
pub type MakeEngine = fn(&EngineSettings) -> Result<Box<dyn Engine>, String>;
