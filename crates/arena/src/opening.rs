//! Games that begin with a few actions at random, so that they differ.

use crate::{Chance, Terms, TermsFault};
use tetrarch_engine::Luck;
use tetrarch_rules::Turn;
use tetrarch_table::{Control, Table};

/// How often an opening is tried anew before it is given up.
const TRIES: u64 = 100;

/// The words of an opening: actions at random, and what chance does between them. It never ends the game.
///
/// # Errors
/// If no opening of this length leaves something to play.
pub(crate) fn opening(terms: &Terms, seed: u64) -> Result<Vec<String>, TermsFault> {
    for attempt in 0..TRIES {
        let mut table = terms.open(Control::None)?;
        let mut chance = Chance::new(seed, table.seats().len(), terms.deal);
        let mut luck = Luck::new(seed ^ attempt.wrapping_mul(0x9e37_79b9));
        let playing = table.playing();
        if let Some(words) = walk(&mut *table, &mut chance, &mut luck, terms.opening)
            && table.playing() == playing
        {
            return Ok(words);
        }
    }
    Err(if terms.opening == 0 { TermsFault::Over } else { TermsFault::Opening(terms.opening) })
}

/// Plays so many actions at random, up to the next decision. None if the game ends on the way.
fn walk(
    table: &mut dyn Table,
    chance: &mut Chance,
    luck: &mut Luck,
    mut actions: usize,
) -> Option<Vec<String>> {
    let mut words = Vec::new();
    loop {
        let word = match table.turn() {
            Turn::Over => return None,
            Turn::Chance => chance.outcome(table)?,
            Turn::Seat(_) if actions == 0 => return Some(words),
            Turn::Seat(_) => {
                actions -= 1;
                luck.pick(&table.legal()).cloned()?
            }
        };
        table.enter(&word).ok()?;
        words.push(word);
    }
}
