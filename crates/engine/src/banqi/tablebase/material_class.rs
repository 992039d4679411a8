//! Capture relations between a few pieces. Endings with the same relations share one table.

use tetrarch_rules::banqi::Role;

/// Tables hold at most this many pieces.
pub(super) const MAX_PIECES: usize = 4;

/// The capture relations of a few pieces: first the pieces of one side, then those of the other.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub(super) struct CaptureRelations {
    /// Number of pieces of the first side.
    pub(super) first: u8,
    /// Total number of pieces.
    pub(super) count: u8,
    /// Bit set of the pieces that are cannons.
    cannons: u8,
    /// Which piece may capture which adjacent piece: four bits for each capturing piece.
    captures: u16,
}

/// How a position was reordered to canonical form: the original piece at each place, and whether the sides
/// were swapped.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct PieceOrder {
    pub(super) pieces: [u8; MAX_PIECES],
    pub(super) sides_swapped: bool,
}

impl CaptureRelations {
    /// The relations between the pieces of two sides.
    pub(super) fn between(first: &[Role], second: &[Role], pawn_takes_cannon: bool) -> CaptureRelations {
        let roles: Vec<Role> = first.iter().chain(second).copied().collect();
        let mut relations =
            CaptureRelations { first: first.len() as u8, count: roles.len() as u8, cannons: 0, captures: 0 };
        for (capturer, role) in roles.iter().enumerate() {
            relations.cannons |= u8::from(*role == Role::Cannon) << capturer;
            for (target, other) in roles.iter().enumerate() {
                let enemies = (capturer < first.len()) != (target < first.len());
                let may_capture = enemies && role.can_capture(*other, pawn_takes_cannon);
                relations.captures |= u16::from(may_capture) << (MAX_PIECES * capturer + target);
            }
        }
        relations
    }

    pub(super) const fn is_cannon(&self, piece: usize) -> bool {
        self.cannons >> piece & 1 != 0
    }

    pub(super) const fn may_capture(&self, capturer: usize, target: usize) -> bool {
        self.captures >> (MAX_PIECES * capturer + target) & 1 != 0
    }

    /// The side of a piece, 0 or 1.
    pub(super) const fn side(&self, piece: usize) -> usize {
        (piece >= self.first as usize) as usize
    }

    /// The relations without one piece, or `None` if it was the last of its side.
    pub(super) fn without(&self, piece: usize) -> Option<CaptureRelations> {
        let rest: Vec<u8> = (0..self.count).filter(|other| usize::from(*other) != piece).collect();
        let first = rest.iter().filter(|other| self.side(usize::from(**other)) == 0).count() as u8;
        (first > 0 && first < self.count - 1).then(|| self.reordered(&rest, first))
    }

    /// The canonical form, equal for equivalent endings, and how to get there.
    pub(super) fn canonical(&self) -> (CaptureRelations, PieceOrder) {
        let (first, second): (Vec<u8>, Vec<u8>) = (0..self.count).partition(|piece| *piece < self.first);
        let mut best: Option<(CaptureRelations, PieceOrder)> = None;
        for swapped in [false, true] {
            let (front, back) = if swapped { (&second, &first) } else { (&first, &second) };
            // The larger side comes first.
            if front.len() < back.len() {
                continue;
            }
            for a in permutations(front) {
                for b in permutations(back) {
                    let all: Vec<u8> = a.iter().chain(&b).copied().collect();
                    let relations = self.reordered(&all, front.len() as u8);
                    let mut pieces = [0; MAX_PIECES];
                    pieces[..all.len()].copy_from_slice(&all);
                    if best.as_ref().is_none_or(|(known, _)| relations > *known) {
                        best = Some((relations, PieceOrder { pieces, sides_swapped: swapped }));
                    }
                }
            }
        }
        best.unwrap_or((*self, PieceOrder { pieces: [0, 1, 2, 3], sides_swapped: false }))
    }

    fn reordered(&self, pieces: &[u8], first: u8) -> CaptureRelations {
        let mut reordered = CaptureRelations { first, count: pieces.len() as u8, cannons: 0, captures: 0 };
        for (capturer, original) in pieces.iter().enumerate() {
            reordered.cannons |= u8::from(self.is_cannon(usize::from(*original))) << capturer;
            for (target, other) in pieces.iter().enumerate() {
                let may_capture = self.may_capture(usize::from(*original), usize::from(*other));
                reordered.captures |= u16::from(may_capture) << (MAX_PIECES * capturer + target);
            }
        }
        reordered
    }
}

/// All permutations of a few items.
fn permutations(items: &[u8]) -> Vec<Vec<u8>> {
    if items.len() <= 1 {
        return vec![items.to_vec()];
    }
    let mut all = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let rest: Vec<u8> = items.iter().enumerate().filter(|(n, _)| *n != index).map(|(_, t)| *t).collect();
        all.extend(permutations(&rest).into_iter().map(|mut order| {
            order.insert(0, *item);
            order
        }));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::super::attack_map::ROLES;
    use super::*;
    use std::collections::BTreeSet;

    /// Every set of `size` pieces that a side can have, in order of rank.
    fn armies(size: usize) -> Vec<Vec<Role>> {
        fn add_pieces(size: usize, from: usize, army: &mut Vec<Role>, all: &mut Vec<Vec<Role>>) {
            if army.len() == size {
                return all.push(army.clone());
            }
            for (index, role) in ROLES.iter().enumerate().skip(from) {
                if army.iter().filter(|other| *other == role).count() < usize::from(role.count_per_side()) {
                    army.push(*role);
                    add_pieces(size, index, army, all);
                    army.pop();
                }
            }
        }
        let mut all = Vec::new();
        add_pieces(size, 0, &mut Vec::new(), &mut all);
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
