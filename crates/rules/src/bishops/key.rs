//! The Zobrist key: placement, seat to act, last mover, unmoved colours and castling rights.

use super::square::{SQUARE_COUNT, Square};
use super::{piece::Role, survival::Survival};
use crate::zobrist::random_numbers;
use crate::{Seat, Turn};

static PIECE_SQUARES: [[u64; SQUARE_COUNT]; 24] = {
    let all: [u64; 24 * SQUARE_COUNT] = random_numbers(31);
    let mut table = [[0; SQUARE_COUNT]; 24];
    let mut i = 0;
    while i < 24 * SQUARE_COUNT {
        table[i / SQUARE_COUNT][i % SQUARE_COUNT] = all[i];
        i += 1;
    }
    table
};
/// By seat to act, then chance, then the end of the game.
const TO_ACT: [u64; 6] = random_numbers(32);
const LAST_MOVER: [u64; 4] = random_numbers(33);
const UNMOVED: [u64; 4] = random_numbers(34);
/// By rook, two for each seat.
const CASTLING_RIGHTS: [u64; 8] = random_numbers(35);
/// By the finalist who plays white, and by the one who plays black.
const FINALISTS: [[u64; 4]; 2] = [random_numbers(36), random_numbers(37)];

#[inline]
pub(super) fn piece_key(seat: Seat, role: Role, square: Square) -> u64 {
    PIECE_SQUARES[6 * seat.index() + role as usize][square.index()]
}

/// The part of the key that is not on the board. It takes a handful of table lookups, so it is not updated
/// incrementally.
pub(super) fn state_key(game: &Survival) -> u64 {
    let to_act = match game.turn {
        Turn::Seat(seat) => TO_ACT[seat.index()],
        Turn::Chance => TO_ACT[4],
        Turn::Over => TO_ACT[5],
    };
    let unmoved = game.unmoved.iter().fold(0, |key, seat| key ^ UNMOVED[seat.index()]);
    let rooks = game.castling_rights.rook_indices().fold(0, |key, rook| key ^ CASTLING_RIGHTS[rook]);
    to_act ^ LAST_MOVER[game.last_mover.index()] ^ unmoved ^ rooks
}

pub(super) fn finalists_key(white: Seat, black: Seat) -> u64 {
    FINALISTS[0][white.index()] ^ FINALISTS[1][black.index()]
}

#[cfg(test)]
mod tests {
    use super::super::survival::CastlingRights;
    use super::super::{Options, army};
    use super::*;
    use crate::SeatSet;
    use std::collections::HashSet;

    /// All sets of seats.
    fn seats() -> Vec<SeatSet> {
        (0..16)
            .map(|set| army::ORDER.into_iter().filter(|seat| set & 1 << seat.index() != 0).collect())
            .collect()
    }

    /// All sets of castling rights.
    fn rooks() -> Vec<CastlingRights> {
        let all: Vec<(Seat, Square)> = CastlingRights::ALL.squares().collect();
        let chosen = |set: usize| all.iter().enumerate().filter(move |(rook, _)| set & 1 << rook != 0);
        (0..256)
            .map(|set| {
                chosen(set).fold(CastlingRights::NONE, |rooks, (_, (seat, at))| rooks.with(*seat, *at))
            })
            .collect()
    }

    #[test]
    fn every_state_beside_the_board_has_a_distinct_key() {
        let start = Survival::start(&Options::default());
        let turns = army::ORDER.map(Turn::Seat).into_iter().chain([Turn::Chance, Turn::Over]);
        let (mut keys, mut states) = (HashSet::new(), 0);
        for (turn, last) in turns.flat_map(|turn| army::ORDER.map(|last| (turn, last))) {
            for (unmoved, rooks) in
                seats().into_iter().flat_map(|unmoved| rooks().into_iter().map(move |r| (unmoved, r)))
            {
                keys.insert(state_key(&Survival {
                    turn,
                    last_mover: last,
                    unmoved,
                    castling_rights: rooks,
                    ..start
                }));
                states += 1;
            }
        }
        assert_eq!((keys.len(), states), (states, 6 * 4 * 16 * 256));
    }

    #[test]
    fn every_piece_has_a_distinct_key_on_every_square() {
        let pieces = army::ORDER.into_iter().flat_map(|seat| Role::ALL.map(|role| (seat, role)));
        let all =
            pieces.flat_map(|(seat, role)| Square::all().map(move |square| piece_key(seat, role, square)));
        assert_eq!(all.collect::<HashSet<u64>>().len(), 4 * 6 * SQUARE_COUNT);
    }

    #[test]
    fn every_pair_of_finalists_has_a_distinct_key() {
        let pairs = army::ORDER.into_iter().flat_map(|white| army::ORDER.map(|black| (white, black)));
        let keys: HashSet<u64> = pairs.map(|(white, black)| finalists_key(white, black)).collect();
        assert_eq!(keys.len(), 16);
    }
}
