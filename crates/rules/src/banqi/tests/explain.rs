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
fn what_is_listed_has_no_reason_against_it() {
    let position = board("......../..?...../..gP..../.......K", 'r', "p");
    assert_eq!(tap(&position, "c3"), None);
    assert_eq!(drag(&position, "c2", "d2"), None);
    assert_eq!(drag(&position, "c2", "b2"), None);
}

#[test]
fn each_reason_is_told_in_the_words_of_the_rules() {
    let position = board("qkP....Q/?g.p..../hK.Qp.../.e.E...?", 'r', "pP");
    for (from, to, expected) in [
        ("a1", "a2", "There is nothing on a1."),
        ("a3", "a2", "The piece on a3 lies face-down: it can be flipped, not moved."),
        ("c4", "c3", "The black pawn on c4 is the opponent's: red is to act."),
        ("b4", "b4", "The red king must leave b4."),
        ("b3", "a3", "Nobody captures or moves onto a face-down piece, and one lies on a3."),
        ("b3", "d1", "A general captures on the next square along rank or file: d1 is not next to b3."),
        ("b3", "d2", "A general captures on the next square along rank or file: d2 is not next to b3."),
        ("b3", "c2", "A step goes one square along rank or file: c2 is not next to b3."),
        ("b4", "b3", "The own general stands on b3."),
        ("b4", "c4", "A king may not take a pawn."),
        ("a2", "b2", "A horse (rank 3) may not take a king (rank 7)."),
        ("b3", "b2", "A general (rank 6) may not take a king (rank 7)."),
        ("a4", "c2", "A step goes one square along rank or file: c2 is not next to a4."),
        ("a4", "d2", "A cannon captures along a rank or file: a4 and d2 share neither."),
        ("a4", "h4", "A cannon jumps over exactly one piece: between a4 and h4 there are 2."),
        ("a4", "z9", "\"z9\" is no square: they are a1 to h4."),
        ("e5", "a4", "\"e5\" is no square: they are a1 to h4."),
    ] {
        assert_eq!(words(drag(&position, from, to)), expected, "{from}{to}");
    }
    assert_eq!(words(tap(&position, "a4")), "The red cannon on a4 lies face-up already.");
    assert_eq!(words(tap(&position, "a1")), "There is nothing on a1.");
    assert_eq!(words(tap(&position, "A3")), "\"A3\" is no square: they are a1 to h4.");
    let button = position.explain(&Gesture::Button { name: "pass".into() });
    assert_eq!(words(button), "There is no pass: flip a face-down piece, step or capture.");
}

#[test]
fn the_cannons_reasons() {
    let position = board("qP..K.../......../......../........", 'r', "");
    assert_eq!(
        words(drag(&position, "a4", "b4")),
        "A cannon never takes an adjacent piece: the black pawn is next to it."
    );
    assert_eq!(drag(&position, "a4", "e4"), None);
    let position = board("q...K.../......../......../........", 'r', "");
    assert_eq!(
        words(drag(&position, "a4", "e4")),
        "A cannon jumps over exactly one piece: between a4 and e4 there are 0."
    );
}

#[test]
fn the_taiwanese_rule_is_named() {
    let position = board_with("......../..pQ..../......../........", 'r', "", r#"{"preset":"tcga"}"#);
    assert_eq!(words(drag(&position, "c3", "d3")), "By the Taiwanese rule a pawn may not take a cannon.");
}

#[test]
fn an_elephant_has_its_article() {
    let position = board("......../..pE..../......../........", 'r', "");
    assert_eq!(words(drag(&position, "c3", "d3")), "A pawn (rank 2) may not take an elephant (rank 5).");
    let position = board("......../..eK..../......../........", 'r', "");
    assert_eq!(words(drag(&position, "c3", "d3")), "An elephant (rank 5) may not take a king (rank 7).");
}

#[test]
fn before_the_first_flip_nothing_moves() {
    assert_eq!(words(drag(&start(), "a1", "a2")), "The first action is a flip of any square.");
}

#[test]
fn while_a_piece_is_being_turned_nobody_acts() {
    let turning = after(start(), "?b4");
    let expected = "The piece on b4 is being turned over: nobody acts until it is known.";
    assert_eq!(words(tap(&turning, "b4")), expected);
    assert_eq!(words(drag(&turning, "a1", "a2")), expected);
}

#[test]
fn after_the_end_everything_is_over() {
    let position = after(board("......../..gP..../......../........", 'r', ""), "c3d3");
    assert_eq!(words(tap(&position, "a1")), "The game is over.");
    assert_eq!(words(drag(&position, "d3", "d2")), "The game is over.");
}
