//! Games that begin with a few actions at random, so that they differ.

use crate::{ChanceSource, GameConfig, GameConfigError};
use tetrarch_engine::Rng;
use tetrarch_rules::Turn;
use tetrarch_table::{Table, TimeControl};

/// How often an opening is tried anew before it is given up.
const MAX_ATTEMPTS: u64 = 100;

/// The words of an opening: actions at random, and what chance does between them. It never ends the game.
///
/// # Errors
/// If no opening of this length leaves something to play.
pub(crate) fn random_opening(terms: &GameConfig, seed: u64) -> Result<Vec<String>, GameConfigError> {
    for attempt in 0..MAX_ATTEMPTS {
        let mut table = terms.open(TimeControl::None)?;
        let mut chance = ChanceSource::new(seed, table.seats().len(), terms.deal);
        let mut luck = Rng::new(seed ^ attempt.wrapping_mul(0x9e37_79b9));
        let playing = table.playing();
        if let Some(words) = play_random(&mut *table, &mut chance, &mut luck, terms.opening_actions)
            && table.playing() == playing
        {
            return Ok(words);
        }
    }
    Err(if terms.opening_actions == 0 {
        GameConfigError::Over
    } else {
        GameConfigError::Opening(terms.opening_actions)
    })
}

/// Plays so many actions at random, up to the next decision. None if the game ends on the way.
fn play_random(
    table: &mut dyn Table,
    chance: &mut ChanceSource,
    luck: &mut Rng,
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
                luck.choose(&table.legal()).cloned()?
            }
        };
        table.apply(&word).ok()?;
        words.push(word);
    }
}
