//! Views name what is there, show choices only to who may act, and say nothing that the text does not.

use crate::{Eye, Gesture, PieceView, Position, Seat, Turn, View};
use smol_str::SmolStr;
use std::collections::HashSet;

pub(super) fn check<P: Position>(position: &P, options: &P::Options, ended_from_outside: bool) {
    let seats = (0..position.seats().len()).map(|index| Eye::Seat(Seat::new(index)));
    let public = position.view(Eye::Spectator);
    for eye in seats.chain([Eye::Spectator]) {
        let view = position.view(eye);
        check_same(&view, &public, eye);
        check_names(&view, position);
        check_choices(&view, position, eye);
        if !ended_from_outside {
            let told = P::parse(&position.to_string(), options).map(|again| again.view(eye));
            assert_eq!(told.as_ref(), Ok(&view), "{eye:?} sees more than the text says: {position}");
        }
    }
}

/// Everybody sees the same, each from their own side, and choices only if they are theirs.
fn check_same(view: &View, public: &View, eye: Eye) {
    let near = eye.near_side(|seat| public.seats[seat.index()].side);
    let mut expected = View { choices: view.choices.clone(), ..public.clone() };
    expected.board.near = near;
    assert_eq!(*view, expected, "{eye:?} sees something else than a spectator");
}

fn check_names<P: Position>(view: &View, position: &P) {
    let cells: HashSet<&str> = view.board.cells.iter().map(|cell| cell.name.as_str()).collect();
    assert_eq!(cells.len(), view.board.cells.len(), "two cells of one name: {position}");
    let there = |cell: &SmolStr| assert!(cells.contains(cell.as_str()), "no cell {cell}: {position}");
    view.men.iter().for_each(|man| there(&man.cell));
    view.marks.iter().flat_map(|mark| &mark.cells).for_each(there);
    for choice in &view.choices {
        match &choice.gesture {
            Gesture::Move { from, to, man } => {
                [from, to].into_iter().for_each(there);
                let moves =
                    |own: &PieceView| own.cell == *from && man.as_ref().is_none_or(|man| own.letter == *man);
                assert!(view.men.iter().any(moves), "nothing is shown that could do {choice:?}: {position}");
            }
            Gesture::Tap { cell } => there(cell),
            Gesture::Button { name } => assert!(!name.is_empty()),
        }
    }
    let places: HashSet<(u8, u8)> = view.board.cells.iter().map(|cell| (cell.column, cell.row)).collect();
    assert_eq!(places.len(), cells.len(), "two cells in one place: {position}");
    assert_eq!(view.board.column_labels.len(), view.board.columns as usize);
    assert_eq!(view.board.row_labels.len(), view.board.rows as usize);
    assert_eq!(view.seats.len(), position.seats().len());
    assert_eq!(view.turn.who, position.turn().name(position.seats()));
    assert!(!view.turn.words.is_empty() && !view.turn.phase.is_empty());
}

fn check_choices<P: Position>(view: &View, position: &P, eye: Eye) {
    let mut legal = Vec::new();
    if let (Eye::Seat(eye), Turn::Seat(seat)) = (eye, position.turn())
        && eye == seat
    {
        position.legal_actions(&mut legal);
    }
    let legal: HashSet<String> = legal.iter().map(ToString::to_string).collect();
    let shown: HashSet<String> = view.choices.iter().map(|choice| choice.text.to_string()).collect();
    assert_eq!(shown, legal, "{eye:?} is shown other choices than it has: {position}");
    let told_apart: HashSet<(&Gesture, &str)> =
        view.choices.iter().map(|choice| (&choice.gesture, choice.label.as_str())).collect();
    assert_eq!(told_apart.len(), view.choices.len(), "two choices look alike: {position}");
}
