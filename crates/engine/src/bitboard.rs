//! Helpers for sets of squares on an 8x8 board.

use tetrarch_rules::SquareBits;

pub(crate) const FILE_A: SquareBits = 0x0101_0101_0101_0101;

/// Iterates over the squares of a set.
pub(crate) fn squares(mut set: SquareBits) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            square
        })
    })
}

pub(crate) const fn count(set: SquareBits) -> i32 {
    set.count_ones() as i32
}

/// The files next to a file.
pub(crate) const fn adjacent_files(file: u32) -> SquareBits {
    let left = if file > 0 { FILE_A << (file - 1) } else { 0 };
    let right = if file < 7 { FILE_A << (file + 1) } else { 0 };
    left | right
}

/// A square from the side's own point of view, with its first rank as rank 0.
pub(crate) const fn relative_square(side: usize, square: u32) -> usize {
    (if side == 0 { square } else { square ^ 56 }) as usize
}
