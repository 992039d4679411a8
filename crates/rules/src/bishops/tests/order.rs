use super::*;

#[test]
fn play_goes_clockwise_and_white_starts() {
    let mut game = start("{}");
    for (seat, action) in [("white", "g2g3"), ("grey", "b6c6"), ("black", "g11g10"), ("pink", "k6j6")] {
        assert_eq!(turn(&game), seat);
        game = after(&game, action);
    }
    assert_eq!(turn(&game), "white");
}

#[test]
fn a_colour_in_check_moves_next_and_the_colours_before_it_are_skipped() {
    let game = setup("wKg1 wRe1 gKa6 bKg12 pKl6").to_act('w');
    let game = after(&game, "e1e12");
    assert_eq!(turn(&game), "black");
    // Play continues clockwise from the last mover.
    let game = after(&game, "g12g11");
    assert_eq!(turn(&game), "pink");
    assert_eq!(turn(&after(&game, "l6l7")), "white");
}

#[test]
fn two_colours_in_check_respond_one_after_the_other() {
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
fn a_discovered_check_counts_whoever_gives_it() {
    // White's knight leaves the line of Black's rook to Grey's king.
    let game = setup("wKc3 wNf6 gKa6 bKk10 bRj6 pKl8").to_act('w');
    let game = after(&game, "f6g8");
    assert_eq!(turn(&game), "grey");
}

/// A grey king that cannot move and is not in check: rooks guard file b and rank 4, nothing guards a3.
const STUCK: &str = "gKa3 wRb8 wRh4 wKg1";

#[test]
fn a_colour_without_a_legal_action_passes_if_it_is_not_in_check() {
    let blocked = r#"{"corners":"blocked"}"#;
    let game = setup(&format!("{STUCK} bKg10 pKl6")).options(blocked).to_act('w');
    let game = after(&game, "g1g2");
    assert_eq!(turn(&game), "black");
    let notes: Vec<_> = game.view(Eye::Spectator).seats.into_iter().map(|seat| seat.note).collect();
    assert_eq!(notes, [None, Some("passes: no legal move".to_string()), None, None]);
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
fn a_king_capture_is_legal_if_the_own_king_is_safe_once_the_army_is_removed() {
    // The knight uncovers Black's rook towards Grey's king and Grey's rook towards Black's king.
    let game = setup("wKc3 wNf6 gKa6 gRf1 bKf12 bRj6 pKl9").to_act('w');
    let game = after(&game, "f6g8");
    assert_eq!(turn(&game), "grey", "both are in check, Grey comes first");
    assert!(legal(&game).contains(&"f1f12".to_string()), "the check goes with Black's rook");
    let game = after(&game, "f1f12");
    assert_eq!((living(&game).as_str(), turn(&game)), ("wgp", "pink"));
    assert!(game.to_string().ends_with(" b4"), "{game}");
    let is_black = |piece: &crate::PieceView| piece.army.as_deref() == Some("black");
    assert!(!game.view(Eye::Spectator).men.iter().any(is_black), "all its pieces are removed: {game}");
}

#[test]
fn a_king_capture_that_uncovers_a_check_is_illegal() {
    // Black's knight on a8 shields Grey's king from White's rook; without Black, Grey would be in check.
    let game = setup("wKc3 wNf6 wRa10 gKa6 gRf1 bKf12 bRj6 bNa8 pKl9").to_act('w');
    let game = after(&game, "f6g8");
    assert_eq!(turn(&game), "grey");
    assert_eq!(refused(&game, "f1f12"), "in_check");
}
