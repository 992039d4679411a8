use super::*;

#[test]
fn in_check_only_king_moves_are_legal() {
    let position = at("h8=bK h1=rK a1=kK a8=yK h4=rR d4=bR b8=yN", "b brky - -");
    assert!(position.in_check(Army::Blue));
    assert_eq!(legal(&position), ["Kh8g7", "Kh8g8", "Kh8h7"]);
}

#[test]
fn the_king_in_check_may_stay_attacked() {
    let position = at("h8=bK h1=rK a1=kK a8=yK h4=rR g4=yR d4=bR", "b brky - -");
    assert_eq!(legal(&position), ["Kh8g7", "Kh8g8", "Kh8h7"]);
    assert!(after(&position, "Kh8g7").in_check(Army::Blue));
}

#[test]
fn in_check_without_a_king_move_any_other_pseudo_legal_move_is_legal() {
    let pieces = "h8=bK g8=bPr g7=bN h7=bPb h1=rK a1=kK a8=yK f6=rN h6=rQ b8=yN";
    let position = at(pieces, "b brky - -");
    assert!(position.in_check(Army::Blue));
    assert_eq!(legal(&position), ["Ng7e6", "Ng7e8", "Ng7f5", "Ng7h5", "Pg8f8"]);
}

#[test]
fn in_check_frozen_neighbours_leave_the_king_no_move() {
    let pieces = "h8=bK g8=yPr g7=yN h7=yPb h1=rK a1=kK h6=rQ d4=bR";
    let position = at(pieces, "b brky y y:b");
    assert!(position.in_check(Army::Blue));
    assert_eq!(legal(&position).len(), 14);
    assert!(moves_with(&position, "Kh8").is_empty());
}

#[test]
fn not_in_check_every_pseudo_legal_move_is_legal_even_into_check() {
    let position = at("h8=bK h1=rK a1=kK a8=yK h2=rR h5=bN g2=yR", "b brky - -");
    assert!(!position.in_check(Army::Blue));
    assert_eq!(legal(&position), ["Kh8g7", "Kh8g8", "Kh8h7", "Nh5f4", "Nh5f6", "Nh5g3", "Nh5g7"]);
    assert!(after(&position, "Nh5f4").in_check(Army::Blue));
}

#[test]
fn strict_safety_forbids_leaving_or_putting_the_king_in_check() {
    let pieces = "h8=bK h1=rK a1=kK a8=yK h2=rR h5=bN g2=yR b4=bPr";
    let position = set(pieces, "b brky - -", &strict());
    assert_eq!(legal(&position), ["Kh8h7", "Pb4a4=R"]);
}

#[test]
fn strict_safety_changes_nothing_for_an_army_in_check() {
    let pieces = "h8=bK h1=rK a1=kK a8=yK h4=rR g4=yR d4=bR";
    assert_eq!(legal(&set(pieces, "b brky - -", &strict())), ["Kh8g7", "Kh8g8", "Kh8h7"]);
    let pieces = "h8=bK g8=bPr g7=bN h7=bPb h1=rK a1=kK a8=yK f6=rN h6=rQ b8=yN";
    let free = at(pieces, "b brky - -");
    assert_eq!(legal(&set(pieces, "b brky - -", &strict())), legal(&free));
}

#[test]
fn strict_safety_is_judged_after_the_whole_effect_of_the_move() {
    let pieces = "h8=bK h5=bR h2=rR e5=rK a1=kK a8=yK b8=yN";
    let position = set(pieces, "b brky - -", &strict());
    assert!(
        moves_with(&position, "Rh5").contains(&"Rh5e5".to_string()),
        "red freezes, so its rook no longer attacks"
    );
    assert!(!moves_with(&position, "Rh5").contains(&"Rh5g5".to_string()));
}

#[test]
fn strict_safety_means_nothing_to_an_army_without_a_king() {
    let pieces = "h8=kK h1=rK a8=yK d4=bN b8=yN";
    let position = set(pieces, "b krky - b:y", &strict());
    assert_eq!(goes(&position, "d4"), "b3 b5 c2 c6 e2 e6 f3 f5");
}

#[test]
fn every_kind_of_piece_gives_check() {
    for checker in ["h4=rR", "d4=yB", "h6=rQ", "f6=yQ", "f8=rQ", "f7=rN", "g6=yN", "g7=rPr", "g7=rK"] {
        let red_king = if checker.ends_with("rK") { "" } else { "h1=rK" };
        let position = at(&format!("h8=bK {red_king} a1=kK a8=yK b8=yN c4=bN {checker}"), "b brky - -");
        assert!(position.in_check(Army::Blue), "{checker}");
    }
    for harmless in ["h5=kR", "d4=kB", "g7=yPr", "h7=rN", "g7=rQ", "h7=rB", "h5=rQ"] {
        let position = at(&format!("h8=bK h1=rK a1=kK a8=yK b8=yN c4=bN {harmless}"), "b brky - -");
        assert!(!position.in_check(Army::Blue), "{harmless}");
    }
}

#[test]
fn both_pieces_on_a_shared_throne_give_check() {
    for pieces in ["h8=bK+bPq g7=rK", "h8=bK+bB g7=rK", "h8=bK+bR h7=rK"] {
        let position = at(&format!("{pieces} a1=kK a8=yK d4=kN b8=yN"), "r brky - -");
        assert!(position.in_check(Army::Red), "{pieces}");
    }
}

#[test]
fn frozen_pieces_do_not_give_check() {
    let position = at("h8=bK h4=rR a1=kK a8=yK b8=yN c4=bN", "b brky r r:b");
    assert!(!position.in_check(Army::Blue));
}

#[test]
fn a_captured_king_leaves_its_army_freezes_and_the_captor_is_remembered() {
    let position = at("h8=bK h1=rK a1=kK a8=yK d1=kR e4=rR b8=yN g8=bPr", "k brky - -");
    let taken = after(&position, "Rd1h1");
    assert_eq!(state(&taken), "y brky r r:k");
    assert_eq!(on(&taken, "h1"), "kR");
    assert_eq!(on(&taken, "e4"), "rR", "its pieces stay");
}

#[test]
fn the_captor_is_the_seat_that_controls_the_capturing_army() {
    let position = at("h8=bK h1=rK a1=kK a8=yK d1=kR e4=rR b8=yN g8=bPr", "k brby - -");
    assert_eq!(to_move(&position), "blue");
    assert_eq!(state(&after(&position, "Rd1h1")), "y brby r r:b");
}

#[test]
fn a_frozen_armys_turn_is_skipped() {
    let position = at("h8=bK a1=kK a8=yK h2=rR b8=yN g8=bPr c3=kN", "b brky r r:k");
    assert_eq!(to_move(&after(&position, "Pg8f8")), "black");
}

#[test]
fn a_revived_army_without_a_king_is_never_in_check() {
    let position = at("h8=kK h1=rK a8=yK d4=bN d1=rR b8=yN", "b krky - b:y");
    assert!(!position.in_check(Army::Blue));
    assert_eq!(legal(&position).len(), 8);
}
