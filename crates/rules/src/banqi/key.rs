//! The Zobrist key: board, unrevealed pieces, colour and seat to move, and the pending flip.
//!
//! Board and unrevealed pieces together determine the captured ones, so these need no numbers.

use super::{Banqi, Colour, FIRST, Piece, PieceCounts, Square};
use crate::zobrist::random_numbers;

static PIECE_SQUARES: [[u64; 32]; Piece::INDEX_LIMIT] = {
    let all: [u64; 32 * Piece::INDEX_LIMIT] = random_numbers(11);
    let mut table = [[0; 32]; Piece::INDEX_LIMIT];
    let mut i = 0;
    while i < 32 * Piece::INDEX_LIMIT {
        table[i / 32][i % 32] = all[i];
        i += 1;
    }
    table
};
static FACE_DOWN: [u64; 32] = random_numbers(12);
static FLIPPING: [u64; 32] = random_numbers(13);
/// By piece and number of unrevealed copies. A count includes the numbers of all smaller counts, so removing one piece
/// changes one number.
static UNREVEALED: [[u64; 8]; Piece::INDEX_LIMIT] = {
    let all: [u64; 8 * Piece::INDEX_LIMIT] = random_numbers(14);
    let mut table = [[0; 8]; Piece::INDEX_LIMIT];
    let mut i = 0;
    while i < 8 * Piece::INDEX_LIMIT {
        table[i / 8][i % 8] = all[i];
        i += 1;
    }
    table
};
static SIDES: [u64; 2] = random_numbers(15);
const SECOND_SEAT: u64 = random_numbers::<1>(16)[0];

/// The change of the key when the turn passes to the other colour and seat.
pub(super) const OTHER_SIDE: u64 = {
    let sides: [u64; 2] = random_numbers(15);
    sides[0] ^ sides[1] ^ SECOND_SEAT
};

pub(super) fn compute(position: &Banqi) -> u64 {
    let (board, seat) = (&position.board, position.seat_to_move());
    let face_down = board.face_down().fold(0, |key, square| key ^ FACE_DOWN[square.index()]);
    let face_up =
        Square::all().filter_map(|square| board.piece_at(square).map(|piece| piece_key(piece, square)));
    let unrevealed =
        position.unrevealed.iter().flat_map(|(piece, count)| (1..=count).map(move |n| count_key(piece, n)));
    let turn = side_key(position.colour_to_move()) ^ if seat == FIRST { 0 } else { SECOND_SEAT };
    face_up
        .chain(unrevealed)
        .fold(face_down ^ turn ^ position.flipping.map_or(0, flip_key), |key, number| key ^ number)
}

pub(super) fn side_key(side: Option<Colour>) -> u64 {
    side.map_or(0, |colour| SIDES[colour.index()])
}

pub(super) fn flip_key(square: Square) -> u64 {
    FLIPPING[square.index()]
}

pub(super) fn piece_key(piece: Piece, square: Square) -> u64 {
    PIECE_SQUARES[piece.index()][square.index()]
}

/// The change of the key when the flipped piece on `square` is revealed.
pub(super) fn reveal_key(square: Square, piece: Piece, unrevealed: PieceCounts) -> u64 {
    let face_down = FACE_DOWN[square.index()] ^ FLIPPING[square.index()];
    face_down ^ piece_key(piece, square) ^ count_key(piece, unrevealed.count(piece))
}

fn count_key(piece: Piece, count: u8) -> u64 {
    UNREVEALED[piece.index()][usize::from(count & 7)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn each_count_of_each_piece_has_its_own_number() {
        let all = PieceCounts::full_set();
        let counts =
            Piece::all().flat_map(|piece| (1..=all.count(piece)).map(move |count| count_key(piece, count)));
        assert_eq!(counts.collect::<HashSet<u64>>().len(), 32);
    }
}
