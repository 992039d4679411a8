//! The stream of random words, and unbiased numbers from it.

use crate::hash::HashInput;

/// The words of one purpose, without end.
pub(crate) struct RandomWords {
    input: HashInput,
    next_block: u64,
    block: [u8; 32],
    /// How many bytes of the block are used up.
    used: usize,
}

impl RandomWords {
    /// The words that follow from an input: what they are for, and the seed.
    pub(crate) fn new(input: HashInput) -> RandomWords {
        RandomWords { input, next_block: 0, block: [0; 32], used: 32 }
    }
}

impl Iterator for RandomWords {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.used == self.block.len() {
            self.block = self.input.clone().u64(self.next_block).finish();
            self.next_block += 1;
            self.used = 0;
        }
        let word = self.block[self.used..].first_chunk()?;
        self.used += word.len();
        Some(u32::from_be_bytes(*word))
    }
}

/// A number below `limit`, which must not be 0, each equally likely.
///
/// Words of the last, incomplete round of `limit` are thrown away; without that the small numbers would be more likely.
pub(crate) fn uniform_below(limit: u32, words: &mut impl Iterator<Item = u32>) -> u32 {
    let rounds_end = (1 << 32) - (1 << 32) % u64::from(limit);
    let word = words.find(|word| u64::from(*word) < rounds_end);
    // The stream has no end.
    word.unwrap_or_default() % limit
}
