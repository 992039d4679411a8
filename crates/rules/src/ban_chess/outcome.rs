//! The ends of a game in the order of the rules: checkmate or stalemate, insufficient material, fifty moves.

use super::{ALL_SEATS, BanChess, Points, color_of, opponent_of};
use crate::chess::FIFTY_MOVE_PLIES;
use crate::{ForfeitCause, Outcome, Position as _, Reason, Seat, SeatSet};
use shakmaty::Position as _;

impl BanChess {
    pub(super) fn board_outcome(&self) -> Option<Outcome> {
        if self.can_move() { self.draw_by_rule() } else { Some(self.no_move_outcome()) }
    }

    /// The outcome if the side to move has no legal move, or only the banned one.
    fn no_move_outcome(&self) -> Outcome {
        if self.chess.is_check() {
            Outcome::win(SeatSet::one(opponent_of(self.seat_to_move())), Reason::Checkmate)
        } else {
            self.draw_outcome(Reason::Stalemate)
        }
    }

    /// The draws that depend on material and counters only. They apply only if the side to move has a move.
    pub(super) fn draw_by_rule(&self) -> Option<Outcome> {
        if self.chess.is_insufficient_material() {
            return Some(self.draw_outcome(Reason::InsufficientMaterial));
        }
        (self.chess.halfmoves() >= FIFTY_MOVE_PLIES).then(|| self.draw_outcome(Reason::FiftyMoves))
    }

    /// A resignation loses, and so does a flag unless the opponent has insufficient material to mate.
    pub(super) fn forfeit_outcome(&self, seat: Seat, cause: ForfeitCause) -> Outcome {
        let winner = opponent_of(seat);
        if cause == ForfeitCause::Flag && self.chess.has_insufficient_material(color_of(winner)) {
            return Outcome::new(ALL_SEATS, Points::HALF, Reason::Flag);
        }
        Outcome::win(SeatSet::one(winner), cause.into())
    }
}
