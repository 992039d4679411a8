use super::*;

#[test]
fn a_mated_colour_is_eliminated_at_once_even_out_of_turn() {
    let game = after(&setup(MATING).to_act('w'), "d3d12");
    assert_eq!((living(&game).as_str(), turn(&game)), ("wgp", "grey"));
    assert!(game.to_string().ends_with(" b4"));
}

#[test]
fn colours_eliminated_together_share_the_better_place() {
    // Grey and Pink are both mated along rank 6; two are left, so the duel starts.
    let game = setup("wKc3 wRf1 wRg5 wRg7 gKa6 bKj10 pKl6").to_act('w');
    let game = after(&game, "f1f6");
    assert!(game.to_string().starts_with("duel w:b g3,p3 "), "{game}");
    let game = setup("wKc3 wRf1 wRg5 wRg7 gKa6 bKj10 pKl6").options(r#"{"duel":"never"}"#).to_act('w');
    let game = after(&game, "f1f6");
    assert_eq!((living(&game).as_str(), turn(&game)), ("wb", "black"));
}

#[test]
fn an_elimination_can_uncover_a_check_even_to_the_mover() {
    // Black is mated; its knight on f3 no longer shields White's king from Pink's rook.
    let pieces = "wKc3 wRc11 wRj6 gKa9 bKf12 bNf3 pKl9 pRl3";
    let game = after(&setup(pieces).to_act('w'), "j6j12");
    assert_eq!((living(&game).as_str(), turn(&game)), ("wgp", "white"), "it moves again");
    assert!(game.view(Eye::Spectator).armies[0].in_check);
    assert_eq!(Bishops::parse(&game.to_string(), &Options::default()).unwrap(), game);
}

#[test]
fn the_mover_comes_last_among_the_colours_in_check() {
    // The removal also opens the line of White's rook on f6 to Pink's king: Pink responds first, then White.
    let pieces = "wKc3 wRc11 wRj5 wRf6 gKa9 bKe12 bNf3 bNi6 pKl6 pRl3";
    let game = after(&setup(pieces).to_act('w'), "j5j12");
    assert_eq!((living(&game).as_str(), turn(&game)), ("wgp", "pink"));
    let game = after(&game, "l6l5");
    assert_eq!(turn(&game), "white", "the rook still gives check");
}

#[test]
fn the_mover_is_eliminated_if_it_cannot_respond_to_an_uncovered_check() {
    // White mates Black, and with Black's knights gone Pink's rook and bishop mate White.
    let pieces = "wKc3 wRc11 wRj6 gKa9 bKf12 bNf3 bNe5 pKl9 pRl3 pRl4 pQh2 pBg7 gRb8";
    let game = setup(pieces).options(r#"{"duel":"never"}"#).to_act('w');
    let game = after(&game, "j6j12");
    assert_eq!(living(&game), "gp");
    assert!(game.to_string().ends_with(" w3,b4"), "{game}");
}

#[test]
fn one_move_can_eliminate_three_colours() {
    // Black is mated; its knights no longer shield Grey and Pink, who are mated together.
    let pieces = "wKc3 wRj2 wRc11 wRf6 wRg5 wRg7 gKa6 bKe12 bNd6 bNi6 pKl6";
    let game = after(&setup(pieces).to_act('w'), "j2j12");
    assert_eq!(result(&game), "last_standing 12,0,0,0 1,2,4,2");
    assert!(game.to_string().contains(" - w - - w 21 1 "), "{game}");
}

#[test]
fn a_resignation_removes_all_pieces_and_the_turn_is_determined_again() {
    let game = after(&start("{}"), "resign:grey");
    assert_eq!((living(&game).as_str(), turn(&game)), ("wbp", "white"));
    assert!(game.to_string().ends_with("w wbp wbp c1,c12,j1,j12,l10,l3 p 0 0 0,0,0,0 g4"), "{game}");
    // Before the first move the last mover counts as Pink.
    assert_eq!(turn(&after(&start("{}"), "resign:white")), "grey");
    assert_eq!(turn(&after(&start("{}"), "g2g3 resign:white")), "grey");
}

#[test]
fn a_resignation_out_of_turn_can_change_the_turn() {
    // White checks Black, Grey is skipped. If White resigns, the skipped colour moves.
    let game = after(&setup("wKg1 wRe1 gKa6 bKg12 pKl6").to_act('w'), "e1e12");
    assert_eq!(turn(&game), "black");
    assert_eq!(turn(&after(&game, "resign:white")), "grey");
    // If Pink resigns, Black still has to respond.
    assert_eq!(turn(&after(&game, "resign:pink")), "black");
    // If the checked colour resigns, the turn returns to Grey.
    assert_eq!(turn(&after(&game, "flag:black")), "grey");
}

#[test]
fn a_resignation_can_uncover_a_mate() {
    // Black's knights shield Grey and Pink from White's rooks.
    let pieces = "wKc3 wRf6 wRg5 wRg7 gKa6 bKe12 bNd6 bNi6 pKl6";
    let game = setup(pieces).to_act('w');
    let game = after(&game, "resign:black");
    assert_eq!(result(&game), "last_standing 12,0,0,0 1,2,4,2");
}

#[test]
fn the_material_limit_eliminates_the_first_colour_that_reaches_it_one_per_move() {
    let pieces = "wKc3 wRj6 gKa9 bKf12 bQj8 bRh10 pKl9";
    let limit = r#"{"material_limit":18}"#;
    let game = setup(pieces).lost_value("0,0,9,0").options(limit).to_act('w');
    let game = after(&game, "j6j8");
    assert_eq!(living(&game), "wgp");
    assert!(game.to_string().contains(" 0,0,18,0 b4"), "{game}");
    let game = setup(pieces).lost_value("0,0,8,0").options(limit).to_act('w');
    assert_eq!(living(&after(&game, "j6j8")), "wgbp");
    let game = setup(pieces).lost_value("0,0,20,0").options(r#"{"material_limit":30}"#).to_act('w');
    assert_eq!(living(&after(&game, "j6j8")), "wgbp");
    let game = setup(pieces).lost_value("0,0,21,0").options(r#"{"material_limit":30}"#).to_act('w');
    assert_eq!(living(&after(&game, "j6j8")), "wgp");
    // Two colours over the limit: Grey is eliminated first, Black after the next move.
    let game = setup(&(pieces.to_string() + " wPg5"))
        .lost_value("0,18,18,0")
        .options(r#"{"material_limit":18,"duel":"never"}"#);
    let game = after(&game.to_act('w'), "g5g6");
    assert_eq!(living(&game), "wbp");
    assert_eq!(living(&after(&game, "f12f11")), "wp");
}

#[test]
fn a_captured_piece_counts_with_its_role_when_captured_and_removed_pieces_do_not_count() {
    let pieces = "wKc3 wPe9 gKa5 gRh10 bKf7 pKl9";
    let game = after(&setup(pieces).to_act('w'), "e9e10");
    assert_eq!(turn(&game), "grey");
    let game = after(&game, "h10e10");
    assert!(game.to_string().contains(" 9,0,0,0 "), "{game}");
    let game = after(&game, "resign:grey");
    assert!(game.to_string().contains(" 9,0,0,0 g4"), "{game}");
}

#[test]
fn a_captured_king_eliminates_its_colour_before_the_material_limit_applies() {
    // White is over the limit; Grey's capture of Black's king then leaves two, so the duel starts.
    let pieces = "wKc3 wNf6 gKa6 gRf1 bKf12 bRj6 pKl9";
    let game = setup(pieces).lost_value("18,0,0,0").options(r#"{"material_limit":18}"#).to_act('w');
    // White's own move eliminates White at once.
    let game = after(&game, "f6g8");
    assert_eq!(living(&game), "gbp");
    assert_eq!(turn(&game), "grey");
    let game = after(&game, "f1f12");
    assert!(game.to_string().starts_with("duel p:g w4,b3 "), "{game}");
}

#[test]
fn an_elimination_by_the_material_limit_can_uncover_a_check() {
    // Grey's knight was between Black's rook and Pink's king. Once it is gone, Pink is in check and moves next.
    let pieces = "wKg1 wRd4 gKa6 gPd6 gNf8 bKg12 bRc8 pKl8";
    let game = setup(pieces).lost_value("0,17,0,0").options(r#"{"material_limit":18}"#).to_act('w');
    let game = after(&game, "d4d6");
    assert_eq!((living(&game).as_str(), turn(&game)), ("wbp", "pink"));
}

#[test]
fn the_material_limit_applies_after_a_swap_that_costs_the_turn() {
    let pieces = "wKg1 wQf1 gKa9 bKi12 pKl6";
    let options = r#"{"swap":"turn","material_limit":18}"#;
    let game = setup(pieces).unmoved("w").lost_value("0,18,0,18").options(options).to_act('w');
    assert_eq!(living(&after(&game, "swap")), "wbp", "one per move");
}

#[test]
fn a_captured_king_has_no_value_for_the_material_limit() {
    let pieces = "wKc3 gKa6 gRf1 bKf12 bRj6 pKl9";
    let game = setup(pieces).last_mover('w').to_act('g');
    let game = after(&game, "f1f12");
    assert!(game.to_string().contains(" 0,0,0,0 b4"), "{game}");
}
