//! Seeded random numbers, so that games can be reproduced.

/// A seeded random number generator (SplitMix64).
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// Seeds the generator.
    pub const fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// The next random number.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `limit`, or 0 if `limit` is 0.
    pub fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.next_u64()) * u128::from(limit)) >> 64) as u64
    }

    /// A number from an approximately standard normal distribution (the sum of four uniform numbers).
    pub fn approx_normal(&mut self) -> f64 {
        let dice: f64 = (0..4).map(|_| self.below(1 << 20) as f64 / f64::from(1 << 20)).sum();
        (dice - 2.0) * 3f64.sqrt()
    }

    /// A uniformly chosen element, or `None` if there are none.
    pub fn choose<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len() as u64) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_determines_the_sequence() {
        let (mut a, mut b) = (Rng::new(7), Rng::new(7));
        assert!((0..100).all(|_| a.next_u64() == b.next_u64()));
        assert_ne!(Rng::new(8).next_u64(), Rng::new(7).next_u64());
    }

    #[test]
    fn numbers_below_a_limit_cover_the_whole_range() {
        let mut rng = Rng::new(1);
        let seen: std::collections::BTreeSet<u64> = (0..200).map(|_| rng.below(6)).collect();
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
        assert_eq!(rng.below(0), 0);
    }

    #[test]
    fn approx_normal_has_a_variance_of_about_one() {
        let mut rng = Rng::new(3);
        let square: f64 = (0..10_000).map(|_| rng.approx_normal().powi(2)).sum::<f64>() / 10_000.0;
        assert!((0.9..1.1).contains(&square), "{square}");
    }
}
