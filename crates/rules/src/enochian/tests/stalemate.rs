use super::*;

/// Blue is not in check; its king can only go to attacked squares, and its knight is pinned.
const PINNED: &str = "h8=bK h7=bN h3=rR g3=rR e1=rK a1=kK a8=yK c3=kN b8=yN";

#[test]
fn an_army_with_no_move_but_into_check_is_skipped_though_other_pieces_could_move() {
    let position = at(PINNED, "b brky - -");
    assert!(!position.in_check(Army::Blue));
    assert!(position.can_move(Army::Blue), "the knight has pseudo-legal moves");
    assert_eq!(to_move(&position), "red");
}

#[test]
fn one_safe_move_of_another_piece_ends_the_stalemate() {
    let position = at(&format!("{PINNED} d4=bPr"), "b brky - -");
    assert_eq!(to_move(&position), "blue");
    assert!(legal(&position).contains(&"Nh7f6".to_string()), "then every pseudo-legal move is legal again");
    assert_eq!(to_move(&at(&format!("{PINNED} d4=bPr c4=kPb"), "b brky - -")), "red", "blocked");
    // The same with a pawn that is on no line with the king.
    assert_eq!(to_move(&at(&format!("{PINNED} e4=bPr"), "b brky - -")), "blue");
    assert_eq!(to_move(&at(&format!("{PINNED} e4=bPr d4=kPb"), "b brky - -")), "red", "blocked");
}

#[test]
fn a_pinned_pawn_does_not_end_the_stalemate() {
    let pieces = PINNED.replace("h7=bN", "h7=bPr");
    assert_eq!(to_move(&at(&pieces, "b brky - -")), "red");
}

#[test]
fn a_pinned_piece_that_captures_the_pinning_king_is_a_safe_move() {
    let position = at("h8=bK h7=bN h3=rR g3=rR f6=rK a1=kK a8=yK c3=kN b8=yN", "b brky - -");
    assert_eq!(to_move(&position), "blue", "Nh7f6 freezes both rooks");
}

#[test]
fn stalemate_is_judged_again_on_every_turn() {
    let position = at(PINNED, "r brky - -");
    let skipped = after(&position, "Ke1f1 Nc3d5 Nb8c6");
    assert_eq!(to_move(&skipped), "red");
    let lifted = after(&skipped, "Rg3f3 Nd5c3 Nc6b8");
    assert_eq!(to_move(&lifted), "blue");
}

#[test]
fn an_army_without_any_move_is_skipped() {
    let pieces = "h8=bK g8=bPr g7=bPq h7=bPn f8=kN f7=kN h1=rK a1=kK a8=yK b8=yN";
    assert_eq!(to_move(&at(pieces, "b brky - -")), "red");
}

#[test]
fn an_army_in_check_without_any_move_is_skipped_too() {
    let pieces = "h8=bK g8=bPr g7=bPq h7=bPn f8=kN f7=kN h6=rQ h1=rK a1=kK a8=yK b8=yN";
    let position = at(pieces, "b brky - -");
    assert!(position.in_check(Army::Blue));
    assert_eq!(to_move(&position), "red");
}

#[test]
fn an_army_in_check_is_not_stalemated() {
    let pieces = "h8=bK h3=rR g3=rR e1=rK a1=kK a8=yK c3=kN b8=yN d4=bPr";
    let position = at(pieces, "b brky - -");
    assert_eq!((to_move(&position), legal(&position).len()), ("blue", 3));
}

#[test]
fn strict_safety_skips_as_free_does() {
    assert_eq!(to_move(&set(PINNED, "b brky - -", &strict())), "red");
}

#[test]
fn a_revived_army_without_a_move_is_skipped() {
    let pieces = "h8=kK h1=rK a8=yK b4=kN b8=yN a4=bPq";
    assert_eq!(to_move(&at(pieces, "b krky - b:y")), "red");
    assert_eq!(field(&at(&format!("{pieces} d1=bPq"), "b krky - b:y"), 1), "b");
}

#[test]
fn if_no_army_can_act_the_game_is_a_draw() {
    let pieces = "h8=bK g8=kN g7=kN h7=yN h1=rK g1=kB g2=yPq h2=yPr";
    let position = at(pieces, "b brky ky k:r,y:b");
    assert_eq!(result(&position), Some((Reason::NobodyCanAct, 0.5, 0.5)));
    assert_eq!(field(&position, 1), "b", "a finished game keeps its army");
}
