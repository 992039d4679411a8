//! Who may take whom among a few pieces: endings with the same relations are the same ending.

use tetrarch_rules::banqi::Kind;

/// At most so many pieces.
pub(super) const MOST: usize = 4;

/// The relations of a few pieces: first those of one side, then those of the other.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub(super) struct Relations {
    /// How many pieces the first side has.
    pub(super) first: u8,
    /// How many pieces there are.
    pub(super) count: u8,
    /// Which are cannons, one bit each.
    cannons: u8,
    /// Which piece may take which next to it, four bits for each.
    takes: u16,
}

/// How relations became others: which piece stands at each place, and whether the sides are exchanged.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct Order {
    pub(super) places: [u8; MOST],
    pub(super) exchanged: bool,
}

impl Relations {
    /// The relations between the pieces of two sides.
    pub(super) fn between(first: &[Kind], second: &[Kind], pawn_takes_cannon: bool) -> Relations {
        let kinds: Vec<Kind> = first.iter().chain(second).copied().collect();
        let mut relations =
            Relations { first: first.len() as u8, count: kinds.len() as u8, cannons: 0, takes: 0 };
        for (taker, kind) in kinds.iter().enumerate() {
            relations.cannons |= u8::from(*kind == Kind::Cannon) << taker;
            for (target, other) in kinds.iter().enumerate() {
                let enemies = (taker < first.len()) != (target < first.len());
                let may = enemies && kind.may_take(*other, pawn_takes_cannon);
                relations.takes |= u16::from(may) << (MOST * taker + target);
            }
        }
        relations
    }

    pub(super) const fn is_cannon(&self, piece: usize) -> bool {
        self.cannons >> piece & 1 != 0
    }

    pub(super) const fn may_take(&self, taker: usize, target: usize) -> bool {
        self.takes >> (MOST * taker + target) & 1 != 0
    }

    /// The side of a piece, 0 or 1.
    pub(super) const fn side(&self, piece: usize) -> usize {
        (piece >= self.first as usize) as usize
    }

    /// Without one piece; none if that was the last of its side.
    pub(super) fn without(&self, piece: usize) -> Option<Relations> {
        let rest: Vec<u8> = (0..self.count).filter(|other| usize::from(*other) != piece).collect();
        let first = rest.iter().filter(|other| self.side(usize::from(**other)) == 0).count() as u8;
        (first > 0 && first < self.count - 1).then(|| self.arranged(&rest, first))
    }

    /// The same relations in the order that stands for all: equal for equal endings.
    pub(super) fn canonical(&self) -> (Relations, Order) {
        let (first, second): (Vec<u8>, Vec<u8>) = (0..self.count).partition(|piece| *piece < self.first);
        let mut best: Option<(Relations, Order)> = None;
        for exchanged in [false, true] {
            let (front, back) = if exchanged { (&second, &first) } else { (&first, &second) };
            // The larger side comes first.
            if front.len() < back.len() {
                continue;
            }
            for a in orders(front) {
                for b in orders(back) {
                    let all: Vec<u8> = a.iter().chain(&b).copied().collect();
                    let relations = self.arranged(&all, front.len() as u8);
                    let mut places = [0; MOST];
                    places[..all.len()].copy_from_slice(&all);
                    if best.as_ref().is_none_or(|(known, _)| relations > *known) {
                        best = Some((relations, Order { places, exchanged }));
                    }
                }
            }
        }
        best.unwrap_or((*self, Order { places: [0, 1, 2, 3], exchanged: false }))
    }

    fn arranged(&self, pieces: &[u8], first: u8) -> Relations {
        let mut arranged = Relations { first, count: pieces.len() as u8, cannons: 0, takes: 0 };
        for (taker, old) in pieces.iter().enumerate() {
            arranged.cannons |= u8::from(self.is_cannon(usize::from(*old))) << taker;
            for (target, other) in pieces.iter().enumerate() {
                let may = self.may_take(usize::from(*old), usize::from(*other));
                arranged.takes |= u16::from(may) << (MOST * taker + target);
            }
        }
        arranged
    }
}

/// All orders of a few things.
fn orders(things: &[u8]) -> Vec<Vec<u8>> {
    if things.len() <= 1 {
        return vec![things.to_vec()];
    }
    let mut all = Vec::new();
    for (place, thing) in things.iter().enumerate() {
        let rest: Vec<u8> = things.iter().enumerate().filter(|(n, _)| *n != place).map(|(_, t)| *t).collect();
        all.extend(orders(&rest).into_iter().map(|mut order| {
            order.insert(0, *thing);
            order
        }));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::super::scene::KINDS;
    use super::*;
    use std::collections::BTreeSet;

    /// Every choice of so many pieces that a side can have, in order of rank.
    fn armies(size: usize) -> Vec<Vec<Kind>> {
        fn grow(size: usize, from: usize, army: &mut Vec<Kind>, all: &mut Vec<Vec<Kind>>) {
            if army.len() == size {
                return all.push(army.clone());
            }
            for (number, kind) in KINDS.iter().enumerate().skip(from) {
                if army.iter().filter(|other| *other == kind).count() < usize::from(kind.per_side()) {
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
                    found.insert(Relations::between(&first, &second, true).canonical().0);
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
