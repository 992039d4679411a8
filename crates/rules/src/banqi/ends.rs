//! How a game ends, in the order of the rules: no piece left, no action left, too many quiet plies.
//!
//! Repetition comes last; the match counts it.

use super::{BOTH, Banqi, Colour, other};
use crate::{Cause, Outcome, Points, Reason, Seat, SeatSet};

impl Banqi {
    pub(super) fn decided_on_the_board(&self) -> Option<Outcome> {
        // The ends are tested after the outcome of a flip, not while the piece is being turned; before the
        // first flip there is no side yet.
        let side = self.side().filter(|_| self.turning.is_none())?;
        let mover_wins = |reason| Some(Outcome::win(SeatSet::one(other(self.seat())), reason));
        if !self.has_pieces(side) {
            return mover_wins(Reason::NoPieces);
        }
        if !self.can_act(side) {
            return mover_wins(Reason::NoMoves);
        }
        self.is_too_quiet().then(|| self.draw(Reason::QuietLimit))
    }

    /// Whether a colour has a piece left, face-up or face-down.
    pub(super) fn has_pieces(&self, colour: Colour) -> bool {
        !self.board.of(colour).is_empty() || self.bag.has(colour)
    }

    /// Anybody may flip any face-down piece.
    fn can_act(&self, side: Colour) -> bool {
        !self.board.hidden().is_empty() || self.can_move(side)
    }

    pub(super) fn is_too_quiet(&self) -> bool {
        self.quiet_limit != 0 && self.quiet >= self.quiet_limit
    }

    /// Before the first piece is revealed neither a draw nor a loss counts.
    pub(super) fn draw(&self, reason: Reason) -> Outcome {
        if self.first.is_none() { Outcome::aborted() } else { Outcome::new(BOTH, Points::HALF, reason) }
    }

    pub(super) fn after_forfeit(&self, seat: Seat, cause: Cause) -> Outcome {
        if self.first.is_none() {
            return Outcome::aborted();
        }
        Outcome::win(SeatSet::one(other(seat)), cause.into())
    }
}
