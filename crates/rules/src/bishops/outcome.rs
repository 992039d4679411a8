//! The ends of a game in the order of the rules: eliminations and the quiet limit before the duel, chess in the duel.

use super::duel::Duel;
use super::survival::Survival;
use super::{Bishops, Phase};
use crate::chess::FIFTY_MOVE_PLIES;
use crate::{ForfeitCause, Outcome, Points, Position as _, Reason, Seat, SeatSet, Turn};
use shakmaty::{Color, Position as _};

/// Plies without a pawn move or capture after which the game is drawn.
const SEVENTY_FIVE_MOVE_PLIES: u32 = 150;

impl Bishops {
    /// The outcome that the board alone decides.
    pub(super) fn board_outcome(&self) -> Option<Outcome> {
        match &self.phase {
            Phase::Survival(game) => game.board_outcome(),
            Phase::Duel(duel) => duel.board_outcome(),
        }
    }

    /// The draw that the seat to act may claim from the position alone: by the fifty-move rule, in the duel.
    pub fn claimable_draw(&self) -> Option<Reason> {
        match &self.phase {
            Phase::Duel(duel) if self.turn() != Turn::Over => duel.claimable_draw(),
            _ => None,
        }
    }
}

impl Survival {
    pub(super) fn board_outcome(&self) -> Option<Outcome> {
        (self.turn == Turn::Over).then(|| self.shared_outcome(self.end_reason()))
    }

    /// Why the game is over. The order of the tests is the order of effects.
    fn end_reason(&self) -> Reason {
        let limit = self.options.quiet_limit;
        match self.living().len() {
            ..4 if self.options.short => Reason::ShortGame,
            ..2 => Reason::LastStanding,
            _ if limit > 0 && self.quiet_plies >= limit => Reason::QuietLimit,
            _ => Reason::NobodyCanAct,
        }
    }

    /// The living colours share the point and the first place; if none is left, those eliminated last do.
    pub(super) fn shared_outcome(&self, reason: Reason) -> Outcome {
        let living = self.living();
        let first = if living.is_empty() { self.places.last_eliminated() } else { living };
        share(first, reason).with_places(self.places.final_places(first))
    }
}

impl Duel {
    pub(super) fn board_outcome(&self) -> Option<Outcome> {
        if self.chess.legal_moves().is_empty() {
            let mated = self.chess.is_check();
            let winner = self.finalists.seat(!self.chess.turn());
            return Some(if mated {
                self.win_outcome(winner, Reason::Checkmate)
            } else {
                self.draw_outcome(Reason::Stalemate)
            });
        }
        self.draw_by_rule()
    }

    /// A draw by insufficient material or the seventy-five-move rule. It counts only if there is a legal move.
    pub(super) fn draw_by_rule(&self) -> Option<Outcome> {
        if self.chess.is_insufficient_material() {
            return Some(self.draw_outcome(Reason::InsufficientMaterial));
        }
        (self.chess.halfmoves() >= SEVENTY_FIVE_MOVE_PLIES)
            .then(|| self.draw_outcome(Reason::SeventyFiveMoves))
    }

    /// The draw that the seat to move may claim.
    pub(super) fn claimable_draw(&self) -> Option<Reason> {
        (self.chess.halfmoves() >= FIFTY_MOVE_PLIES).then_some(Reason::FiftyMoves)
    }

    /// A resignation loses. So does a flag, unless the opponent does not have the material to mate.
    pub(super) fn forfeit_outcome(&self, seat: Seat, cause: ForfeitCause) -> Outcome {
        let side = self.finalists.side(seat).unwrap_or(Color::White);
        if cause == ForfeitCause::Flag && self.chess.has_insufficient_material(!side) {
            return self.draw_outcome(Reason::Flag);
        }
        self.win_outcome(self.finalists.seat(!side), cause.into())
    }

    pub(super) fn draw_outcome(&self, reason: Reason) -> Outcome {
        let both = self.finalists.seats();
        Outcome::new(both, Points::HALF, reason).with_places(self.places.final_places(both))
    }

    fn win_outcome(&self, winner: Seat, reason: Reason) -> Outcome {
        let winner = SeatSet::one(winner);
        Outcome::win(winner, reason).with_places(self.places.final_places(winner))
    }
}

fn share(seats: SeatSet, reason: Reason) -> Outcome {
    Outcome::new(seats, Points::share(seats.len().max(1)), reason)
}
