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
pub(crate) struct TtEntry {
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
struct TtSlot {
    key_xor_data: AtomicU64,
    data: AtomicU64,
}

/// Places that share a key's low bits; the least useful of them is replaced.
const BUCKET_SIZE: usize = 4;

/// A transposition table of fixed size.
pub struct TranspositionTable {
    slots: Vec<TtSlot>,
    generation: AtomicU8,
}

impl TranspositionTable {
    /// The smallest and the largest size in mebibytes.
    pub const SIZES_IN_MEBIBYTES: std::ops::RangeInclusive<usize> = 1..=65_536;

    /// A memory of about so many mebibytes.
    pub fn new(mebibytes: usize) -> TranspositionTable {
        let mebibytes = mebibytes.clamp(
            *TranspositionTable::SIZES_IN_MEBIBYTES.start(),
            *TranspositionTable::SIZES_IN_MEBIBYTES.end(),
        );
        let wanted = mebibytes * 1024 * 1024 / size_of::<TtSlot>();
        // The largest power of two that fits.
        let count = 1usize << wanted.ilog2();
        TranspositionTable {
            slots: (0..count).map(|_| TtSlot::default()).collect(),
            generation: AtomicU8::new(0),
        }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for place in &self.slots {
            place.key_xor_data.store(0, Relaxed);
            place.data.store(0, Relaxed);
        }
        self.generation.store(0, Relaxed);
    }

    /// A new search begins: what was remembered before is replaced first.
    pub(crate) fn new_search(&self) {
        self.generation.store(self.generation.load(Relaxed).wrapping_add(1) & GENERATION_MASK, Relaxed);
    }

    /// How many of a thousand places this search has filled.
    pub fn hashfull(&self) -> u32 {
        let age = self.generation.load(Relaxed);
        let sample = self.slots.iter().take(1000);
        sample
            .filter(|place| depth_and_generation(place.data.load(Relaxed)).is_some_and(|(_, of)| of == age))
            .count() as u32
    }

    pub(crate) fn probe(&self, key: u64) -> Option<TtEntry> {
        self.bucket(key).iter().find_map(|place| {
            let memo = place.data.load(Relaxed);
            (place.key_xor_data.load(Relaxed) == key ^ memo).then(|| unpack(memo)).flatten()
        })
    }

    pub(crate) fn store(&self, key: u64, memo: TtEntry) {
        let age = self.generation.load(Relaxed);
        let place = self.bucket(key).iter().min_by_key(|place| place.replacement_cost(key, age));
        if let Some(place) = place {
            let packed = pack(memo, age);
            place.data.store(packed, Relaxed);
            place.key_xor_data.store(key ^ packed, Relaxed);
        }
    }

    fn bucket(&self, key: u64) -> &[TtSlot] {
        let first = key as usize & (self.slots.len() - 1) & !(BUCKET_SIZE - 1);
        &self.slots[first..first + BUCKET_SIZE]
    }
}

impl TtSlot {
    /// What would be lost by replacing it: nothing if it is the same position, little if it is old or shallow.
    fn replacement_cost(&self, key: u64, age: u8) -> i32 {
        let memo = self.data.load(Relaxed);
        if self.key_xor_data.load(Relaxed) == key ^ memo {
            return -1;
        }
        let Some((depth, of)) = depth_and_generation(memo) else { return 0 };
        let older = age.wrapping_sub(of) & GENERATION_MASK;
        1 + (i32::from(depth) + 256 - 8 * i32::from(older)).max(0)
    }
}

const GENERATION_MASK: u8 = 31;

/// score 16 | bound 2 + used 1 + age 5 | depth 8 | two moves 16 each.
fn pack(memo: TtEntry, age: u8) -> u64 {
    u64::from(memo.score.to_bits())
        | (memo.bound as u64) << 16
        | 1 << 18
        | u64::from(age & GENERATION_MASK) << 19
        | u64::from(memo.depth) << 24
        | u64::from(memo.moves[0]) << 32
        | u64::from(memo.moves[1]) << 48
}

fn unpack(memo: u64) -> Option<TtEntry> {
    let bound = [Bound::Upper, Bound::Lower, Bound::Exact];
    (memo >> 18 & 1 == 1).then_some(TtEntry {
        score: Score::from_bits(memo as u16),
        bound: bound[(memo >> 16 & 3).min(2) as usize],
        depth: (memo >> 24) as u8,
        moves: [(memo >> 32) as u16, (memo >> 48) as u16],
    })
}

fn depth_and_generation(memo: u64) -> Option<(u8, u8)> {
    (memo >> 18 & 1 == 1).then_some(((memo >> 24) as u8, (memo >> 19) as u8 & GENERATION_MASK))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memo(depth: u8) -> TtEntry {
        TtEntry { score: Score::centipawns(-77), bound: Bound::Lower, depth, moves: [3, NO_MOVE] }
    }

    #[test]
    fn what_is_kept_is_recalled() {
        let memory = TranspositionTable::new(1);
        assert_eq!(memory.probe(99), None);
        memory.store(99, memo(7));
        assert_eq!(memory.probe(99), Some(memo(7)));
        memory.clear();
        assert_eq!(memory.probe(99), None);
    }

    #[test]
    fn the_zero_key_is_a_key_like_any_other() {
        let memory = TranspositionTable::new(1);
        assert_eq!(memory.probe(0), None);
        memory.store(0, memo(1));
        assert_eq!(memory.probe(0), Some(memo(1)));
    }

    #[test]
    fn deep_memories_outlive_shallow_ones_until_they_are_old() {
        let memory = TranspositionTable::new(1);
        let keys: Vec<u64> = (0..5).map(|n| n << 40).collect();
        keys.iter().zip([9, 2, 8, 7, 6]).for_each(|(key, depth)| memory.store(*key, memo(depth)));
        assert_eq!(memory.probe(keys[1]), None, "the shallowest of five neighbours is gone");
        assert!(memory.probe(keys[0]).is_some());
        for _ in 0..8 {
            memory.new_search();
        }
        keys.iter().for_each(|key| memory.store(key | 1 << 60, memo(1)));
        assert_eq!(memory.probe(keys[0]), None, "an old one gives way");
    }

    #[test]
    fn a_memory_has_about_the_size_that_was_asked_for() {
        assert_eq!(TranspositionTable::new(3).slots.len() * size_of::<TtSlot>(), 2 * 1024 * 1024);
        assert_eq!(TranspositionTable::new(0).slots.len() * size_of::<TtSlot>(), 1024 * 1024);
    }
}
