//! Every gesture that leads to nothing has a reason, and no gesture that leads to something has one.

use super::Luck;
use crate::{Eye, Gesture, Position, View};
use std::collections::HashSet;

/// How many gestures are tried at a state, besides those that lead to something.
const TRIES: usize = 40;

pub(super) fn check<P: Position>(position: &P, luck: &mut Luck) {
    let view = position.view(position.turn().seat().map_or(Eye::Spectator, Eye::Seat));
    let listed: HashSet<&Gesture> = view.choices.iter().map(|choice| &choice.gesture).collect();
    for gesture in &listed {
        assert_eq!(position.explain(gesture), None, "{gesture:?} is listed and refused: {position}");
    }
    for _ in 0..TRIES {
        let gesture = any_gesture(&view, luck);
        if listed.contains(&gesture) {
            continue;
        }
        let why = position.explain(&gesture);
        let why = why.unwrap_or_else(|| panic!("{gesture:?} is not listed and not refused: {position}"));
        assert!(!why.rule.is_empty() && why.words.ends_with('.'), "{why:?} is no sentence");
    }
}

fn any_gesture(view: &View, luck: &mut Luck) -> Gesture {
    let cells = &view.board.cells;
    let mut cell = || cells[luck.below(cells.len())].name.clone();
    let (from, to) = (cell(), cell());
    let here: Vec<&str> =
        view.men.iter().filter(|man| man.cell == from).map(|man| man.letter.as_str()).collect();
    match luck.below(20) {
        0 => Gesture::Tap { cell: from },
        1 => Gesture::Button { name: "no such button".to_string() },
        2 => Gesture::from_to(from, "z99"),
        _ if here.len() > 1 => {
            let man = luck.pick(&here).map(ToString::to_string);
            Gesture::Move { from, to, man }
        }
        _ => Gesture::from_to(from, to),
    }
}
