//! What the pawns promise.

use super::features::{
    BACKWARD, DOUBLED, ISOLATED, PASSED, PASSED_BLOCKED, PASSED_KINGS, SUPPORTED, SideView,
};
use crate::chess_attacks::{FILE_A, adjacent_files, squares};
use tetrarch_rules::{ChessRole, SquareBits};

pub(super) fn visit(half: &SideView<'_>, tell: &mut impl FnMut(usize, i32)) {
    let (ours, theirs) = (half.own(ChessRole::Pawn), half.theirs(ChessRole::Pawn));
    for square in squares(ours) {
        let (file, beside) = (FILE_A << (square % 8), adjacent_files(square % 8));
        let (ahead, rank) = (ranks_ahead(half.side, square), half.relative_square(square) / 8);
        if theirs & (file | beside) & ahead == 0 && ours & file & ahead == 0 {
            passed(half, square, rank, tell);
        }
        let level = 0xffu64 << (square / 8 * 8);
        if half.own.by[0] & 1 << square != 0 || ours & beside & level != 0 {
            tell(SUPPORTED + rank, half.sign);
        } else if ours & beside == 0 {
            tell(ISOLATED + usize::from(theirs & file & ahead == 0), half.sign);
        } else if ours & beside & !ahead == 0 && half.enemy.by[0] & 1 << square_ahead(half.side, square) != 0
        {
            tell(BACKWARD, half.sign);
        }
        if ours & file & ahead != 0 {
            tell(DOUBLED, half.sign);
        }
    }
}

fn passed(half: &SideView<'_>, square: u32, rank: usize, tell: &mut impl FnMut(usize, i32)) {
    let next = square_ahead(half.side, square);
    let blocked = (half.men.occupied() | half.enemy.all & !half.own.all) & 1 << next != 0;
    tell(if blocked { PASSED_BLOCKED } else { PASSED } + rank, half.sign);
    // How near the kings are matters the more, the further it has come.
    let weight = (rank as i32 - 2).max(0) * half.sign;
    let kings = [half.own(ChessRole::King), half.theirs(ChessRole::King)];
    for (number, king) in kings.into_iter().enumerate().filter(|(_, king)| *king != 0) {
        tell(PASSED_KINGS + number, weight * distance(king.trailing_zeros(), next));
    }
}

/// All squares on ranks ahead of a square.
pub(super) const fn ranks_ahead(side: usize, square: u32) -> SquareBits {
    let rank = square / 8;
    if side == 0 { if rank == 7 { 0 } else { !0 << (8 * (rank + 1)) } } else { (1 << (8 * rank)) - 1 }
}

/// The square before a pawn.
const fn square_ahead(side: usize, square: u32) -> u32 {
    if side == 0 { (square + 8) & 63 } else { square.wrapping_sub(8) & 63 }
}

fn distance(a: u32, b: u32) -> i32 {
    let files = (a % 8).abs_diff(b % 8);
    files.max((a / 8).abs_diff(b / 8)) as i32
}
