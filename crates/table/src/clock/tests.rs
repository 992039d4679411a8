//! All time controls, and what can happen to a turn.

use super::*;

const A: Seat = Seat::new(0);
const B: Seat = Seat::new(1);

fn running(control: TimeControl) -> Clocks {
    let mut clocks = Clocks::new(control);
    clocks.switch_to(Some((A, Some(ArmyId(0)))));
    clocks
}

/// A turn of several actions, after which the other seat's turn begins.
fn turn(clocks: &mut Clocks, spent: &[u64]) {
    let next = if clocks.running() == Some(A) { (B, Some(ArmyId(1))) } else { (A, Some(ArmyId(0))) };
    for spent in spent {
        assert!(!clocks.spend(Millis(*spent)), "the flag fell");
    }
    clocks.switch_to(Some(next));
}

#[test]
fn without_a_clock_no_flag_falls() {
    let mut clocks = running(TimeControl::None);
    assert!(!clocks.spend(Millis(u64::MAX)));
    assert_eq!(clocks.left(A), None);
}

#[test]
fn fischer_adds_the_increment_once_a_turn() {
    let mut clocks = running(TimeControl::Fischer { initial: Millis(1000), increment: Millis(50) });
    turn(&mut clocks, &[300, 200]);
    assert_eq!(clocks.left(A), Some(Millis(550)));
    assert_eq!(clocks.left(B), Some(Millis(1000)));
    assert!(!clocks.spend(Millis(999)) && clocks.spend(Millis(1)), "a flag falls when nothing is left");
}

#[test]
fn simple_delay_is_free_once_a_turn() {
    let mut clocks = running(TimeControl::Delay { initial: Millis(1000), delay: Millis(100) });
    turn(&mut clocks, &[60, 60]);
    assert_eq!(clocks.left(A), Some(Millis(980 + 100)));
    turn(&mut clocks, &[10]);
    turn(&mut clocks, &[50]);
    assert_eq!(clocks.left(A), Some(Millis(980 + 100)), "less than the delay costs nothing");
}

#[test]
fn bronstein_gives_back_the_time_used() {
    let mut clocks = running(TimeControl::Bronstein { initial: Millis(1000), delay: Millis(100) });
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
    let mut clocks = running(TimeControl::Byoyomi { main: Millis(100), period: Millis(50), periods: 3 });
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
fn time_per_move_starts_afresh_each_turn() {
    let mut clocks = running(TimeControl::PerMove { time: Millis(100) });
    turn(&mut clocks, &[99]);
    turn(&mut clocks, &[0]);
    assert_eq!(clocks.left(A), Some(Millis(100)));
    assert!(!clocks.spend(Millis(60)) && clocks.spend(Millis(40)));
}

#[test]
fn correspondence_counts_days() {
    let mut clocks = running(TimeControl::Correspondence { days: 2 });
    assert!(!clocks.spend(Millis::from_days(2) - Millis(1)));
    assert!(clocks.spend(Millis(1)));
}

#[test]
fn no_clock_runs_while_chance_is_to_act() {
    let mut clocks = running(TimeControl::Fischer { initial: Millis(1000), increment: Millis(0) });
    clocks.switch_to(None);
    assert!(!clocks.spend(Millis(5000)));
    assert_eq!(clocks.left(A), Some(Millis(1000)));
}

#[test]
fn a_seat_acting_for_two_armies_has_two_turns() {
    let mut clocks = running(TimeControl::Fischer { initial: Millis(1000), increment: Millis(10) });
    clocks.switch_to(Some((A, Some(ArmyId(2)))));
    assert_eq!(clocks.left(A), Some(Millis(1010)));
}

#[test]
fn an_interrupted_turn_is_charged_and_gains_nothing() {
    let mut clocks = running(TimeControl::Fischer { initial: Millis(1000), increment: Millis(50) });
    assert!(!clocks.spend(Millis(300)));
    clocks.interrupt_turn(None);
    assert_eq!(clocks.left(A), Some(Millis(700)));
}

#[test]
fn added_time_extends_the_clock() {
    let mut clocks = running(TimeControl::Fischer { initial: Millis(10), increment: Millis(0) });
    clocks.add_time(A, Millis(90));
    assert!(!clocks.spend(Millis(99)));
}

#[test]
fn time_added_to_a_per_turn_clock_is_for_that_turn_only() {
    for control in
        [TimeControl::PerMove { time: Millis::from_days(1) }, TimeControl::Correspondence { days: 1 }]
    {
        let mut clocks = running(control);
        clocks.add_time(A, Millis(50));
        assert_eq!(clocks.left(A), Some(Millis::from_days(1) + Millis(50)));
        turn(&mut clocks, &[Millis::from_days(1).0 + 20]);
        assert_eq!(clocks.left(A), Some(Millis::from_days(1)), "what was left of it is gone with the turn");
        clocks.add_time(A, Millis(50));
        turn(&mut clocks, &[0]);
        assert_eq!(clocks.left(A), Some(Millis::from_days(1) + Millis(50)), "given for the next turn");
        assert!(!clocks.spend(Millis::from_days(1) + Millis(20)));
        clocks.interrupt_turn(None);
        assert_eq!(
            clocks.left(A),
            Some(Millis::from_days(1) + Millis(30)),
            "broken off: the rest of it is left"
        );
    }
}

#[test]
fn an_interrupted_turn_does_not_restore_byoyomi_periods() {
    let mut clocks = running(TimeControl::Byoyomi { main: Millis(100), period: Millis(50), periods: 3 });
    assert!(!clocks.spend(Millis(160)));
    clocks.interrupt_turn(None);
    assert_eq!((clocks.periods(A), clocks.left(A)), (Some(2), Some(Millis(100))));
}

#[test]
fn the_delay_of_an_interrupted_turn_is_free() {
    let mut clocks = running(TimeControl::Delay { initial: Millis(1000), delay: Millis(100) });
    assert!(!clocks.spend(Millis(150)));
    clocks.interrupt_turn(None);
    assert_eq!(clocks.left(A), Some(Millis(950 + 100)));
}

#[test]
fn fischer_and_bronstein_add_time_only_after_the_turn() {
    for control in [
        TimeControl::Fischer { initial: Millis(100), increment: Millis(50) },
        TimeControl::Bronstein { initial: Millis(100), delay: Millis(50) },
    ] {
        let mut clocks = running(control);
        assert_eq!(clocks.left(A), Some(Millis(100)));
        assert!(!clocks.spend(Millis(99)), "{control:?}: too early");
        assert!(clocks.spend(Millis(1)), "{control:?}: too late");
    }
}

#[test]
fn time_controls_reject_unknown_keys() {
    let read = serde_json::from_str::<TimeControl>;
    assert_eq!(read(r#"{"kind":"per_move","time":5}"#).unwrap(), TimeControl::PerMove { time: Millis(5) });
    assert!(read(r#"{"kind":"fischer","initial":5}"#).is_err());
    assert!(read(r#"{"kind":"fischer","initial":-5,"increment":0}"#).is_err());
    assert!(read(r#"{"kind":"sundial"}"#).is_err());
}
