//! Legal actions print differently and are read back; exactly one of legal, chances and over holds.

use crate::{Position, Turn};
use std::collections::HashSet;

pub(super) fn check<P: Position>(position: &P) {
    let (mut legal, mut chances) = (Vec::new(), Vec::new());
    position.legal_actions(&mut legal);
    position.chance_outcomes(&mut chances);
    let fits = match position.turn() {
        Turn::Seat(_) => !legal.is_empty() && chances.is_empty(),
        Turn::Chance => legal.is_empty() && !chances.is_empty(),
        Turn::Over => legal.is_empty() && chances.is_empty(),
    };
    assert!(
        fits,
        "{:?} with {} legal and {} chances: {position}",
        position.turn(),
        legal.len(),
        chances.len()
    );
    assert!(chances.iter().all(|(_, weight)| *weight > 0), "a chance that cannot happen: {position}");
    check_texts(position, &legal);
    let outcomes: Vec<P::Action> = chances.iter().map(|(outcome, _)| *outcome).collect();
    check_texts(position, &outcomes);
    assert!(
        outcomes.iter().all(|outcome| outcome.to_string().starts_with('=')),
        "chance without =: {position}"
    );
}

fn check_texts<P: Position>(position: &P, actions: &[P::Action]) {
    let texts: HashSet<String> = actions.iter().map(ToString::to_string).collect();
    assert_eq!(texts.len(), actions.len(), "two actions print the same: {position}");
    for action in actions {
        let read = position.parse_action(&action.to_string());
        assert_eq!(read.as_ref(), Ok(action), "{action} is read as something else: {position}");
        assert_eq!(P::action_text(*action), action.to_string(), "two texts of one action: {position}");
        assert!(!position.notation(*action).is_empty());
    }
}
