use super::*;

#[test]
fn the_turn_goes_clockwise_and_white_begins() {
    let mut game = start("{}");
    for (seat, action) in [("white", "g2g3"), ("grey", "b6c6"), ("black", "g11g10"), ("pink", "k6j6")] {
        assert_eq!(turn(&game), seat);
        game = after(&game, action);
    }
    assert_eq!(turn(&game), "white");
}

#[test]
fn a_check_gives_the_checked_colour_the_move_and_skips_those_between() {
    let game = setup("wKg1 wRe1 gKa6 bKg12 pKl6").to_act('w');
    let game = after(&game, "e1e12");
    assert_eq!(turn(&game), "black");
    // Play goes on clockwise from the last mover.
    let game = after(&game, "g12g11");
    assert_eq!(turn(&game), "pink");
    assert_eq!(turn(&after(&game, "l6l7")), "white");
}

#[test]
fn two_checked_colours_answer_one_after_the_other() {
    // The queen on g6 checks Black along the file and Pink along the rank; Grey loses its turn.
    let game = setup("wKc3 wQd3 gKa9 bKg12 pKl6").to_act('w');
    let game = after(&game, "d3g6");
    assert_eq!(turn(&game), "black");
    let game = after(&game, "g12h12");
    assert_eq!(turn(&game), "pink");
    let game = after(&game, "l6l5");
    assert_eq!(turn(&game), "white");
}

#[test]
fn uncovered_checks_count_by_whomever_they_are_given() {
    // White's knight leaves the line of Black's rook to Grey's king.
    let game = setup("wKc3 wNf6 gKa6 bKk10 bRj6 pKl8").to_act('w');
    let game = after(&game, "f6g8");
    assert_eq!(turn(&game), "grey");
}

/// A grey king that cannot move and is not attacked: rooks guard file b and rank 4, nothing guards a3.
const STUCK: &str = "gKa3 wRb8 wRh4 wKg1";

#[test]
fn a_colour_without_legal_action_passes_if_it_is_not_in_check() {
    let blocked = r#"{"corners":"blocked"}"#;
    let game = setup(&format!("{STUCK} bKg10 pKl6")).options(blocked).to_act('w');
    let game = after(&game, "g1g2");
    assert_eq!(turn(&game), "black");
    let notes: Vec<_> = game.view(Eye::Spectator).seats.into_iter().map(|seat| seat.note).collect();
    assert_eq!(notes, [None, Some("passes: it has no legal action".to_string()), None, None]);
}

#[test]
fn if_all_others_pass_the_last_mover_moves_again() {
    let options = r#"{"corners":"blocked","duel":"never"}"#;
    let game = setup(STUCK).options(options).to_act('w');
    let game = after(&game, "g1g2");
    assert_eq!(turn(&game), "white");
    assert_eq!(turn(&after(&game, "g2g1")), "white");
}

#[test]
fn capturing_a_king_is_legal_and_judged_on_the_board_without_its_colour() {
    // The knight uncovers Black's rook towards Grey's king and Grey's rook towards Black's king.
    let game = setup("wKc3 wNf6 gKa6 gRf1 bKf12 bRj6 pKl9").to_act('w');
    let game = after(&game, "f6g8");
    assert_eq!(turn(&game), "grey", "both are in check, Grey comes first");
    assert!(legal(&game).contains(&"f1f12".to_string()), "the check goes with Black's rook");
    let game = after(&game, "f1f12");
    assert_eq!((living(&game).as_str(), turn(&game)), ("wgp", "pink"));
    assert!(game.to_string().ends_with(" b4"), "{game}");
    assert!(!game.to_string().contains(",b"), "all its pieces are removed: {game}");
}

#[test]
fn a_king_capture_that_uncovers_an_attack_is_not_legal() {
    // Black's knight on a8 shields Grey's king from White's rook; with Black gone it would be attacked.
    let game = setup("wKc3 wNf6 wRa10 gKa6 gRf1 bKf12 bRj6 bNa8 pKl9").to_act('w');
    let game = after(&game, "f6g8");
    assert_eq!(turn(&game), "grey");
    assert_eq!(refused(&game, "f1f12"), "in_check");
}
