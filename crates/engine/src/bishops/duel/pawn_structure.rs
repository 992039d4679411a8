//! Pawn structure.

use super::features::{
    BACKWARD, DOUBLED, ISOLATED, PASSED, PASSED_BLOCKED, PASSED_KINGS, SUPPORTED, SideView,
};
use crate::bitboard::{FILE_A, adjacent_files, squares};
use tetrarch_rules::{ChessRole, SquareBits};

pub(super) fn visit(view: &SideView<'_>, add: &mut impl FnMut(usize, i32)) {
    let (ours, theirs) = (view.own(ChessRole::Pawn), view.theirs(ChessRole::Pawn));
    for square in squares(ours) {
        let (file, adjacent) = (FILE_A << (square % 8), adjacent_files(square % 8));
        let (ahead, rank) = (ranks_ahead(view.side, square), view.relative_square(square) / 8);
        if theirs & (file | adjacent) & ahead == 0 && ours & file & ahead == 0 {
            passed(view, square, rank, add);
        }
        let own_rank = 0xffu64 << (square / 8 * 8);
        if view.own.by[0] & 1 << square != 0 || ours & adjacent & own_rank != 0 {
            add(SUPPORTED + rank, view.sign);
        } else if ours & adjacent == 0 {
            add(ISOLATED + usize::from(theirs & file & ahead == 0), view.sign);
        } else if ours & adjacent & !ahead == 0
            && view.enemy.by[0] & 1 << square_ahead(view.side, square) != 0
        {
            add(BACKWARD, view.sign);
        }
        if ours & file & ahead != 0 {
            add(DOUBLED, view.sign);
        }
    }
}

fn passed(view: &SideView<'_>, square: u32, rank: usize, add: &mut impl FnMut(usize, i32)) {
    let next = square_ahead(view.side, square);
    let blocked = (view.board.occupied() | view.enemy.all & !view.own.all) & 1 << next != 0;
    add(if blocked { PASSED_BLOCKED } else { PASSED } + rank, view.sign);
    // The distance of the kings matters more the further the pawn has advanced.
    let weight = (rank as i32 - 2).max(0) * view.sign;
    let kings = [view.own(ChessRole::King), view.theirs(ChessRole::King)];
    for (index, king) in kings.into_iter().enumerate().filter(|(_, king)| *king != 0) {
        add(PASSED_KINGS + index, weight * distance(king.trailing_zeros(), next));
    }
}

/// All squares on the ranks ahead of a square.
pub(super) const fn ranks_ahead(side: usize, square: u32) -> SquareBits {
    let rank = square / 8;
    if side == 0 { if rank == 7 { 0 } else { !0 << (8 * (rank + 1)) } } else { (1 << (8 * rank)) - 1 }
}

/// The square in front of a pawn.
const fn square_ahead(side: usize, square: u32) -> u32 {
    if side == 0 { (square + 8) & 63 } else { square.wrapping_sub(8) & 63 }
}

fn distance(a: u32, b: u32) -> i32 {
    let files = (a % 8).abs_diff(b % 8);
    files.max((a / 8).abs_diff(b / 8)) as i32
}
