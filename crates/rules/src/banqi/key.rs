//! The Zobrist key: what lies where, the bag, the side and the seat to act, and the square being turned.
//!
//! Board and bag together fix what was captured, so that needs no numbers of its own.

use super::{Bag, Banqi, Colour, Piece, Square};
use crate::zobrist::numbers;

static PIECES: [[u64; 32]; Piece::INDEX_LIMIT] = {
    let all: [u64; 32 * Piece::INDEX_LIMIT] = numbers(11);
    let mut table = [[0; 32]; Piece::INDEX_LIMIT];
    let mut i = 0;
    while i < 32 * Piece::INDEX_LIMIT {
        table[i / 32][i % 32] = all[i];
        i += 1;
    }
    table
};
static HIDDEN: [u64; 32] = numbers(12);
static TURNING: [u64; 32] = numbers(13);
/// By piece and how many are in the bag. A count brings the numbers of all smaller counts with it, so that taking
/// one out is one number.
static BAG: [[u64; 8]; Piece::INDEX_LIMIT] = {
    let all: [u64; 8 * Piece::INDEX_LIMIT] = numbers(14);
    let mut table = [[0; 8]; Piece::INDEX_LIMIT];
    let mut i = 0;
    while i < 8 * Piece::INDEX_LIMIT {
        table[i / 8][i % 8] = all[i];
        i += 1;
    }
    table
};
static SIDES: [u64; 2] = numbers(15);
const SECOND_SEAT: u64 = numbers::<1>(16)[0];

/// The other side and the other seat act.
pub(super) const OTHER_SIDE: u64 = {
    let sides: [u64; 2] = numbers(15);
    sides[0] ^ sides[1] ^ SECOND_SEAT
};

pub(super) fn from_scratch(position: &Banqi) -> u64 {
    let (board, seat) = (&position.board, position.seat());
    let hidden = board.hidden().fold(0, |key, square| key ^ HIDDEN[square.index()]);
    let men = Square::all().filter_map(|square| board.piece(square).map(|piece| of_piece(square, piece)));
    let bag = position.bag.pieces().flat_map(|(piece, count)| (1..=count).map(move |n| of_count(piece, n)));
    let turn = of_side(position.side()) ^ if seat == super::FIRST { 0 } else { SECOND_SEAT };
    men.chain(bag).fold(hidden ^ turn ^ position.turning.map_or(0, of_turning), |key, number| key ^ number)
}

pub(super) fn of_side(side: Option<Colour>) -> u64 {
    side.map_or(0, |colour| SIDES[colour.index()])
}

pub(super) fn of_turning(square: Square) -> u64 {
    TURNING[square.index()]
}

pub(super) fn of_piece(square: Square, piece: Piece) -> u64 {
    PIECES[piece.index()][square.index()]
}

/// The piece being turned over on `square` turns out to be this one, and leaves the bag.
pub(super) fn of_reveal(square: Square, piece: Piece, bag: Bag) -> u64 {
    let face_down = HIDDEN[square.index()] ^ TURNING[square.index()];
    face_down ^ of_piece(square, piece) ^ of_count(piece, bag.count(piece))
}

fn of_count(piece: Piece, count: u8) -> u64 {
    BAG[piece.index()][usize::from(count & 7)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn each_piece_more_in_the_bag_has_a_number_of_its_own() {
        let all = Bag::full();
        let counts =
            Piece::all().flat_map(|piece| (1..=all.count(piece)).map(move |count| of_count(piece, count)));
        assert_eq!(counts.collect::<HashSet<u64>>().len(), 32);
    }
}
