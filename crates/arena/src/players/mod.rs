//! The kinds of players.

mod greedy;
mod in_process;
mod material;
mod process;
mod random;
mod uci;

pub(crate) use greedy::GreedyPlayer;
pub(crate) use in_process::InProcessPlayer;
pub(crate) use random::RandomPlayer;
pub(crate) use uci::UciPlayer;

use tetrarch_engine::Answer;
use tetrarch_rules::Seat;
use tetrarch_table::Table;

/// Declines the offer that waits for this seat, if any, for players that accept nothing.
pub(crate) fn decline_offer(table: &dyn Table, seat: Seat) -> Option<Answer> {
    let offer = table.offers().iter().find(|offer| offer.waiting.contains(seat))?;
    Some(Answer::Decline(offer.kind.clone()))
}
