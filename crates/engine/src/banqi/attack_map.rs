//! Attack map of a Banqi position, computed once for all features: where the pieces are, which are left and
//! what they attack.

use tetrarch_rules::Banqi;
use tetrarch_rules::banqi::{Colour, Piece, Role, Square, SquareMask};

/// Roles in order of rank: the index of a role is its rank minus one.
pub(super) const ROLES: [Role; 7] =
    [Role::Cannon, Role::Pawn, Role::Horse, Role::Chariot, Role::Elephant, Role::General, Role::King];

/// The index of a role in [`ROLES`].
pub(super) const fn role_index(role: Role) -> usize {
    role.rank() as usize - 1
}

pub(super) const CANNON: usize = role_index(Role::Cannon);

/// Pieces and attacks of both sides.
#[derive(Copy, Clone, Debug)]
pub(super) struct AttackMap {
    /// The side to move, then the other.
    pub(super) sides: [SideAttacks; 2],
    pub(super) face_down: SquareMask,
    pub(super) empty: SquareMask,
    captures: &'static CaptureTable,
}

/// Pieces and attacks of one side.
#[derive(Copy, Clone, Default, Debug)]
pub(super) struct SideAttacks {
    /// Squares of the face-up pieces, by role.
    pub(super) squares: [SquareMask; 7],
    /// Squares of all face-up pieces.
    pub(super) all: SquareMask,
    /// Number of face-down pieces, by role.
    pub(super) face_down: [i32; 7],
    /// Number of pieces left, face-up or face-down, by role.
    pub(super) remaining: [i32; 7],
    /// Squares adjacent to the pieces, by role.
    pub(super) adjacent: [SquareMask; 7],
    /// Squares that its cannons attack.
    pub(super) cannon_targets: SquareMask,
}

impl AttackMap {
    /// The attack map from the view of the side to move, or `None` before the first flip.
    pub(super) fn new(game: &Banqi) -> Option<AttackMap> {
        let own = game.colour_to_move()?;
        let occupied = game.face_up(own) | game.face_up(own.other()) | game.face_down();
        Some(AttackMap {
            sides: [SideAttacks::new(game, own, occupied), SideAttacks::new(game, own.other(), occupied)],
            face_down: game.face_down(),
            empty: !occupied,
            captures: CaptureTable::for_option(game.pawn_takes_cannon()),
        })
    }

    /// The roles that may capture a role, except cannons.
    pub(super) fn predators(&self, role: usize) -> impl Iterator<Item = usize> + use<> {
        let roles = self.captures.predators[role];
        (0..7).filter(move |predator| roles >> predator & 1 != 0)
    }

    /// The roles that a role may capture; a cannon captures any.
    pub(super) fn prey(&self, role: usize) -> impl Iterator<Item = usize> + use<> {
        let roles = if role == CANNON { 0x7f } else { self.captures.prey[role] };
        (0..7).filter(move |prey| roles >> prey & 1 != 0)
    }
}

impl SideAttacks {
    fn new(game: &Banqi, colour: Colour, occupied: SquareMask) -> SideAttacks {
        let mut side = SideAttacks { all: game.face_up(colour), ..SideAttacks::default() };
        for square in Square::iter_mask(side.all) {
            let Some(piece) = game.piece_at(square) else { continue };
            let role = role_index(piece.role());
            side.squares[role] |= 1 << square.index();
            side.adjacent[role] |= square.neighbours();
            if role == CANNON {
                side.cannon_targets |= square.cannon_targets(occupied);
            }
        }
        for (index, role) in ROLES.into_iter().enumerate() {
            side.face_down[index] = i32::from(game.unrevealed(Piece::new(colour, role)));
            side.remaining[index] = side.face_down[index] + side.squares[index].count_ones() as i32;
        }
        side
    }

    /// The squares on which an adjacent piece could capture a piece of `role`.
    pub(super) fn attacked_squares(&self, map: &AttackMap, role: usize) -> SquareMask {
        map.predators(role).fold(0, |set, predator| set | self.adjacent[predator])
    }

    /// The squares of the pieces that may capture `role`, except cannons.
    pub(super) fn predator_squares(&self, map: &AttackMap, role: usize) -> SquareMask {
        map.predators(role).fold(0, |set, predator| set | self.squares[predator])
    }
}

/// For each role, bit sets of the roles that may capture it and of those it may capture when adjacent.
/// Cannons capture nothing this way.
#[derive(Debug)]
pub(super) struct CaptureTable {
    pub(super) predators: [u8; 7],
    pub(super) prey: [u8; 7],
}

impl CaptureTable {
    const fn new(pawn_takes_cannon: bool) -> CaptureTable {
        let mut table = CaptureTable { predators: [0; 7], prey: [0; 7] };
        let mut predator = 1;
        while predator < 7 {
            let mut target = 0;
            while target < 7 {
                let can_capture = match (predator, target) {
                    (6, 1) => false,
                    (1, 6) => true,
                    (1, 0) => pawn_takes_cannon,
                    _ => predator >= target,
                };
                if can_capture {
                    table.predators[target] |= 1 << predator;
                    table.prey[predator] |= 1 << target;
                }
                target += 1;
            }
            predator += 1;
        }
        table
    }

    /// The table for a setting of the option.
    pub(super) const fn for_option(pawn_takes_cannon: bool) -> &'static CaptureTable {
        static DEFAULT: CaptureTable = CaptureTable::new(true);
        static TAIWANESE: CaptureTable = CaptureTable::new(false);
        if pawn_takes_cannon { &DEFAULT } else { &TAIWANESE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_capture_table_matches_the_rules() {
        for pawn_takes_cannon in [true, false] {
            let table = CaptureTable::for_option(pawn_takes_cannon);
            for predator in ROLES {
                for target in ROLES {
                    let in_table = table.predators[role_index(target)] >> role_index(predator) & 1 != 0;
                    assert_eq!(
                        in_table,
                        predator.can_capture(target, pawn_takes_cannon),
                        "{predator:?} {target:?}"
                    );
                }
            }
        }
    }
}
