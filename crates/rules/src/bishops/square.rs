//! Squares, and sets of squares in play.
//!
//! Only kings enter corners, so the 128 squares in play are numbered first and a set of them takes 128 bits. Corner
//! squares come after them and are in no set: the board stores kings by square, and a corner blocks every line.

use crate::{Seat, cell_name};
use smol_str::SmolStr;
use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXorAssign, Not};

/// The number of squares, corners included.
pub(super) const SQUARE_COUNT: usize = 144;
/// The number of squares in play for all pieces; these come first.
pub(super) const IN_PLAY: usize = 128;
/// The number of files and of ranks.
pub(super) const BOARD_SIZE: i8 = 12;

/// A square of the 12×12 board, corners included.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The square at a file and a rank from 0, if it is on the board.
    pub(super) const fn from_coords(file: i8, rank: i8) -> Option<Square> {
        if file < 0 || file >= BOARD_SIZE || rank < 0 || rank >= BOARD_SIZE {
            return None;
        }
        let (f, r) = (file as u8, rank as u8);
        Some(Square(match (rank, file) {
            (..=1 | 10.., ..=1 | 10..) => 128 + 4 * corner_owner(file, rank) + (f & 1) + 2 * (r & 1),
            (..=1, _) => 8 * r + f - 2,
            (10.., _) => 112 + 8 * (r - 10) + f - 2,
            _ => 16 + 12 * (r - 2) + f,
        }))
    }

    /// The square with this index, which must be below [`SQUARE_COUNT`].
    pub(super) const fn from_index(number: usize) -> Square {
        assert!(number < SQUARE_COUNT, "there are 144 squares");
        Square(number as u8)
    }

    /// Computes the file and the rank from the index.
    pub(super) const fn coords(self) -> (i8, i8) {
        let n = self.0 as i8 & 127;
        match self.0 {
            0..16 => (n % 8 + 2, n / 8),
            16..112 => ((n - 16) % 12, (n - 16) / 12 + 2),
            112..128 => ((n - 112) % 8 + 2, (n - 112) / 8 + 10),
            128.. => {
                let (right, top) = (n >= 8, n >= 4 && n < 12);
                (n % 2 + if right { 10 } else { 0 }, n / 2 % 2 + if top { 10 } else { 0 })
            }
        }
    }

    /// All squares, those in play first.
    pub(super) fn all() -> impl Iterator<Item = Square> {
        (0..SQUARE_COUNT as u8).map(Square)
    }

    /// The four squares of a seat's home corner.
    pub(super) fn corner_of(seat: Seat) -> impl Iterator<Item = Square> {
        let first = (IN_PLAY + 4 * seat.index()) as u8;
        (first..first + 4).map(Square)
    }

    /// Its index, squares in play first.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, from 0.
    pub(super) fn file(self) -> i8 {
        COORDS[self.index()].0
    }

    /// The rank, from 0.
    pub(super) fn rank(self) -> i8 {
        COORDS[self.index()].1
    }

    /// The seat in whose home corner the square is.
    #[inline]
    pub(super) fn owner(self) -> Option<Seat> {
        self.index().checked_sub(IN_PLAY).map(|corner| Seat::new(corner / 4))
    }

    /// Whether the squares are neighbours.
    pub(super) fn is_next_to(self, other: Square) -> bool {
        self != other
            && (self.file() - other.file()).unsigned_abs() <= 1
            && (self.rank() - other.rank()).unsigned_abs() <= 1
    }

    /// The square `files` to the right and `ranks` up.
    pub(super) fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        Square::from_coords(self.file() + files, self.rank() + ranks)
    }

    /// Parses `a1` to `l12`.
    pub(super) fn parse(text: &str) -> Option<Square> {
        let (file, rank) = text.split_at_checked(1)?;
        let file = file.bytes().next()?.checked_sub(b'a')?;
        let rank = crate::parse_count::<u32>(rank)?.checked_sub(1)?;
        Square::from_coords(i8::try_from(file).ok()?, i8::try_from(rank).ok()?)
    }
}

/// Files and ranks by square.
static COORDS: [(i8, i8); SQUARE_COUNT] = {
    let mut places = [(0, 0); SQUARE_COUNT];
    let mut i = 0;
    while i < SQUARE_COUNT {
        places[i] = Square::from_index(i).coords();
        i += 1;
    }
    places
};

/// The index of the seat that owns a corner, clockwise from White's at the bottom left.
const fn corner_owner(file: i8, rank: i8) -> u8 {
    match (file < 6, rank < 6) {
        (true, true) => 0,
        (true, false) => 1,
        (false, false) => 2,
        (false, true) => 3,
    }
}

impl Square {
    /// The name: `l12`.
    pub(super) fn name(self) -> SmolStr {
        cell_name(self.file() as u8, self.rank() as u8)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

/// A set of squares in play, as two halves.
///
/// It is not a `u128`: the compiler writes that in two halves and reads it back whole, which stalls on every board
/// that was just changed.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Default, Debug)]
pub struct SquareSet([u64; 2]);

/// The set of each single square; empty for corner squares. A table lookup is faster than shifting.
static SINGLES: [SquareSet; SQUARE_COUNT] = {
    let mut sets = [SquareSet::EMPTY; SQUARE_COUNT];
    let mut i = 0;
    while i < IN_PLAY {
        sets[i] = SquareSet::EMPTY.with(Square::from_index(i));
        i += 1;
    }
    sets
};

impl SquareSet {
    /// No square.
    pub const EMPTY: SquareSet = SquareSet([0; 2]);
    /// All squares in play.
    pub const FULL: SquareSet = SquareSet([u64::MAX; 2]);

    /// The set of one square; empty for a corner square.
    #[inline]
    pub fn one(square: Square) -> SquareSet {
        SINGLES[square.index()]
    }

    /// The set with a square added, for compile-time tables.
    pub(super) const fn with(self, square: Square) -> SquareSet {
        let mut halves = self.0;
        if square.index() < IN_PLAY {
            halves[square.index() / 64] |= 1 << (square.index() % 64);
        }
        SquareSet(halves)
    }

    /// The union.
    #[inline]
    pub const fn or(self, other: SquareSet) -> SquareSet {
        SquareSet([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    /// Whether the set contains a square.
    #[inline]
    pub fn contains(self, square: Square) -> bool {
        (self & SquareSet::one(square)).is_nonempty()
    }

    /// Whether the set is not empty.
    #[inline]
    pub const fn is_nonempty(self) -> bool {
        self.0[0] | self.0[1] != 0
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        !self.is_nonempty()
    }

    /// Whether the set has exactly one square.
    #[inline]
    pub(super) const fn is_single(self) -> bool {
        self.is_nonempty() && self.without_first().is_empty()
    }

    /// The set without its lowest square.
    #[inline]
    pub(super) const fn without_first(self) -> SquareSet {
        let [low, high] = self.0;
        if low != 0 {
            SquareSet([low & (low - 1), high])
        } else {
            SquareSet([0, high & high.wrapping_sub(1)])
        }
    }

    /// The number of squares.
    #[inline]
    pub const fn len(self) -> usize {
        (self.0[0].count_ones() + self.0[1].count_ones()) as usize
    }

    /// The lowest square.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        match self.0 {
            [0, 0] => None,
            [0, high] => Some(Square(64 + high.trailing_zeros() as u8)),
            [low, _] => Some(Square(low.trailing_zeros() as u8)),
        }
    }

    /// The highest square.
    #[inline]
    pub(super) const fn last(self) -> Option<Square> {
        match self.0 {
            [0, 0] => None,
            [low, 0] => Some(Square(63 - low.leading_zeros() as u8)),
            [_, high] => Some(Square(127 - high.leading_zeros() as u8)),
        }
    }
}

impl Iterator for SquareSet {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        *self = self.without_first();
        Some(square)
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        squares.into_iter().fold(SquareSet::EMPTY, |set, square| set | SquareSet::one(square))
    }
}

impl BitAnd for SquareSet {
    type Output = SquareSet;
    #[inline]
    fn bitand(self, other: SquareSet) -> SquareSet {
        SquareSet([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }
}

impl BitOr for SquareSet {
    type Output = SquareSet;
    #[inline]
    fn bitor(self, other: SquareSet) -> SquareSet {
        self.or(other)
    }
}

impl BitOrAssign for SquareSet {
    #[inline]
    fn bitor_assign(&mut self, other: SquareSet) {
        *self = *self | other;
    }
}

impl BitXorAssign for SquareSet {
    #[inline]
    fn bitxor_assign(&mut self, other: SquareSet) {
        *self = SquareSet([self.0[0] ^ other.0[0], self.0[1] ^ other.0[1]]);
    }
}

impl Not for SquareSet {
    type Output = SquareSet;
    #[inline]
    fn not(self) -> SquareSet {
        SquareSet([!self.0[0], !self.0[1]])
    }
}
