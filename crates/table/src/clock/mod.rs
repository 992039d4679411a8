//! Clocks as values: nothing here knows the time of day.

mod control;
#[cfg(test)]
mod tests;

pub use control::{Control, Millis};
use serde::{Deserialize, Serialize};
use tetrarch_rules::{Army, BySeat, Seat, SeatSet};

/// What a takeback leaves a seat at least, if it had that much.
const LEAST: Millis = Millis::seconds(1);

/// What a seat has left when its turn begins.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default, Serialize, Deserialize)]
struct Left {
    main: Millis,
    periods: u32,
    /// What was given for one turn, where every turn has its own time.
    extra: Millis,
}

impl Left {
    /// What a seat begins with.
    fn initial(control: Control) -> Left {
        let (main, periods) = match control {
            Control::None => (Millis::ZERO, 0),
            Control::Fischer { initial, .. }
            | Control::Delay { initial, .. }
            | Control::Bronstein { initial, .. } => (initial, 0),
            Control::Byoyomi { main, periods, .. } => (main, periods),
            Control::PerMove { time } => (time, 0),
            Control::Correspondence { days } => (Millis::days(days.into()), 0),
        };
        Left { main, periods, extra: Millis::ZERO }
    }
}

/// The clocks of all seats, and whose is running.
///
/// A turn is one seat's consecutive actions for one army, however many actions it takes: what a turn adds or
/// leaves free is counted once.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Clocks {
    control: Control,
    left: BySeat<Left>,
    turn: Option<(Seat, Option<Army>)>,
    /// What the turn has used so far.
    used: Millis,
    /// Those whose flag has fallen.
    fallen: SeatSet,
}

impl Clocks {
    /// Fresh clocks; none is running.
    pub fn new(control: Control) -> Clocks {
        let left = BySeat::from_fn(|_| Left::initial(control));
        Clocks { control, left, turn: None, used: Millis::ZERO, fallen: SeatSet::EMPTY }
    }

    /// The kind of clock.
    pub const fn control(&self) -> Control {
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
        let Left { main, periods, extra } = self.left[seat];
        match self.control {
            Control::None => None,
            _ if self.fallen.contains(seat) => Some(Millis::ZERO),
            Control::Delay { delay, .. } => Some(main + delay - used),
            Control::Byoyomi { period, .. } => {
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
        let Control::Byoyomi { period, .. } = self.control else { return None };
        if self.fallen.contains(seat) {
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
    pub fn pass_to(&mut self, turn: Option<(Seat, Option<Army>)>) -> Millis {
        if turn == self.turn {
            return Millis::ZERO;
        }
        let earned = self.running().map_or(Millis::ZERO, |seat| self.settle(seat));
        self.turn = turn;
        self.used = Millis::ZERO;
        earned
    }

    /// After anything else: the next to act, or nobody. A turn that is broken off is paid for and earns nothing.
    pub fn break_off(&mut self, turn: Option<(Seat, Option<Army>)>) {
        if turn == self.turn {
            return;
        }
        if let Some(seat) = self.running() {
            self.pay(seat, self.used);
        }
        self.turn = turn;
        self.used = Millis::ZERO;
    }

    /// Takes back what a turn has earned, but leaves the seat the least one can act in.
    pub(crate) fn take_back(&mut self, seat: Seat, earned: Millis) {
        let before = self.left[seat].main;
        self.left[seat].main = (before - earned).max(before.min(LEAST));
    }

    fn pay(&mut self, seat: Seat, spent: Millis) {
        let left = &mut self.left[seat];
        match self.control {
            Control::None => {}
            // The next turn has its own time; of what was given only the rest is left.
            Control::PerMove { .. } | Control::Correspondence { .. } => left.extra -= spent - left.main,
            Control::Fischer { .. } | Control::Bronstein { .. } => left.main -= spent,
            Control::Delay { delay, .. } => left.main -= spent - delay,
            Control::Byoyomi { period, .. } => {
                left.periods = left.periods.saturating_sub(lost_periods(spent - left.main, period));
                left.main -= spent;
            }
        }
    }

    /// The flag of a seat has fallen: it has nothing left, whatever a new turn would bring.
    pub(crate) fn fall(&mut self, seat: Seat) {
        self.fallen = self.fallen.with(seat);
    }

    /// Gives a seat more time: where every turn has its own, for the turn that runs or comes next.
    pub fn add(&mut self, seat: Seat, time: Millis) {
        let left = &mut self.left[seat];
        match self.control {
            Control::PerMove { .. } | Control::Correspondence { .. } => left.extra += time,
            _ => left.main += time,
        }
    }

    /// Pays for a turn, and tells what it has earned.
    fn settle(&mut self, seat: Seat) -> Millis {
        let used = self.used;
        self.pay(seat, used);
        let left = &mut self.left[seat];
        let earned = match self.control {
            Control::Fischer { increment, .. } => increment,
            Control::Bronstein { delay, .. } => used.min(delay),
            Control::None | Control::Delay { .. } | Control::Byoyomi { .. } => Millis::ZERO,
            Control::PerMove { .. } | Control::Correspondence { .. } => {
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
