//! Chance outcomes at tables without a server.

use crate::games;
use tetrarch_fair::Dealer;
use tetrarch_server::dealt_outcome;
use tetrarch_table::Table;

/// The outcome that the dealer has fixed for the pending chance turn, in a game from the standard start, as described in
/// `docs/fair-dealing.md`. `None` if the game has no chance.
pub fn fair_outcome(dealer: &Dealer, table: &dyn Table) -> Option<String> {
    let rule = games::entry(table.game()).ok()?.chance_rule()?;
    dealt_outcome(&rule, dealer, table)
}
