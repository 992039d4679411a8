use super::*;

fn tap(position: &Banqi, cell: &str) -> Option<IllegalAction> {
    position.explain(&Gesture::Tap { cell: cell.into() })
}

fn drag(position: &Banqi, from: &str, to: &str) -> Option<IllegalAction> {
    position.explain(&Gesture::from_to(from, to))
}

fn words(why: Option<IllegalAction>) -> String {
    why.map_or_else(String::new, |why| why.words)
}

#[test]
fn legal_gestures_need_no_explanation() {
    let position = board("......../..?...../..gP..../.......K", 'r', "p");
    assert_eq!(tap(&position, "c3"), None);
    assert_eq!(drag(&position, "c2", "d2"), None);
    assert_eq!(drag(&position, "c2", "b2"), None);
}

#[test]
fn each_illegal_gesture_is_explained() {
    let position = board("qkP....Q/?g.p..../hK.Qp.../.e.E...?", 'r', "pP");
    for (from, to, expected) in [
        ("a1", "a2", "There is no piece on a1."),
        ("a3", "a2", "The piece on a3 is face down: you can flip it, but not move it."),
        ("c4", "c3", "The black pawn on c4 is your opponent's: you play red."),
        ("b4", "b4", "A move must end on another square."),
        ("b3", "a3", "You can't move onto the face-down piece on a3."),
        ("b3", "d1", "A general captures one square along a rank or file, and d1 isn't next to b3."),
        ("b3", "d2", "A general captures one square along a rank or file, and d2 isn't next to b3."),
        ("b3", "c2", "A piece steps one square along a rank or file, and c2 isn't next to b3."),
        ("b4", "b3", "Your own general is on b3."),
        ("b4", "c4", "A king can't capture a pawn."),
        ("a2", "b2", "A horse (rank 3) can't capture a king (rank 7)."),
        ("b3", "b2", "A general (rank 6) can't capture a king (rank 7)."),
        ("a4", "c2", "A piece steps one square along a rank or file, and c2 isn't next to a4."),
        ("a4", "d2", "A cannon captures along a rank or file, and a4 and d2 share neither."),
        ("a4", "h4", "A cannon jumps over exactly one piece, and there are 2 between a4 and h4."),
        ("a4", "z9", "\"z9\" isn't a square: squares are a1 to h4."),
        ("e5", "a4", "\"e5\" isn't a square: squares are a1 to h4."),
    ] {
        assert_eq!(words(drag(&position, from, to)), expected, "{from}{to}");
    }
    assert_eq!(words(tap(&position, "a4")), "The red cannon on a4 is already face up.");
    assert_eq!(words(tap(&position, "a1")), "There is no piece on a1.");
    assert_eq!(words(tap(&position, "A3")), "\"A3\" isn't a square: squares are a1 to h4.");
    let button = position.explain(&Gesture::Button { name: "pass".into() });
    assert_eq!(words(button), "You can't pass: flip a face-down piece, move or capture.");
}

#[test]
fn illegal_cannon_captures_are_explained() {
    let position = board("qP..K.../......../......../........", 'r', "");
    assert_eq!(
        words(drag(&position, "a4", "b4")),
        "A cannon can't capture an adjacent piece, and the black pawn is next to it."
    );
    assert_eq!(drag(&position, "a4", "e4"), None);
    let position = board("q...K.../......../......../........", 'r', "");
    assert_eq!(
        words(drag(&position, "a4", "e4")),
        "A cannon jumps over exactly one piece, and there are 0 between a4 and e4."
    );
}

#[test]
fn the_taiwanese_rule_is_named() {
    let position = board_with("......../..pQ..../......../........", 'r', "", r#"{"preset":"tcga"}"#);
    assert_eq!(words(drag(&position, "c3", "d3")), "Under the Taiwanese rule a pawn can't capture a cannon.");
}

#[test]
fn an_elephant_takes_the_article_an() {
    let position = board("......../..pE..../......../........", 'r', "");
    assert_eq!(words(drag(&position, "c3", "d3")), "A pawn (rank 2) can't capture an elephant (rank 5).");
    let position = board("......../..eK..../......../........", 'r', "");
    assert_eq!(words(drag(&position, "c3", "d3")), "An elephant (rank 5) can't capture a king (rank 7).");
}

#[test]
fn before_the_first_flip_nothing_moves() {
    assert_eq!(words(drag(&start(), "a1", "a2")), "The first action must be a flip of any piece.");
}

#[test]
fn nobody_acts_while_a_flip_is_pending() {
    let flipping = after(start(), "?b4");
    let expected = "The piece on b4 is being flipped: wait until it is revealed.";
    assert_eq!(words(tap(&flipping, "b4")), expected);
    assert_eq!(words(drag(&flipping, "a1", "a2")), expected);
}

#[test]
fn everything_is_illegal_after_the_end() {
    let position = after(board("......../..gP..../......../........", 'r', ""), "c3d3");
    assert_eq!(words(tap(&position, "a1")), "The game is over.");
    assert_eq!(words(drag(&position, "d3", "d2")), "The game is over.");
}
