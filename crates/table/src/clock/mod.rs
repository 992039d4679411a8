//! Clocks as plain values. Nothing here reads the time of day.

mod control;
#[cfg(test)]
mod tests;

pub use control::{Millis, TimeControl};
use serde::{Deserialize, Serialize};
use tetrarch_rules::{ArmyId, BySeat, Seat, SeatSet};

/// A takeback leaves a seat at least this much, if it had that much.
const MIN_AFTER_TAKEBACK: Millis = Millis::from_secs(1);

/// The remaining time of a seat at the start of its turn.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default, Serialize, Deserialize)]
struct TimeLeft {
    main: Millis,
    periods: u32,
    /// Time added for one turn, where every turn has its own time.
    extra: Millis,
}

impl TimeLeft {
    /// The time at the start of the game.
    fn initial(control: TimeControl) -> TimeLeft {
        let (main, periods) = match control {
            TimeControl::None => (Millis::ZERO, 0),
            TimeControl::Fischer { initial, .. }
            | TimeControl::Delay { initial, .. }
            | TimeControl::Bronstein { initial, .. } => (initial, 0),
            TimeControl::Byoyomi { main, periods, .. } => (main, periods),
            TimeControl::PerMove { time } => (time, 0),
            TimeControl::Correspondence { days } => (Millis::from_days(days.into()), 0),
        };
        TimeLeft { main, periods, extra: Millis::ZERO }
    }
}

/// The clocks of all seats, one of which may be running.
///
/// A turn is a sequence of consecutive actions of one seat for one army. Increments and delays count once per
/// turn.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Clocks {
    control: TimeControl,
    left: BySeat<TimeLeft>,
    turn: Option<(Seat, Option<ArmyId>)>,
    /// The time that the current turn has used so far.
    used: Millis,
    /// The seats whose flag has fallen.
    flagged: SeatSet,
}

impl Clocks {
    /// New clocks. None is running.
    pub fn new(control: TimeControl) -> Clocks {
        let left = BySeat::from_fn(|_| TimeLeft::initial(control));
        Clocks { control, left, turn: None, used: Millis::ZERO, flagged: SeatSet::EMPTY }
    }

    /// The time control.
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// The seat whose clock is running.
    pub fn running(&self) -> Option<Seat> {
        self.turn.map(|(seat, _)| seat)
    }

    /// The time until the flag of `seat` falls: from now for the running clock, from the start of their turn
    /// for the others. `None` without a clock.
    pub fn left(&self, seat: Seat) -> Option<Millis> {
        let used = if self.running() == Some(seat) { self.used } else { Millis::ZERO };
        let TimeLeft { main, periods, extra } = self.left[seat];
        match self.control {
            TimeControl::None => None,
            _ if self.flagged.contains(seat) => Some(Millis::ZERO),
            TimeControl::Delay { delay, .. } => Some(main + delay - used),
            TimeControl::Byoyomi { period, .. } => {
                Some(main + Millis(period.0.saturating_mul(periods.into())) - used)
            }
            _ => Some(main + extra - used),
        }
    }

    /// The remaining byoyomi periods of `seat`, including the current one.
    pub fn periods(&self, seat: Seat) -> Option<u32> {
        self.periods_after(seat, Millis::ZERO)
    }

    /// Like [`periods`](Clocks::periods), if a running `seat` spends this much more.
    pub fn periods_after(&self, seat: Seat, spent: Millis) -> Option<u32> {
        let TimeControl::Byoyomi { period, .. } = self.control else { return None };
        if self.flagged.contains(seat) {
            return Some(0);
        }
        let used = if self.running() == Some(seat) { self.used + spent } else { Millis::ZERO };
        let over = used - self.left[seat].main;
        Some(self.left[seat].periods.saturating_sub(lost_periods(over, period)))
    }

    /// Adds to the time used by the running seat. Returns whether its flag has fallen.
    pub fn spend(&mut self, spent: Millis) -> bool {
        let Some(seat) = self.running() else { return false };
        let flagged = self.left(seat).is_some_and(|left| spent >= left);
        self.used += spent;
        flagged
    }

    /// Switches to the next turn after an action. If the turn changes, ends the previous one and returns the
    /// time it gained.
    pub fn switch_to(&mut self, turn: Option<(Seat, Option<ArmyId>)>) -> Millis {
        if turn == self.turn {
            return Millis::ZERO;
        }
        let gained = self.running().map_or(Millis::ZERO, |seat| self.end_turn(seat));
        self.turn = turn;
        self.used = Millis::ZERO;
        gained
    }

    /// Switches to the next turn after any other event. An interrupted turn is charged and gains nothing.
    pub fn interrupt_turn(&mut self, turn: Option<(Seat, Option<ArmyId>)>) {
        if turn == self.turn {
            return;
        }
        if let Some(seat) = self.running() {
            self.charge(seat, self.used);
        }
        self.turn = turn;
        self.used = Millis::ZERO;
    }

    /// Removes what a turn gained, but leaves at least [`MIN_AFTER_TAKEBACK`].
    pub(crate) fn revert_gain(&mut self, seat: Seat, gained: Millis) {
        let before = self.left[seat].main;
        self.left[seat].main = (before - gained).max(before.min(MIN_AFTER_TAKEBACK));
    }

    fn charge(&mut self, seat: Seat, spent: Millis) {
        let left = &mut self.left[seat];
        match self.control {
            TimeControl::None => {}
            // The next turn has its own time. Of the added time only the unused part remains.
            TimeControl::PerMove { .. } | TimeControl::Correspondence { .. } => {
                left.extra -= spent - left.main;
            }
            TimeControl::Fischer { .. } | TimeControl::Bronstein { .. } => left.main -= spent,
            TimeControl::Delay { delay, .. } => left.main -= spent - delay,
            TimeControl::Byoyomi { period, .. } => {
                left.periods = left.periods.saturating_sub(lost_periods(spent - left.main, period));
                left.main -= spent;
            }
        }
    }

    /// Records that the flag of a seat has fallen: it has no time left, even at the start of a turn.
    pub(crate) fn set_flagged(&mut self, seat: Seat) {
        self.flagged = self.flagged.with(seat);
    }

    /// Adds time to a clock. Where every turn has its own time, it is for the current or next turn.
    pub fn add_time(&mut self, seat: Seat, time: Millis) {
        let left = &mut self.left[seat];
        match self.control {
            TimeControl::PerMove { .. } | TimeControl::Correspondence { .. } => left.extra += time,
            _ => left.main += time,
        }
    }

    /// Charges a turn, adds the Fischer increment or the Bronstein delay, and returns the time added.
    fn end_turn(&mut self, seat: Seat) -> Millis {
        let used = self.used;
        self.charge(seat, used);
        let left = &mut self.left[seat];
        let gained = match self.control {
            TimeControl::Fischer { increment, .. } => increment,
            TimeControl::Bronstein { delay, .. } => used.min(delay),
            TimeControl::None | TimeControl::Delay { .. } | TimeControl::Byoyomi { .. } => Millis::ZERO,
            TimeControl::PerMove { .. } | TimeControl::Correspondence { .. } => {
                left.extra = Millis::ZERO;
                Millis::ZERO
            }
        };
        left.main += gained;
        gained
    }
}

fn lost_periods(over: Millis, period: Millis) -> u32 {
    over.0.checked_div(period.0).map_or(u32::MAX, |lost| u32::try_from(lost).unwrap_or(u32::MAX))
}
