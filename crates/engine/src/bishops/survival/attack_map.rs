//! Who attacks what on the big board.

use tetrarch_rules::bishops::{Role, SquareSet, SurvivalState};
use tetrarch_rules::{BySeat, Seat};

/// The kinds that are told apart, kings last.
pub(super) const ROLES: [Role; 6] =
    [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

/// What a colour attacks.
#[derive(Copy, Clone, Default)]
pub(super) struct SideAttacks {
    pub(super) by: [SquareSet; 6],
    pub(super) all: SquareSet,
    /// How many squares each kind of piece can go to that no pawn guards, knight to queen.
    pub(super) mobility: [i32; 4],
}

/// A position with the reach of all colours.
pub(super) struct AttackMap<'a> {
    pub(super) look: SurvivalState<'a>,
    pub(super) seats: BySeat<SideAttacks>,
    /// What all the others of a colour attack together, and what those attack who act before it does.
    pub(super) enemies: BySeat<SideAttacks>,
    pub(super) attacked_before_turn: BySeat<SquareSet>,
    /// How many act before a colour does.
    pub(super) turns_to_wait: BySeat<usize>,
}

impl<'a> AttackMap<'a> {
    pub(super) fn new(look: SurvivalState<'a>, to_act: Option<Seat>) -> AttackMap<'a> {
        let seats = BySeat::from_fn(|seat| side_attacks(look, seat));
        let living = look.living();
        let first = to_act.unwrap_or(Seat::new(0)).index();
        let turns = |seat: Seat| (seat.index() + Seat::MAX_COUNT - first) % Seat::MAX_COUNT;
        let enemies = BySeat::from_fn(|seat| {
            let mut all = SideAttacks::default();
            for other in living.without(seat).iter() {
                let other = &seats[other];
                all.all |= other.all;
                all.by.iter_mut().zip(other.by).for_each(|(sum, by)| *sum |= by);
            }
            all
        });
        let attacked_before_turn = BySeat::from_fn(|seat| {
            let before = living.iter().filter(|other| turns(*other) < turns(seat));
            before.fold(SquareSet::EMPTY, |all, other| all | seats[other].all)
        });
        let turns_to_wait =
            BySeat::from_fn(|seat| living.iter().filter(|other| turns(*other) < turns(seat)).count());
        AttackMap { look, seats, enemies, attacked_before_turn, turns_to_wait }
    }
}

fn side_attacks(look: SurvivalState<'_>, seat: Seat) -> SideAttacks {
    let mut reach = SideAttacks::default();
    if !look.living().contains(seat) {
        return reach;
    }
    for role in ROLES {
        let mut by = SquareSet::EMPTY;
        if role == Role::King {
            // A king in its corner is in no set of squares in play, and attacks from there all the same.
            by = look.king(seat).map_or(by, |king| look.attacks(seat, role, king));
        }
        for square in look.pieces(seat, role).filter(|_| role != Role::King) {
            let attacks = look.attacks(seat, role, square);
            by |= attacks;
            if let Some(freedom) =
                (role as usize).checked_sub(1).and_then(|piece| reach.mobility.get_mut(piece))
            {
                *freedom += (attacks & !look.pieces_of(seat)).len() as i32;
            }
        }
        reach.by[role as usize] = by;
        reach.all |= by;
    }
    reach
}
