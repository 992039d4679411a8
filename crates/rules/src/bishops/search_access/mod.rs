//! What a search may read of a position besides the [`Position`](crate::Position) trait.

mod duel;
mod survival;

pub use duel::DuelState;
pub use survival::SurvivalState;

use super::action::Move;
use super::piece::Role;
use super::square::Square;
use super::{Bishops, Phase};
use crate::{Position as _, Turn};

impl Bishops {
    /// The survival phase, unless the duel has started.
    #[inline]
    pub fn survival(&self) -> Option<SurvivalState<'_>> {
        match &self.phase {
            Phase::Survival(game) => Some(SurvivalState(game)),
            Phase::Duel(_) => None,
        }
    }

    /// The duel, once it has started.
    #[inline]
    pub fn duel(&self) -> Option<DuelState<'_>> {
        match &self.phase {
            Phase::Duel(duel) => Some(DuelState(duel)),
            Phase::Survival(_) => None,
        }
    }

    /// The same position with another colour to act. `None` in the duel, while any colour is in check (the checks decide
    /// the turn), or if the colour has no legal action.
    pub fn with_turn(&self, seat: crate::Seat) -> Option<Bishops> {
        let Phase::Survival(game) = &self.phase else { return None };
        let is_possible =
            matches!(self.turn(), Turn::Seat(_)) && game.seats_in_check.is_empty() && game.can_act(seat);
        is_possible.then(|| {
            let mut game = *game;
            game.turn = Turn::Seat(seat);
            Bishops { phase: Phase::Survival(game), stored_outcome: None }
        })
    }

    /// The position after a null move of the duel. `None` in check and in the survival phase.
    pub fn null_move(&self) -> Option<Bishops> {
        let Phase::Duel(duel) = &self.phase else { return None };
        duel.null_move().map(|duel| Bishops { phase: Phase::Duel(duel), stored_outcome: None })
    }
}

impl Move {
    /// The origin.
    #[inline]
    pub fn from(self) -> Square {
        self.from
    }

    /// The destination.
    #[inline]
    pub fn to(self) -> Square {
        self.to
    }

    /// The moving piece.
    #[inline]
    pub fn role(self) -> Role {
        self.role
    }
}
