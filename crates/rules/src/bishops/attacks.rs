//! Attacks, pins and checks.

use super::ALL_SEATS;
use super::action::Move;
use super::army;
use super::attack_tables::{
    Direction, all_lines, diagonal_lines, king_attacks, knight_attacks, pawn_attackers, pawn_attacks,
    straight_lines,
};
use super::board::Board;
use super::piece::{Piece, Role};
use super::square::{Square, SquareSet};
use crate::{Seat, SeatSet};

/// "The king is in its home corner and its colour has at least three queens on the board."
const MIN_QUEENS_FOR_IMMUNITY: usize = 3;

impl Board {
    /// The number of queens of a colour.
    pub(super) fn queen_count(&self, seat: Seat) -> usize {
        (self.by_role(Role::Queen) & self.by_seat(seat)).len()
    }

    /// Whether the king of a colour is in its home corner.
    #[inline]
    pub(super) fn in_corner(&self, seat: Seat) -> bool {
        self.king(seat).is_some_and(|king| king.owner().is_some())
    }

    pub(super) fn is_immune(&self, seat: Seat) -> bool {
        self.in_corner(seat) && self.queen_count(seat) >= MIN_QUEENS_FOR_IMMUNITY
    }

    /// Whether the king of a colour is attacked and not immune.
    #[inline]
    pub(super) fn in_check(&self, seat: Seat) -> bool {
        self.king(seat).is_some_and(|king| self.is_attacked(seat, king) && !self.is_immune(seat))
    }

    /// All colours in check.
    pub(super) fn seats_in_check(&self) -> SeatSet {
        ALL_SEATS.iter().filter(|seat| self.in_check(*seat)).collect()
    }

    /// Whether a colour other than `seat` attacks a square.
    #[inline]
    pub(super) fn is_attacked(&self, seat: Seat, on: Square) -> bool {
        self.is_attacked_with(seat, on, self.occupied())
    }

    /// Like `is_attacked`, with other occupied squares: for a king that leaves its square.
    pub(super) fn is_attacked_with(&self, seat: Seat, on: Square, occupied: SquareSet) -> bool {
        let others = occupied & !self.by_seat(seat);
        if (knight_attacks(on) & self.by_role(Role::Knight) & others).is_nonempty()
            || self.sliders_towards(on, others).any(|from| is_clear(on, from, occupied))
        {
            return true;
        }
        let near = king_attacks(on) & others;
        (near & self.by_role(Role::King)).is_nonempty()
            || (near & self.by_role(Role::Pawn)).is_nonempty() && self.attacking_pawns(seat, on).is_nonempty()
            || self.is_next_to_cornered_king(seat, on)
    }

    fn attacking_pawns(&self, seat: Seat, on: Square) -> SquareSet {
        let others = army::ORDER.into_iter().filter(|other| *other != seat);
        let pawns =
            others.map(|other| pawn_attackers(other, on) & self.by_role(Role::Pawn) & self.by_seat(other));
        pawns.fold(SquareSet::EMPTY, SquareSet::or)
    }

    /// "An immune king still attacks its neighbours", and so does any other king in its corner.
    #[inline]
    pub(super) fn is_next_to_cornered_king(&self, seat: Seat, on: Square) -> bool {
        let others = army::ORDER.into_iter().filter(|other| *other != seat);
        let mut kings = others.filter_map(|other| self.king(other)).filter(|king| king.owner().is_some());
        kings.any(|king| king_attacks(king).contains(on))
    }

    /// The pieces of other colours, on squares in play, that attack a square.
    pub(super) fn attackers(&self, seat: Seat, on: Square) -> SquareSet {
        let occupied = self.occupied();
        let others = occupied & !self.by_seat(seat);
        let steps =
            knight_attacks(on) & self.by_role(Role::Knight) | king_attacks(on) & self.by_role(Role::King);
        let lines = self.sliders_towards(on, others).filter(|from| is_clear(on, *from, occupied));
        lines.collect::<SquareSet>() | steps & others | self.attacking_pawns(seat, on)
    }

    /// The sliders among `pieces` that would attack a square on an empty board.
    #[inline]
    pub(super) fn sliders_towards(&self, on: Square, pieces: SquareSet) -> SquareSet {
        let queens = self.by_role(Role::Queen);
        let straight = straight_lines(on) & (self.by_role(Role::Rook) | queens);
        let diagonal = diagonal_lines(on) & (self.by_role(Role::Bishop) | queens);
        (straight | diagonal) & pieces
    }

    /// The pinned pieces of a colour: each is the only piece between its king and an attacking slider.
    pub(super) fn pinned(&self, seat: Seat, king: Square) -> SquareSet {
        let (occupied, own) = (self.occupied(), self.by_seat(seat));
        let between = self.sliders_towards(king, occupied & !own).map(|from| between(king, from) & occupied);
        between.filter(|pieces| pieces.is_single()).fold(SquareSet::EMPTY, |all, pieces| all | pieces & own)
    }

    /// All colours in check after a move of `mover`, given those `before` it. The board already has the move.
    ///
    /// The result equals [`seats_in_check`](Board::seats_in_check). A king that was not in check is tested only for an
    /// attack by the moved piece and a discovered check, because this runs for every king after every move.
    pub(super) fn seats_in_check_after(
        &self,
        mover: Seat,
        m: Move,
        captured: Option<Piece>,
        before: SeatSet,
    ) -> SeatSet {
        let moved = if army::promotion_squares(mover).contains(m.to) && m.role == Role::Pawn {
            Role::Queen
        } else {
            m.role
        };
        let exposed = captured.filter(|captured| captured.role == Role::Queen).map(|captured| captured.seat);
        if before.is_empty() && exposed.is_none() && !self.can_give_check(mover, m, moved) {
            return SeatSet::EMPTY;
        }
        let occupied = self.occupied();
        let others = army::ORDER.into_iter().filter(|seat| *seat != mover);
        let checked = others.filter(|seat| {
            let Some(king) = self.king(*seat) else { return false };
            if before.contains(*seat) || exposed == Some(*seat) {
                return self.in_check(*seat);
            }
            (attacks(mover, moved, m.to, king, occupied)
                || all_lines(king).contains(m.from)
                    && self.is_discovered_check(*seat, m.from, king, occupied))
                && !self.is_immune(*seat)
        });
        checked.collect()
    }

    /// A quick test whether a move can give check: another king is on a line with the origin, or within reach of the
    /// moved piece. Corner squares are in no set, so a king in a corner always passes the test.
    #[inline]
    fn can_give_check(&self, mover: Seat, m: Move, moved: Role) -> bool {
        let reach = match moved {
            Role::Pawn => pawn_attacks(mover, m.to),
            Role::Knight => knight_attacks(m.to),
            Role::Bishop => diagonal_lines(m.to),
            Role::Rook => straight_lines(m.to),
            Role::Queen => all_lines(m.to),
            Role::King => king_attacks(m.to),
        };
        let kings = self.by_role(Role::King) & !self.by_seat(mover);
        ((reach | all_lines(m.from)) & kings).is_nonempty() || self.has_cornered_king()
    }

    #[inline]
    fn has_cornered_king(&self) -> bool {
        army::ORDER.into_iter().any(|seat| self.in_corner(seat))
    }

    /// Whether a king is attacked along the line through a square that was vacated.
    #[inline]
    fn is_discovered_check(&self, seat: Seat, emptied: Square, king: Square, occupied: SquareSet) -> bool {
        let Some(direction) = Direction::towards(king, emptied) else { return false };
        let role = if direction.is_diagonal() { Role::Bishop } else { Role::Rook };
        let sliders = (self.by_role(role) | self.by_role(Role::Queen)) & !self.by_seat(seat);
        if (direction.ray(king) & sliders).is_empty() {
            return false;
        }
        direction.first_piece(king, occupied).is_some_and(|first| sliders.contains(first))
    }
}

/// Whether a piece on `from` attacks a square.
#[inline]
fn attacks(seat: Seat, role: Role, from: Square, on: Square, occupied: SquareSet) -> bool {
    match role {
        Role::Knight => knight_attacks(on).contains(from),
        Role::Pawn => pawn_attackers(seat, on).contains(from),
        Role::King => from.is_next_to(on),
        Role::Bishop => diagonal_lines(on).contains(from) && is_clear(on, from, occupied),
        Role::Rook => straight_lines(on).contains(from) && is_clear(on, from, occupied),
        Role::Queen => all_lines(on).contains(from) && is_clear(on, from, occupied),
    }
}

/// The squares between two squares on a line; empty if they are on no line.
#[inline]
pub(super) fn between(from: Square, to: Square) -> SquareSet {
    Direction::towards(from, to)
        .map_or(SquareSet::EMPTY, |direction| direction.ray(from) & !direction.ray(to) & !SquareSet::one(to))
}

/// Whether the squares between two squares on a line are empty.
#[inline]
fn is_clear(from: Square, to: Square, occupied: SquareSet) -> bool {
    (between(from, to) & occupied).is_empty()
}

/// The squares that a slider attacks, including the first piece on each line.
#[inline]
pub(super) fn slider_attacks(from: Square, directions: &[Direction; 4], occupied: SquareSet) -> SquareSet {
    directions.iter().fold(SquareSet::EMPTY, |all, direction| {
        let ray = direction.ray(from);
        let first = direction.first_piece(from, occupied);
        all | first.map_or(ray, |first| ray & !direction.ray(first))
    })
}
