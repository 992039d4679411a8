//! Points only when over; who has a say can leave; a result from outside ends the game.

use crate::{ForfeitCause, Position, Reason, Status, Turn};

pub(super) fn check<P: Position>(position: &P) {
    let over = position.turn() == Turn::Over;
    assert_eq!(
        position.outcome().is_some(),
        over,
        "a result before the end, or an end without one: {position}"
    );
    assert_eq!(
        position.active_seats().is_empty(),
        over,
        "a say after the end, or nobody has one: {position}"
    );
    let standing =
        Status { turn: position.turn(), outcome: position.outcome(), active_seats: position.active_seats() };
    assert_eq!(position.status(), standing, "it stands otherwise than it says: {position}");
    if over {
        assert_eq!(position.claimable_draw(), None, "a claim after the end: {position}");
        return;
    }
    for seat in position.active_seats().iter() {
        assert!(position.allies(seat).contains(seat), "not its own ally: {position}");
        for cause in [ForfeitCause::Resign, ForfeitCause::Flag] {
            let mut left = position.clone();
            left.forfeit(seat, cause);
            assert!(!left.active_seats().contains(seat), "{seat:?} left and still has a say: {position}");
        }
    }
    check_end_from_outside(position);
}

fn check_end_from_outside<P: Position>(position: &P) {
    let outcome = position.draw_outcome(Reason::Agreement);
    let mut ended = position.clone();
    ended.end(outcome);
    assert_eq!(ended.outcome(), Some(outcome), "the result is another: {position}");
    assert_eq!(ended.turn(), Turn::Over, "it goes on after the end: {position}");
    let mut legal = Vec::new();
    ended.legal_actions(&mut legal);
    let mut chances = Vec::new();
    ended.chance_outcomes(&mut chances);
    assert!(
        legal.is_empty() && chances.is_empty() && ended.active_seats().is_empty(),
        "play after the end: {position}"
    );
}
