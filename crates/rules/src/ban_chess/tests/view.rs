use super::*;
use crate::{Ground, MarkKind, Side};

#[test]
fn the_turn_is_described_in_words() {
    assert_eq!(start().view(Eye::Spectator).turn.words, "Black to ban one of White's moves");
    let view = after(start(), "b:e2e4").view(Eye::Seat(WHITE));
    assert_eq!(
        (view.turn.phase.as_str(), view.turn.words.as_str()),
        ("move", "White to move; e2e4 is banned")
    );
}

#[test]
fn the_banned_pair_and_the_check_are_marked() {
    let view = at("4r2k/8/8/8/8/8/N7/4K3 w - - 0 1 2:e1d1").view(Eye::Seat(BLACK));
    let marks: Vec<_> = view.marks.iter().map(|mark| (mark.kind, mark.cells.join(" "))).collect();
    assert_eq!(marks, [(MarkKind::Check, "e1".to_string()), (MarkKind::Banned, "e1 d1".to_string())]);
    assert!(view.armies[0].in_check && !view.armies[1].in_check);
}

#[test]
fn each_seat_has_its_own_side_near() {
    assert_eq!(start().view(Eye::Seat(WHITE)).board.near, Side::South);
    assert_eq!(start().view(Eye::Seat(BLACK)).board.near, Side::North);
    assert_eq!(start().view(Eye::Spectator).board.near, Side::South);
}

#[test]
fn the_board_is_chequered_and_a1_is_dark() {
    let board = start().view(Eye::Spectator).board;
    assert_eq!((board.cells[0].name.as_str(), board.cells[0].ground), ("a1", Ground::Dark));
    assert_eq!((board.cells[7].name.as_str(), board.cells[7].ground), ("h1", Ground::Light));
    assert_eq!(
        (board.cells.len(), board.column_labels.concat(), board.row_labels.concat()),
        (64, "abcdefgh".into(), "12345678".into())
    );
}

#[test]
fn promotions_share_a_gesture_and_differ_by_label() {
    let view = at("1n5k/P7/8/8/8/8/8/K7 w - - 0 1 2:a1a2").view(Eye::Seat(WHITE));
    let gesture = Gesture::from_to("a7", "a8");
    let labels: Vec<&str> = view
        .choices
        .iter()
        .filter(|choice| choice.gesture == gesture)
        .map(|choice| choice.label.as_str())
        .collect();
    assert_eq!(labels, ["a8=Q", "a8=R", "a8=B", "a8=N"]);
}

#[test]
fn the_choices_are_shown_only_to_the_seat_to_act() {
    assert_eq!(start().view(Eye::Seat(BLACK)).choices.len(), 20);
    assert!(start().view(Eye::Seat(WHITE)).choices.is_empty());
    assert!(start().view(Eye::Spectator).choices.is_empty());
}
