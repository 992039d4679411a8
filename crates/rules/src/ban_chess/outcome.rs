//! How a game ends, in the order of the rules: mate or stalemate, insufficient material, fifty moves.

use super::{BOTH, BanChess, Points, color_of, opponent_of};
use crate::{ForfeitCause, Outcome, Position as _, Reason, Seat, SeatSet};
use shakmaty::Position as _;

/// Half-moves without pawn move or capture that make a draw.
const FIFTY_MOVES_IN_PLIES: u32 = 100;

impl BanChess {
    pub(super) fn board_outcome(&self) -> Option<Outcome> {
        if self.can_move() { self.draw_by_rule() } else { Some(self.no_move_outcome()) }
    }

    /// The side to move has no move, or none but the banned one.
    fn no_move_outcome(&self) -> Outcome {
        if self.chess.is_check() {
            Outcome::win(SeatSet::one(opponent_of(self.side_to_move())), Reason::Checkmate)
        } else {
            self.draw_outcome(Reason::Stalemate)
        }
    }

    /// The draws that need no look at the moves. They count only if there is a move.
    pub(super) fn draw_by_rule(&self) -> Option<Outcome> {
        if self.chess.is_insufficient_material() {
            return Some(self.draw_outcome(Reason::InsufficientMaterial));
        }
        (self.chess.halfmoves() >= FIFTY_MOVES_IN_PLIES).then(|| self.draw_outcome(Reason::FiftyMoves))
    }

    /// A resignation loses; so does a flag, unless the opponent's material could never mate.
    pub(super) fn forfeit_outcome(&self, seat: Seat, cause: ForfeitCause) -> Outcome {
        let winner = opponent_of(seat);
        if cause == ForfeitCause::Flag && self.chess.has_insufficient_material(color_of(winner)) {
            return Outcome::new(BOTH, Points::HALF, Reason::Flag);
        }
        Outcome::win(SeatSet::one(winner), cause.into())
    }
}
