//! What a fair dealer deals in each game.

use crate::games::{Chance, chance_in};
use std::num::NonZeroU32;
use tetrarch_fair::{Dealer, Layout};
use tetrarch_table::Table;

/// A die that says for each of four colours whether king and queen change places.
pub(crate) const SIDES: NonZeroU32 = NonZeroU32::new(16).unwrap();
/// The colours in the order of that die.
const COLOURS: &str = "wgbp";

/// What the dealer has fixed for the chance turn at a table, from the usual start.
pub fn dealt(dealer: &Dealer, table: &dyn Table) -> Option<String> {
    let thrown = || table.log().iter().filter(|entry| entry.word.starts_with('=')).count() as u64 + 1;
    Some(match chance_in(table.game()) {
        Chance::Nothing => return None,
        Chance::Pieces => {
            let square = table.log().last()?.word.strip_prefix('?')?;
            format!("={}", dealer.deal(&Layout::BANQI).on(square)?)
        }
        Chance::Dice => format!("={}", dealer.die(thrown())),
        Chance::Sides => sides(dealer.die_with(SIDES, thrown())),
    })
}

/// The colours that a throw makes change: one more than the sum of 1 for white, 2 for grey, 4 for black and 8 for pink.
fn sides(throw: u32) -> String {
    let bits = throw - 1;
    let changed: String = COLOURS
        .chars()
        .enumerate()
        .filter(|(bit, _)| bits >> bit & 1 == 1)
        .map(|(_, colour)| colour)
        .collect();
    if changed.is_empty() { "=-".to_string() } else { format!("={changed}") }
}
