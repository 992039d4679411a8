//! The Zobrist key: placement, army to move, controllers, frozen armies, captors and die.

use super::Enochian;
use super::army::Army;
use super::dice::Die;
use super::piece::Piece;
use crate::Seat;
use crate::zobrist::random_numbers;
use shakmaty::Square;

const PIECE_COUNT: usize = Army::ALL.len() * Piece::COUNT;

static PIECE_SQUARES: [[u64; 64]; PIECE_COUNT] = {
    let all: [u64; PIECE_COUNT * 64] = random_numbers(21);
    let mut table = [[0; 64]; PIECE_COUNT];
    let mut i = 0;
    while i < all.len() {
        table[i / 64][i % 64] = all[i];
        i += 1;
    }
    table
};
static TO_ACT: [u64; 4] = random_numbers(22);
static CONTROLLERS: [u64; 16] = random_numbers(23);
static FROZEN: [u64; 4] = random_numbers(24);
static CAPTORS: [u64; 16] = random_numbers(25);
/// The die before its throw, then the six throws.
static DICE: [u64; 7] = random_numbers(26);

pub(super) fn piece_key(army: Army, piece: Piece, square: Square) -> u64 {
    PIECE_SQUARES[army.index() * Piece::COUNT + piece.index()][square.to_usize()]
}

/// The part of the key that is not on the board. It combines a dozen numbers on demand, because few moves need it and
/// updating it would slow down all of them.
pub(super) fn state_key(position: &Enochian) -> u64 {
    let by_seat = |army: Army, seat: Seat| army.index() * Seat::MAX_COUNT + seat.index();
    let mut key = TO_ACT[position.army.index()] ^ die_key(position.die);
    for army in Army::ALL {
        key ^= CONTROLLERS[by_seat(army, position.controllers[army])];
        key ^= position.captors[army].map_or(0, |seat| CAPTORS[by_seat(army, seat)]);
        key ^= if position.frozen.contains(army) { FROZEN[army.index()] } else { 0 };
    }
    key
}

fn die_key(die: Die) -> u64 {
    match die {
        Die::Unused => 0,
        Die::ToThrow => DICE[0],
        Die::Thrown(throw) => DICE[usize::from(throw.number())],
    }
}

#[cfg(test)]
mod tests {
    use super::super::army::{ArmySet, ByArmy};
    use super::super::piece::Officer;
    use super::super::{Options, Throw};
    use super::*;
    use crate::Position as _;
    use std::collections::HashSet;

    /// All assignments of a number below `many` to each army.
    fn each_army(many: usize) -> impl Iterator<Item = ByArmy<usize>> {
        (0..many.pow(4))
            .map(move |n| ByArmy([n % many, n / many % many, n / many.pow(2) % many, n / many.pow(3)]))
    }

    fn frozen(set: u32) -> ArmySet {
        let mut frozen = ArmySet::EMPTY;
        Army::ALL
            .into_iter()
            .filter(|army| set & 1 << army.index() != 0)
            .for_each(|army| frozen.insert(army));
        frozen
    }

    #[test]
    fn every_piece_of_every_army_has_its_own_number_on_every_square() {
        let pieces =
            Officer::ALL.into_iter().flat_map(|officer| [Piece::Officer(officer), Piece::Pawn(officer)]);
        let pieces: Vec<Piece> = pieces.chain([Piece::King]).collect();
        let placed = Army::ALL.into_iter().flat_map(|army| pieces.iter().map(move |piece| (army, *piece)));
        let all = placed.flat_map(|(army, piece)| Square::ALL.map(|square| piece_key(army, piece, square)));
        assert_eq!(all.collect::<HashSet<u64>>().len(), 4 * 9 * 64);
    }

    #[test]
    fn controllers_captors_and_frozen_armies_change_the_key() {
        let start = Enochian::start(&Options::default());
        let (mut keys, mut states) = (HashSet::new(), 0);
        for (controllers, frozen) in each_army(4).flat_map(|by| (0..16).map(move |set| (by.0, frozen(set)))) {
            let controllers = ByArmy(controllers.map(Seat::new));
            keys.insert(state_key(&Enochian { controllers, frozen, ..start.clone() }));
            states += 1;
        }
        for captors in each_army(5).skip(1) {
            let captors = ByArmy(captors.0.map(|captor| captor.checked_sub(1).map(Seat::new)));
            keys.insert(state_key(&Enochian { captors, ..start.clone() }));
            states += 1;
        }
        assert_eq!(keys.len(), states);
    }

    #[test]
    fn army_to_move_and_die_change_the_key() {
        let start = Enochian::start(&Options::default());
        let dice: Vec<Die> =
            [Die::Unused, Die::ToThrow].into_iter().chain(Throw::ALL.map(Die::Thrown)).collect();
        let keys: HashSet<u64> = Army::ALL
            .into_iter()
            .flat_map(|army| dice.iter().map(move |die| (army, *die)))
            .map(|(army, die)| state_key(&Enochian { army, die, ..start.clone() }))
            .collect();
        assert_eq!(keys.len(), 4 * 8);
    }
}
