//! Search access agrees with the rules.

use super::*;

fn texts(actions: &[Action]) -> Vec<String> {
    let mut texts: Vec<String> = actions.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

fn mask(names: &str) -> SquareMask {
    names.split_whitespace().map(|name| 1 << Square::parse(name).expect("a square").index()).sum()
}

/// Red has a chariot on b2 beside a black horse and a cannon on b4 that attacks a black pawn; a4 is face-down.
const FIGHT: &str = "?q.g.P../......../.cH...../........";

#[test]
fn search_moves_are_all_legal_actions_except_flips() {
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
fn search_captures_are_the_moves_that_capture() {
    let mut captures = Vec::new();
    board(FIGHT, 'r', "p").search_captures(&mut captures);
    assert_eq!(texts(&captures), ["b2c2", "b4f4"]);
}

#[test]
fn search_flips_are_the_face_down_squares_of_the_mask() {
    let mut flips = Vec::new();
    board(FIGHT, 'r', "p").search_flips(mask("a4 b4 a1"), &mut flips);
    assert_eq!(texts(&flips), ["?a4"]);
}

#[test]
fn the_board_is_given_as_square_masks() {
    let position = board(FIGHT, 'r', "p");
    assert_eq!(position.face_down(), mask("a4"));
    assert_eq!(position.face_up(Colour::Red), mask("b4 d4 b2"));
    assert_eq!(position.face_up(Colour::Black), mask("f4 c2"));
    let on = |name: &str| position.piece_at(Square::parse(name).expect("a square"));
    assert_eq!(on("b2"), Some(Piece::new(Colour::Red, Role::Chariot)));
    assert_eq!((on("a4"), on("a1")), (None, None));
    assert_eq!(position.unrevealed(Piece::new(Colour::Red, Role::Pawn)), 1);
    assert_eq!(position.unrevealed(Piece::new(Colour::Black, Role::Pawn)), 0);
    assert!(position.has_pieces_left(Colour::Red) && position.has_pieces_left(Colour::Black));
    assert!(!board("kg....../......../......../........", 'r', "").has_pieces_left(Colour::Black));
    let squares: Vec<String> = Square::iter_mask(mask("c2 f4")).map(|square| square.to_string()).collect();
    assert_eq!(squares, ["c2", "f4"]);
}

#[test]
fn seat_and_colour_to_move_are_known_even_during_a_flip() {
    let before = start();
    assert_eq!((before.seat_to_move(), before.colour_to_move(), before.is_flipping()), (FIRST, None, false));
    let flipping = after(before, "?a1");
    assert_eq!((flipping.seat_to_move(), flipping.is_flipping()), (FIRST, true));
    let revealed = after(flipping, "=K");
    assert_eq!((revealed.seat_to_move(), revealed.colour_to_move()), (SECOND, Some(Colour::Red)));
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
fn a_null_move_passes_the_turn_and_drops_a_pending_flip() {
    let position = board(FIGHT, 'r', "p");
    for next in [position.null_move(), after(position, "?a4").null_move()] {
        assert_eq!(next.turn(), Turn::Seat(SECOND));
        assert_eq!(next.face_down(), position.face_down());
        assert_eq!(next.key(), at(&next.to_string()).key());
    }
}

#[test]
fn squares_know_their_neighbours_and_cannon_targets() {
    let square = |name: &str| Square::parse(name).expect("a square");
    assert_eq!(square("a1").neighbours(), mask("a2 b1"));
    assert_eq!(square("h4").neighbours(), mask("g4 h3"));
    assert_eq!(square("c2").neighbours(), mask("b2 d2 c1 c3"));
    let occupied = mask("b1 d1 e1 h1 b3 b4");
    assert_eq!(square("b1").cannon_targets(occupied), mask("e1 b4"));
    assert_eq!(square("h1").cannon_targets(occupied), mask("d1"));
}

#[test]
fn roles_know_which_roles_they_can_capture() {
    assert!(Role::Pawn.can_capture(Role::King, true) && !Role::King.can_capture(Role::Pawn, true));
    assert!(Role::Pawn.can_capture(Role::Cannon, true) && !Role::Pawn.can_capture(Role::Cannon, false));
    assert!(!Role::Cannon.can_capture(Role::Pawn, true));
}
