//! Attack tables for moves that chess does not have, or has for two sides only.

use super::army::Army;
use shakmaty::{Bitboard, Square, attacks};

/// The squares a queen leaps to.
static QUEEN_LEAPS: [Bitboard; 64] = {
    let mut table = [Bitboard::EMPTY; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = squares_at(i, &[(2, 0), (2, 2), (0, 2), (-2, 2), (-2, 0), (-2, -2), (0, -2), (2, -2)]);
        i += 1;
    }
    table
};

/// The squares a pawn captures on, by army.
static PAWN_CAPTURES: [[Bitboard; 64]; 4] = {
    let mut table = [[Bitboard::EMPTY; 64]; 4];
    let mut i = 0;
    while i < 256 {
        let (file, rank) = Army::ALL[i / 64].forward();
        let sides = [(file + rank, rank + file), (file - rank, rank - file)];
        table[i / 64][i % 64] = squares_at(i % 64, &sides);
        i += 1;
    }
    table
};

/// The squares on the ranks, files and diagonals through a square. Only a piece that leaves one of them can open a
/// line to the square.
static LINES: [Bitboard; 64] = {
    let mut table = [Bitboard::EMPTY; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = attacks::queen_attacks(Square::new(i as u32), Bitboard::EMPTY);
        i += 1;
    }
    table
};

/// The squares at these offsets from a square that are on the board.
const fn squares_at(square: usize, distances: &[(i32, i32)]) -> Bitboard {
    let mut squares = 0;
    let mut i = 0;
    while i < distances.len() {
        let file = (square % 8) as i32 + distances[i].0;
        let rank = (square / 8) as i32 + distances[i].1;
        if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
            squares |= 1 << (rank * 8 + file);
        }
        i += 1;
    }
    Bitboard(squares)
}

/// The squares a queen leaps to from here. The relation is symmetric.
pub(super) fn queen_leaps(square: Square) -> Bitboard {
    QUEEN_LEAPS[square.to_usize()]
}

/// The squares the pawns on `pawns` step to. One rotation moves all pawns of an army at once.
pub(super) fn pawn_steps(army: Army, pawns: Bitboard) -> Bitboard {
    /// Bit rotations for one step west, north, east and south.
    const TURNS: [u32; 4] = [63, 8, 1, 56];
    let can_step = pawns & !army.promotion_edge();
    Bitboard(can_step.0.rotate_left(TURNS[army.index()]))
}

/// The squares a pawn captures on.
pub(super) fn pawn_captures(army: Army, square: Square) -> Bitboard {
    PAWN_CAPTURES[army.index()][square.to_usize()]
}

/// The squares from which a pawn captures here. Allied pawns face in opposite directions, so these are the ally's
/// captures.
pub(super) fn pawn_capturers(army: Army, square: Square) -> Bitboard {
    pawn_captures(army.ally(), square)
}

/// The other squares on the ranks, files and diagonals through a square.
pub(super) fn lines_through(square: Square) -> Bitboard {
    LINES[square.to_usize()]
}
