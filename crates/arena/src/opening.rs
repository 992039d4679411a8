//! Random openings, so that games differ.

use crate::{ChanceSource, GameConfig, GameConfigError};
use tetrarch_engine::Rng;
use tetrarch_rules::Turn;
use tetrarch_table::{Table, TimeControl};

/// How many openings to try before giving up.
const MAX_ATTEMPTS: u64 = 100;

/// A random opening: actions and the chance outcomes between them. It never ends the game or eliminates a seat.
///
/// # Errors
/// If every opening of this length ends the game.
pub(crate) fn random_opening(config: &GameConfig, seed: u64) -> Result<Vec<String>, GameConfigError> {
    for attempt in 0..MAX_ATTEMPTS {
        let mut table = config.open(TimeControl::None)?;
        let mut chance = ChanceSource::new(seed, table.seats().len(), config.deal);
        let mut rng = Rng::new(seed ^ attempt.wrapping_mul(0x9e37_79b9));
        let playing = table.playing();
        if let Some(words) = play_random(&mut *table, &mut chance, &mut rng, config.opening_actions)
            && table.playing() == playing
        {
            return Ok(words);
        }
    }
    Err(if config.opening_actions == 0 {
        GameConfigError::Over
    } else {
        GameConfigError::Opening(config.opening_actions)
    })
}

/// Plays random actions up to the next decision of a seat. `None` if the game ends before.
fn play_random(
    table: &mut dyn Table,
    chance: &mut ChanceSource,
    rng: &mut Rng,
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
                rng.choose(&table.legal()).cloned()?
            }
        };
        table.play(&word).ok()?;
        words.push(word);
    }
}
