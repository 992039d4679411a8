//! The squares `a1` to `h4`, and sets of squares.

use crate::cell_name;
use smol_str::SmolStr;
use std::fmt;
use std::ops::{BitAnd, BitOr, Shl};

/// One of the 32 squares.
#[derive(Copy, Clone, Eq, PartialEq, Hash)]
pub struct Square(u8);

impl Square {
    /// The number of files, `a` to `h`.
    pub(super) const FILES: u8 = 8;
    /// The number of ranks, 1 to 4.
    pub(super) const RANKS: u8 = 4;

    /// All squares: `a1` to `h1`, then `a2` to `h2`, and so on.
    pub fn all() -> impl Iterator<Item = Square> {
        SquareSet::ALL
    }

    /// The square on this file and rank, both from 0.
    pub(super) const fn from_coords(file: u8, rank: u8) -> Square {
        assert!(file < Square::FILES && rank < Square::RANKS);
        Square(rank * Square::FILES + file)
    }

    /// Parses `b4`, in lower case.
    pub(super) fn parse(text: &str) -> Option<Square> {
        let &[file @ b'a'..=b'h', rank @ b'1'..=b'4'] = text.as_bytes() else { return None };
        Some(Square::from_coords(file - b'a', rank - b'1'))
    }

    /// The file; `a` is 0.
    pub(super) const fn file(self) -> u8 {
        self.0 % Square::FILES
    }

    /// The rank, from 0.
    pub(super) const fn rank(self) -> u8 {
        self.0 / Square::FILES
    }

    /// The index in the order of [`Square::all`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Square {
    /// The name: `b4`.
    pub(super) fn name(self) -> SmolStr {
        cell_name(self.file(), self.rank())
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of squares with one bit per square. It is its own iterator.
#[derive(Copy, Clone, Eq, PartialEq, Default)]
pub(super) struct SquareSet(pub(super) u32);

impl SquareSet {
    pub(super) const EMPTY: SquareSet = SquareSet(0);
    pub(super) const ALL: SquareSet = SquareSet(u32::MAX);

    pub(super) const fn one(square: Square) -> SquareSet {
        SquareSet(1 << square.0)
    }

    pub(super) const fn contains(self, square: Square) -> bool {
        self.0 >> square.0 & 1 != 0
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Inserts the squares of `others` that are missing and removes those that are present.
    pub(super) const fn toggle(&mut self, others: SquareSet) {
        self.0 ^= others.0;
    }

    /// The squares that are not in `others`.
    pub(super) const fn without(self, others: SquareSet) -> SquareSet {
        SquareSet(self.0 & !others.0)
    }
}

impl Iterator for SquareSet {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        if self.is_empty() {
            return None;
        }
        let first = Square(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(first)
    }
}

impl BitOr for SquareSet {
    type Output = SquareSet;
    fn bitor(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 | other.0)
    }
}

impl BitAnd for SquareSet {
    type Output = SquareSet;
    fn bitand(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & other.0)
    }
}

impl Shl<u8> for SquareSet {
    type Output = SquareSet;
    fn shl(self, places: u8) -> SquareSet {
        SquareSet(self.0 << places)
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
