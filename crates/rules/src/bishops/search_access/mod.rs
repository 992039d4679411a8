//! For those who look ahead: what a position shows besides its rules.

mod duel;
mod survival;

pub use duel::DuelState;
pub use survival::SurvivalState;
pub(super) use survival::slider_attacks;

use super::action::Move;
use super::army::Role;
use super::square::Square;
use super::{Bishops, Phase};
use crate::{Position as _, Turn};

impl Bishops {
    /// The first phase, if it is on.
    #[inline]
    pub fn survival(&self) -> Option<SurvivalState<'_>> {
        match &self.phase {
            Phase::Survival(game) => Some(SurvivalState(game)),
            Phase::Duel(_) => None,
        }
    }

    /// The duel, if it is on.
    #[inline]
    pub fn duel(&self) -> Option<DuelState<'_>> {
        match &self.phase {
            Phase::Duel(duel) => Some(DuelState(duel)),
            Phase::Survival(_) => None,
        }
    }

    /// The first phase as if it were another colour's turn. None while somebody is in check, for then the turn is
    /// fixed, and if the colour could do nothing.
    pub fn with_turn(&self, seat: crate::Seat) -> Option<Bishops> {
        let Phase::Survival(game) = &self.phase else { return None };
        let may =
            matches!(self.turn(), Turn::Seat(_)) && game.seats_in_check.is_empty() && game.can_act(seat);
        may.then(|| {
            let mut game = *game;
            game.turn = Turn::Seat(seat);
            Bishops { phase: Phase::Survival(game), stored_outcome: None }
        })
    }

    /// The duel as if the side to move had passed. None in check and in the first phase.
    pub fn duel_null_move(&self) -> Option<Bishops> {
        let Phase::Duel(duel) = &self.phase else { return None };
        duel.null_move().map(|duel| Bishops { phase: Phase::Duel(duel), stored_outcome: None })
    }
}

impl Move {
    /// Where it begins.
    #[inline]
    pub fn from(self) -> Square {
        self.from
    }

    /// Where it ends.
    #[inline]
    pub fn to(self) -> Square {
        self.to
    }

    /// What moves.
    #[inline]
    pub fn role(self) -> Role {
        self.role
    }
}
