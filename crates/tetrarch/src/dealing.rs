//! What chance decides in each game: how the server deals it, and how a record tells of it.

use crate::games::{ChanceRule, chance_rule};
use std::num::NonZeroU32;
use tetrarch_fair::{DealLayout, Dealer, Observation};
use tetrarch_server::ChanceDealer;
use tetrarch_table::Table;

const DIE_SIDES: NonZeroU32 = NonZeroU32::new(6).unwrap();
/// A die that says for each of four colours whether king and queen change places.
const PLACEMENT_SIDES: NonZeroU32 = NonZeroU32::new(16).unwrap();
/// The colours by the bits of that die.
const COLOURS: &str = "wgbp";

/// Deals for every game as the page on fair dealing says.
pub struct FairDealing;

impl ChanceDealer for FairDealing {
    fn has_chance(&self, game: &str) -> bool {
        chance_rule(game) != ChanceRule::None
    }

    fn outcome(&self, dealer: &Dealer, table: &dyn Table) -> Option<String> {
        if table.start_text().is_some() {
            // A deal is for the usual start: what is left of another is drawn from instead.
            return drawn_outcome(dealer, table);
        }
        fair_outcome(dealer, table)
    }
}

/// What the dealer has fixed for the chance turn at a table, from the usual start.
pub fn fair_outcome(dealer: &Dealer, table: &dyn Table) -> Option<String> {
    let number = next_draw_number(table);
    match chance_rule(table.game()) {
        ChanceRule::None => None,
        ChanceRule::Pieces => {
            let square = table.log().last()?.word.strip_prefix('?')?;
            dealer.deal(&DealLayout::BANQI).letter_on(square).map(|letter| format!("={letter}"))
        }
        ChanceRule::Dice => Some(format!("={}", dealer.roll(DIE_SIDES, number))),
        ChanceRule::Placement => Some(format!("={}", swapped_colours(dealer.roll(PLACEMENT_SIDES, number)))),
    }
}

/// What a dealer draws for the chance turn at a table, whatever was shown before.
pub(crate) fn drawn_outcome(dealer: &Dealer, table: &dyn Table) -> Option<String> {
    weighted_draw(dealer, next_draw_number(table), &table.chances())
}

/// The number of the next throw, from 1.
fn next_draw_number(table: &dyn Table) -> u64 {
    1 + table.log().iter().filter(|entry| entry.word.starts_with('=')).count() as u64
}

/// One of the outcomes by their weights, as a die with as many sides as all weights together shows.
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

/// What chance has shown, from the words of a record: a flip `?b4` and the piece `=q` after it, a throw `=4`, or the
/// colours that change sides `=wb`. The error is the word that is none of these.
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

/// The throw that makes these colours change: one more than the sum of 1 for white, 2 for grey, 4 for black and 8
/// for pink.
fn placement_throw(colours: &str) -> u32 {
    let bits = COLOURS.chars().enumerate().filter(|(_, colour)| colours.contains(*colour));
    1 + bits.map(|(bit, _)| 1 << bit).sum::<u32>()
}

/// The colours that a throw makes change, `-` for none.
fn swapped_colours(thrown: u32) -> String {
    let bits = COLOURS.chars().enumerate().filter(|(bit, _)| (thrown - 1) & (1 << bit) != 0);
    let colours: String = bits.map(|(_, colour)| colour).collect();
    if colours.is_empty() { "-".to_string() } else { colours }
}

#[cfg(test)]
mod tests {
    use super::{placement_throw, swapped_colours};

    #[test]
    fn a_throw_for_the_sides_and_the_colours_it_changes_are_the_same_thing() {
        for thrown in 1..=16 {
            assert_eq!(placement_throw(&swapped_colours(thrown)), thrown);
        }
        assert_eq!((swapped_colours(1), swapped_colours(6)), ("-".to_string(), "wb".to_string()));
    }
}
