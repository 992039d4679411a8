use super::*;
use crate::{Ground, MarkKind, PieceState, PieceView, Side, Tray};

fn piece_on<'a>(view: &'a View, cell: &str) -> &'a PieceView {
    view.men.iter().find(|piece| piece.cell == cell).unwrap_or_else(|| panic!("nothing on {cell}"))
}

fn letters(tray: &Tray) -> String {
    tray.men.iter().map(|piece| format!("{}{}", piece.letter, piece.count)).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_board_is_four_rows_of_eight_plain_cells() {
    let board = start().view(Eye::Spectator).board;
    assert_eq!((board.columns, board.rows, board.cells.len()), (8, 4, 32));
    assert!(board.cells.iter().all(|cell| cell.ground == Ground::Plain));
    assert_eq!(board.near, Side::South);
    assert_eq!(start().view(Eye::Seat(SECOND)).board.near, Side::North);
}

#[test]
fn a_face_down_piece_has_no_army_and_no_role() {
    let view = start().view(Eye::Seat(FIRST));
    assert_eq!(view.men.len(), 32);
    for piece in &view.men {
        assert_eq!(
            (piece.army.as_deref(), piece.kind.as_str(), piece.letter.as_str()),
            (None, "hidden", "?")
        );
        assert_eq!(piece.state, PieceState::Hidden);
    }
}

#[test]
fn a_face_up_piece_shows_its_army_and_role() {
    let view = after(start(), "?b4 =Q").view(Eye::Spectator);
    let piece = piece_on(&view, "b4");
    assert_eq!(
        (piece.army.as_deref(), piece.kind.as_str(), piece.letter.as_str()),
        (Some("black"), "cannon", "Q")
    );
    assert_eq!(piece.state, PieceState::Free);
}

#[test]
fn trays_hold_the_captured_and_the_face_down_pieces() {
    let view = after(start(), "?c2 =p ?d2 =K c2d2").view(Eye::Spectator);
    let titles: Vec<&str> = view.trays.iter().map(|tray| tray.title.as_str()).collect();
    assert_eq!(titles, ["captured", "still face down"]);
    assert_eq!(letters(&view.trays[0]), "K1");
    assert!(!view.men.iter().any(|piece| piece.cell == "c2"), "an empty square shows no piece");
    assert_eq!(view.men.len(), 31);
    assert_eq!(letters(&view.trays[1]), "k1 g2 e2 c2 h2 p4 q2 G2 E2 C2 H2 P5 Q2");
}

#[test]
fn the_piece_being_flipped_is_marked_and_still_face_down() {
    let view = after(start(), "?b4").view(Eye::Spectator);
    assert_eq!(view.marks.len(), 1);
    assert_eq!((view.marks[0].kind, view.marks[0].cells.as_slice()), (MarkKind::Turning, &["b4".into()][..]));
    assert_eq!(piece_on(&view, "b4").state, PieceState::Hidden);
    assert_eq!((view.turn.who.as_str(), view.turn.phase.as_str()), ("chance", "reveal"));
    assert_eq!(letters(&view.trays[1]), "k1 g2 e2 c2 h2 p5 q2 K1 G2 E2 C2 H2 P5 Q2");
}

#[test]
fn the_armies_have_their_seats_from_the_first_flip_on() {
    let controllers = |position: Banqi| -> Vec<Option<String>> {
        position
            .view(Eye::Spectator)
            .armies
            .into_iter()
            .map(|army| army.controller.map(String::from))
            .collect()
    };
    assert_eq!(controllers(start()), [None, None]);
    let second_has_red = controllers(after(start(), "?b4 =Q"));
    assert_eq!(second_has_red, [Some("second".to_string()), Some("first".to_string())]);
}

#[test]
fn the_turn_is_described_in_words() {
    let turn = |position: Banqi| position.view(Eye::Spectator).turn;
    assert_eq!(turn(start()).words, "First to flip any piece; its colour becomes First's");
    assert_eq!(turn(after(start(), "?b4")).words, "First is flipping the piece on b4");
    let second = turn(after(start(), "?b4 =Q"));
    assert_eq!(second.words, "Second (red) to flip, move or capture");
    assert_eq!((second.army.as_deref(), second.phase.as_str()), (Some("red"), "move"));
    let over = turn(after(board("......../..gP..../......../........", 'r', ""), "c3d3"));
    assert_eq!((over.who.as_str(), over.phase.as_str()), ("over", "over"));
}

#[test]
fn a_tap_flips_and_a_drag_moves() {
    let position = board("......../..?...../..g...../.......K", 'r', "p");
    let view = position.view(Eye::Seat(FIRST));
    let gesture = |text: &str| &view.choices.iter().find(|choice| choice.text == text).unwrap().gesture;
    assert_eq!(gesture("?c3"), &Gesture::Tap { cell: "c3".into() });
    assert_eq!(gesture("c2d2"), &Gesture::from_to("c2", "d2"));
    assert!(position.view(Eye::Seat(SECOND)).choices.is_empty());
    assert!(position.view(Eye::Spectator).choices.is_empty());
}
