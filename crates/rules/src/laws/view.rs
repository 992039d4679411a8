//! Views name existing cells, show choices only to the seat to act, and reveal nothing that the position text does not.

use crate::{Eye, Gesture, PieceView, Presentation, Seat, Turn, View};
use smol_str::SmolStr;
use std::collections::HashSet;

pub(super) fn check<P: Presentation>(position: &P, options: &P::Options, ended_externally: bool) {
    let seats = (0..position.seats().len()).map(|index| Eye::Seat(Seat::new(index)));
    let public = position.view(Eye::Spectator);
    for eye in seats.chain([Eye::Spectator]) {
        let view = position.view(eye);
        check_same(&view, &public, eye);
        check_names(&view, position);
        check_choices(&view, position, eye);
        if !ended_externally {
            let parsed = P::parse(&position.to_string(), options).map(|again| again.view(eye));
            assert_eq!(parsed.as_ref(), Ok(&view), "{eye:?} sees more than the text shows: {position}");
        }
    }
}

/// All viewers see the same, except for the orientation and the choices.
fn check_same(view: &View, public: &View, eye: Eye) {
    let near = eye.near_side(|seat| public.seats[seat.index()].side);
    let mut expected = View { choices: view.choices.clone(), ..public.clone() };
    expected.board.near = near;
    assert_eq!(*view, expected, "{eye:?} sees another position than a spectator");
}

fn check_names<P: Presentation>(view: &View, position: &P) {
    let cells: HashSet<&str> = view.board.cells.iter().map(|cell| cell.name.as_str()).collect();
    assert_eq!(cells.len(), view.board.cells.len(), "two cells with the same name: {position}");
    let check_cell = |cell: &SmolStr| assert!(cells.contains(cell.as_str()), "no cell {cell}: {position}");
    view.men.iter().for_each(|piece| check_cell(&piece.cell));
    view.marks.iter().flat_map(|mark| &mark.cells).for_each(check_cell);
    for choice in &view.choices {
        match &choice.gesture {
            Gesture::Move { from, to, man } => {
                [from, to].into_iter().for_each(check_cell);
                let moves = |piece: &PieceView| {
                    piece.cell == *from && man.as_ref().is_none_or(|letter| piece.letter == *letter)
                };
                assert!(view.men.iter().any(moves), "no piece for {choice:?}: {position}");
            }
            Gesture::Tap { cell } => check_cell(cell),
            Gesture::Button { name } => assert!(!name.is_empty()),
        }
    }
    let places: HashSet<(u8, u8)> = view.board.cells.iter().map(|cell| (cell.column, cell.row)).collect();
    assert_eq!(places.len(), cells.len(), "two cells at the same place: {position}");
    assert_eq!(view.board.column_labels.len(), view.board.columns as usize);
    assert_eq!(view.board.row_labels.len(), view.board.rows as usize);
    assert_eq!(view.seats.len(), position.seats().len());
    assert_eq!(view.turn.who, position.turn().name(position.seats()));
    assert!(!view.turn.words.is_empty() && !view.turn.phase.is_empty());
}

fn check_choices<P: Presentation>(view: &View, position: &P, eye: Eye) {
    let mut legal = Vec::new();
    if let (Eye::Seat(eye), Turn::Seat(seat)) = (eye, position.turn())
        && eye == seat
    {
        position.legal_actions(&mut legal);
    }
    let legal: HashSet<String> = legal.iter().map(ToString::to_string).collect();
    let shown: HashSet<String> = view.choices.iter().map(|choice| choice.text.to_string()).collect();
    assert_eq!(shown, legal, "{eye:?} sees wrong choices: {position}");
    let distinct: HashSet<(&Gesture, &str)> =
        view.choices.iter().map(|choice| (&choice.gesture, choice.label.as_str())).collect();
    assert_eq!(distinct.len(), view.choices.len(), "two choices with the same gesture and label: {position}");
}
