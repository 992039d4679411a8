//! A pseudorandom stream, and unbiased numbers from it.

use crate::hash::HashInput;

/// An endless stream of pseudorandom 32-bit words.
pub(crate) struct RandomWords {
    input: HashInput,
    next_block: u64,
    block: [u8; 32],
    /// The number of bytes of the block that are already used.
    used: usize,
}

impl RandomWords {
    /// The stream for a hash input, which holds the purpose and the seed.
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

/// A uniformly distributed number below `limit`, which must not be 0.
///
/// Uses rejection sampling: words beyond the last multiple of `limit` are discarded, since otherwise small
/// numbers would be more likely.
pub(crate) fn uniform_below(limit: u32, words: &mut impl Iterator<Item = u32>) -> u32 {
    let multiples_end = (1 << 32) - (1 << 32) % u64::from(limit);
    let word = words.find(|word| u64::from(*word) < multiples_end);
    // The stream is endless.
    word.unwrap_or_default() % limit
}
