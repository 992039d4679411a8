//! Every gesture that leads to nothing has a reason, and no gesture that leads to something has one.

use super::SeededRng;
use crate::{Eye, Gesture, Position, View};
use smol_str::SmolStr;
use std::collections::HashSet;

/// How many gestures are tried at a state, besides those that lead to something.
const GESTURES_PER_POSITION: usize = 40;
/// Once in this many states every gesture is tried.
const EXHAUSTIVE_CHECK_INTERVAL: usize = 100;

pub(super) fn check<P: Position>(position: &P, luck: &mut SeededRng) {
    let view = position.view(position.turn().seat().map_or(Eye::Spectator, Eye::Seat));
    let listed: HashSet<&Gesture> = view.choices.iter().map(|choice| &choice.gesture).collect();
    for gesture in &listed {
        assert_eq!(position.explain(gesture), None, "{gesture:?} is listed and refused: {position}");
    }
    let refused = |gesture: &Gesture| {
        let why = position.explain(gesture);
        let why = why.unwrap_or_else(|| panic!("{gesture:?} is not listed and not refused: {position}"));
        assert!(!why.rule.is_empty() && why.words.ends_with('.'), "{why:?} is no sentence");
    };
    let tries: Vec<Gesture> = if luck.one_in(EXHAUSTIVE_CHECK_INTERVAL) {
        all_gestures(&view)
    } else {
        (0..GESTURES_PER_POSITION).map(|_| random_gesture(&view, luck)).collect()
    };
    tries.iter().filter(|gesture| !listed.contains(gesture)).for_each(refused);
}

/// From every cell, and from every man where several share one, to every cell; and a tap on each.
fn all_gestures(view: &View) -> Vec<Gesture> {
    let names = || view.board.cells.iter().map(|cell| cell.name.clone());
    let mut gestures: Vec<Gesture> = names().map(|cell| Gesture::Tap { cell }).collect();
    for from in names() {
        let here: Vec<&str> =
            view.men.iter().filter(|man| man.cell == from).map(|man| man.letter.as_str()).collect();
        let several = here.iter().filter(|_| here.len() > 1).map(|man| Some(SmolStr::from(*man)));
        let men: Vec<Option<SmolStr>> = if here.len() > 1 { several.collect() } else { vec![None] };
        for man in men {
            gestures.extend(names().map(|to| Gesture::Move { from: from.clone(), to, man: man.clone() }));
        }
    }
    gestures
}

fn random_gesture(view: &View, luck: &mut SeededRng) -> Gesture {
    let cells = &view.board.cells;
    let mut cell = || cells[luck.below(cells.len())].name.clone();
    let (from, to) = (cell(), cell());
    let here: Vec<&str> =
        view.men.iter().filter(|man| man.cell == from).map(|man| man.letter.as_str()).collect();
    match luck.below(20) {
        0 => Gesture::Tap { cell: from },
        1 => Gesture::Button { name: "no such button".into() },
        2 => Gesture::from_to(from, "z99"),
        _ if here.len() > 1 => {
            let man = luck.choose(&here).map(|man| SmolStr::from(*man));
            Gesture::Move { from, to, man }
        }
        _ => Gesture::from_to(from, to),
    }
}
