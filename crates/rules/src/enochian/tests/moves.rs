use super::*;

/// The kings on their thrones, and these pieces.
fn board(pieces: &str, fields: &str) -> Enochian {
    at(&format!("{KINGS} {pieces}"), fields)
}

#[test]
fn a_king_moves_one_step() {
    let position = at("d4=bK h1=rK a1=kK a8=yK b8=yN h2=kN", "b brky - -");
    assert_eq!(goes(&position, "d4"), "c3 c4 c5 d3 d5 e3 e4 e5");
}

#[test]
fn rooks_and_bishops_slide() {
    assert_eq!(goes(&board("d4=bR b8=yN", "b brky - -"), "d4"), "a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 e4 f4 g4 h4");
    assert_eq!(goes(&board("d4=bB b8=yN e5=kN", "b brky - -"), "d4"), "a7 b2 b6 c3 c5 e3 f2 g1");
}

#[test]
fn a_knight_leaps_two_and_one() {
    let crowd = "c3=kPq c4=kPq c5=kPq d3=kPq d5=kPq e3=kPq e4=kPq e5=kPq";
    let position = board(&format!("d4=bN b8=yN {crowd}"), "b brky - -");
    assert_eq!(goes(&position, "d4"), "b3 b5 c2 c6 e2 e6 f3 f5");
}

#[test]
fn a_queen_leaps_exactly_two_squares_in_eight_directions_over_anything() {
    let crowd = "c3=kPq c4=rPq c5=kPq d3=yN d5=kPq e3=kPq e4=bPr e5=kPq";
    let position = board(&format!("d4=bQ b8=yN {crowd}"), "b brky - -");
    assert_eq!(goes(&position, "d4"), "b2 b4 b6 d2 d6 f2 f4 f6");
    assert_eq!(goes(&board("b8=bQ d1=yN", "b brky - -"), "b8"), "b6 d6 d8");
}

#[test]
fn pawns_step_forward_and_capture_diagonally_forward() {
    let blue = board("d4=bPr c3=rN c5=rN e3=rN e5=rN d8=yN", "b brky - -");
    assert_eq!(goes(&blue, "d4"), "c3 c4 c5");
    let red = board("d4=rPr c3=kN c5=kN e3=kN e5=kN g3=bPr", "r brky - -");
    assert_eq!(goes(&red, "d4"), "c5 d5 e5");
    let black = board("d4=kPr c3=rN c5=rN e3=rN e5=rN d8=yN", "k brky - -");
    assert_eq!(goes(&black, "d4"), "e3 e4 e5");
    let yellow = board("d4=yPr c3=kN c5=kN e3=kN e5=kN g3=bPr", "y brky - -");
    assert_eq!(goes(&yellow, "d4"), "c3 d3 e3");
}

#[test]
fn a_pawn_steps_only_to_an_empty_square_and_goes_diagonally_only_to_capture() {
    for blocker in ["bN", "kN", "rN", "yN"] {
        let position = board(&format!("d4=bPr c4={blocker} d8=yN f8=kN"), "b brky - -");
        assert_eq!(goes(&position, "d4"), "", "{blocker} stands before it");
    }
}

#[test]
fn there_is_no_double_step() {
    let start = Enochian::start(&Options::default());
    assert_eq!(goes(&start, "g6"), "f6");
}

#[test]
fn own_allied_and_frozen_pieces_block_and_unfrozen_enemies_can_be_captured() {
    let pieces = "h8=bK h1=rK a1=kK d4=bR d6=bPq f4=kPq b4=yPq d2=rPq";
    let position = at(pieces, "b brky y y:b");
    assert_eq!(goes(&position, "d4"), "c4 d2 d3 d5 e4");
    assert_eq!(on(&after(&position, "Rd4d2"), "d2"), "bR");
}

#[test]
fn leapers_kings_and_pawns_cannot_enter_frozen_squares_either() {
    let pieces = "g8=bK h1=rK a1=kK d4=bQ d6=yN e5=bN f3=yPq c5=bPr b4=yPq g7=yR";
    let position = at(pieces, "b brky y y:b");
    assert_eq!(goes(&position, "d4"), "b2 b6 d2 f2 f4 f6");
    assert!(!goes(&position, "e5").contains("f3"));
    assert_eq!(goes(&position, "c5"), "b5");
    assert_eq!(goes(&position, "g8"), "f7 f8 h7 h8");
}

#[test]
fn a_queen_never_captures_a_queen_and_a_bishop_never_a_bishop() {
    let queens = at("h5=bK h1=rK a1=kK a8=yK d4=bQ d6=rQ f6=yQ b4=rB b6=yR d8=yN", "b brky - -");
    assert_eq!(goes(&queens, "d4"), "b2 b4 b6 d2 f2 f4");
    let bishops = at("h5=bK h1=rK a1=kK a8=yK d4=bB b6=rB f6=yB b2=rQ f2=yR d8=yN", "b brky - -");
    assert_eq!(goes(&bishops, "d4"), "b2 c3 c5 e3 e5 f2");
}

#[test]
fn a_pawn_of_queen_type_is_not_a_queen() {
    let position = board("d4=bQ d6=rPq f6=yPq d8=yN", "b brky - -");
    assert_eq!(goes(&position, "d4"), "b2 b4 b6 d2 d6 f2 f4 f6");
}

#[test]
fn a_king_on_the_same_square_lifts_that_restriction() {
    let queen = at("h8=bK h1=rK+rQ a1=kK a8=yK h3=bQ b8=yN", "b brky - -");
    assert!(goes(&queen, "h3").contains("h1"));
    let taken = after(&queen, "Qh3h1");
    assert_eq!((on(&taken, "h1").as_str(), state(&taken).as_str()), ("bQ", "k brky r r:b"));
    let bishop = at("h8=bK h1=rK+rB a1=kK a8=yK e4=bB b8=yN", "b brky - -");
    assert!(goes(&bishop, "e4").contains("h1"));
}

#[test]
fn either_piece_may_leave_a_shared_throne_one_per_turn() {
    let position = at("h8=bK+bR h1=rK a1=kK a8=yK b8=yN", "b brky - -");
    assert_eq!(moves_with(&position, "Kh8"), ["Kh8g7", "Kh8g8", "Kh8h7"]);
    assert!(moves_with(&position, "Rh8").contains(&"Rh8g8".to_string()));
    let king_gone = after(&position, "Kh8g7");
    assert_eq!((on(&king_gone, "h8").as_str(), on(&king_gone, "g7").as_str()), ("bR", "bK"));
    let rook_gone = after(&position, "Rh8h4");
    assert_eq!((on(&rook_gone, "h8").as_str(), on(&rook_gone, "h4").as_str()), ("bK", "bR"));
}

#[test]
fn no_piece_may_enter_a_throne_later_to_share_it() {
    let king_away = at("g7=bK h8=bR h1=rK a1=kK a8=yK b8=yN", "b brky - -");
    assert!(!goes(&king_away, "g7").contains("h8"));
    let rook_away = at("h8=bK h4=bR h1=rK a1=kK a8=yK b8=yN", "b brky - -");
    assert!(!goes(&rook_away, "h4").contains("h8"));
}

#[test]
fn a_capture_on_a_shared_throne_takes_both_pieces() {
    let position = at("h8=bK h1=rK+rN a1=kK a8=yK h4=bR b8=yN", "b brky - -");
    let taken = after(&position, "Rh4h1");
    assert_eq!(on(&taken, "h1"), "bR");
    assert!(taken.board.by_army(Army::Red).is_empty());
    assert_eq!(state(&taken), "k brky r r:b");
}
