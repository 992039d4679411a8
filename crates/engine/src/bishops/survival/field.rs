//! Who attacks what on the big board.

use tetrarch_rules::bishops::{Role, SquareSet, SurvivalLook};
use tetrarch_rules::{BySeat, Seat};

/// The kinds that are told apart, kings last.
pub(super) const ROLES: [Role; 6] =
    [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

/// What a colour attacks.
#[derive(Copy, Clone, Default)]
pub(super) struct Reach {
    pub(super) by: [SquareSet; 6],
    pub(super) all: SquareSet,
    /// How many squares each kind of piece can go to that no pawn guards, knight to queen.
    pub(super) freedom: [i32; 4],
}

/// A position with the reach of all colours.
pub(super) struct Field<'a> {
    pub(super) look: SurvivalLook<'a>,
    pub(super) reach: BySeat<Reach>,
    /// What all the others of a colour attack together, and what those attack who act before it does.
    pub(super) enemies: BySeat<Reach>,
    pub(super) sooner: BySeat<SquareSet>,
    /// How many act before a colour does.
    pub(super) wait: BySeat<usize>,
}

impl<'a> Field<'a> {
    pub(super) fn of(look: SurvivalLook<'a>, to_act: Option<Seat>) -> Field<'a> {
        let reach = BySeat::from_fn(|seat| reach(look, seat));
        let living = look.living();
        let first = to_act.unwrap_or(Seat::new(0)).index();
        let turns = |seat: Seat| (seat.index() + Seat::MOST - first) % Seat::MOST;
        let enemies = BySeat::from_fn(|seat| {
            let mut all = Reach::default();
            for other in living.without(seat).iter() {
                let other = &reach[other];
                all.all |= other.all;
                all.by.iter_mut().zip(other.by).for_each(|(sum, by)| *sum |= by);
            }
            all
        });
        let sooner = BySeat::from_fn(|seat| {
            let before = living.iter().filter(|other| turns(*other) < turns(seat));
            before.fold(SquareSet::EMPTY, |all, other| all | reach[other].all)
        });
        let wait = BySeat::from_fn(|seat| living.iter().filter(|other| turns(*other) < turns(seat)).count());
        Field { look, reach, enemies, sooner, wait }
    }
}

fn reach(look: SurvivalLook<'_>, seat: Seat) -> Reach {
    let mut reach = Reach::default();
    if !look.living().contains(seat) {
        return reach;
    }
    for role in ROLES {
        let mut by = SquareSet::EMPTY;
        if role == Role::King {
            // A king in its corner is in no set of squares in play, and attacks from there all the same.
            by = look.king(seat).map_or(by, |king| look.attacks(seat, role, king));
        }
        for square in look.men(seat, role).filter(|_| role != Role::King) {
            let attacks = look.attacks(seat, role, square);
            by |= attacks;
            if let Some(freedom) =
                (role as usize).checked_sub(1).and_then(|piece| reach.freedom.get_mut(piece))
            {
                *freedom += (attacks & !look.of(seat)).len() as i32;
            }
        }
        reach.by[role as usize] = by;
        reach.all |= by;
    }
    reach
}
