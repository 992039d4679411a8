//! Who may take whom among a few pieces: endings with the same relations are the same ending.

use tetrarch_rules::banqi::Role;

/// At most so many pieces.
pub(super) const MAX_PIECES: usize = 4;

/// The relations of a few pieces: first those of one side, then those of the other.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub(super) struct CaptureRelations {
    /// How many pieces the first side has.
    pub(super) first: u8,
    /// How many pieces there are.
    pub(super) count: u8,
    /// Which are cannons, one bit each.
    cannons: u8,
    /// Which piece may take which next to it, four bits for each.
    captures: u16,
}

/// How relations became others: which piece stands at each place, and whether the sides are exchanged.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct PieceOrder {
    pub(super) places: [u8; MAX_PIECES],
    pub(super) sides_swapped: bool,
}

impl CaptureRelations {
    /// The relations between the pieces of two sides.
    pub(super) fn between(first: &[Role], second: &[Role], pawn_takes_cannon: bool) -> CaptureRelations {
        let kinds: Vec<Role> = first.iter().chain(second).copied().collect();
        let mut relations =
            CaptureRelations { first: first.len() as u8, count: kinds.len() as u8, cannons: 0, captures: 0 };
        for (taker, kind) in kinds.iter().enumerate() {
            relations.cannons |= u8::from(*kind == Role::Cannon) << taker;
            for (target, other) in kinds.iter().enumerate() {
                let enemies = (taker < first.len()) != (target < first.len());
                let may = enemies && kind.can_capture(*other, pawn_takes_cannon);
                relations.captures |= u16::from(may) << (MAX_PIECES * taker + target);
            }
        }
        relations
    }

    pub(super) const fn is_cannon(&self, piece: usize) -> bool {
        self.cannons >> piece & 1 != 0
    }

    pub(super) const fn may_take(&self, taker: usize, target: usize) -> bool {
        self.captures >> (MAX_PIECES * taker + target) & 1 != 0
    }

    /// The side of a piece, 0 or 1.
    pub(super) const fn side(&self, piece: usize) -> usize {
        (piece >= self.first as usize) as usize
    }

    /// Without one piece; none if that was the last of its side.
    pub(super) fn without(&self, piece: usize) -> Option<CaptureRelations> {
        let rest: Vec<u8> = (0..self.count).filter(|other| usize::from(*other) != piece).collect();
        let first = rest.iter().filter(|other| self.side(usize::from(**other)) == 0).count() as u8;
        (first > 0 && first < self.count - 1).then(|| self.reordered(&rest, first))
    }

    /// The same relations in the order that stands for all: equal for equal endings.
    pub(super) fn canonical(&self) -> (CaptureRelations, PieceOrder) {
        let (first, second): (Vec<u8>, Vec<u8>) = (0..self.count).partition(|piece| *piece < self.first);
        let mut best: Option<(CaptureRelations, PieceOrder)> = None;
        for exchanged in [false, true] {
            let (front, back) = if exchanged { (&second, &first) } else { (&first, &second) };
            // The larger side comes first.
            if front.len() < back.len() {
                continue;
            }
            for a in permutations(front) {
                for b in permutations(back) {
                    let all: Vec<u8> = a.iter().chain(&b).copied().collect();
                    let relations = self.reordered(&all, front.len() as u8);
                    let mut places = [0; MAX_PIECES];
                    places[..all.len()].copy_from_slice(&all);
                    if best.as_ref().is_none_or(|(known, _)| relations > *known) {
                        best = Some((relations, PieceOrder { places, sides_swapped: exchanged }));
                    }
                }
            }
        }
        best.unwrap_or((*self, PieceOrder { places: [0, 1, 2, 3], sides_swapped: false }))
    }

    fn reordered(&self, pieces: &[u8], first: u8) -> CaptureRelations {
        let mut arranged = CaptureRelations { first, count: pieces.len() as u8, cannons: 0, captures: 0 };
        for (taker, old) in pieces.iter().enumerate() {
            arranged.cannons |= u8::from(self.is_cannon(usize::from(*old))) << taker;
            for (target, other) in pieces.iter().enumerate() {
                let may = self.may_take(usize::from(*old), usize::from(*other));
                arranged.captures |= u16::from(may) << (MAX_PIECES * taker + target);
            }
        }
        arranged
    }
}

/// All orders of a few things.
fn permutations(things: &[u8]) -> Vec<Vec<u8>> {
    if things.len() <= 1 {
        return vec![things.to_vec()];
    }
    let mut all = Vec::new();
    for (place, thing) in things.iter().enumerate() {
        let rest: Vec<u8> = things.iter().enumerate().filter(|(n, _)| *n != place).map(|(_, t)| *t).collect();
        all.extend(permutations(&rest).into_iter().map(|mut order| {
            order.insert(0, *thing);
            order
        }));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::super::attack_map::KINDS;
    use super::*;
    use std::collections::BTreeSet;

    /// Every choice of so many pieces that a side can have, in order of rank.
    fn armies(size: usize) -> Vec<Vec<Role>> {
        fn grow(size: usize, from: usize, army: &mut Vec<Role>, all: &mut Vec<Vec<Role>>) {
            if army.len() == size {
                return all.push(army.clone());
            }
            for (number, kind) in KINDS.iter().enumerate().skip(from) {
                if army.iter().filter(|other| *other == kind).count() < usize::from(kind.count_per_side()) {
                    army.push(*kind);
                    grow(size, number, army, all);
                    army.pop();
                }
            }
        }
        let mut all = Vec::new();
        grow(size, 0, &mut Vec::new(), &mut all);
        all
    }

    fn classes(pieces: usize) -> usize {
        let mut found = BTreeSet::new();
        for size in 1..pieces {
            for first in armies(size) {
                for second in armies(pieces - size) {
                    found.insert(CaptureRelations::between(&first, &second, true).canonical().0);
                }
            }
        }
        found.len()
    }

    #[test]
    fn banqi_has_four_thirteen_and_forty_five_classes_of_two_three_and_four_pieces() {
        assert_eq!([2, 3, 4].map(classes), [4, 13, 45]);
    }
}
