//! Deals and dice, computed from the secret, the game id and the entropy.

use crate::hash::HashInput;
use crate::stream::{RandomWords, uniform_below};
use crate::{DealLayout, Entropies, FairGameId, Secret};
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

    /// Deals the letters of a layout to its squares.
    pub fn deal(&self, layout: &DealLayout) -> Deal {
        Deal { layout: *layout, letters: self.shuffle(layout.letters()) }
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

    /// The letters in random order; every order is equally likely.
    pub(crate) fn shuffle(&self, letters: &str) -> Vec<char> {
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

/// The letter on each square. `Debug` prints nothing of it.
#[derive(Clone, Eq, PartialEq)]
pub struct Deal {
    layout: DealLayout,
    letters: Vec<char>,
}

impl Deal {
    /// The letter on a square, if the layout has that square.
    pub fn letter_on(&self, square: &str) -> Option<char> {
        self.layout.index_of(square).and_then(|index| self.letter_at(index))
    }

    /// The letter on a square by its index in the layout, counted from 0.
    pub fn letter_at(&self, index: usize) -> Option<char> {
        self.letters.get(index).copied()
    }

    /// All letters in the order of the squares.
    pub fn letters(&self) -> String {
        self.letters.iter().collect()
    }
}

impl fmt::Debug for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Deal(…)")
    }
}
