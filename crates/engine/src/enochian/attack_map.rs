//! Attack map of the four armies, computed once for all features of a position.

use crate::bitboard::{count, squares};
use tetrarch_rules::enochian::{Army, Officer, Role, Team};
use tetrarch_rules::{Enochian, SquareBits};

/// The attacks of all four armies.
pub(super) struct AttackMap([SideAttacks; 4]);

/// What the pieces of one unfrozen army attack.
#[derive(Copy, Clone, Default)]
pub(super) struct SideAttacks {
    /// Attacked squares, by the role of the attacker.
    pub(super) by: [SquareBits; 6],
    pub(super) all: SquareBits,
    /// Number of attacked squares that can be entered, for queens, bishops, knights and rooks.
    pub(super) mobility: [i32; 4],
}

impl AttackMap {
    pub(super) fn new(game: &Enochian) -> AttackMap {
        AttackMap(Army::ALL.map(|army| {
            if game.is_frozen(army) { SideAttacks::default() } else { SideAttacks::new(game, army) }
        }))
    }

    pub(super) fn side(&self, army: Army) -> &SideAttacks {
        &self.0[army.index()]
    }

    /// What a team attacks.
    pub(super) fn team(&self, team: Team) -> SquareBits {
        let [one, two] = team.armies();
        self.side(one).all | self.side(two).all
    }

    /// What a team's pieces of one role attack.
    pub(super) fn by_role(&self, team: Team, role: usize) -> SquareBits {
        let [one, two] = team.armies();
        self.side(one).by[role] | self.side(two).by[role]
    }

    /// Where an army can capture a piece of this role: queens do not capture queens, nor bishops bishops.
    pub(super) fn capture_squares(&self, army: Army, role: Role) -> SquareBits {
        let side = self.side(army);
        match role {
            Role::Officer(Officer::Queen | Officer::Bishop) => {
                let others = (0..6).filter(|by| *by != role.index());
                others.fold(0, |squares, by| squares | side.by[by])
            }
            _ => side.all,
        }
    }
}

impl SideAttacks {
    fn new(game: &Enochian, army: Army) -> SideAttacks {
        let mut side = SideAttacks::default();
        let enterable = !game.occupied() | game.capturable(army);
        for role in Role::ALL {
            for square in squares(game.pieces(army, role)) {
                let attacks = game.attacks(army, role, square);
                side.by[role.index()] |= attacks;
                if let Role::Officer(officer) = role {
                    side.mobility[officer as usize] += count(attacks & enterable);
                }
            }
            side.all |= side.by[role.index()];
        }
        side
    }
}
