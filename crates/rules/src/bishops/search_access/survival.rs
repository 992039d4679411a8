//! What the first phase shows.

use super::super::Options;
use super::super::action::Action;
use super::super::army::{self, Role};
use super::super::attack_tables::{Direction, king_attacks, knight_attacks, pawn_attacks};
use super::super::square::{Square, SquareSet};
use super::super::survival::Survival;
use crate::{Seat, SeatSet};

/// A look at the first phase.
#[derive(Copy, Clone, Debug)]
pub struct SurvivalState<'a>(pub(super) &'a Survival);

impl SurvivalState<'_> {
    /// The colours that live.
    #[inline]
    pub fn living(self) -> SeatSet {
        self.0.living()
    }

    /// Who is in check.
    #[inline]
    pub fn seats_in_check(self) -> SeatSet {
        self.0.seats_in_check
    }

    /// The last mover.
    pub fn last_mover(self) -> Seat {
        self.0.last_mover
    }

    /// The options of the game.
    pub fn options(&self) -> &Options {
        &self.0.options
    }

    /// Plies without capture or pawn move.
    pub fn quiet_plies(self) -> u32 {
        self.0.quiet_plies
    }

    /// The value of the men that a colour has lost.
    pub fn lost_value(self, seat: Seat) -> u16 {
        self.0.lost_value[seat]
    }

    /// Whether a colour may still exchange king and queen on one of its turns.
    pub fn is_unmoved(self, seat: Seat) -> bool {
        self.0.unmoved.contains(seat)
    }

    /// How many of its rooks a colour may still castle with.
    pub fn castling_rook_count(self, seat: Seat) -> usize {
        self.0.castling_rights.rooks_of(seat).count()
    }

    /// Where a colour's king stands.
    #[inline]
    pub fn king(self, seat: Seat) -> Option<Square> {
        self.0.board.king(seat)
    }

    /// Whether a colour's king is in its home corner.
    #[inline]
    pub fn in_corner(self, seat: Seat) -> bool {
        self.0.board.in_corner(seat)
    }

    /// Whether a colour's king is in its corner with the queens that make it immune.
    pub fn is_immune(self, seat: Seat) -> bool {
        self.0.board.is_immune(seat)
    }

    /// How many king's steps a square is away from a colour's corner.
    pub fn distance_to_corner(self, seat: Seat, from: Square) -> usize {
        let steps = |to: Square| {
            let files = (from.file() - to.file()).unsigned_abs();
            files.max((from.rank() - to.rank()).unsigned_abs())
        };
        Square::corner_of(seat).map(steps).min().unwrap_or(0).into()
    }

    /// The men of one kind and colour on squares in play.
    #[inline]
    pub fn pieces(self, seat: Seat, role: Role) -> SquareSet {
        self.0.board.by_seat(seat) & self.0.board.by_role(role)
    }

    /// A colour's men on squares in play.
    #[inline]
    pub fn pieces_of(self, seat: Seat) -> SquareSet {
        self.0.board.by_seat(seat)
    }

    /// All men on squares in play.
    #[inline]
    pub fn occupied(self) -> SquareSet {
        self.0.board.occupied()
    }

    /// Who and what stands on a square.
    #[inline]
    pub fn piece_on(self, square: Square) -> Option<(Seat, Role)> {
        self.0.board.piece_at(square)
    }

    /// The squares in play that a man on a square attacks.
    #[inline]
    pub fn attacks(self, seat: Seat, role: Role, from: Square) -> SquareSet {
        match role {
            Role::Pawn => pawn_attacks(seat, from),
            Role::Knight => knight_attacks(from),
            Role::Bishop => slider_attacks(from, &Direction::DIAGONAL, self.occupied()),
            Role::Rook => slider_attacks(from, &Direction::STRAIGHT, self.occupied()),
            Role::Queen => {
                slider_attacks(from, &Direction::DIAGONAL, self.occupied())
                    | slider_attacks(from, &Direction::STRAIGHT, self.occupied())
            }
            Role::King => king_attacks(from),
        }
    }

    /// How far a square is ahead of a colour's edge of the board: pawns begin at 1 and become queens at 9.
    pub fn relative_rank(self, seat: Seat, on: Square) -> usize {
        army::relative_rank(seat, on).unsigned_abs().into()
    }

    /// Appends all that a colour may do.
    pub fn actions(self, seat: Seat, out: &mut Vec<Action>) {
        self.0.actions(seat, out);
    }

    /// Appends what a colour may take of the men of `others`, and the moves that make a queen.
    pub fn captures(self, seat: Seat, others: SeatSet, out: &mut Vec<Action>) {
        self.0.captures(seat, others, out);
    }
}

/// The squares that a sliding man reaches, the first man on each line included.
#[inline]
pub(in super::super) fn slider_attacks(
    from: Square,
    directions: &[Direction; 4],
    occupied: SquareSet,
) -> SquareSet {
    directions.iter().fold(SquareSet::EMPTY, |all, direction| {
        let ray = direction.ray(from);
        let first = direction.first_piece(from, occupied);
        all | first.map_or(ray, |first| ray & !direction.ray(first))
    })
}
