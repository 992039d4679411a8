//! Clocks as values: nothing here knows the time of day.

use serde::{Deserialize, Serialize};
use std::ops::{Add, AddAssign, Sub, SubAssign};
use tetrarch_rules::{Army, BySeat, Seat, SeatSet};

/// A span of time in milliseconds. Subtraction stops at zero.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", ts(type = "number"))]
#[serde(transparent)]
pub struct Millis(pub u64);

impl Millis {
    /// No time at all.
    pub const ZERO: Millis = Millis(0);

    /// A number of seconds.
    pub const fn seconds(seconds: u64) -> Millis {
        Millis(seconds * 1000)
    }

    /// A number of days.
    pub const fn days(days: u64) -> Millis {
        Millis::seconds(days * 86_400)
    }
}

impl Add for Millis {
    type Output = Millis;
    fn add(self, other: Millis) -> Millis {
        Millis(self.0.saturating_add(other.0))
    }
}

impl Sub for Millis {
    type Output = Millis;
    fn sub(self, other: Millis) -> Millis {
        Millis(self.0.saturating_sub(other.0))
    }
}

impl AddAssign for Millis {
    fn add_assign(&mut self, other: Millis) {
        *self = *self + other;
    }
}

impl SubAssign for Millis {
    fn sub_assign(&mut self, other: Millis) {
        *self = *self - other;
    }
}

/// The kind of clock a game is played with.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Control {
    /// No clock.
    #[default]
    None,
    /// Every turn adds `increment`.
    Fischer {
        /// The time at the start.
        initial: Millis,
        /// What a turn adds.
        increment: Millis,
    },
    /// The first `delay` of every turn is free.
    Delay {
        /// The time at the start.
        initial: Millis,
        /// What is free.
        delay: Millis,
    },
    /// After every turn what it took is given back, up to `delay`.
    Bronstein {
        /// The time at the start.
        initial: Millis,
        /// The most that is given back.
        delay: Millis,
    },
    /// After the main time, `periods` of time; one is lost whenever a turn uses it up.
    Byoyomi {
        /// The time at the start.
        main: Millis,
        /// The length of a period.
        period: Millis,
        /// How many there are.
        periods: u32,
    },
    /// Every turn has this much.
    PerMove {
        /// The time for a turn.
        time: Millis,
    },
    /// Every turn has this many days.
    Correspondence {
        /// The days for a turn.
        days: u32,
    },
}

impl Control {
    /// Whether a game can be played with it: every turn has some time.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(self) -> Result<(), String> {
        let nothing = match self {
            Control::None => false,
            Control::Fischer { initial, .. } | Control::Bronstein { initial, .. } => initial == Millis::ZERO,
            Control::Delay { initial, delay } => initial + delay == Millis::ZERO,
            Control::Byoyomi { main, period, periods } => {
                main == Millis::ZERO && (period == Millis::ZERO || periods == 0)
            }
            Control::PerMove { time } => time == Millis::ZERO,
            Control::Correspondence { days } => days == 0,
        };
        if nothing { Err("With this clock every flag would fall at once.".to_string()) } else { Ok(()) }
    }

    fn initial(self) -> Left {
        let (main, periods) = match self {
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
        let left = BySeat::from_fn(|_| control.initial());
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

#[cfg(test)]
mod tests {
    use super::*;

    const A: Seat = Seat::new(0);
    const B: Seat = Seat::new(1);

    fn running(control: Control) -> Clocks {
        let mut clocks = Clocks::new(control);
        clocks.pass_to(Some((A, Some(Army(0)))));
        clocks
    }

    /// A turn of `seat` made of several actions, then the other's turn begins.
    fn turn(clocks: &mut Clocks, spent: &[u64]) {
        let next = if clocks.running() == Some(A) { (B, Some(Army(1))) } else { (A, Some(Army(0))) };
        for spent in spent {
            assert!(!clocks.spend(Millis(*spent)), "the flag fell");
        }
        clocks.pass_to(Some(next));
    }

    #[test]
    fn without_a_clock_no_flag_falls() {
        let mut clocks = running(Control::None);
        assert!(!clocks.spend(Millis(u64::MAX)));
        assert_eq!(clocks.left(A), None);
    }

    #[test]
    fn fischer_adds_the_increment_once_a_turn() {
        let mut clocks = running(Control::Fischer { initial: Millis(1000), increment: Millis(50) });
        turn(&mut clocks, &[300, 200]);
        assert_eq!(clocks.left(A), Some(Millis(550)));
        assert_eq!(clocks.left(B), Some(Millis(1000)));
        assert!(!clocks.spend(Millis(999)) && clocks.spend(Millis(1)), "a flag falls when nothing is left");
    }

    #[test]
    fn simple_delay_is_free_once_a_turn() {
        let mut clocks = running(Control::Delay { initial: Millis(1000), delay: Millis(100) });
        turn(&mut clocks, &[60, 60]);
        assert_eq!(clocks.left(A), Some(Millis(980 + 100)));
        turn(&mut clocks, &[10]);
        turn(&mut clocks, &[50]);
        assert_eq!(clocks.left(A), Some(Millis(980 + 100)), "less than the delay costs nothing");
    }

    #[test]
    fn bronstein_gives_back_what_was_used() {
        let mut clocks = running(Control::Bronstein { initial: Millis(1000), delay: Millis(100) });
        turn(&mut clocks, &[30, 30]);
        assert_eq!(clocks.left(A), Some(Millis(1000)));
        turn(&mut clocks, &[0]);
        turn(&mut clocks, &[250]);
        assert_eq!(clocks.left(A), Some(Millis(850)));
        turn(&mut clocks, &[0]);
        assert!(clocks.spend(Millis(850)), "what would be given back cannot be spent before");
    }

    #[test]
    fn byoyomi_loses_a_period_only_when_a_turn_uses_it_up() {
        let mut clocks = running(Control::Byoyomi { main: Millis(100), period: Millis(50), periods: 3 });
        turn(&mut clocks, &[90, 40]);
        assert_eq!(
            (clocks.left(A), clocks.periods(A)),
            (Some(Millis(150)), Some(3)),
            "main gone, all periods left"
        );
        turn(&mut clocks, &[0]);
        turn(&mut clocks, &[49]);
        assert_eq!(clocks.periods(A), Some(3));
        turn(&mut clocks, &[0]);
        turn(&mut clocks, &[50, 10]);
        assert_eq!((clocks.left(A), clocks.periods(A)), (Some(Millis(100)), Some(2)));
        turn(&mut clocks, &[0]);
        assert!(clocks.spend(Millis(100)));
    }

    #[test]
    fn time_per_move_is_new_each_turn() {
        let mut clocks = running(Control::PerMove { time: Millis(100) });
        turn(&mut clocks, &[99]);
        turn(&mut clocks, &[0]);
        assert_eq!(clocks.left(A), Some(Millis(100)));
        assert!(!clocks.spend(Millis(60)) && clocks.spend(Millis(40)));
    }

    #[test]
    fn correspondence_counts_days() {
        let mut clocks = running(Control::Correspondence { days: 2 });
        assert!(!clocks.spend(Millis::days(2) - Millis(1)));
        assert!(clocks.spend(Millis(1)));
    }

    #[test]
    fn nobodys_clock_runs_at_a_chance_turn() {
        let mut clocks = running(Control::Fischer { initial: Millis(1000), increment: Millis(0) });
        clocks.pass_to(None);
        assert!(!clocks.spend(Millis(5000)));
        assert_eq!(clocks.left(A), Some(Millis(1000)));
    }

    #[test]
    fn one_seat_acting_for_two_armies_takes_two_turns() {
        let mut clocks = running(Control::Fischer { initial: Millis(1000), increment: Millis(10) });
        clocks.pass_to(Some((A, Some(Army(2)))));
        assert_eq!(clocks.left(A), Some(Millis(1010)));
    }

    #[test]
    fn a_turn_that_is_broken_off_is_paid_for_and_earns_nothing() {
        let mut clocks = running(Control::Fischer { initial: Millis(1000), increment: Millis(50) });
        assert!(!clocks.spend(Millis(300)));
        clocks.break_off(None);
        assert_eq!(clocks.left(A), Some(Millis(700)));
    }

    #[test]
    fn added_time_is_there() {
        let mut clocks = running(Control::Fischer { initial: Millis(10), increment: Millis(0) });
        clocks.add(A, Millis(90));
        assert!(!clocks.spend(Millis(99)));
    }

    #[test]
    fn time_added_to_a_turn_with_time_of_its_own_is_for_that_turn_only() {
        for control in [Control::PerMove { time: Millis::days(1) }, Control::Correspondence { days: 1 }] {
            let mut clocks = running(control);
            clocks.add(A, Millis(50));
            assert_eq!(clocks.left(A), Some(Millis::days(1) + Millis(50)));
            turn(&mut clocks, &[Millis::days(1).0 + 20]);
            assert_eq!(clocks.left(A), Some(Millis::days(1)), "what was left of it is gone with the turn");
            clocks.add(A, Millis(50));
            turn(&mut clocks, &[0]);
            assert_eq!(clocks.left(A), Some(Millis::days(1) + Millis(50)), "given for the next turn");
            assert!(!clocks.spend(Millis::days(1) + Millis(20)));
            clocks.break_off(None);
            assert_eq!(
                clocks.left(A),
                Some(Millis::days(1) + Millis(30)),
                "broken off: the rest of it is left"
            );
        }
    }

    #[test]
    fn a_turn_that_is_broken_off_gives_no_byoyomi_periods_back() {
        let mut clocks = running(Control::Byoyomi { main: Millis(100), period: Millis(50), periods: 3 });
        assert!(!clocks.spend(Millis(160)));
        clocks.break_off(None);
        assert_eq!((clocks.periods(A), clocks.left(A)), (Some(2), Some(Millis(100))));
    }

    #[test]
    fn the_delay_of_a_turn_that_is_broken_off_was_free() {
        let mut clocks = running(Control::Delay { initial: Millis(1000), delay: Millis(100) });
        assert!(!clocks.spend(Millis(150)));
        clocks.break_off(None);
        assert_eq!(clocks.left(A), Some(Millis(950 + 100)));
    }

    #[test]
    fn an_increment_and_what_bronstein_gives_back_come_only_after_the_turn() {
        for control in [
            Control::Fischer { initial: Millis(100), increment: Millis(50) },
            Control::Bronstein { initial: Millis(100), delay: Millis(50) },
        ] {
            let mut clocks = running(control);
            assert_eq!(clocks.left(A), Some(Millis(100)));
            assert!(!clocks.spend(Millis(99)), "{control:?}: too early");
            assert!(clocks.spend(Millis(1)), "{control:?}: too late");
        }
    }

    #[test]
    fn controls_are_read_strictly() {
        let read = serde_json::from_str::<Control>;
        assert_eq!(read(r#"{"kind":"per_move","time":5}"#).unwrap(), Control::PerMove { time: Millis(5) });
        assert!(read(r#"{"kind":"fischer","initial":5}"#).is_err());
        assert!(read(r#"{"kind":"fischer","initial":-5,"increment":0}"#).is_err());
        assert!(read(r#"{"kind":"sundial"}"#).is_err());
    }
}
