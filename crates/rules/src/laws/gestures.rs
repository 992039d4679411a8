//! `explain` gives a reason for every gesture that makes no legal action, and for no other gesture.

use super::SeededRng;
use crate::{Eye, Gesture, Presentation, View};
use smol_str::SmolStr;
use std::collections::HashSet;

/// How many random gestures are tried in a position.
const GESTURES_PER_POSITION: usize = 40;
/// In one of this many positions, on average, all gestures are tried instead.
const EXHAUSTIVE_CHECK_INTERVAL: usize = 100;

pub(super) fn check<P: Presentation>(position: &P, rng: &mut SeededRng) {
    let view = position.view(position.turn().seat().map_or(Eye::Spectator, Eye::Seat));
    let listed: HashSet<&Gesture> = view.choices.iter().map(|choice| &choice.gesture).collect();
    for gesture in &listed {
        assert_eq!(position.explain(gesture), None, "{gesture:?} is legal but explained: {position}");
    }
    let check_explained = |gesture: &Gesture| {
        let why = position.explain(gesture);
        let why = why.unwrap_or_else(|| panic!("{gesture:?} is illegal but not explained: {position}"));
        assert!(!why.rule.is_empty() && why.words.ends_with('.'), "{why:?} is not a sentence");
    };
    let gestures: Vec<Gesture> = if rng.one_in(EXHAUSTIVE_CHECK_INTERVAL) {
        all_gestures(&view)
    } else {
        (0..GESTURES_PER_POSITION).map(|_| random_gesture(&view, rng)).collect()
    };
    gestures.iter().filter(|gesture| !listed.contains(gesture)).for_each(check_explained);
}

/// A tap on every cell, and a move from every cell to every cell, for each piece where several share a cell.
fn all_gestures(view: &View) -> Vec<Gesture> {
    let names = || view.board.cells.iter().map(|cell| cell.name.clone());
    let mut gestures: Vec<Gesture> = names().map(|cell| Gesture::Tap { cell }).collect();
    for from in names() {
        let here: Vec<&str> =
            view.men.iter().filter(|piece| piece.cell == from).map(|piece| piece.letter.as_str()).collect();
        let several = here.iter().filter(|_| here.len() > 1).map(|letter| Some(SmolStr::from(*letter)));
        let letters: Vec<Option<SmolStr>> = if here.len() > 1 { several.collect() } else { vec![None] };
        for man in letters {
            gestures.extend(names().map(|to| Gesture::Move { from: from.clone(), to, man: man.clone() }));
        }
    }
    gestures
}

fn random_gesture(view: &View, rng: &mut SeededRng) -> Gesture {
    let cells = &view.board.cells;
    let mut cell = || cells[rng.below(cells.len())].name.clone();
    let (from, to) = (cell(), cell());
    let here: Vec<&str> =
        view.men.iter().filter(|piece| piece.cell == from).map(|piece| piece.letter.as_str()).collect();
    match rng.below(20) {
        0 => Gesture::Tap { cell: from },
        1 => Gesture::Button { name: "no such button".into() },
        2 => Gesture::from_to(from, "z99"),
        _ if here.len() > 1 => {
            let man = rng.choose(&here).map(|letter| SmolStr::from(*letter));
            Gesture::Move { from, to, man }
        }
        _ => Gesture::from_to(from, to),
    }
}
