//! What those who look ahead see is what the rules allow.

use super::*;

fn texts(actions: &[Action]) -> Vec<String> {
    let mut texts: Vec<String> = actions.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

fn set(names: &str) -> u32 {
    names.split_whitespace().map(|name| 1 << Square::parse(name).expect("a square").index()).sum()
}

/// Red has a chariot on b2 beside a black horse, a cannon on b4 that aims at a black pawn, and a4 lies face-down.
const FIGHT: &str = "?q.g.P../......../.cH...../........";

#[test]
fn moves_ahead_are_all_actions_but_flips() {
    let position = board(FIGHT, 'r', "p");
    let mut moves = Vec::new();
    position.search_moves(&mut moves);
    let listed: Vec<String> = listed(&position).into_iter().filter(|text| !text.starts_with('?')).collect();
    assert_eq!(texts(&moves), listed);
    moves.clear();
    start().search_moves(&mut moves);
    start().search_captures(&mut moves);
    assert!(moves.is_empty(), "nobody has a colour yet");
}

#[test]
fn captures_ahead_are_the_moves_that_take_something() {
    let mut captures = Vec::new();
    board(FIGHT, 'r', "p").search_captures(&mut captures);
    assert_eq!(texts(&captures), ["b2c2", "b4f4"]);
}

#[test]
fn flips_ahead_are_those_of_the_chosen_squares_that_lie_face_down() {
    let mut flips = Vec::new();
    board(FIGHT, 'r', "p").search_flips(set("a4 b4 a1"), &mut flips);
    assert_eq!(texts(&flips), ["?a4"]);
}

#[test]
fn the_board_is_told_as_sets_of_squares() {
    let position = board(FIGHT, 'r', "p");
    assert_eq!(position.face_down(), set("a4"));
    assert_eq!(position.face_up(Colour::Red), set("b4 d4 b2"));
    assert_eq!(position.face_up(Colour::Black), set("f4 c2"));
    let on = |name: &str| position.piece_at(Square::parse(name).expect("a square"));
    assert_eq!(on("b2"), Some(Piece::new(Colour::Red, Role::Chariot)));
    assert_eq!((on("a4"), on("a1")), (None, None));
    assert_eq!(position.unrevealed(Piece::new(Colour::Red, Role::Pawn)), 1);
    assert_eq!(position.unrevealed(Piece::new(Colour::Black, Role::Pawn)), 0);
    assert!(position.has_pieces_left(Colour::Red) && position.has_pieces_left(Colour::Black));
    assert!(!board("kg....../......../......../........", 'r', "").has_pieces_left(Colour::Black));
    let squares: Vec<String> = Square::iter_mask(set("c2 f4")).map(|square| square.to_string()).collect();
    assert_eq!(squares, ["c2", "f4"]);
}

#[test]
fn the_seat_to_act_and_its_colour_are_told_also_while_a_piece_is_turned() {
    let before = start();
    assert_eq!((before.acting_seat(), before.acting_colour(), before.is_flipping()), (FIRST, None, false));
    let turning = after(before, "?a1");
    assert_eq!((turning.acting_seat(), turning.is_flipping()), (FIRST, true));
    let revealed = after(turning, "=K");
    assert_eq!((revealed.acting_seat(), revealed.acting_colour()), (SECOND, Some(Colour::Red)));
}

#[test]
fn quiet_plies_are_counted_up_to_the_limit() {
    let position = after(board(FIGHT, 'r', "p"), "b2b1");
    assert_eq!((position.quiet_plies(), position.quiet_plies_left()), (1, Some(99)));
    assert_eq!(board(FIGHT, 'r', "p").quiet_plies(), 0);
    assert!(position.pawn_takes_cannon());
    let free = board_with(FIGHT, 'r', "p", r#"{"preset":"document"}"#);
    assert_eq!(free.quiet_plies_left(), None);
    assert!(!board_with(FIGHT, 'r', "p", r#"{"preset":"tcga"}"#).pawn_takes_cannon());
}

#[test]
fn a_pass_gives_the_turn_to_the_other_seat_and_leaves_a_piece_that_was_being_turned() {
    let position = board(FIGHT, 'r', "p");
    for passed in [position.null_move(), after(position, "?a4").null_move()] {
        assert_eq!(passed.turn(), Turn::Seat(SECOND));
        assert_eq!(passed.face_down(), position.face_down());
        assert_eq!(passed.key(), at(&passed.to_string()).key());
    }
}

#[test]
fn a_square_knows_its_neighbours_and_what_a_cannon_there_aims_at() {
    let square = |name: &str| Square::parse(name).expect("a square");
    assert_eq!(square("a1").neighbours(), set("a2 b1"));
    assert_eq!(square("h4").neighbours(), set("g4 h3"));
    assert_eq!(square("c2").neighbours(), set("b2 d2 c1 c3"));
    let occupied = set("b1 d1 e1 h1 b3 b4");
    assert_eq!(square("b1").cannon_targets(occupied), set("e1 b4"));
    assert_eq!(square("h1").cannon_targets(occupied), set("d1"));
}

#[test]
fn a_kind_knows_which_kinds_it_may_take() {
    assert!(Role::Pawn.can_capture(Role::King, true) && !Role::King.can_capture(Role::Pawn, true));
    assert!(Role::Pawn.can_capture(Role::Cannon, true) && !Role::Pawn.can_capture(Role::Cannon, false));
    assert!(!Role::Cannon.can_capture(Role::Pawn, true));
}
