//! How a game ends, in the order of the rules: no piece left, no action left, too many quiet plies.
//!
//! Repetition comes last; the match counts it.

use super::{BOTH, Banqi, Colour, opponent_of};
use crate::{ForfeitCause, Outcome, Points, Reason, Seat, SeatSet};

impl Banqi {
    pub(super) fn board_outcome(&self) -> Option<Outcome> {
        // The ends are tested after the outcome of a flip, not while the piece is being turned; before the
        // first flip there is no side yet.
        let side = self.side().filter(|_| self.flipping.is_none())?;
        let mover_wins = |reason| Some(Outcome::win(SeatSet::one(opponent_of(self.seat())), reason));
        if !self.has_pieces(side) {
            return mover_wins(Reason::NoPieces);
        }
        if !self.can_act(side) {
            return mover_wins(Reason::NoMoves);
        }
        self.is_quiet_limit_reached().then(|| self.draw(Reason::QuietLimit))
    }

    /// Whether a colour has a piece left, face-up or face-down.
    pub(super) fn has_pieces(&self, colour: Colour) -> bool {
        !self.board.by_colour(colour).is_empty() || self.unrevealed.has_colour(colour)
    }

    /// Anybody may flip any face-down piece.
    fn can_act(&self, side: Colour) -> bool {
        !self.board.face_down().is_empty() || self.can_move(side)
    }

    pub(super) fn is_quiet_limit_reached(&self) -> bool {
        self.quiet_limit != 0 && self.quiet_plies >= self.quiet_limit
    }

    /// Before the first piece is revealed neither a draw nor a loss counts.
    pub(super) fn draw(&self, reason: Reason) -> Outcome {
        if self.first_colour.is_none() {
            Outcome::aborted()
        } else {
            Outcome::new(BOTH, Points::HALF, reason)
        }
    }

    pub(super) fn forfeit_outcome(&self, seat: Seat, cause: ForfeitCause) -> Outcome {
        if self.first_colour.is_none() {
            return Outcome::aborted();
        }
        Outcome::win(SeatSet::one(opponent_of(seat)), cause.into())
    }
}
