use super::*;
use crate::{Ground, MarkKind, Side};

#[test]
fn corner_cells_have_their_owner() {
    let board = start("{}").view(Eye::Spectator).board;
    assert_eq!((board.columns, board.rows, board.cells.len()), (12, 12, 144));
    let corners = board.cells.iter().filter(|cell| cell.ground == Ground::Corner);
    let owner = |name: &str| board.cells.iter().find(|cell| cell.name == name).unwrap().owner.clone();
    assert_eq!(corners.count(), 16);
    let owners = ["a1", "b2", "a12", "b11", "k11", "l12", "k1", "l2", "c1"].map(owner);
    let expected =
        ["white", "white", "grey", "grey", "black", "black", "pink", "pink"].map(|s| Some(s.into()));
    assert_eq!(owners[..8], expected);
    assert_eq!(owners[8], None);
    assert_eq!((board.column_labels[11].as_str(), board.row_labels[11].as_str()), ("l", "12"));
}

#[test]
fn each_seat_sees_its_own_side_nearest() {
    let near = |seat| start("{}").view(Eye::Seat(seat)).board.near;
    assert_eq!(army::ORDER.map(near), [Side::South, Side::West, Side::North, Side::East]);
}

#[test]
fn in_the_duel_the_middle_is_a_chessboard() {
    let game = after(&start("{}"), "resign:white resign:grey");
    let view = game.view(Eye::Seat(BLACK));
    assert_eq!(view.board.near, Side::North);
    assert_eq!(game.view(Eye::Seat(PINK)).board.near, Side::South);
    let sides: Vec<Side> = view.seats.iter().map(|seat| seat.side).collect();
    assert_eq!(sides, [Side::West, Side::East, Side::North, Side::South], "the others sit beside");
    assert_eq!(view.board.column_labels.join("."), "..a.b.c.d.e.f.g.h..");
    assert_eq!(view.board.row_labels.join("."), "..1.2.3.4.5.6.7.8..");
    let cell = |name: &str| view.board.cells.iter().find(|cell| cell.name == name).unwrap().clone();
    assert_eq!((cell("a1").column, cell("a1").row, cell("a1").ground), (2, 2, Ground::Dark));
    assert_eq!((cell("h8").column, cell("h8").row, cell("h1").ground), (9, 9, Ground::Light));
    assert_eq!(cell("outer-a1").ground, Ground::Idle);
    assert_eq!(view.board.cells.iter().filter(|cell| cell.ground == Ground::Idle).count(), 80);
    let pieces = |name: &str| view.men.iter().filter(|piece| piece.army.as_deref() == Some(name)).count();
    assert_eq!(["white", "grey", "black", "pink"].map(pieces), [0, 0, 16, 16]);
    assert_eq!(view.seats[3].note.as_deref(), Some("white in the duel"));
    assert_eq!((view.seats[0].place, view.seats[1].place), (Some(4), Some(3)));
    assert_eq!(view.turn.words, "Pink (white in the duel) to move");
    let labels: Vec<_> = game.view(Eye::Seat(PINK)).choices.into_iter().map(|choice| choice.label).collect();
    assert!(labels.contains(&"Nf3".into()));
}

#[test]
fn notes_say_who_is_in_check_and_who_is_skipped() {
    let game = after(&setup("wKg1 wRe1 gKa6 bKg12 pKl6").to_act('w'), "e1e12");
    let view = game.view(Eye::Spectator);
    assert_eq!(view.seats[1].note.as_deref(), Some("skipped: Black is in check"));
    assert_eq!(view.seats[2].note.as_deref(), Some("in check"));
    assert_eq!(view.turn.words, "Black is in check and must respond");
    assert_eq!(view.marks[0].cells, ["g12"]);
    let game = after(&setup("wKc3 wQd3 gKa9 bKg12 pKl6").to_act('w'), "d3g6");
    let view = game.view(Eye::Spectator);
    assert_eq!(view.seats[3].note.as_deref(), Some("in check, moves after Black"));
}

#[test]
fn eliminated_seats_show_their_place() {
    let view = after(&start("{}"), "resign:black").view(Eye::Spectator);
    assert_eq!((view.seats[2].place, view.seats[2].playing), (Some(4), false));
    assert_eq!(view.armies[2].controller, None);
    let over = after(&start(r#"{"short":true}"#), "resign:black").view(Eye::Spectator);
    assert_eq!(over.seats.iter().map(|seat| seat.place.unwrap()).collect::<Vec<_>>(), [1, 1, 4, 1]);
}

#[test]
fn with_a_material_limit_notes_show_the_lost_value() {
    let view = start(r#"{"material_limit":30}"#).view(Eye::Spectator);
    assert_eq!(view.seats[0].note.as_deref(), Some("lost 0 of 30"));
}

#[test]
fn choices_have_labels_in_notation() {
    let view = start("{}").view(Eye::Seat(WHITE));
    let label =
        |text: &str| view.choices.iter().find(|choice| choice.text == text).expect(text).label.clone();
    assert_eq!((label("g2g4").as_str(), label("d1e3").as_str()), ("g2-g4", "Nd1-e3"));
}

#[test]
fn in_the_duel_only_the_side_to_move_is_shown_in_check() {
    let view = |fen: &str| {
        let game = Bishops::parse(&format!("duel w:b g4,p3 {fen}"), &Options::default()).expect(fen);
        game.view(Eye::Spectator)
    };
    let in_check = |fen: &str| -> Vec<bool> { view(fen).armies.iter().map(|army| army.in_check).collect() };
    let marks = view("4k2R/8/8/8/8/8/8/4K3 b - - 0 1").marks;
    assert_eq!((marks.len(), marks[0].kind, &marks[0].cells[..]), (1, MarkKind::Check, &["e8".into()][..]));
    assert_eq!(in_check("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), [false; 4]);
    assert_eq!(in_check("4k2R/8/8/8/8/8/8/4K3 b - - 0 1"), [false, false, true, false]);
    assert_eq!(in_check("4k3/8/8/8/8/8/8/r3K3 w - - 0 1"), [true, false, false, false]);
}
