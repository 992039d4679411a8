//! Time management: how long to think, by the clock.

use std::time::Duration;
use tetrarch_rules::Seat;
use tetrarch_table::search::TimeBudget;
use tetrarch_table::{Clocks, Millis, TimeControl};

/// How many more turns a game is expected to take.
const EXPECTED_TURNS_LEFT: u64 = 30;
/// Reserve for latency between engine and clock.
const CLOCK_OVERHEAD: Millis = Millis(40);
/// Thinking time without a clock.
const UNTIMED_THINKING_TIME: Millis = Millis::from_secs(1);
/// Upper limit, even in correspondence games.
const MAX_THINKING_TIME: Millis = Millis::from_secs(10);

/// The time that `seat` may spend on its next action. A turn may have several actions, so this never uses all
/// of it.
pub fn time_budget(clocks: &Clocks, seat: Seat) -> TimeBudget {
    let Some(left) = clocks.left(seat) else { return fixed(UNTIMED_THINKING_TIME) };
    let left = left - CLOCK_OVERHEAD;
    // The share of the main time and of the time per turn, up to a third of `limit`.
    let share_of = |main: Millis, each_turn: Millis, limit: Millis| {
        let soft = Millis(main.0 / EXPECTED_TURNS_LEFT + each_turn.0 * 7 / 10);
        clamped(soft, Millis(soft.0 * 3), Millis(limit.0 / 3))
    };
    let share = |main: Millis, each_turn: Millis| share_of(main, each_turn, left);
    match clocks.control() {
        TimeControl::None => fixed(UNTIMED_THINKING_TIME),
        TimeControl::Fischer { increment, .. } => share(left, increment),
        TimeControl::Delay { delay, .. } | TimeControl::Bronstein { delay, .. } => share(left - delay, delay),
        TimeControl::Byoyomi { period, periods, .. } => {
            let all = Millis(period.0.saturating_mul(periods.into()));
            // A turn may use one period but must not lose it, and it may have two actions.
            match left - all {
                Millis::ZERO => fixed(Millis((period - CLOCK_OVERHEAD).min(left).0 * 45 / 100)),
                main => share_of(main, period, (main + period).min(left)),
            }
        }
        TimeControl::PerMove { .. } => fixed(Millis(left.0 * 45 / 100)),
        TimeControl::Correspondence { .. } => fixed(MAX_THINKING_TIME.min(Millis(left.0 / 3))),
    }
}

fn fixed(time: Millis) -> TimeBudget {
    clamped(time, time, time)
}

/// Clamps a budget to the limit and to [`MAX_THINKING_TIME`], but never to zero.
fn clamped(soft: Millis, hard: Millis, limit: Millis) -> TimeBudget {
    let clamp = |time: Millis| Duration::from_millis(time.min(limit).min(MAX_THINKING_TIME).0.max(1));
    TimeBudget { soft: clamp(soft), hard: clamp(hard) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use tetrarch_rules::ArmyId;

    const SEAT: Seat = Seat::new(0);

    fn running(control: TimeControl) -> Clocks {
        let mut clocks = Clocks::new(control);
        clocks.interrupt_turn(Some((SEAT, Some(ArmyId(0)))));
        clocks
    }

    fn any_control() -> impl Strategy<Value = TimeControl> {
        let time = || (0u64..2_000_000).prop_map(Millis);
        prop_oneof![
            Just(TimeControl::None),
            (time(), time()).prop_map(|(initial, increment)| TimeControl::Fischer { initial, increment }),
            (time(), time()).prop_map(|(initial, delay)| TimeControl::Delay { initial, delay }),
            (time(), time()).prop_map(|(initial, delay)| TimeControl::Bronstein { initial, delay }),
            (time(), time(), 0u32..6).prop_map(|(main, period, periods)| TimeControl::Byoyomi {
                main,
                period,
                periods
            }),
            time().prop_map(|time| TimeControl::PerMove { time }),
            (0u32..20).prop_map(|days| TimeControl::Correspondence { days }),
        ]
    }

    proptest! {
        #[test]
        fn two_actions_never_exceed_the_remaining_time(control in any_control()) {
            let clocks = running(control);
            let budget = time_budget(&clocks, SEAT);
            prop_assert!(budget.soft <= budget.hard);
            if let Some(left) = clocks.left(SEAT) {
                // A turn may consist of a move and a ban. With next to no time left, a millisecond is spent
                // anyway.
                prop_assert!(2 * budget.hard.as_millis() as u64 <= left.0.max(2), "{budget:?} of {left:?}");
            }
        }
    }

    #[test]
    fn byoyomi_without_periods_counts_on_none() {
        let control = TimeControl::Byoyomi { main: Millis(41), period: Millis(300), periods: 0 };
        let budget = time_budget(&running(control), SEAT);
        assert!(2 * budget.hard.as_millis() <= 41, "{budget:?}");
    }

    #[test]
    fn two_actions_never_use_up_a_byoyomi_period() {
        for main in [0, 1, 100, 1_000, 60_000] {
            let control = TimeControl::Byoyomi { main: Millis(main), period: Millis(300), periods: 5 };
            let budget = time_budget(&running(control), SEAT);
            let most = budget.hard.as_millis() as u64;
            assert!(2 * most <= main + 300, "{budget:?} with {main} ms before the periods");
        }
    }

    #[test]
    fn an_increment_is_spent_and_the_main_time_is_spread() {
        let budget = time_budget(
            &running(TimeControl::Fischer { initial: Millis(300_000), increment: Millis(3_000) }),
            SEAT,
        );
        assert!((10_000..=10_000).contains(&(budget.soft.as_millis() as u64)), "{budget:?}");
        let quick = time_budget(
            &running(TimeControl::Fischer { initial: Millis(60_000), increment: Millis(0) }),
            SEAT,
        );
        assert!((1_500..2_500).contains(&(quick.soft.as_millis() as u64)), "{quick:?}");
    }

    #[test]
    fn time_per_move_leaves_room_for_a_second_action() {
        let budget = time_budget(&running(TimeControl::PerMove { time: Millis(1_000) }), SEAT);
        assert!(budget.hard <= Duration::from_millis(480), "{budget:?}");
    }
}
