//! Shuffles and dice, computed from the secret, the game id and the entropy.

use crate::hash::HashInput;
use crate::stream::{RandomWords, uniform_below};
use crate::{Entropies, FairGameId, Secret};
use std::fmt;
use std::num::NonZeroU32;

/// Deals pieces and rolls dice for one game. It knows the whole deal, so `Debug` prints nothing of it.
#[derive(Clone)]
pub struct Dealer {
    pub(crate) seed: [u8; 32],
}

impl Dealer {
    /// The dealer of a game. Nobody may contribute entropy any more.
    pub fn new(secret: &Secret, game: &FairGameId, entropies: &Entropies) -> Dealer {
        let input = HashInput::for_purpose("seed").framed(game.as_str().as_bytes()).framed(secret.as_bytes());
        let input = entropies.iter().fold(input.u8(entropies.seat_count()), |input, entropy| match entropy {
            None => input.u8(0),
            Some(entropy) => input.u8(1).framed(entropy.as_bytes()),
        });
        Dealer { seed: input.finish() }
    }

    /// Rolls a six-sided die. Rolls are numbered from 1 in the order of the game, and each can be computed on
    /// its own.
    pub fn roll_die(&self, number: u64) -> u8 {
        const SIX: NonZeroU32 = NonZeroU32::new(6).unwrap();
        self.roll(SIX, number) as u8
    }

    /// Rolls a die with the given number of sides.
    pub fn roll(&self, sides: NonZeroU32, number: u64) -> u32 {
        let input = HashInput::for_purpose("die").u32(sides.get()).u64(number);
        1 + uniform_below(sides.get(), &mut self.random_words(input))
    }

    /// Draws one of these outcomes by weight, with a die that has as many sides as the sum of the weights. `None` if there
    /// are none.
    pub fn draw(&self, number: u64, outcomes: &[(String, u32)]) -> Option<String> {
        let sides = NonZeroU32::new(outcomes.iter().map(|(_, weight)| weight).sum())?;
        let mut rolled = self.roll(sides, number);
        for (outcome, weight) in outcomes {
            if rolled <= *weight {
                return Some(outcome.clone());
            }
            rolled -= weight;
        }
        None
    }

    /// The letters in random order; every order is equally likely.
    pub fn shuffle(&self, letters: &str) -> Vec<char> {
        let mut words = self.random_words(deal_input(letters));
        let mut letters: Vec<char> = letters.chars().collect();
        for last in (1..letters.len()).rev() {
            let other = uniform_below(last as u32 + 1, &mut words);
            letters.swap(last, other as usize);
        }
        letters
    }

    pub(crate) fn random_words(&self, input: HashInput) -> RandomWords {
        RandomWords::new(input.framed(&self.seed))
    }
}

pub(crate) fn deal_input(letters: &str) -> HashInput {
    HashInput::for_purpose("deal").framed(letters.as_bytes())
}

impl fmt::Debug for Dealer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Dealer(…)")
    }
}
