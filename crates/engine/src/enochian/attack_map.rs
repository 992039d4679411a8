//! What each army attacks, counted once for all features of a position.

use tetrarch_rules::enochian::{Army, Officer, Role, Team};
use tetrarch_rules::{Enochian, SquareBits};

/// What the unfrozen men of one army attack.
#[derive(Copy, Clone, Default)]
pub(super) struct SideAttacks {
    /// By the place of the attacker's kind in [`Kind::ALL`].
    pub(super) by: [SquareBits; 6],
    pub(super) all: SquareBits,
    /// How many squares that can be entered its queens, bishops, knights and rooks attack.
    pub(super) mobility: [i32; 4],
}

/// What all four armies attack.
pub(super) struct AttackMap([SideAttacks; 4]);

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

    /// What men of one kind of a team attack.
    pub(super) fn by_kind(&self, team: Team, kind: usize) -> SquareBits {
        let [one, two] = team.armies();
        self.side(one).by[kind] | self.side(two).by[kind]
    }

    /// Where an army can take a man of this kind: queens spare queens and bishops spare bishops.
    pub(super) fn capture_squares(&self, army: Army, kind: Role) -> SquareBits {
        let sight = self.side(army);
        match kind {
            Role::Officer(Officer::Queen | Officer::Bishop) => {
                let others = (0..6).filter(|by| *by != kind.index());
                others.fold(0, |squares, by| squares | sight.by[by])
            }
            _ => sight.all,
        }
    }
}

impl SideAttacks {
    fn new(game: &Enochian, army: Army) -> SideAttacks {
        let mut sight = SideAttacks::default();
        let enterable = !game.occupied() | game.capturable(army);
        for kind in Role::ALL {
            for square in squares(game.pieces(army, kind)) {
                let reach = game.attacks(army, kind, square);
                sight.by[kind.index()] |= reach;
                if let Role::Officer(figure) = kind {
                    sight.mobility[figure as usize] += count(reach & enterable);
                }
            }
            sight.all |= sight.by[kind.index()];
        }
        sight
    }
}

/// The squares of a set.
pub(super) fn squares(mut set: SquareBits) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            square
        })
    })
}

/// How many squares a set has.
pub(super) const fn count(set: SquareBits) -> i32 {
    set.count_ones() as i32
}
