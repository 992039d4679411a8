use super::*;

/// The code of the rule that forbids a move gesture; empty if it is legal.
fn rule(position: &Enochian, from: &str, to: &str) -> String {
    position.explain(&Gesture::from_to(from, to)).map_or_else(String::new, |why| why.rule.into_owned())
}

fn hand(position: &Enochian, letter: &str, from: &str, to: &str) -> Option<IllegalAction> {
    let man = Some(letter.into());
    position.explain(&Gesture::Move { from: from.into(), to: to.into(), man })
}

#[test]
fn each_rule_has_its_own_code() {
    let pieces = "h8=bK a1=kK a8=yK d4=bQ d6=yQ d2=rPq c5=bB b6=yB g6=bR g3=kPr e7=bPn c3=bN";
    let position = at(pieces, "b brky r r:b");
    for (from, to, expected) in [
        ("e5", "e6", "empty"),
        ("d2", "d3", "frozen"),
        ("g3", "h3", "turn"),
        ("a8", "b8", "turn"),
        ("d4", "d4", "movement"),
        ("d4", "d5", "movement"),
        ("c3", "c4", "movement"),
        ("c5", "c6", "movement"),
        ("g6", "f7", "movement"),
        ("h8", "f8", "movement"),
        ("e7", "e8", "movement"),
        ("e7", "d6", ""),
        ("e7", "d8", "movement"),
        ("g6", "g2", "blocked"),
        ("c5", "a7", "blocked"),
        ("d4", "d6", "spared"),
        ("c5", "b6", "spared"),
        ("d4", "d2", "frozen"),
        ("g6", "g3", "own_team"),
        ("g6", "g4", ""),
        ("z9", "a1", "square"),
    ] {
        assert_eq!(rule(&position, from, to), expected, "{from} to {to}");
    }
}

#[test]
fn a_blocked_pawn_is_explained() {
    let position = at(&format!("{KINGS} d4=bPr c4=yN c3=kN e6=yN"), "b brky - -");
    assert_eq!(rule(&position, "d4", "c4"), "blocked");
    assert_eq!(rule(&position, "d4", "c5"), "movement");
    assert_eq!(rule(&position, "d4", "c3"), "own_team");
    let why = position.explain(&Gesture::from_to("d4", "d5")).expect("a reason");
    assert_eq!(why.words, "Blue's pawns move one step west and capture one step diagonally forward.");
}

#[test]
fn check_and_king_safety_are_explained() {
    let check = at("h8=bK h1=rK a1=kK a8=yK h4=rR d4=bR b8=yN", "b brky - -");
    assert_eq!(rule(&check, "d4", "d5"), "check");
    assert_eq!(why(&check, "Rd4d5"), "check");
    let pinned = set("h8=bK h1=rK a1=kK a8=yK h2=rR h5=bN f6=rN g2=yR b4=bPr", "b brky - -", &strict());
    assert_eq!(rule(&pinned, "h5", "f4"), "king_safety");
    assert_eq!(rule(&pinned, "h5", "f6"), "king_safety", "what it could capture does not matter");
    assert_eq!(rule(&pinned, "h8", "g8"), "king_safety");
}

#[test]
fn the_die_is_explained() {
    let thrown = after(&Enochian::start(&dice()), "=6");
    let why = thrown.explain(&Gesture::from_to("h6", "f5")).expect("a reason");
    assert_eq!((why.rule.as_ref(), why.words.as_str()), ("die", "You rolled a 6: move a pawn."));
    assert_eq!(rule(&thrown, "g6", "a1"), "movement", "a pawn may move, but not like this");
    assert_eq!(rule(&Enochian::start(&dice()), "g8", "f8"), "throw");
}

#[test]
fn on_a_shared_throne_the_gesture_must_name_the_piece() {
    let position = at("h8=bK+bR h1=rK a1=kK a8=yK b8=yN", "b brky - -");
    assert_eq!(rule(&position, "h8", "g8"), "which");
    assert_eq!(hand(&position, "K", "h8", "g8"), None);
    assert_eq!(hand(&position, "R", "h8", "g8"), None);
    assert_eq!(
        hand(&position, "R", "h8", "g7").map(|why| why.rule.into_owned()),
        Some("movement".to_string())
    );
    assert_eq!(hand(&position, "N", "h8", "g7").map(|why| why.rule.into_owned()), Some("man".to_string()));
    assert_eq!(hand(&position, "king", "h8", "g7").map(|why| why.rule.into_owned()), Some("man".to_string()));
    assert_eq!(why(&position, "Nh8g6"), "man");
}

#[test]
fn taps_and_other_buttons_are_illegal_and_the_exchange_is_explained() {
    let start = Enochian::start(&Options::default());
    let rule_of = |gesture: &Gesture| start.explain(gesture).map(|why| why.rule.into_owned());
    assert_eq!(rule_of(&Gesture::Tap { cell: "a1".into() }), Some("gesture".to_string()));
    assert_eq!(rule_of(&Gesture::Button { name: "pass".into() }), Some("gesture".to_string()));
    let exchange = Gesture::Button { name: "exchange".into() };
    assert_eq!(rule_of(&exchange), Some("exchange".to_string()));
    let possible = at("a1=kK a8=yK d4=kN b8=yN f5=bN e3=rN", "k brky br b:y,r:k");
    assert_eq!(possible.explain(&exchange), None);
}

#[test]
fn everything_is_illegal_after_the_end() {
    let over = at(KINGS, "b brky - -");
    assert_eq!(rule(&over, "h8", "g8"), "over");
    assert_eq!(why(&over, "Kh8g8"), "over");
    assert_eq!(why(&over, "exchange"), "over");
}
