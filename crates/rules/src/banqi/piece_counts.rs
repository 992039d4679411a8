//! Multisets of pieces: those still face-down, and those captured. Both are public.

use super::{Colour, Piece};
use std::fmt;

/// Bits per count. No count exceeds 5.
const BITS_PER_COUNT: usize = 4;

/// The number of each piece, in four bits at the piece's index. Each colour takes one half of the bits.
///
/// A single integer is copied, compared and tested for a whole colour in one step.
#[derive(Copy, Clone, Eq, PartialEq)]
pub(super) struct PieceCounts(u64);

impl PieceCounts {
    /// All 32 pieces of a game.
    pub(super) fn full_set() -> PieceCounts {
        let mut all = PieceCounts::EMPTY;
        for piece in Piece::all() {
            (0..piece.role().count_per_side()).for_each(|_| all.add(piece));
        }
        all
    }

    pub(super) const EMPTY: PieceCounts = PieceCounts(0);

    pub(super) const fn count(self, piece: Piece) -> u8 {
        (self.0 >> (BITS_PER_COUNT * piece.index()) & 15) as u8
    }

    pub(super) fn total(self) -> u32 {
        Piece::all().map(|piece| u32::from(self.count(piece))).sum()
    }

    /// Whether it contains a piece of this colour.
    pub(super) const fn has_colour(self, colour: Colour) -> bool {
        self.0 >> (32 * colour.index()) & 0xffff_ffff != 0
    }

    pub(super) fn remove(&mut self, piece: Piece) {
        debug_assert!(self.count(piece) > 0, "no {piece} left");
        self.0 -= 1 << (BITS_PER_COUNT * piece.index());
    }

    pub(super) fn add(&mut self, piece: Piece) {
        debug_assert!(self.count(piece) < 15, "too many for four bits");
        self.0 += 1 << (BITS_PER_COUNT * piece.index());
    }

    /// The pieces with nonzero counts, in index order.
    pub(super) fn iter(self) -> impl Iterator<Item = (Piece, u8)> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let index = rest.trailing_zeros() as usize / BITS_PER_COUNT;
            rest &= !(15 << (BITS_PER_COUNT * index));
            Piece::from_index(index).map(|piece| (piece, self.count(piece)))
        })
    }
}

impl fmt::Debug for PieceCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter().map(|(piece, count)| (piece.letter(), count))).finish()
    }
}
