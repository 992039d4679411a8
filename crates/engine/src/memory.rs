//! What the search remembers of positions it has seen, shared by all threads.

use crate::Score;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// What a remembered score says.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Bound {
    /// The true score is this or worse.
    Upper,
    /// The true score is this or better.
    Lower,
    /// The true score is this.
    Exact,
}

/// What is remembered of one position.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct Memo {
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    pub(crate) depth: u8,
    /// The numbers of the best moves in the order in which they are listed.
    pub(crate) moves: [u16; 2],
}

/// No move is remembered.
pub(crate) const NO_MOVE: u16 = u16::MAX;

/// One place in the memory. The key is stored mixed with the contents, so that what two threads have written
/// half each does not pass for either.
#[derive(Default)]
struct Place {
    mixed: AtomicU64,
    memo: AtomicU64,
}

/// Places that share a key's low bits; the least useful of them is replaced.
const NEIGHBOURS: usize = 4;

/// A transposition table of fixed size.
pub struct Memory {
    places: Vec<Place>,
    age: AtomicU8,
}

impl Memory {
    /// The smallest and the largest size in mebibytes.
    pub const SIZES: std::ops::RangeInclusive<usize> = 1..=65_536;

    /// A memory of about so many mebibytes.
    pub fn new(mebibytes: usize) -> Memory {
        let mebibytes = mebibytes.clamp(*Memory::SIZES.start(), *Memory::SIZES.end());
        let wanted = mebibytes * 1024 * 1024 / size_of::<Place>();
        // The largest power of two that fits.
        let count = 1usize << wanted.ilog2();
        Memory { places: (0..count).map(|_| Place::default()).collect(), age: AtomicU8::new(0) }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for place in &self.places {
            place.mixed.store(0, Relaxed);
            place.memo.store(0, Relaxed);
        }
        self.age.store(0, Relaxed);
    }

    /// A new search begins: what was remembered before is replaced first.
    pub(crate) fn grow_older(&self) {
        self.age.store(self.age.load(Relaxed).wrapping_add(1) & AGES, Relaxed);
    }

    /// How many of a thousand places this search has filled.
    pub fn permille(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = self.places.iter().take(1000);
        sample
            .filter(|place| depth_and_age(place.memo.load(Relaxed)).is_some_and(|(_, of)| of == age))
            .count() as u32
    }

    pub(crate) fn recall(&self, key: u64) -> Option<Memo> {
        self.near(key).iter().find_map(|place| {
            let memo = place.memo.load(Relaxed);
            (place.mixed.load(Relaxed) == key ^ memo).then(|| unpack(memo)).flatten()
        })
    }

    pub(crate) fn keep(&self, key: u64, memo: Memo) {
        let age = self.age.load(Relaxed);
        let place = self.near(key).iter().min_by_key(|place| place.worth(key, age));
        if let Some(place) = place {
            let packed = pack(memo, age);
            place.memo.store(packed, Relaxed);
            place.mixed.store(key ^ packed, Relaxed);
        }
    }

    fn near(&self, key: u64) -> &[Place] {
        let first = key as usize & (self.places.len() - 1) & !(NEIGHBOURS - 1);
        &self.places[first..first + NEIGHBOURS]
    }
}

impl Place {
    /// What would be lost by replacing it: nothing if it is the same position, little if it is old or shallow.
    fn worth(&self, key: u64, age: u8) -> i32 {
        let memo = self.memo.load(Relaxed);
        if self.mixed.load(Relaxed) == key ^ memo {
            return -1;
        }
        let Some((depth, of)) = depth_and_age(memo) else { return 0 };
        let older = age.wrapping_sub(of) & AGES;
        1 + (i32::from(depth) + 256 - 8 * i32::from(older)).max(0)
    }
}

const AGES: u8 = 31;

/// score 16 | bound 2 + used 1 + age 5 | depth 8 | two moves 16 each.
fn pack(memo: Memo, age: u8) -> u64 {
    u64::from(memo.score.bits())
        | (memo.bound as u64) << 16
        | 1 << 18
        | u64::from(age & AGES) << 19
        | u64::from(memo.depth) << 24
        | u64::from(memo.moves[0]) << 32
        | u64::from(memo.moves[1]) << 48
}

fn unpack(memo: u64) -> Option<Memo> {
    let bound = [Bound::Upper, Bound::Lower, Bound::Exact];
    (memo >> 18 & 1 == 1).then_some(Memo {
        score: Score::from_bits(memo as u16),
        bound: bound[(memo >> 16 & 3).min(2) as usize],
        depth: (memo >> 24) as u8,
        moves: [(memo >> 32) as u16, (memo >> 48) as u16],
    })
}

fn depth_and_age(memo: u64) -> Option<(u8, u8)> {
    (memo >> 18 & 1 == 1).then_some(((memo >> 24) as u8, (memo >> 19) as u8 & AGES))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memo(depth: u8) -> Memo {
        Memo { score: Score::centipawns(-77), bound: Bound::Lower, depth, moves: [3, NO_MOVE] }
    }

    #[test]
    fn what_is_kept_is_recalled() {
        let memory = Memory::new(1);
        assert_eq!(memory.recall(99), None);
        memory.keep(99, memo(7));
        assert_eq!(memory.recall(99), Some(memo(7)));
        memory.clear();
        assert_eq!(memory.recall(99), None);
    }

    #[test]
    fn the_zero_key_is_a_key_like_any_other() {
        let memory = Memory::new(1);
        assert_eq!(memory.recall(0), None);
        memory.keep(0, memo(1));
        assert_eq!(memory.recall(0), Some(memo(1)));
    }

    #[test]
    fn deep_memories_outlive_shallow_ones_until_they_are_old() {
        let memory = Memory::new(1);
        let keys: Vec<u64> = (0..5).map(|n| n << 40).collect();
        keys.iter().zip([9, 2, 8, 7, 6]).for_each(|(key, depth)| memory.keep(*key, memo(depth)));
        assert_eq!(memory.recall(keys[1]), None, "the shallowest of five neighbours is gone");
        assert!(memory.recall(keys[0]).is_some());
        for _ in 0..8 {
            memory.grow_older();
        }
        keys.iter().for_each(|key| memory.keep(key | 1 << 60, memo(1)));
        assert_eq!(memory.recall(keys[0]), None, "an old one gives way");
    }

    #[test]
    fn a_memory_has_about_the_size_that_was_asked_for() {
        assert_eq!(Memory::new(3).places.len() * size_of::<Place>(), 2 * 1024 * 1024);
        assert_eq!(Memory::new(0).places.len() * size_of::<Place>(), 1024 * 1024);
    }
}
