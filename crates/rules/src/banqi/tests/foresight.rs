//! What those who look ahead see is what the rules allow.

use super::*;

fn texts(actions: &[Action]) -> Vec<String> {
    let mut texts: Vec<String> = actions.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

fn set(names: &str) -> u32 {
    names.split_whitespace().map(|name| 1 << Square::read(name).expect("a square").index()).sum()
}

/// Red has a chariot on b2 beside a black horse, a cannon on b4 that aims at a black pawn, and a4 lies face-down.
const FIGHT: &str = "?q.g.P../......../.cH...../........";

#[test]
fn moves_ahead_are_all_actions_but_flips() {
    let position = board(FIGHT, 'r', "p");
    let mut moves = Vec::new();
    position.moves_ahead(&mut moves);
    let listed: Vec<String> = listed(&position).into_iter().filter(|text| !text.starts_with('?')).collect();
    assert_eq!(texts(&moves), listed);
    moves.clear();
    start().moves_ahead(&mut moves);
    start().captures_ahead(&mut moves);
    assert!(moves.is_empty(), "nobody has a colour yet");
}

#[test]
fn captures_ahead_are_the_moves_that_take_something() {
    let mut captures = Vec::new();
    board(FIGHT, 'r', "p").captures_ahead(&mut captures);
    assert_eq!(texts(&captures), ["b2c2", "b4f4"]);
}

#[test]
fn flips_ahead_are_those_of_the_chosen_squares_that_lie_face_down() {
    let mut flips = Vec::new();
    board(FIGHT, 'r', "p").flips_ahead(set("a4 b4 a1"), &mut flips);
    assert_eq!(texts(&flips), ["?a4"]);
}

#[test]
fn the_board_is_told_as_sets_of_squares() {
    let position = board(FIGHT, 'r', "p");
    assert_eq!(position.hidden(), set("a4"));
    assert_eq!(position.standing(Colour::Red), set("b4 d4 b2"));
    assert_eq!(position.standing(Colour::Black), set("f4 c2"));
    let on = |name: &str| position.piece(Square::read(name).expect("a square"));
    assert_eq!(on("b2"), Some(Piece::new(Colour::Red, Kind::Chariot)));
    assert_eq!((on("a4"), on("a1")), (None, None));
    assert_eq!(position.unrevealed(Piece::new(Colour::Red, Kind::Pawn)), 1);
    assert_eq!(position.unrevealed(Piece::new(Colour::Black, Kind::Pawn)), 0);
    assert!(position.is_alive(Colour::Red) && position.is_alive(Colour::Black));
    assert!(!board("kg....../......../......../........", 'r', "").is_alive(Colour::Black));
    let squares: Vec<String> = Square::of_set(set("c2 f4")).map(|square| square.to_string()).collect();
    assert_eq!(squares, ["c2", "f4"]);
}

#[test]
fn the_seat_to_act_and_its_colour_are_told_also_while_a_piece_is_turned() {
    let before = start();
    assert_eq!((before.actor(), before.actor_colour(), before.is_turning()), (FIRST, None, false));
    let turning = after(before, "?a1");
    assert_eq!((turning.actor(), turning.is_turning()), (FIRST, true));
    let revealed = after(turning, "=K");
    assert_eq!((revealed.actor(), revealed.actor_colour()), (SECOND, Some(Colour::Red)));
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
    for passed in [position.passed(), after(position, "?a4").passed()] {
        assert_eq!(passed.turn(), Turn::Seat(SECOND));
        assert_eq!(passed.hidden(), position.hidden());
        assert_eq!(passed.key(), at(&passed.to_string()).key());
    }
}

#[test]
fn a_square_knows_its_neighbours_and_what_a_cannon_there_aims_at() {
    let square = |name: &str| Square::read(name).expect("a square");
    assert_eq!(square("a1").beside(), set("a2 b1"));
    assert_eq!(square("h4").beside(), set("g4 h3"));
    assert_eq!(square("c2").beside(), set("b2 d2 c1 c3"));
    let occupied = set("b1 d1 e1 h1 b3 b4");
    assert_eq!(square("b1").aimed_at(occupied), set("e1 b4"));
    assert_eq!(square("h1").aimed_at(occupied), set("d1"));
}

#[test]
fn a_kind_knows_which_kinds_it_may_take() {
    assert!(Kind::Pawn.may_take(Kind::King, true) && !Kind::King.may_take(Kind::Pawn, true));
    assert!(Kind::Pawn.may_take(Kind::Cannon, true) && !Kind::Pawn.may_take(Kind::Cannon, false));
    assert!(!Kind::Cannon.may_take(Kind::Pawn, true));
}
