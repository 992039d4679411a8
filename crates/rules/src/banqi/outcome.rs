//! The ends of a game in the order of the rules: no pieces, no action, quiet limit.
//!
//! Repetition comes last. The match counts it, not the position.

use super::{Banqi, Colour, opponent_of};
use crate::{ForfeitCause, Outcome, Position as _, Reason, Seat, SeatSet};

impl Banqi {
    pub(super) fn board_outcome(&self) -> Option<Outcome> {
        // A pending flip decides nothing until the piece is revealed, and before the first flip no seat has a colour.
        let colour = self.colour_to_move().filter(|_| self.flipping.is_none())?;
        let opponent_wins =
            |reason| Some(Outcome::win(SeatSet::one(opponent_of(self.seat_to_move())), reason));
        if !self.has_pieces_left(colour) {
            return opponent_wins(Reason::NoPieces);
        }
        if !self.can_act(colour) {
            return opponent_wins(Reason::NoMoves);
        }
        self.is_quiet_limit_reached().then(|| self.draw_outcome(Reason::QuietLimit))
    }

    /// Any face-down piece can be flipped, so one is enough.
    fn can_act(&self, colour: Colour) -> bool {
        !self.board.face_down().is_empty() || self.can_move(colour)
    }

    /// Whether the quiet plies draw the game.
    pub(super) fn is_quiet_limit_reached(&self) -> bool {
        self.quiet_limit != 0 && self.quiet_plies >= self.quiet_limit
    }

    /// Before the first piece is revealed a forfeit aborts the game.
    pub(super) fn forfeit_outcome(&self, seat: Seat, cause: ForfeitCause) -> Outcome {
        if self.first_colour.is_none() {
            return Outcome::aborted();
        }
        Outcome::win(SeatSet::one(opponent_of(seat)), cause.into())
    }
}
