//! What each army attacks, counted once for all features of a position.

use tetrarch_rules::enochian::{Army, Figure, Kind, Team};
use tetrarch_rules::{Enochian, SquareBits};

/// What the unfrozen men of one army attack.
#[derive(Copy, Clone, Default)]
pub(super) struct Sight {
    /// By the place of the attacker's kind in [`Kind::ALL`].
    pub(super) by: [SquareBits; 6],
    pub(super) all: SquareBits,
    /// How many squares that can be entered its queens, bishops, knights and rooks attack.
    pub(super) mobility: [i32; 4],
}

/// What all four armies attack.
pub(super) struct Sights([Sight; 4]);

impl Sights {
    pub(super) fn of(game: &Enochian) -> Sights {
        Sights(
            Army::ALL.map(|army| if game.is_frozen(army) { Sight::default() } else { Sight::of(game, army) }),
        )
    }

    pub(super) fn army(&self, army: Army) -> &Sight {
        &self.0[army.index()]
    }

    /// What a team attacks.
    pub(super) fn team(&self, team: Team) -> SquareBits {
        let [one, two] = team.armies();
        self.army(one).all | self.army(two).all
    }

    /// What men of one kind of a team attack.
    pub(super) fn of_kind(&self, team: Team, kind: usize) -> SquareBits {
        let [one, two] = team.armies();
        self.army(one).by[kind] | self.army(two).by[kind]
    }

    /// Where an army can take a man of this kind: queens spare queens and bishops spare bishops.
    pub(super) fn takes(&self, army: Army, kind: Kind) -> SquareBits {
        let sight = self.army(army);
        match kind {
            Kind::Figure(Figure::Queen | Figure::Bishop) => {
                let others = (0..6).filter(|by| *by != kind.index());
                others.fold(0, |squares, by| squares | sight.by[by])
            }
            _ => sight.all,
        }
    }
}

impl Sight {
    fn of(game: &Enochian, army: Army) -> Sight {
        let mut sight = Sight::default();
        let enterable = !game.occupied() | game.prey(army);
        for kind in Kind::ALL {
            for square in squares(game.men(army, kind)) {
                let reach = game.reach(army, kind, square);
                sight.by[kind.index()] |= reach;
                if let Kind::Figure(figure) = kind {
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
