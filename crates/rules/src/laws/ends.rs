//! Points only when over; who has a say can leave; a result from outside ends the game.

use crate::{Cause, Position, Reason, Standing, Turn};

pub(super) fn check<P: Position>(position: &P) {
    let over = position.turn() == Turn::Over;
    assert_eq!(
        position.outcome().is_some(),
        over,
        "a result before the end, or an end without one: {position}"
    );
    assert_eq!(position.playing().is_empty(), over, "a say after the end, or nobody has one: {position}");
    let standing =
        Standing { turn: position.turn(), outcome: position.outcome(), playing: position.playing() };
    assert_eq!(position.standing(), standing, "it stands otherwise than it says: {position}");
    if over {
        assert_eq!(position.claimable(), None, "a claim after the end: {position}");
        return;
    }
    for seat in position.playing().iter() {
        assert!(position.allies(seat).contains(seat), "not its own ally: {position}");
        for cause in [Cause::Resign, Cause::Flag] {
            let mut left = position.clone();
            left.forfeit(seat, cause);
            assert!(!left.playing().contains(seat), "{seat:?} left and still has a say: {position}");
        }
    }
    check_end_from_outside(position);
}

fn check_end_from_outside<P: Position>(position: &P) {
    let outcome = position.drawn(Reason::Agreement);
    let mut ended = position.clone();
    ended.end(outcome);
    assert_eq!(ended.outcome(), Some(outcome), "the result is another: {position}");
    assert_eq!(ended.turn(), Turn::Over, "it goes on after the end: {position}");
    let mut legal = Vec::new();
    ended.legal(&mut legal);
    let mut chances = Vec::new();
    ended.chances(&mut chances);
    assert!(
        legal.is_empty() && chances.is_empty() && ended.playing().is_empty(),
        "play after the end: {position}"
    );
}
