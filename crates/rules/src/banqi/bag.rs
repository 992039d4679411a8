//! The bag: which pieces are still face-down somewhere. Everybody can compute it.

use super::{Colour, Kind, Piece};
use std::fmt;

/// Bits for the count of one piece; no count is above 5.
const WIDTH: usize = 4;

/// How many there are of each piece, four bits for each, in the order `kgechpqKGECHPQ`.
///
/// A single number is copied, compared and tested for a whole colour in one step.
#[derive(Copy, Clone, Eq, PartialEq)]
pub(super) struct Bag(u64);

impl Bag {
    /// All 32 pieces.
    pub(super) const FULL: Bag = {
        let (mut counts, mut index) = (0, 0);
        while index < Piece::COUNT {
            counts |= (Piece::numbered(index).kind.per_side() as u64) << (WIDTH * index);
            index += 1;
        }
        Bag(counts)
    };

    pub(super) const EMPTY: Bag = Bag(0);

    pub(super) const fn count(self, piece: Piece) -> u8 {
        (self.0 >> (WIDTH * piece.index()) & 15) as u8
    }

    pub(super) fn total(self) -> u32 {
        Piece::all().map(|piece| u32::from(self.count(piece))).sum()
    }

    /// Whether there is any piece of a colour.
    pub(super) const fn has(self, colour: Colour) -> bool {
        let half = (1 << (WIDTH * Kind::COUNT)) - 1;
        self.0 >> (WIDTH * Kind::COUNT * colour.index()) & half != 0
    }

    pub(super) fn take(&mut self, piece: Piece) {
        debug_assert!(self.count(piece) > 0, "no {piece} is left");
        self.0 -= 1 << (WIDTH * piece.index());
    }

    pub(super) fn add(&mut self, piece: Piece) {
        debug_assert!(self.count(piece) < 15, "too many for four bits");
        self.0 += 1 << (WIDTH * piece.index());
    }

    /// The pieces in it with their counts, in order.
    pub(super) fn pieces(self) -> impl Iterator<Item = (Piece, u8)> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let index = rest.trailing_zeros() as usize / WIDTH;
            rest &= !(15 << (WIDTH * index));
            let piece = Piece::numbered(index);
            Some((piece, self.count(piece)))
        })
    }
}

impl fmt::Debug for Bag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.pieces().map(|(piece, count)| (piece.letter(), count))).finish()
    }
}
