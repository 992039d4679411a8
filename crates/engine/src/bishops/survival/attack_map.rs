//! Attack map of the survival board, computed once for all features of a position.

use tetrarch_rules::bishops::{Role, SquareSet, SurvivalState};
use tetrarch_rules::{BySeat, Seat};

/// The roles in feature order, king last.
pub(super) const ROLES: [Role; 6] =
    [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

/// The attacks of all colours.
pub(super) struct AttackMap<'a> {
    pub(super) survival: SurvivalState<'a>,
    sides: BySeat<SideAttacks>,
    /// What all opponents of a colour attack together.
    pub(super) enemies: BySeat<SideAttacks>,
    /// What the opponents that move before a colour attack.
    pub(super) attacked_before_turn: BySeat<SquareSet>,
    /// How many opponents move before a colour does.
    pub(super) turns_to_wait: BySeat<usize>,
}

/// What one colour attacks.
#[derive(Copy, Clone, Default)]
pub(super) struct SideAttacks {
    /// Attacked squares, by the role of the attacker.
    pub(super) by: [SquareSet; 6],
    pub(super) all: SquareSet,
    /// Number of squares that knights, bishops, rooks and queens attack and their own side does not occupy.
    pub(super) mobility: [i32; 4],
}

impl<'a> AttackMap<'a> {
    pub(super) fn new(survival: SurvivalState<'a>, to_act: Option<Seat>) -> AttackMap<'a> {
        let sides = BySeat::from_fn(|seat| SideAttacks::new(survival, seat));
        let living = survival.living();
        let first = to_act.unwrap_or(Seat::new(0)).index();
        let turn_of = |seat: Seat| (seat.index() + Seat::MAX_COUNT - first) % Seat::MAX_COUNT;
        let enemies = BySeat::from_fn(|seat| {
            let mut enemies = SideAttacks::default();
            for other in living.without(seat).iter() {
                let other = &sides[other];
                enemies.all |= other.all;
                enemies.by.iter_mut().zip(other.by).for_each(|(sum, by)| *sum |= by);
            }
            enemies
        });
        let attacked_before_turn = BySeat::from_fn(|seat| {
            let before = living.iter().filter(|other| turn_of(*other) < turn_of(seat));
            before.fold(SquareSet::EMPTY, |all, other| all | sides[other].all)
        });
        let turns_to_wait =
            BySeat::from_fn(|seat| living.iter().filter(|other| turn_of(*other) < turn_of(seat)).count());
        AttackMap { survival, sides, enemies, attacked_before_turn, turns_to_wait }
    }

    pub(super) fn side(&self, seat: Seat) -> &SideAttacks {
        &self.sides[seat]
    }
}

impl SideAttacks {
    fn new(survival: SurvivalState<'_>, seat: Seat) -> SideAttacks {
        let mut side = SideAttacks::default();
        if !survival.living().contains(seat) {
            return side;
        }
        for role in ROLES {
            let mut by = SquareSet::EMPTY;
            if role == Role::King {
                // A king in its corner is not in the sets of pieces in play, but it attacks from there.
                by = survival.king(seat).map_or(by, |king| survival.attacks(seat, role, king));
            }
            for square in survival.pieces(seat, role).filter(|_| role != Role::King) {
                let attacks = survival.attacks(seat, role, square);
                by |= attacks;
                if let Some(mobility) =
                    (role as usize).checked_sub(1).and_then(|piece| side.mobility.get_mut(piece))
                {
                    *mobility += (attacks & !survival.pieces_of(seat)).len() as i32;
                }
            }
            side.by[role as usize] = by;
            side.all |= by;
        }
        side
    }
}
