//! The survival phase as a search sees it.

use super::super::Options;
use super::super::action::Action;
use super::super::army;
use super::super::attack_tables::{Direction, king_attacks, knight_attacks, pawn_attacks};
use super::super::attacks::slider_attacks;
use super::super::piece::Role;
use super::super::square::{Square, SquareSet};
use super::super::survival::Survival;
use crate::{Seat, SeatSet};

/// Read access to the survival phase.
#[derive(Copy, Clone, Debug)]
pub struct SurvivalState<'a>(pub(super) &'a Survival);

impl SurvivalState<'_> {
    /// The colours that have not been eliminated.
    #[inline]
    pub fn living(self) -> SeatSet {
        self.0.living()
    }

    /// The colours in check.
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

    /// Plies since the last capture or pawn move.
    pub fn quiet_plies(self) -> u32 {
        self.0.quiet_plies
    }

    /// The value of the pieces that a colour has lost.
    pub fn lost_value(self, seat: Seat) -> u16 {
        self.0.lost_value[seat]
    }

    /// Whether a colour has neither moved nor swapped king and queen.
    pub fn is_unmoved(self, seat: Seat) -> bool {
        self.0.unmoved.contains(seat)
    }

    /// The number of rooks that a colour may still castle with.
    pub fn castling_rook_count(self, seat: Seat) -> usize {
        self.0.castling_rights.rooks_of(seat).count()
    }

    /// The square of a colour's king.
    #[inline]
    pub fn king(self, seat: Seat) -> Option<Square> {
        self.0.board.king(seat)
    }

    /// Whether a colour's king is in its home corner.
    #[inline]
    pub fn in_corner(self, seat: Seat) -> bool {
        self.0.board.in_corner(seat)
    }

    /// Whether a colour's king is in its corner with enough queens to be immune.
    pub fn is_immune(self, seat: Seat) -> bool {
        self.0.board.is_immune(seat)
    }

    /// The number of king moves from a square to a colour's corner.
    pub fn distance_to_corner(self, seat: Seat, from: Square) -> usize {
        let steps = |to: Square| {
            let files = (from.file() - to.file()).unsigned_abs();
            files.max((from.rank() - to.rank()).unsigned_abs())
        };
        Square::corner_of(seat).map(steps).min().unwrap_or(0).into()
    }

    /// The pieces of one colour and role on squares in play.
    #[inline]
    pub fn pieces(self, seat: Seat, role: Role) -> SquareSet {
        self.0.board.by_seat(seat) & self.0.board.by_role(role)
    }

    /// The pieces of a colour on squares in play.
    #[inline]
    pub fn pieces_of(self, seat: Seat) -> SquareSet {
        self.0.board.by_seat(seat)
    }

    /// All pieces on squares in play.
    #[inline]
    pub fn occupied(self) -> SquareSet {
        self.0.board.occupied()
    }

    /// The seat and the role of the piece on a square.
    #[inline]
    pub fn piece_at(self, square: Square) -> Option<(Seat, Role)> {
        self.0.board.piece_at(square).map(|piece| (piece.seat, piece.role))
    }

    /// The squares in play that a piece on `from` attacks.
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

    /// The rank of a square as a colour sees it: pawns start on 1 and promote on 9.
    pub fn relative_rank(self, seat: Seat, on: Square) -> usize {
        army::relative_rank(seat, on).unsigned_abs().into()
    }

    /// Appends the legal actions of a colour.
    pub fn search_moves(self, seat: Seat, out: &mut Vec<Action>) {
        self.0.actions(seat, out);
    }

    /// Appends a colour's captures of pieces of `others`, and its promotions.
    pub fn search_captures(self, seat: Seat, others: SeatSet, out: &mut Vec<Action>) {
        self.0.captures(seat, others, out);
    }
}
