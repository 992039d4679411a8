use super::*;

fn promotions(pieces: &str, fields: &str) -> String {
    let all = legal(&at(pieces, fields));
    all.iter().filter_map(|text| text.split_once('=')).map(|(_, officer)| officer).collect()
}

#[test]
fn reaching_the_promotion_edge_promotes_at_once_to_the_pawns_type() {
    for (pieces, army, action, letter) in [
        ("b5=bPn b4=bR", 'b', "Pb5a5=N", "bN"),
        ("d7=rPq c4=rR", 'r', "Pd7d8=Q", "rQ"),
        ("g3=kPb c4=kR", 'k', "Pg3h3=B", "kB"),
        ("d2=yPr c4=yN", 'y', "Pd2d1=R", "yR"),
    ] {
        let position = at(&format!("{KINGS} {pieces} f5=bN e6=yN"), &format!("{army} brky - -"));
        let listed = moves_with(&position, &action[..5]);
        assert_eq!(listed, [action], "it names its piece though there is no choice");
        assert_eq!(on(&after(&position, action), &action[3..5]), letter);
    }
}

#[test]
fn a_capture_promotes_too() {
    let position = at(&format!("{KINGS} b5=bPn b4=bR a6=yR c8=yN"), "b brky - -");
    assert_eq!(on(&after(&position, "Pb5a6=N"), "a6"), "bN");
}

#[test]
fn a_pawn_is_privileged_with_king_and_pawn_king_queen_pawn_or_king_bishop_pawn() {
    let others = "h1=rK a1=kK a8=yK e6=yN c2=kN";
    for army in ["", "g5=bQ", "g5=bB"] {
        assert_eq!(promotions(&format!("{others} h8=bK b5=bPn {army}"), "b brky - -"), "BNQR", "{army}");
    }
    for army in ["g5=bN", "g5=bR", "g5=bPq", "g5=bQ g6=bB", "g5=bQ g6=bQ", "g5=bB g6=bB", "g5=bQ g6=bPr"] {
        assert_eq!(promotions(&format!("{others} h8=bK b5=bPn {army}"), "b brky - -"), "N", "{army}");
    }
}

#[test]
fn an_army_without_a_king_is_never_privileged() {
    assert_eq!(promotions("h1=rK h8=kK a8=yK e6=yN c2=kN b5=bPn", "b krky - b:y"), "N");
}

#[test]
fn privilege_is_judged_before_the_move_and_by_the_army_alone() {
    let position = at("h8=bK h1=rK a1=kK a8=yK b5=bPn a6=yR c2=kN e6=yN", "b brky - -");
    assert_eq!(moves_with(&position, "Pb5a6").len(), 4);
}

#[test]
fn the_existing_piece_is_demoted_to_a_pawn_of_its_type() {
    let position = at("h8=bK h1=rK a1=kK a8=yK b5=bPn g5=bQ c2=kN e6=yN", "b brky - -");
    let queen = after(&position, "Pb5a5=Q");
    assert_eq!((on(&queen, "a5").as_str(), on(&queen, "g5").as_str()), ("bQ", "bPq"));
    let rook = after(&position, "Pb5a5=R");
    assert_eq!((on(&rook, "a5").as_str(), on(&rook, "g5").as_str()), ("bR", "bQ"), "no such piece before");
    let bishop = at("h8=bK h1=rK a1=kK a8=yK b5=bPb g5=bB c2=kN e6=yN", "b brky - -");
    assert_eq!(on(&after(&bishop, "Pb5a5=B"), "g5"), "bPb", "even if it is the pawn's own type");
}

#[test]
fn a_demoted_piece_may_share_its_throne_with_the_king() {
    let position = at("h8=bK+bQ h1=rK a1=kK a8=yK b5=bPn c2=kN e6=yN", "b brky - -");
    let demoted = after(&position, "Pb5a5=Q");
    assert_eq!(on(&demoted, "h8"), "bK+bPq");
    assert_eq!(read(&demoted.to_string(), &no_limit()), demoted);
    let later = after(&demoted, "Kh1g1 Nc2e3 Ne6f8");
    assert_eq!(moves_with(&later, "Ph8"), ["Ph8g8"]);
}

#[test]
fn a_demoted_piece_on_its_own_promotion_edge_never_moves_again() {
    let position = at("h8=bK h1=rK a1=kK a8=yK b5=bPn a3=bQ c2=kN e6=yN", "b brky - -");
    let demoted = after(&position, "Pb5a5=Q");
    assert_eq!(on(&demoted, "a3"), "bPq");
    let later = after(&demoted, "Kh1g1 Nc2e3 Ne6f8");
    assert_eq!(goes(&later, "a3"), "");
}

#[test]
fn promotions_that_are_not_privileged_demote_nothing() {
    let position = at("h8=bK h1=rK a1=kK a8=yK b5=bPq g5=bQ g4=bN c2=kN e6=yN", "b brky - -");
    let promoted = after(&position, "Pb5a5=Q");
    assert_eq!((on(&promoted, "a5").as_str(), on(&promoted, "g5").as_str()), ("bQ", "bQ"));
}

#[test]
fn a_pawn_beside_the_throne_square_promotes_there_without_seizing_it() {
    let position = at("h8=bK h1=rK c3=kK a8=yK b1=bPn g4=bN c2=kN e6=yN", "b brky - -");
    let promoted = after(&position, "Pb1a1=N");
    assert_eq!((on(&promoted, "a1").as_str(), state(&promoted).as_str()), ("bN", "r brky - -"));
}

#[test]
fn a_promotion_must_name_its_piece_and_no_other_move_may() {
    let position = at("h8=bK h1=rK a1=kK a8=yK b5=bPn d5=bR c2=kN e6=yN", "b brky - -");
    for bad in ["Pb5a5", "Pb5a5=Q", "Rd5d4=Q", "Rd5d4=R"] {
        assert_eq!(why(&position, bad), "promotion", "{bad}");
    }
    let message = position.parse_action("Pb5a5").expect_err("no piece is named").words;
    assert_eq!(message, "Pb5a5 is a promotion: add =N.");
    for bad in ["Pb5a5=K", "Pb5a5=P", "Pb5a5=n", "Pb5a5N", "Pb5a5=", "Pb5a5=NN"] {
        assert_eq!(why(&position, bad), "format", "{bad}");
    }
    for bad in ["Rd5e4", "Rd5e4=R", "Pb5b4"] {
        assert_eq!(why(&position, bad), "movement", "{bad}: that another pawn can promote does not matter");
    }
}

#[test]
fn a_promotion_is_a_pawn_move_and_not_a_quiet_ply() {
    let position = at(&format!("{KINGS} b5=bPr h3=bN e2=rN d4=kN e6=yN"), "b brky - - 7 30 -");
    assert_eq!(field(&after(&position, "Pb5a5=R"), 5), "0");
    assert_eq!(field(&after(&position, "Nh3g5"), 5), "8");
}
