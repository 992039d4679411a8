//! The kinds of players there are.

mod engine;
mod greedy;
mod material;
mod program;
mod random;
mod uci;

pub(crate) use engine::EnginePlayer;
pub(crate) use greedy::Greedy;
pub(crate) use random::Random;
pub(crate) use uci::UciPlayer;

use tetrarch_engine::Answer;
use tetrarch_rules::Seat;
use tetrarch_table::Table;

/// The refusal of a proposal that waits for this seat, for players who agree to nothing.
pub(crate) fn no_to_all(table: &dyn Table, seat: Seat) -> Option<Answer> {
    let offer = table.offers().iter().find(|offer| offer.waiting.contains(seat))?;
    Some(Answer::Decline(offer.kind.clone()))
}
