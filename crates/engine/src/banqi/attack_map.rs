//! What the evaluation looks at again and again, gathered once: who stands where, who is left, who can be taken.

use tetrarch_rules::Banqi;
use tetrarch_rules::banqi::{Colour, Piece, Role, Square, SquareMask};

/// Kinds in order of rank, so that a kind's number is its rank less one.
pub(super) const KINDS: [Role; 7] =
    [Role::Cannon, Role::Pawn, Role::Horse, Role::Chariot, Role::Elephant, Role::General, Role::King];

/// The number of a kind in [`KINDS`].
pub(super) const fn kind_index(kind: Role) -> usize {
    kind.rank() as usize - 1
}

pub(super) const CANNON: usize = kind_index(Role::Cannon);

/// One side of a scene.
#[derive(Copy, Clone, Default, Debug)]
pub(super) struct SideAttacks {
    /// Where the face-up pieces of each kind stand.
    pub(super) squares: [SquareMask; 7],
    /// All of them.
    pub(super) all: SquareMask,
    /// How many of each kind are face-down.
    pub(super) face_down: [i32; 7],
    /// How many of each kind are left, face-up or face-down.
    pub(super) remaining: [i32; 7],
    /// The squares next to the pieces of each kind.
    pub(super) adjacent: [SquareMask; 7],
    /// What its cannons aim at.
    pub(super) cannon_targets: SquareMask,
}

/// A position for the evaluation.
#[derive(Copy, Clone, Debug)]
pub(super) struct AttackMap {
    /// The side to decide, and the other.
    pub(super) sides: [SideAttacks; 2],
    pub(super) hidden: SquareMask,
    pub(super) empty: SquareMask,
    captures: &'static CaptureTable,
}

/// For each kind the kinds that may take it and those it may take, as bits; cannons take nothing here.
#[derive(Debug)]
pub(super) struct CaptureTable {
    pub(super) takers: [u8; 7],
    pub(super) prey: [u8; 7],
}

impl CaptureTable {
    const fn new(pawn_takes_cannon: bool) -> CaptureTable {
        let mut takes = CaptureTable { takers: [0; 7], prey: [0; 7] };
        let mut taker = 1;
        while taker < 7 {
            let mut target = 0;
            while target < 7 {
                let may = match (taker, target) {
                    (6, 1) => false,
                    (1, 6) => true,
                    (1, 0) => pawn_takes_cannon,
                    _ => taker >= target,
                };
                if may {
                    takes.takers[target] |= 1 << taker;
                    takes.prey[taker] |= 1 << target;
                }
                target += 1;
            }
            taker += 1;
        }
        takes
    }

    /// The table under an option.
    pub(super) const fn for_option(pawn_takes_cannon: bool) -> &'static CaptureTable {
        static USUAL: CaptureTable = CaptureTable::new(true);
        static TAIWANESE: CaptureTable = CaptureTable::new(false);
        if pawn_takes_cannon { &USUAL } else { &TAIWANESE }
    }
}

impl AttackMap {
    /// The scene for the side to decide; none before the first piece is revealed.
    pub(super) fn new(game: &Banqi) -> Option<AttackMap> {
        let own = game.acting_colour()?;
        let (mine, theirs) = (game.face_up(own), game.face_up(own.other()));
        let occupied = mine | theirs | game.face_down();
        Some(AttackMap {
            sides: [SideAttacks::new(game, own, occupied), SideAttacks::new(game, own.other(), occupied)],
            hidden: game.face_down(),
            empty: !occupied,
            captures: CaptureTable::for_option(game.pawn_takes_cannon()),
        })
    }

    /// The kinds that may take a kind.
    pub(super) fn takers(&self, kind: usize) -> impl Iterator<Item = usize> + use<> {
        let kinds = self.captures.takers[kind];
        (0..7).filter(move |taker| kinds >> taker & 1 != 0)
    }

    /// The kinds that a kind may take; a cannon takes any.
    pub(super) fn prey(&self, kind: usize) -> impl Iterator<Item = usize> + use<> {
        let kinds = if kind == CANNON { 0x7f } else { self.captures.prey[kind] };
        (0..7).filter(move |prey| kinds >> prey & 1 != 0)
    }
}

impl SideAttacks {
    fn new(game: &Banqi, colour: Colour, occupied: SquareMask) -> SideAttacks {
        let mut army = SideAttacks { all: game.face_up(colour), ..SideAttacks::default() };
        for square in Square::iter_mask(army.all) {
            let Some(piece) = game.piece_at(square) else { continue };
            let kind = kind_index(piece.role());
            army.squares[kind] |= 1 << square.index();
            army.adjacent[kind] |= square.neighbours();
            if kind == CANNON {
                army.cannon_targets |= square.cannon_targets(occupied);
            }
        }
        for (kind, of) in KINDS.into_iter().enumerate() {
            army.face_down[kind] = i32::from(game.unrevealed(Piece::new(colour, of)));
            army.remaining[kind] = army.face_down[kind] + army.squares[kind].count_ones() as i32;
        }
        army
    }

    /// The squares on which a piece of a kind could be taken by a neighbour.
    pub(super) fn attacked_squares(&self, scene: &AttackMap, kind: usize) -> SquareMask {
        scene.takers(kind).fold(0, |set, taker| set | self.adjacent[taker])
    }

    /// Where the pieces stand that may take a kind, cannons aside.
    pub(super) fn predator_squares(&self, scene: &AttackMap, kind: usize) -> SquareMask {
        scene.takers(kind).fold(0, |set, taker| set | self.squares[taker])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_takes_whom_is_what_the_rules_say() {
        for pawn_takes_cannon in [true, false] {
            let takes = CaptureTable::for_option(pawn_takes_cannon);
            for taker in KINDS {
                for target in KINDS {
                    let listed = takes.takers[kind_index(target)] >> kind_index(taker) & 1 != 0;
                    assert_eq!(listed, taker.can_capture(target, pawn_takes_cannon), "{taker:?} {target:?}");
                }
            }
        }
    }
}
