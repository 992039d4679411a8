use super::*;

fn why(game: &Bishops, from: &str, to: &str) -> String {
    game.explain(&Gesture::from_to(from, to)).map_or("none".to_string(), |why| why.words)
}

#[test]
fn every_illegal_gesture_has_its_sentence() {
    let game = start("{}");
    for (from, to, words) in [
        ("g2", "g4", "none"),
        ("e5", "e6", "There is no piece on e5."),
        ("b6", "c6", "The pawn on b6 is Grey's; it is White's turn."),
        ("g2", "g2", "The pawn must leave g2."),
        ("c1", "c2", "Your own piece is on c2."),
        ("g2", "g5", "A pawn can't move from g2 to g5."),
        ("g2", "h3", "There is nothing to capture on h3."),
        ("c2", "b3", "An edge pawn can't capture an edge pawn in the first round."),
        ("d1", "d3", "A knight can't move from d1 to d3."),
        ("e1", "g3", "There's a piece in the way."),
        ("e1", "e3", "A bishop can't move from e1 to e3."),
        ("c1", "c3", "There's a piece in the way."),
        ("d1", "b2", "b2 is in White's home corner, which only White's king may enter."),
        ("g1", "i1", "Your own piece is on i1."),
        ("g1", "g3", "A king can't move from g1 to g3."),
        ("g1", "z9", "g1 to z9 is not a move: the squares are a1 to l12."),
    ] {
        let found = why(&game, from, to);

        assert_eq!(found, words, "{from} {to}");
    }
}

#[test]
fn illegal_gestures_in_check_name_the_king() {
    let game = setup("wKg1 wRe12 gKa6 bKg12 bRc9 pKl6").last_mover('w').to_act('b');
    assert_eq!(why(&game, "c9", "c8"), "You're in check, and that doesn't stop it.");
    assert_eq!(why(&game, "g12", "h12"), "Your king would be in check there.");
    assert_eq!(why(&game, "a6", "a7"), "The king on a6 is Grey's; Black is in check and moves first.");
    let game = setup("wKb2 wRj5 gKf9 bKg12 pKl9").to_act('w');
    assert_eq!(
        why(&game, "j5", "j6"),
        "You have fewer than two queens, so your king must leave the corner now."
    );
}

#[test]
fn a_king_move_of_two_squares_is_castling_for_every_colour() {
    let kings = [("pw", "g1", "i1"), ("wg", "a6", "a8"), ("gb", "g12", "e12"), ("bp", "l6", "l8")];
    for (seats, from, to) in kings {
        let seats: Vec<char> = seats.chars().collect();
        let game = setup("wKg1 gKa6 bKg12 pKl6").last_mover(seats[0]).to_act(seats[1]);
        let rule = game.explain(&Gesture::from_to(from, to)).expect("a reason").rule;
        assert_eq!(rule, "castling_right", "{from} {to}");
    }
}

#[test]
fn the_edge_pawn_rule_is_no_reason_after_the_first_round() {
    let game = setup("wKg1 wPc2 wRe3 gKa3 gPb3 bKg12 pKl6").last_mover('w').to_act('g');
    assert_eq!(why(&game, "b3", "c2"), "That would leave your king in check.");
}

#[test]
fn buttons_and_taps_are_explained() {
    let button = |name: &str| Gesture::Button { name: name.into() };
    let game = start("{}");
    assert_eq!(game.explain(&button("swap")), None);
    assert_eq!(game.explain(&button("flip")).unwrap().rule, "button");
    assert_eq!(game.explain(&Gesture::Tap { cell: "g2".into() }).unwrap().rule, "gesture");
    let moved = after(&game, "swap");
    assert_eq!(moved.explain(&button("swap")).unwrap().rule, "swap_late");
    let chance = start(r#"{"kq_sides":"random"}"#);
    assert_eq!(chance.explain(&button("swap")).unwrap().rule, "chance");
    let duel = after(&game, "resign:grey resign:pink");
    assert_eq!(duel.explain(&button("swap")).unwrap().rule, "duel");
    assert_eq!(duel.explain(&button("flip")).unwrap().rule, "button");
    assert_eq!(why(&duel, "outer-a1", "e4"), "outer-a1 is not on the duel board.");
    assert_eq!(why(&duel, "e2", "e5"), "A pawn can't move from e2 to e5.");
    assert_eq!(why(&duel, "k2", "k4"), "k2 to k4 is not a move: the squares of the duel are a1 to h8.");
}
