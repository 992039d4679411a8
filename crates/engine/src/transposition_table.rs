//! The transposition table, shared by all search threads.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};
use tetrarch_table::search::Score;

/// How a stored score relates to the exact one.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Bound {
    /// The exact score is this or lower (fail low).
    Upper,
    /// The exact score is this or higher (fail high).
    Lower,
    /// The score is exact.
    Exact,
}

/// The stored result of one position.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct TtEntry {
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    pub(crate) depth: u8,
    /// The best moves, as indices into the generated move list.
    pub(crate) moves: [u16; 2],
}

/// Converts a score relative to the root into one relative to a node at `ply`, as the table stores it: the
/// distance to a forced end shrinks.
pub(crate) const fn score_to_tt(score: Score, ply: usize) -> Score {
    shifted_from_draw(score, ply as i32)
}

/// The inverse of [`score_to_tt`].
pub(crate) const fn score_from_tt(score: Score, ply: usize) -> Score {
    shifted_from_draw(score, -(ply as i32))
}

/// Moves a decisive score away from zero.
const fn shifted_from_draw(score: Score, plies: i32) -> Score {
    if score.is_win() {
        Score::from_value(score.value() + plies)
    } else if score.is_loss() {
        Score::from_value(score.value() - plies)
    } else {
        score
    }
}

/// Marks a missing move.
pub(crate) const NO_MOVE: u16 = u16::MAX;

/// One slot of the table. The key is stored XORed with the data, so that a torn write by two threads matches
/// neither key (lockless hashing).
#[derive(Default)]
struct TtSlot {
    key_xor_data: AtomicU64,
    data: AtomicU64,
}

/// Slots in a bucket, which share the key's low bits. A store replaces the least valuable one.
const BUCKET_SIZE: usize = 4;

/// A lock-free transposition table of fixed size.
pub struct TranspositionTable {
    slots: Vec<TtSlot>,
    generation: AtomicU8,
}

impl TranspositionTable {
    /// The allowed sizes in mebibytes.
    pub const SIZES_IN_MEBIBYTES: std::ops::RangeInclusive<usize> = 1..=65_536;

    /// Allocates a table of at most this many mebibytes.
    pub fn new(mebibytes: usize) -> TranspositionTable {
        let sizes = TranspositionTable::SIZES_IN_MEBIBYTES;
        let mebibytes = mebibytes.clamp(*sizes.start(), *sizes.end());
        let fitting = mebibytes * 1024 * 1024 / size_of::<TtSlot>();
        // Round down to a power of two.
        let count = 1usize << fitting.ilog2();
        TranspositionTable {
            slots: (0..count).map(|_| TtSlot::default()).collect(),
            generation: AtomicU8::new(0),
        }
    }

    /// Removes all entries.
    pub fn clear(&self) {
        for slot in &self.slots {
            slot.key_xor_data.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
        self.generation.store(0, Relaxed);
    }

    /// Starts a new generation: entries of earlier searches are replaced first.
    pub(crate) fn new_search(&self) {
        self.generation.store(self.generation.load(Relaxed).wrapping_add(1) & GENERATION_MASK, Relaxed);
    }

    /// Permille of the table that this search has filled, estimated from the first thousand slots.
    pub fn hashfull(&self) -> u32 {
        let current = self.generation.load(Relaxed);
        let sample = self.slots.iter().take(1000);
        let is_current = |slot: &&TtSlot| {
            depth_and_generation(slot.data.load(Relaxed)).is_some_and(|(_, generation)| generation == current)
        };
        sample.filter(is_current).count() as u32
    }

    /// The entry of a position, if the table holds one.
    pub(crate) fn probe(&self, key: u64) -> Option<TtEntry> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.key_xor_data.load(Relaxed) == key ^ data).then(|| unpack(data)).flatten()
        })
    }

    /// Stores the entry of a position in place of the least valuable one of its bucket.
    pub(crate) fn store(&self, key: u64, entry: TtEntry) {
        let generation = self.generation.load(Relaxed);
        let slot = self.bucket(key).iter().min_by_key(|slot| slot.replacement_cost(key, generation));
        if let Some(slot) = slot {
            let data = pack(entry, generation);
            slot.data.store(data, Relaxed);
            slot.key_xor_data.store(key ^ data, Relaxed);
        }
    }

    fn bucket(&self, key: u64) -> &[TtSlot] {
        let first = key as usize & (self.slots.len() - 1) & !(BUCKET_SIZE - 1);
        &self.slots[first..first + BUCKET_SIZE]
    }
}

impl TtSlot {
    /// The cost of replacing this slot: none for the same position, little for an old or shallow entry.
    fn replacement_cost(&self, key: u64, current: u8) -> i32 {
        let data = self.data.load(Relaxed);
        if self.key_xor_data.load(Relaxed) == key ^ data {
            return -1;
        }
        let Some((depth, generation)) = depth_and_generation(data) else { return 0 };
        let age = current.wrapping_sub(generation) & GENERATION_MASK;
        1 + (i32::from(depth) + 256 - 8 * i32::from(age)).max(0)
    }
}

const GENERATION_MASK: u8 = 31;

/// Layout: score 16 bits, bound 2, used 1, generation 5, depth 8, two moves of 16 bits each.
fn pack(entry: TtEntry, generation: u8) -> u64 {
    u64::from(entry.score.value() as i16 as u16)
        | (entry.bound as u64) << 16
        | 1 << 18
        | u64::from(generation & GENERATION_MASK) << 19
        | u64::from(entry.depth) << 24
        | u64::from(entry.moves[0]) << 32
        | u64::from(entry.moves[1]) << 48
}

fn unpack(data: u64) -> Option<TtEntry> {
    let bounds = [Bound::Upper, Bound::Lower, Bound::Exact];
    (data >> 18 & 1 == 1).then_some(TtEntry {
        score: Score::from_value(i32::from(data as u16 as i16)),
        bound: bounds[(data >> 16 & 3).min(2) as usize],
        depth: (data >> 24) as u8,
        moves: [(data >> 32) as u16, (data >> 48) as u16],
    })
}

fn depth_and_generation(data: u64) -> Option<(u8, u8)> {
    (data >> 18 & 1 == 1).then_some(((data >> 24) as u8, (data >> 19) as u8 & GENERATION_MASK))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u8) -> TtEntry {
        TtEntry { score: Score::centipawns(-77), bound: Bound::Lower, depth, moves: [3, NO_MOVE] }
    }

    #[test]
    fn stored_entries_can_be_probed() {
        let table = TranspositionTable::new(1);
        assert_eq!(table.probe(99), None);
        table.store(99, entry(7));
        assert_eq!(table.probe(99), Some(entry(7)));
        table.clear();
        assert_eq!(table.probe(99), None);
    }

    #[test]
    fn the_zero_key_works_like_any_other() {
        let table = TranspositionTable::new(1);
        assert_eq!(table.probe(0), None);
        table.store(0, entry(1));
        assert_eq!(table.probe(0), Some(entry(1)));
    }

    #[test]
    fn deep_entries_are_replaced_last_until_they_are_old() {
        let table = TranspositionTable::new(1);
        let keys: Vec<u64> = (0..5).map(|n| n << 40).collect();
        keys.iter().zip([9, 2, 8, 7, 6]).for_each(|(key, depth)| table.store(*key, entry(depth)));
        assert_eq!(table.probe(keys[1]), None, "the shallowest of five entries in a bucket is replaced");
        assert!(table.probe(keys[0]).is_some());
        for _ in 0..8 {
            table.new_search();
        }
        keys.iter().for_each(|key| table.store(key | 1 << 60, entry(1)));
        assert_eq!(table.probe(keys[0]), None, "an old entry is replaced");
    }

    #[test]
    fn decisive_scores_convert_between_root_and_node() {
        let score = Score::won_in(7);
        assert_eq!(score_to_tt(score, 4).plies_to_end(), Some(3));
        assert_eq!(score_from_tt(score_to_tt(score, 4), 4), score);
        assert_eq!(score_to_tt(Score::lost_in(7), 4), Score::lost_in(3));
        assert_eq!(score_to_tt(Score::centipawns(12), 9), Score::centipawns(12));
    }

    #[test]
    fn scores_survive_packing_into_16_bits() {
        for score in [Score::WORST, Score::BEST, Score::DRAW, Score::won_in(3), Score::centipawns(-321)] {
            let entry = TtEntry { score, ..entry(1) };
            assert_eq!(unpack(pack(entry, 0)), Some(entry));
        }
    }

    #[test]
    fn a_table_is_at_most_as_large_as_requested() {
        assert_eq!(TranspositionTable::new(3).slots.len() * size_of::<TtSlot>(), 2 * 1024 * 1024);
        assert_eq!(TranspositionTable::new(0).slots.len() * size_of::<TtSlot>(), 1024 * 1024);
    }
}
