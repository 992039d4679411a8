//! How a game ends, in the order of the rules: mate or stalemate, insufficient material, fifty moves.

use super::{BOTH, BanChess, Points, color_of, other};
use crate::{Cause, Outcome, Position as _, Reason, Seat, SeatSet};
use shakmaty::Position as _;

/// Half-moves without pawn move or capture that make a draw.
const FIFTY_MOVES: u32 = 100;

impl BanChess {
    pub(super) fn decided_on_the_board(&self) -> Option<Outcome> {
        if self.can_move() { self.drawn_on_the_board() } else { Some(self.without_moves()) }
    }

    /// The side to move has no move, or none but the banned one.
    fn without_moves(&self) -> Outcome {
        if self.chess.is_check() {
            Outcome::win(SeatSet::one(other(self.side())), Reason::Checkmate)
        } else {
            self.drawn(Reason::Stalemate)
        }
    }

    /// The draws that need no look at the moves. They count only if there is a move.
    pub(super) fn drawn_on_the_board(&self) -> Option<Outcome> {
        if self.chess.is_insufficient_material() {
            return Some(self.drawn(Reason::InsufficientMaterial));
        }
        (self.chess.halfmoves() >= FIFTY_MOVES).then(|| self.drawn(Reason::FiftyMoves))
    }

    /// A resignation loses; so does a flag, unless the opponent's material could never mate.
    pub(super) fn after_forfeit(&self, seat: Seat, cause: Cause) -> Outcome {
        let winner = other(seat);
        if cause == Cause::Flag && self.chess.has_insufficient_material(color_of(winner)) {
            return Outcome::new(BOTH, Points::HALF, Reason::Flag);
        }
        Outcome::win(SeatSet::one(winner), cause.into())
    }
}
