//! Chance in each game: how it is dealt, and how records contain it.

use crate::games::{ChanceRule, chance_rule};
use std::num::NonZeroU32;
use tetrarch_fair::{DealLayout, Dealer, Observation};
use tetrarch_server::ChanceDealer;
use tetrarch_table::{Table, TableEvent};

const DIE_SIDES: NonZeroU32 = NonZeroU32::new(6).unwrap();
/// A throw that decides for each of the four colours whether king and queen swap places: one bit per colour.
const PLACEMENT_SIDES: NonZeroU32 = NonZeroU32::new(16).unwrap();
/// The colours, in the order of the bits of that throw.
const COLOURS: &str = "wgbp";

/// Deals for every game as described in `docs/fair-dealing.md`.
pub struct FairDealing;

impl ChanceDealer for FairDealing {
    fn has_chance(&self, game: &str) -> bool {
        chance_rule(game) != ChanceRule::None
    }

    fn outcome(&self, dealer: &Dealer, table: &dyn Table) -> Option<String> {
        if table.start_text().is_some() {
            // The deal is for the standard start; from other starts, draw by weight.
            return drawn_outcome(dealer, table);
        }
        fair_outcome(dealer, table)
    }
}

/// The outcome that the dealer has fixed for the current chance turn, in a game from the standard start.
pub fn fair_outcome(dealer: &Dealer, table: &dyn Table) -> Option<String> {
    let number = next_draw_number(table);
    match chance_rule(table.game()) {
        ChanceRule::None => None,
        ChanceRule::Pieces => {
            let TableEvent::Acted { action, .. } = table.log().last()? else { return None };
            let square = action.strip_prefix('?')?;
            dealer.deal(&DealLayout::BANQI).letter_on(square).map(|letter| format!("={letter}"))
        }
        ChanceRule::Dice => Some(format!("={}", dealer.roll(DIE_SIDES, number))),
        ChanceRule::Placement => Some(format!("={}", swapped_colours(dealer.roll(PLACEMENT_SIDES, number)))),
    }
}

/// Draws an outcome for the current chance turn by weight, whatever happened before.
pub(crate) fn drawn_outcome(dealer: &Dealer, table: &dyn Table) -> Option<String> {
    weighted_draw(dealer, next_draw_number(table), &table.chances())
}

/// The number of the next chance outcome, from 1.
fn next_draw_number(table: &dyn Table) -> u64 {
    1 + table.log().iter().filter(|event| matches!(event, TableEvent::Revealed { .. })).count() as u64
}

/// Draws an outcome with a die that has as many sides as the sum of the weights.
fn weighted_draw(dealer: &Dealer, number: u64, chances: &[(String, u32)]) -> Option<String> {
    let sides = NonZeroU32::new(chances.iter().map(|(_, weight)| weight).sum())?;
    let mut thrown = dealer.roll(sides, number);
    for (outcome, weight) in chances {
        if thrown <= *weight {
            return Some(outcome.clone());
        }
        thrown -= weight;
    }
    None
}

/// Extracts the chance outcomes from the actions of a record: a flip `?b4` followed by the piece `=q`, a throw `=4`, or the
/// colours that swap king and queen `=wb`. The error is the first invalid outcome.
pub(crate) fn chance_shown(chance: ChanceRule, words: &[String]) -> Result<Vec<Observation>, String> {
    let mut shown = Vec::new();
    let mut before = "";
    for word in words {
        if let Some(outcome) = word.strip_prefix('=') {
            let number = shown.len() as u64 + 1;
            shown.push(one_shown(chance, before, outcome, number).ok_or_else(|| word.clone())?);
        }
        before = word;
    }
    Ok(shown)
}

fn one_shown(chance: ChanceRule, before: &str, outcome: &str, number: u64) -> Option<Observation> {
    match chance {
        ChanceRule::None => None,
        ChanceRule::Pieces => {
            let square = before.strip_prefix('?')?.to_string();
            Some(Observation::Piece { square, letter: outcome.chars().next()? })
        }
        ChanceRule::Dice => {
            Some(Observation::Throw { sides: DIE_SIDES, number, value: outcome.parse().ok()? })
        }
        ChanceRule::Placement => {
            Some(Observation::Throw { sides: PLACEMENT_SIDES, number, value: placement_throw(outcome) })
        }
    }
}

/// The throw that swaps these colours: 1 plus the sum of 1 for white, 2 for grey, 4 for black and 8 for pink.
fn placement_throw(colours: &str) -> u32 {
    let bits = COLOURS.chars().enumerate().filter(|(_, colour)| colours.contains(*colour));
    1 + bits.map(|(bit, _)| 1 << bit).sum::<u32>()
}

/// The colours that a throw swaps, `-` for none.
fn swapped_colours(thrown: u32) -> String {
    let bits = COLOURS.chars().enumerate().filter(|(bit, _)| (thrown - 1) & (1 << bit) != 0);
    let colours: String = bits.map(|(_, colour)| colour).collect();
    if colours.is_empty() { "-".to_string() } else { colours }
}

#[cfg(test)]
mod tests {
    use super::{placement_throw, swapped_colours};

    #[test]
    fn throws_and_swapped_colours_convert_both_ways() {
        for thrown in 1..=16 {
            assert_eq!(placement_throw(&swapped_colours(thrown)), thrown);
        }
        assert_eq!((swapped_colours(1), swapped_colours(6)), ("-".to_string(), "wb".to_string()));
    }
}
