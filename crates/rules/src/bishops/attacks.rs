//! Who attacks what, and which kings are in check.

use super::action::Step;
use super::army::{self, Role};
use super::board::{Board, Taken};
use super::square::{Square, SquareSet};
use super::tables::{
    Direction, all_lines, diagonal_lines, king_steps, knight_jumps, pawn_attackers, pawn_attacks,
    straight_lines,
};
use crate::{Seat, SeatSet};

/// "The king is in its home corner and its colour has at least three queens on the board."
const IMMUNE_QUEENS: usize = 3;

impl Board {
    /// How many queens a colour has.
    pub(super) fn queens(&self, seat: Seat) -> usize {
        (self.all(Role::Queen) & self.of(seat)).len()
    }

    /// Whether a colour's king is in its home corner.
    #[inline]
    pub(super) fn in_corner(&self, seat: Seat) -> bool {
        self.king(seat).is_some_and(|king| king.owner().is_some())
    }

    pub(super) fn is_immune(&self, seat: Seat) -> bool {
        self.in_corner(seat) && self.queens(seat) >= IMMUNE_QUEENS
    }

    /// Whether a living colour's king is attacked and not immune.
    #[inline]
    pub(super) fn in_check(&self, seat: Seat) -> bool {
        self.king(seat).is_some_and(|king| self.is_attacked(seat, king) && !self.is_immune(seat))
    }

    /// All living colours that are in check.
    pub(super) fn checked(&self) -> SeatSet {
        army::EVERYBODY.iter().filter(|seat| self.in_check(*seat)).collect()
    }

    /// Whether any colour but `seat` attacks a square.
    #[inline]
    pub(super) fn is_attacked(&self, seat: Seat, on: Square) -> bool {
        self.is_attacked_past(seat, on, self.occupied())
    }

    /// The same with other squares occupied than now: for a king that leaves its own.
    pub(super) fn is_attacked_past(&self, seat: Seat, on: Square, occupied: SquareSet) -> bool {
        let others = occupied & !self.of(seat);
        if (knight_jumps(on) & self.all(Role::Knight) & others).nonempty()
            || self.sliders_towards(on, others).any(|from| is_open(on, from, occupied))
        {
            return true;
        }
        let near = king_steps(on) & others;
        (near & self.all(Role::King)).nonempty()
            || (near & self.all(Role::Pawn)).nonempty() && self.attacking_pawns(seat, on).nonempty()
            || self.is_near_cornered_king(seat, on)
    }

    fn attacking_pawns(&self, seat: Seat, on: Square) -> SquareSet {
        let others = army::ORDER.into_iter().filter(|other| *other != seat);
        let pawns = others.map(|other| pawn_attackers(other, on) & self.all(Role::Pawn) & self.of(other));
        pawns.fold(SquareSet::EMPTY, SquareSet::or)
    }

    /// "An immune king still attacks its neighbours", and so does any other king in its corner.
    #[inline]
    pub(super) fn is_near_cornered_king(&self, seat: Seat, on: Square) -> bool {
        let others = army::ORDER.into_iter().filter(|other| *other != seat);
        let mut kings = others.filter_map(|other| self.king(other)).filter(|king| king.owner().is_some());
        kings.any(|king| king_steps(king).contains(on))
    }

    /// The men of other colours on squares in play that attack a square.
    pub(super) fn attackers(&self, seat: Seat, on: Square) -> SquareSet {
        let occupied = self.occupied();
        let others = occupied & !self.of(seat);
        let steps = knight_jumps(on) & self.all(Role::Knight) | king_steps(on) & self.all(Role::King);
        let lines = self.sliders_towards(on, others).filter(|from| is_open(on, *from, occupied));
        lines.collect::<SquareSet>() | steps & others | self.attacking_pawns(seat, on)
    }

    /// The sliding men among `men` that would reach a square on the empty board.
    #[inline]
    pub(super) fn sliders_towards(&self, on: Square, men: SquareSet) -> SquareSet {
        let queens = self.all(Role::Queen);
        let straight = straight_lines(on) & (self.all(Role::Rook) | queens);
        let diagonal = diagonal_lines(on) & (self.all(Role::Bishop) | queens);
        (straight | diagonal) & men
    }

    /// The own men that alone stand between the king and a man that would attack it.
    pub(super) fn pinned(&self, seat: Seat, king: Square) -> SquareSet {
        let (occupied, own) = (self.occupied(), self.of(seat));
        let between = self.sliders_towards(king, occupied & !own).map(|from| line(king, from) & occupied);
        between.filter(|men| men.is_one()).fold(SquareSet::EMPTY, |all, men| all | men & own)
    }

    /// All living colours in check after a move of `mover`, given those before it. The move is on the board.
    ///
    /// The same as [`checked`](Board::checked), but a king that was not in check is looked at only along the
    /// two lines that the move can have opened or attacked: this runs for every king after every move.
    pub(super) fn checked_after(
        &self,
        mover: Seat,
        step: Step,
        taken: Option<Taken>,
        before: SeatSet,
    ) -> SeatSet {
        let moved = if army::promotion_squares(mover).contains(step.to) && step.role == Role::Pawn {
            Role::Queen
        } else {
            step.role
        };
        let exposed = taken.filter(|taken| taken.role == Role::Queen).map(|taken| taken.seat);
        if before.is_empty() && exposed.is_none() && !self.may_check(mover, step, moved) {
            return SeatSet::EMPTY;
        }
        let occupied = self.occupied();
        let others = army::ORDER.into_iter().filter(|seat| *seat != mover);
        let checked = others.filter(|seat| {
            let Some(king) = self.king(*seat) else { return false };
            if before.contains(*seat) || exposed == Some(*seat) {
                return self.in_check(*seat);
            }
            (reaches(mover, moved, step.to, king, occupied)
                || all_lines(king).contains(step.from) && self.is_uncovered(*seat, step.from, king, occupied))
                && !self.is_immune(*seat)
        });
        checked.collect()
    }

    /// Whether a move can give check at all: another king stands on a line with the square that was left, or
    /// within reach of the man that moved. Corners are in no set, so a king there is always looked at.
    #[inline]
    fn may_check(&self, mover: Seat, step: Step, moved: Role) -> bool {
        let reach = match moved {
            Role::Pawn => pawn_attacks(mover, step.to),
            Role::Knight => knight_jumps(step.to),
            Role::Bishop => diagonal_lines(step.to),
            Role::Rook => straight_lines(step.to),
            Role::Queen => all_lines(step.to),
            Role::King => king_steps(step.to),
        };
        let kings = self.all(Role::King) & !self.of(mover);
        ((reach | all_lines(step.from)) & kings).nonempty() || self.has_cornered_king()
    }

    #[inline]
    fn has_cornered_king(&self) -> bool {
        army::ORDER.into_iter().any(|seat| self.in_corner(seat))
    }

    /// Whether a king is attacked along the line through a square that has become empty.
    #[inline]
    fn is_uncovered(&self, seat: Seat, emptied: Square, king: Square, occupied: SquareSet) -> bool {
        let Some(direction) = Direction::between(king, emptied) else { return false };
        let role = if direction.is_diagonal() { Role::Bishop } else { Role::Rook };
        let sliders = (self.all(role) | self.all(Role::Queen)) & !self.of(seat);
        if (direction.ray(king) & sliders).is_empty() {
            return false;
        }
        direction.first_of(king, occupied).is_some_and(|first| sliders.contains(first))
    }
}

/// Whether a man attacks a square.
#[inline]
fn reaches(seat: Seat, role: Role, from: Square, on: Square, occupied: SquareSet) -> bool {
    match role {
        Role::Knight => knight_jumps(on).contains(from),
        Role::Pawn => pawn_attackers(seat, on).contains(from),
        Role::King => from.is_next_to(on),
        Role::Bishop => diagonal_lines(on).contains(from) && is_open(on, from, occupied),
        Role::Rook => straight_lines(on).contains(from) && is_open(on, from, occupied),
        Role::Queen => all_lines(on).contains(from) && is_open(on, from, occupied),
    }
}

/// The squares between two squares on a line.
#[inline]
pub(super) fn line(from: Square, to: Square) -> SquareSet {
    Direction::between(from, to)
        .map_or(SquareSet::EMPTY, |direction| direction.ray(from) & !direction.ray(to) & !SquareSet::one(to))
}

/// Whether nothing stands between two squares on a line.
#[inline]
fn is_open(from: Square, to: Square, occupied: SquareSet) -> bool {
    (line(from, to) & occupied).is_empty()
}
