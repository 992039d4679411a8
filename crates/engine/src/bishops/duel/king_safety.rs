//! How safe a king is.

use super::features::{DANGER, SHELTER, STORM, SideView};
use crate::chess_attacks::{FILE_A, count};
use tetrarch_rules::ChessRole;

/// How much each kind that reaches the squares around the king adds to its danger.
const ATTACK: [i32; 4] = [2, 2, 3, 5];
/// How much a square adds from which it could be checked without loss.
const CHECK: [i32; 4] = [4, 3, 5, 4];
const PIECES: [ChessRole; 4] = [ChessRole::Knight, ChessRole::Bishop, ChessRole::Rook, ChessRole::Queen];

pub(super) fn visit(half: &SideView<'_>, tell: &mut impl FnMut(usize, i32)) {
    let place = half.own(ChessRole::King);
    if place == 0 {
        return;
    }
    let square = place.trailing_zeros();
    tell(DANGER + danger(half, square), half.sign);
    shelter(half, square, tell);
}

/// In steps from 0 to 15.
fn danger(half: &SideView<'_>, square: u32) -> usize {
    let ring = half.men.attacks(half.side, ChessRole::King, square);
    let weak = half.enemy.all & (!half.own.all | half.enemy.twice & !half.own.twice);
    let mut units = 2 * count(ring & weak);
    for (number, kind) in PIECES.into_iter().enumerate() {
        let reach = half.enemy.by[kind as usize];
        units += ATTACK[number] * count(ring & reach).min(2);
        let lines = half.men.attacks(half.side, kind, square);
        let safe = !half.men.by_side(1 - half.side) & !half.own.all;
        units += CHECK[number] * count(lines & reach & safe).min(2);
    }
    if half.theirs(ChessRole::Queen) == 0 {
        units /= 2;
    }
    (units / 3).min(15) as usize
}

/// The pawns before the king, and those that run against it.
fn shelter(half: &SideView<'_>, square: u32, tell: &mut impl FnMut(usize, i32)) {
    let middle = (square % 8).clamp(1, 6);
    for file in middle - 1..=middle + 1 {
        let file = FILE_A << file;
        let nearest = |pawns: u64| {
            let nearest = if half.side == 0 { pawns.trailing_zeros() } else { 63 - pawns.leading_zeros() };
            half.relative_square(nearest) / 8
        };
        let ours = half.own(ChessRole::Pawn) & file;
        let theirs = half.theirs(ChessRole::Pawn) & file;
        let cover = if ours == 0 { 0 } else { nearest(ours).min(3) };
        tell(SHELTER + cover, half.sign);
        if theirs != 0 {
            tell(STORM + nearest(theirs).clamp(2, 5) - 2, half.sign);
        }
    }
}
