//! How safe a king is.

use super::features::{DANGER, Half, SHELTER, STORM};
use crate::reach::{FILE_A, count};
use tetrarch_rules::ChessKind;

/// How much each kind that reaches the squares around the king adds to its danger.
const ATTACK: [i32; 4] = [2, 2, 3, 5];
/// How much a square adds from which it could be checked without loss.
const CHECK: [i32; 4] = [4, 3, 5, 4];
const PIECES: [ChessKind; 4] = [ChessKind::Knight, ChessKind::Bishop, ChessKind::Rook, ChessKind::Queen];

pub(super) fn visit(half: &Half<'_>, tell: &mut impl FnMut(usize, i32)) {
    let place = half.own(ChessKind::King);
    if place == 0 {
        return;
    }
    let square = place.trailing_zeros();
    tell(DANGER + danger(half, square), half.sign);
    shelter(half, square, tell);
}

/// In steps from 0 to 15.
fn danger(half: &Half<'_>, square: u32) -> usize {
    let ring = half.men.attacks(half.side, ChessKind::King, square);
    let weak = half.enemy.all & (!half.own.all | half.enemy.twice & !half.own.twice);
    let mut units = 2 * count(ring & weak);
    for (number, kind) in PIECES.into_iter().enumerate() {
        let reach = half.enemy.by[kind as usize];
        units += ATTACK[number] * count(ring & reach).min(2);
        let lines = half.men.attacks(half.side, kind, square);
        let safe = !half.men.side(1 - half.side) & !half.own.all;
        units += CHECK[number] * count(lines & reach & safe).min(2);
    }
    if half.theirs(ChessKind::Queen) == 0 {
        units /= 2;
    }
    (units / 3).min(15) as usize
}

/// The pawns before the king, and those that run against it.
fn shelter(half: &Half<'_>, square: u32, tell: &mut impl FnMut(usize, i32)) {
    let middle = (square % 8).clamp(1, 6);
    for file in middle - 1..=middle + 1 {
        let file = FILE_A << file;
        let nearest = |pawns: u64| {
            let nearest = if half.side == 0 { pawns.trailing_zeros() } else { 63 - pawns.leading_zeros() };
            half.seen(nearest) / 8
        };
        let ours = half.own(ChessKind::Pawn) & file;
        let theirs = half.theirs(ChessKind::Pawn) & file;
        let cover = if ours == 0 { 0 } else { nearest(ours).min(3) };
        tell(SHELTER + cover, half.sign);
        if theirs != 0 {
            tell(STORM + nearest(theirs).clamp(2, 5) - 2, half.sign);
        }
    }
}
