//! For those who look ahead: what a position shows besides its rules.

mod duel;
mod survival;

pub use duel::DuelLook;
pub use survival::SurvivalLook;
pub(super) use survival::slides;

use super::action::Step;
use super::army::Role;
use super::square::Square;
use super::{Bishops, Phase};
use crate::{Position as _, Turn};

impl Bishops {
    /// The first phase, if it is on.
    #[inline]
    pub fn survival(&self) -> Option<SurvivalLook<'_>> {
        match &self.phase {
            Phase::Survival(game) => Some(SurvivalLook(game)),
            Phase::Duel(_) => None,
        }
    }

    /// The duel, if it is on.
    #[inline]
    pub fn duel(&self) -> Option<DuelLook<'_>> {
        match &self.phase {
            Phase::Duel(duel) => Some(DuelLook(duel)),
            Phase::Survival(_) => None,
        }
    }

    /// The first phase as if it were another colour's turn. None while somebody is in check, for then the turn is
    /// fixed, and if the colour could do nothing.
    pub fn as_if_turn_of(&self, seat: crate::Seat) -> Option<Bishops> {
        let Phase::Survival(game) = &self.phase else { return None };
        let may = matches!(self.turn(), Turn::Seat(_)) && game.checked.is_empty() && game.can_act(seat);
        may.then(|| {
            let mut game = *game;
            game.turn = Turn::Seat(seat);
            Bishops { phase: Phase::Survival(game), ended: None }
        })
    }

    /// The duel as if the side to move had passed. None in check and in the first phase.
    pub fn duel_passed(&self) -> Option<Bishops> {
        let Phase::Duel(duel) = &self.phase else { return None };
        duel.passed().map(|duel| Bishops { phase: Phase::Duel(duel), ended: None })
    }
}

impl Step {
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
