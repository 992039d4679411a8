//! What the sides of a chess board attack.

use tetrarch_rules::{ChessBoard, ChessRole, SquareBits};

pub(crate) const FILE_A: SquareBits = 0x0101_0101_0101_0101;

/// The files beside a file.
pub(crate) const fn adjacent_files(file: u32) -> SquareBits {
    let left = if file > 0 { FILE_A << (file - 1) } else { 0 };
    let right = if file < 7 { FILE_A << (file + 1) } else { 0 };
    left | right
}

/// What a side attacks.
pub(crate) struct ChessSideAttacks {
    pub(crate) by: [SquareBits; 6],
    pub(crate) all: SquareBits,
    /// Attacked at least twice.
    pub(crate) twice: SquareBits,
}

impl ChessSideAttacks {
    pub(crate) fn new(men: &ChessBoard, side: usize) -> ChessSideAttacks {
        let mut reach = ChessSideAttacks { by: [0; 6], all: 0, twice: 0 };
        for kind in ChessRole::ALL {
            for square in squares(men.pieces(side, kind)) {
                let attacks = men.attacks(side, kind, square);
                reach.twice |= reach.all & attacks;
                reach.all |= attacks;
                reach.by[kind as usize] |= attacks;
            }
        }
        reach
    }
}

pub(crate) fn squares(mut set: SquareBits) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            square
        })
    })
}

pub(crate) fn count(set: SquareBits) -> i32 {
    set.count_ones() as i32
}

/// A square as the side that owns it counts, its own first rank first.
pub(crate) const fn relative_square(side: usize, square: u32) -> usize {
    (if side == 0 { square } else { square ^ 56 }) as usize
}
