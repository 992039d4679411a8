//! The Zobrist key: men, seat to act, last mover, who may swap, which rooks may castle.

use super::square::{ALL, Square};
use super::{army::Role, survival::Survival};
use crate::zobrist::numbers;
use crate::{Seat, Turn};

static MEN: [[u64; ALL]; 24] = {
    let all: [u64; 24 * ALL] = numbers(31);
    let mut table = [[0; ALL]; 24];
    let mut i = 0;
    while i < 24 * ALL {
        table[i / ALL][i % ALL] = all[i];
        i += 1;
    }
    table
};
/// By seat to act; then chance and the end.
const TO_ACT: [u64; 6] = numbers(32);
const LAST_MOVER: [u64; 4] = numbers(33);
const FRESH: [u64; 4] = numbers(34);
/// By rook, two for each seat.
const ROOKS: [u64; 8] = numbers(35);
/// The finalist who plays white, and the one who plays black.
const FINALISTS: [[u64; 4]; 2] = [numbers(36), numbers(37)];

#[inline]
pub(super) fn of_man(seat: Seat, role: Role, square: Square) -> u64 {
    MEN[6 * seat.index() + role as usize][square.index()]
}

/// What does not stand on the board: a handful of numbers, so it is not worth keeping.
pub(super) fn beside_the_board(game: &Survival) -> u64 {
    let to_act = match game.turn {
        Turn::Seat(seat) => TO_ACT[seat.index()],
        Turn::Chance => TO_ACT[4],
        Turn::Over => TO_ACT[5],
    };
    let fresh = game.fresh.iter().fold(0, |key, seat| key ^ FRESH[seat.index()]);
    let rooks = game.rooks.numbers().fold(0, |key, rook| key ^ ROOKS[rook]);
    to_act ^ LAST_MOVER[game.last.index()] ^ fresh ^ rooks
}

pub(super) fn of_finalists(white: Seat, black: Seat) -> u64 {
    FINALISTS[0][white.index()] ^ FINALISTS[1][black.index()]
}
