//! Actions have distinct texts that parse back. Either there are legal actions, or chance outcomes, or the game is over.

use crate::{Presentation, Turn};
use std::collections::HashSet;

pub(super) fn check<P: Presentation>(position: &P) {
    let (mut legal, mut outcomes) = (Vec::new(), Vec::new());
    position.legal_actions(&mut legal);
    position.chance_outcomes(&mut outcomes);
    let fits = match position.turn() {
        Turn::Seat(_) => !legal.is_empty() && outcomes.is_empty(),
        Turn::Chance => legal.is_empty() && !outcomes.is_empty(),
        Turn::Over => legal.is_empty() && outcomes.is_empty(),
    };
    assert!(
        fits,
        "{:?} with {} legal actions and {} chance outcomes: {position}",
        position.turn(),
        legal.len(),
        outcomes.len()
    );
    assert!(outcomes.iter().all(|(_, weight)| *weight > 0), "a chance outcome with weight 0: {position}");
    check_texts(position, &legal);
    let outcomes: Vec<P::Action> = outcomes.iter().map(|(outcome, _)| *outcome).collect();
    check_texts(position, &outcomes);
    assert!(
        outcomes.iter().all(|outcome| outcome.to_string().starts_with('=')),
        "a chance outcome without =: {position}"
    );
}

fn check_texts<P: Presentation>(position: &P, actions: &[P::Action]) {
    let texts: HashSet<String> = actions.iter().map(ToString::to_string).collect();
    assert_eq!(texts.len(), actions.len(), "two actions have the same text: {position}");
    for action in actions {
        let parsed = position.parse_action(&action.to_string());
        assert_eq!(parsed.as_ref(), Ok(action), "{action} parses as another action: {position}");
        assert_eq!(P::action_text(*action), action.to_string(), "action_text and Display differ: {position}");
        assert!(!position.notation(*action).is_empty());
    }
}
