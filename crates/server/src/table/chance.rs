//! The outcomes of chance at a table.

use tetrarch_fair::{ChanceRule, Dealer};
use tetrarch_table::{Table, TableEvent};

/// The outcome that the dealer has fixed for the pending chance turn, in a game from the standard start.
pub fn dealt_outcome(rule: &ChanceRule, dealer: &Dealer, table: &dyn Table) -> Option<String> {
    let after = match table.log().last() {
        Some(TableEvent::Acted { action, .. }) => Some(action.as_str()),
        _ => None,
    };
    rule.outcome(dealer, next_chance_number(table), after)
}

/// Draws an outcome of the pending chance turn by weight, whatever happened before.
pub fn drawn_outcome(dealer: &Dealer, table: &dyn Table) -> Option<String> {
    dealer.draw(next_chance_number(table), &table.chances())
}

/// The number of the pending chance turn, from 1. Chance outcomes are never taken back.
fn next_chance_number(table: &dyn Table) -> u64 {
    1 + table.log().iter().filter(|event| matches!(event, TableEvent::Revealed { .. })).count() as u64
}
