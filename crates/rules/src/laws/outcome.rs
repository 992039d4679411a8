//! There is an outcome only when the game is over, active seats can forfeit, and an external result ends the game.

use crate::{ForfeitCause, Position, Reason, Status, Turn};

pub(super) fn check<P: Position>(position: &P) {
    let over = position.turn() == Turn::Over;
    assert_eq!(
        position.outcome().is_some(),
        over,
        "an outcome before the end, or an end without an outcome: {position}"
    );
    assert_eq!(
        position.active_seats().is_empty(),
        over,
        "active seats after the end, or none before it: {position}"
    );
    let status =
        Status { turn: position.turn(), outcome: position.outcome(), active_seats: position.active_seats() };
    assert_eq!(position.status(), status, "status differs from its parts: {position}");
    if over {
        assert_eq!((P::SPECIAL.claimable_draw)(position), None, "a claimable draw after the end: {position}");
        return;
    }
    for seat in position.active_seats().iter() {
        assert!(
            (P::SPECIAL.allies)(position, seat).contains(seat),
            "{seat:?} is not its own ally: {position}"
        );
        for cause in [ForfeitCause::Resign, ForfeitCause::Flag] {
            let mut after = position.clone();
            after.forfeit(seat, cause);
            assert!(!after.active_seats().contains(seat), "{seat:?} is active after a forfeit: {position}");
        }
    }
    check_external_end(position);
}

fn check_external_end<P: Position>(position: &P) {
    let outcome = position.draw_outcome(Reason::Agreement);
    let mut ended = position.clone();
    ended.end(outcome);
    assert_eq!(ended.outcome(), Some(outcome), "another outcome after the end: {position}");
    assert_eq!(ended.turn(), Turn::Over, "a turn after the end: {position}");
    let mut legal = Vec::new();
    ended.legal_actions(&mut legal);
    let mut outcomes = Vec::new();
    ended.chance_outcomes(&mut outcomes);
    assert!(
        legal.is_empty() && outcomes.is_empty() && ended.active_seats().is_empty(),
        "actions after the end: {position}"
    );
}
