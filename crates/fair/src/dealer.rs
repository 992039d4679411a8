//! What secret, game and entropy fix: deals and dice.

use crate::hash::Input;
use crate::stream::{Words, below};
use crate::{Entropies, GameId, Layout, Secret};
use std::fmt;
use std::num::NonZeroU32;

/// Deals pieces and throws dice for one game. It knows everything, so its `Debug` shows nothing.
#[derive(Clone)]
pub struct Dealer {
    pub(crate) seed: [u8; 32],
}

impl Dealer {
    /// The dealer of a game, once nobody can add entropy any more.
    pub fn new(secret: &Secret, game: &GameId, entropies: &Entropies) -> Dealer {
        let input = Input::labelled("seed").framed(game.as_str().as_bytes()).framed(secret.bytes());
        let places = entropies.iter().fold(input.u8(entropies.seats()), |input, entropy| match entropy {
            None => input.u8(0),
            Some(entropy) => input.u8(1).framed(entropy.bytes()),
        });
        Dealer { seed: places.hash() }
    }

    /// What lies on each square of a layout.
    pub fn deal(&self, layout: &Layout) -> Deal {
        Deal { layout: *layout, letters: self.shuffled(layout.letters()) }
    }

    /// What a six-sided die shows. Throws are numbered from 1 in the order of the game, and each can be asked for alone.
    pub fn die(&self, number: u64) -> u8 {
        const SIX: NonZeroU32 = NonZeroU32::new(6).unwrap();
        self.die_with(SIX, number) as u8
    }

    /// What a die with so many sides shows.
    pub fn die_with(&self, sides: NonZeroU32, number: u64) -> u32 {
        let head = Input::labelled("die").u32(sides.get()).u64(number);
        1 + below(sides.get(), &mut self.words(head))
    }

    /// A letter for each place, each order of the letters equally likely.
    pub(crate) fn shuffled(&self, letters: &str) -> Vec<char> {
        let mut words = self.words(deal_head(letters));
        let mut letters: Vec<char> = letters.chars().collect();
        for last in (1..letters.len()).rev() {
            let other = below(last as u32 + 1, &mut words);
            letters.swap(last, other as usize);
        }
        letters
    }

    pub(crate) fn words(&self, head: Input) -> Words {
        Words::new(head.framed(&self.seed))
    }
}

pub(crate) fn deal_head(letters: &str) -> Input {
    Input::labelled("deal").framed(letters.as_bytes())
}

impl fmt::Debug for Dealer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Dealer(…)")
    }
}

/// What lies on each square. Its `Debug` shows nothing of it.
#[derive(Clone, Eq, PartialEq)]
pub struct Deal {
    layout: Layout,
    letters: Vec<char>,
}

impl Deal {
    /// The letter on a square, if the layout has it.
    pub fn on(&self, square: &str) -> Option<char> {
        self.layout.place(square).and_then(|place| self.at(place))
    }

    /// The letter on a square by its place in the order of the squares, from 0.
    pub fn at(&self, place: usize) -> Option<char> {
        self.letters.get(place).copied()
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
