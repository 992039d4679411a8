//! A seeded random generator for tests.

/// A small pseudorandom generator (xorshift64*).
#[derive(Clone, Debug)]
pub struct SeededRng(u64);

impl SeededRng {
    /// A generator whose numbers depend on `seed` alone.
    pub fn new(seed: u64) -> SeededRng {
        SeededRng(seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next_u64(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    /// A number below `limit`, which must not be 0.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next_u64() % limit as u64) as usize
    }

    /// True with probability 1 / `times`.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// A random item; none if there are no items.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }

    /// A random outcome with probability proportional to its weight.
    pub fn choose_weighted<T: Copy>(&mut self, outcomes: &[(T, u32)]) -> Option<T> {
        let total: usize = outcomes.iter().map(|(_, weight)| *weight as usize).sum();
        if total == 0 {
            return None;
        }
        let mut left = self.below(total);
        let (outcome, _) = outcomes.iter().find(|(_, weight)| {
            let found = left < *weight as usize;
            left = left.saturating_sub(*weight as usize);
            found
        })?;
        Some(*outcome)
    }
}
