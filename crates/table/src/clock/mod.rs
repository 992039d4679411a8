//! Clocks as values: nothing here knows the time of day.

mod control;
#[cfg(test)]
mod tests;

pub use control::{Millis, TimeControl};
use serde::{Deserialize, Serialize};
use tetrarch_rules::{ArmyId, BySeat, Seat, SeatSet};

/// What a takeback leaves a seat at least, if it had that much.
const MIN_AFTER_TAKEBACK: Millis = Millis::from_secs(1);

/// What a seat has left when its turn begins.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default, Serialize, Deserialize)]
struct TimeLeft {
    main: Millis,
    periods: u32,
    /// What was given for one turn, where every turn has its own time.
    extra: Millis,
}

impl TimeLeft {
    /// What a seat begins with.
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

/// The clocks of all seats, and whose is running.
///
/// A turn is one seat's consecutive actions for one army, however many actions it takes: what a turn adds or
/// leaves free is counted once.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Clocks {
    control: TimeControl,
    left: BySeat<TimeLeft>,
    turn: Option<(Seat, Option<ArmyId>)>,
    /// What the turn has used so far.
    used: Millis,
    /// Those whose flag has fallen.
    flagged: SeatSet,
}

impl Clocks {
    /// Fresh clocks; none is running.
    pub fn new(control: TimeControl) -> Clocks {
        let left = BySeat::from_fn(|_| TimeLeft::initial(control));
        Clocks { control, left, turn: None, used: Millis::ZERO, flagged: SeatSet::EMPTY }
    }

    /// The kind of clock.
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<Seat> {
        self.turn.map(|(seat, _)| seat)
    }

    /// How long `seat` has before its flag falls: for the running seat from this moment on, for the others when
    /// their turn begins. `None` without a clock.
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

    /// How many byoyomi periods `seat` has left, the one being used included.
    pub fn periods(&self, seat: Seat) -> Option<u32> {
        self.periods_after(seat, Millis::ZERO)
    }

    /// The same once the seat, if its clock runs, has spent this much more.
    pub fn periods_after(&self, seat: Seat, spent: Millis) -> Option<u32> {
        let TimeControl::Byoyomi { period, .. } = self.control else { return None };
        if self.flagged.contains(seat) {
            return Some(0);
        }
        let used = if self.running() == Some(seat) { self.used + spent } else { Millis::ZERO };
        let over = used - self.left[seat].main;
        Some(self.left[seat].periods.saturating_sub(lost_periods(over, period)))
    }

    /// The running seat has spent this much more. True if its flag has fallen.
    pub fn spend(&mut self, spent: Millis) -> bool {
        let Some(seat) = self.running() else { return false };
        let fallen = self.left(seat).is_some_and(|left| spent >= left);
        self.used += spent;
        fallen
    }

    /// After an action: the next to act, or nobody. If that is another turn, the one before is settled, and what it
    /// has earned is told.
    pub fn switch_to(&mut self, turn: Option<(Seat, Option<ArmyId>)>) -> Millis {
        if turn == self.turn {
            return Millis::ZERO;
        }
        let earned = self.running().map_or(Millis::ZERO, |seat| self.end_turn(seat));
        self.turn = turn;
        self.used = Millis::ZERO;
        earned
    }

    /// After anything else: the next to act, or nobody. A turn that is broken off is paid for and earns nothing.
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

    /// Takes back what a turn has earned, but leaves the seat the least one can act in.
    pub(crate) fn revert_gain(&mut self, seat: Seat, earned: Millis) {
        let before = self.left[seat].main;
        self.left[seat].main = (before - earned).max(before.min(MIN_AFTER_TAKEBACK));
    }

    fn charge(&mut self, seat: Seat, spent: Millis) {
        let left = &mut self.left[seat];
        match self.control {
            TimeControl::None => {}
            // The next turn has its own time; of what was given only the rest is left.
            TimeControl::PerMove { .. } | TimeControl::Correspondence { .. } => {
                left.extra -= spent - left.main
            }
            TimeControl::Fischer { .. } | TimeControl::Bronstein { .. } => left.main -= spent,
            TimeControl::Delay { delay, .. } => left.main -= spent - delay,
            TimeControl::Byoyomi { period, .. } => {
                left.periods = left.periods.saturating_sub(lost_periods(spent - left.main, period));
                left.main -= spent;
            }
        }
    }

    /// The flag of a seat has fallen: it has nothing left, whatever a new turn would bring.
    pub(crate) fn set_flagged(&mut self, seat: Seat) {
        self.flagged = self.flagged.with(seat);
    }

    /// Gives a seat more time: where every turn has its own, for the turn that runs or comes next.
    pub fn add_time(&mut self, seat: Seat, time: Millis) {
        let left = &mut self.left[seat];
        match self.control {
            TimeControl::PerMove { .. } | TimeControl::Correspondence { .. } => left.extra += time,
            _ => left.main += time,
        }
    }

    /// Pays for a turn, and tells what it has earned.
    fn end_turn(&mut self, seat: Seat) -> Millis {
        let used = self.used;
        self.charge(seat, used);
        let left = &mut self.left[seat];
        let earned = match self.control {
            TimeControl::Fischer { increment, .. } => increment,
            TimeControl::Bronstein { delay, .. } => used.min(delay),
            TimeControl::None | TimeControl::Delay { .. } | TimeControl::Byoyomi { .. } => Millis::ZERO,
            TimeControl::PerMove { .. } | TimeControl::Correspondence { .. } => {
                left.extra = Millis::ZERO;
                Millis::ZERO
            }
        };
        left.main += earned;
        earned
    }
}

fn lost_periods(over: Millis, period: Millis) -> u32 {
    over.0.checked_div(period.0).map_or(u32::MAX, |lost| u32::try_from(lost).unwrap_or(u32::MAX))
}
