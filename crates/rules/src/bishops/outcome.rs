//! How the first phase ends.

use super::survival::Survival;
use crate::{Outcome, Points, Reason, SeatSet, Turn};

impl Survival {
    pub(super) fn board_outcome(&self) -> Option<Outcome> {
        (self.turn == Turn::Over).then(|| self.shared_outcome(self.end_reason()))
    }

    /// Why it is over. The position alone tells, in the order of effects.
    fn end_reason(&self) -> Reason {
        let limit = self.options.quiet_limit;
        match self.living().len() {
            ..4 if self.options.short => Reason::ShortGame,
            ..2 => Reason::LastStanding,
            _ if limit > 0 && self.quiet_plies >= limit => Reason::QuietLimit,
            _ => Reason::NobodyCanAct,
        }
    }

    /// All living colours share the point and the first place; if none lives, those who went last.
    pub(super) fn shared_outcome(&self, reason: Reason) -> Outcome {
        let living = self.living();
        let first = if living.is_empty() { self.places.last_eliminated() } else { living };
        share(first, reason).with_places(self.places.final_places(first))
    }
}

fn share(seats: SeatSet, reason: Reason) -> Outcome {
    Outcome::new(seats, Points::share(seats.len().max(1)), reason)
}
