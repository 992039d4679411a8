//! How long to think, by the clock.

use crate::Budget;
use std::time::Duration;
use tetrarch_rules::Seat;
use tetrarch_table::{Clocks, Control, Millis};

/// How many more turns a game is expected to have.
const TURNS_AHEAD: u64 = 30;
/// What is kept for the way to the clock and back.
const RESERVE: Millis = Millis(40);
/// Without a clock a decision takes this.
const WITHOUT_CLOCK: Millis = Millis::seconds(1);
/// However many days there are, nobody wants to wait longer.
const PATIENCE: Millis = Millis::seconds(10);

/// How long `seat` may think about its next action. A turn may have several, so it never takes all of it.
pub fn budget(clocks: &Clocks, seat: Seat) -> Budget {
    let Some(left) = clocks.left(seat) else { return exactly(WITHOUT_CLOCK) };
    let left = left - RESERVE;
    // What a turn gets of the main time and of what is given for each turn, and what it must not touch.
    let share_of = |main: Millis, each_turn: Millis, limit: Millis| {
        let wanted = Millis(main.0 / TURNS_AHEAD + each_turn.0 * 7 / 10);
        between(wanted, Millis(wanted.0 * 3), Millis(limit.0 / 3))
    };
    let share = |main: Millis, each_turn: Millis| share_of(main, each_turn, left);
    match clocks.control() {
        Control::None => exactly(WITHOUT_CLOCK),
        Control::Fischer { increment, .. } => share(left, increment),
        Control::Delay { delay, .. } | Control::Bronstein { delay, .. } => share(left - delay, delay),
        Control::Byoyomi { period, periods, .. } => {
            let all = Millis(period.0.saturating_mul(periods.into()));
            // A turn may take one of the periods, but not lose it, and it may have two actions.
            match left - all {
                Millis::ZERO => exactly(Millis((period - RESERVE).min(left).0 * 45 / 100)),
                main => share_of(main, period, (main + period).min(left)),
            }
        }
        Control::PerMove { .. } => exactly(Millis(left.0 * 45 / 100)),
        Control::Correspondence { .. } => exactly(PATIENCE.min(Millis(left.0 / 3))),
    }
}

fn exactly(time: Millis) -> Budget {
    between(time, time, time)
}

/// Nothing is longer than the patience, and something is always left to do.
fn between(wanted: Millis, most: Millis, limit: Millis) -> Budget {
    let held = |time: Millis| Duration::from_millis(time.min(limit).min(PATIENCE).0.max(1));
    Budget { wanted: held(wanted), most: held(most) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use tetrarch_rules::Army;

    const SEAT: Seat = Seat::new(0);

    fn running(control: Control) -> Clocks {
        let mut clocks = Clocks::new(control);
        clocks.break_off(Some((SEAT, Some(Army(0)))));
        clocks
    }

    fn any_control() -> impl Strategy<Value = Control> {
        let time = || (0u64..2_000_000).prop_map(Millis);
        prop_oneof![
            Just(Control::None),
            (time(), time()).prop_map(|(initial, increment)| Control::Fischer { initial, increment }),
            (time(), time()).prop_map(|(initial, delay)| Control::Delay { initial, delay }),
            (time(), time()).prop_map(|(initial, delay)| Control::Bronstein { initial, delay }),
            (time(), time(), 0u32..6).prop_map(|(main, period, periods)| Control::Byoyomi {
                main,
                period,
                periods
            }),
            time().prop_map(|time| Control::PerMove { time }),
            (0u32..20).prop_map(|days| Control::Correspondence { days }),
        ]
    }

    proptest! {
        #[test]
        fn two_actions_never_take_more_than_there_is(control in any_control()) {
            let clocks = running(control);
            let budget = budget(&clocks, SEAT);
            prop_assert!(budget.wanted <= budget.most);
            if let Some(left) = clocks.left(SEAT) {
                // A turn may have a move and a ban. Where there is next to nothing, a moment is spent all the same.
                prop_assert!(2 * budget.most.as_millis() as u64 <= left.0.max(2), "{budget:?} of {left:?}");
            }
        }
    }

    #[test]
    fn where_there_are_no_periods_none_is_counted_on() {
        let control = Control::Byoyomi { main: Millis(41), period: Millis(300), periods: 0 };
        let budget = budget(&running(control), SEAT);
        assert!(2 * budget.most.as_millis() <= 41, "{budget:?}");
    }

    #[test]
    fn two_actions_never_lose_a_period() {
        for main in [0, 1, 100, 1_000, 60_000] {
            let control = Control::Byoyomi { main: Millis(main), period: Millis(300), periods: 5 };
            let budget = budget(&running(control), SEAT);
            let most = budget.most.as_millis() as u64;
            assert!(2 * most <= main + 300, "{budget:?} with {main} ms before the periods");
        }
    }

    #[test]
    fn an_increment_is_used_and_the_rest_is_shared_out() {
        let budget =
            budget(&running(Control::Fischer { initial: Millis(300_000), increment: Millis(3_000) }), SEAT);
        assert!((10_000..=10_000).contains(&(budget.wanted.as_millis() as u64)), "{budget:?}");
        let quick =
            super::budget(&running(Control::Fischer { initial: Millis(60_000), increment: Millis(0) }), SEAT);
        assert!((1_500..2_500).contains(&(quick.wanted.as_millis() as u64)), "{quick:?}");
    }

    #[test]
    fn time_per_move_leaves_room_for_a_second_action() {
        let budget = budget(&running(Control::PerMove { time: Millis(1_000) }), SEAT);
        assert!(budget.most <= Duration::from_millis(480), "{budget:?}");
    }
}
