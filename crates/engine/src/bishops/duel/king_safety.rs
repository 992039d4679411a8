//! King safety.

use super::features::{KING_DANGER, PAWN_SHELTER, PAWN_STORM, SideView};
use crate::bitboard::{FILE_A, count};
use tetrarch_rules::ChessRole;

/// Danger units for each role that attacks the squares around the king.
const ATTACK_UNITS: [i32; 4] = [2, 2, 3, 5];
/// Danger units for each square from which a role could safely give check.
const CHECK_UNITS: [i32; 4] = [4, 3, 5, 4];
const PIECES: [ChessRole; 4] = [ChessRole::Knight, ChessRole::Bishop, ChessRole::Rook, ChessRole::Queen];

pub(super) fn visit(view: &SideView<'_>, add: &mut impl FnMut(usize, i32)) {
    let king = view.own(ChessRole::King);
    if king == 0 {
        return;
    }
    let square = king.trailing_zeros();
    add(KING_DANGER + danger(view, square), view.sign);
    shelter(view, square, add);
}

/// Danger on a scale from 0 to 15.
fn danger(view: &SideView<'_>, square: u32) -> usize {
    let ring = view.board.attacks(view.side, ChessRole::King, square);
    let weak = view.enemy.all & (!view.own.all | view.enemy.twice & !view.own.twice);
    let mut units = 2 * count(ring & weak);
    for (index, role) in PIECES.into_iter().enumerate() {
        let attacks = view.enemy.by[role as usize];
        units += ATTACK_UNITS[index] * count(ring & attacks).min(2);
        let from_king = view.board.attacks(view.side, role, square);
        let safe = !view.board.by_side(1 - view.side) & !view.own.all;
        units += CHECK_UNITS[index] * count(from_king & attacks & safe).min(2);
    }
    if view.theirs(ChessRole::Queen) == 0 {
        units /= 2;
    }
    (units / 3).min(15) as usize
}

/// Pawn shelter in front of the king, and the enemy pawn storm.
fn shelter(view: &SideView<'_>, square: u32, add: &mut impl FnMut(usize, i32)) {
    let middle = (square % 8).clamp(1, 6);
    for file in middle - 1..=middle + 1 {
        let file = FILE_A << file;
        let nearest = |pawns: u64| {
            let nearest = if view.side == 0 { pawns.trailing_zeros() } else { 63 - pawns.leading_zeros() };
            view.relative_square(nearest) / 8
        };
        let ours = view.own(ChessRole::Pawn) & file;
        let theirs = view.theirs(ChessRole::Pawn) & file;
        let shelter_rank = if ours == 0 { 0 } else { nearest(ours).min(3) };
        add(PAWN_SHELTER + shelter_rank, view.sign);
        if theirs != 0 {
            add(PAWN_STORM + nearest(theirs).clamp(2, 5) - 2, view.sign);
        }
    }
}
