use super::*;
use proptest::prelude::*;

/// The errors of a text, joined.
fn errors(text: &str, options: &Options) -> String {
    Enochian::parse(text, options).expect_err(text).to_string()
}

fn refused(pieces: &str, fields: &str, message: &str) {
    let text = text_of(pieces, fields);
    let found = errors(&text, &no_limit());
    assert_eq!(found, message, "{text}");
}

const PIECES: &str = "h8=bK h1=rK a1=kK a8=yK d4=kN e6=yN";

#[test]
fn the_text_holds_the_whole_position() {
    let pieces = "h8=bK+bB h1=rK d5=kN e4=kPr b8=yN g2=yPq";
    for (yellow, fields) in
        [("a8=yK", "b brky k k:r 12 77 -"), ("a8=yK", "r brby - k:y 0 1 -"), ("c8=yB", "b brky ky y:b 4 9 -")]
    {
        let text = text_of(&format!("{pieces} {yellow}"), fields);
        assert_eq!(read(&text, &no_limit()).to_string(), text);
    }
}

#[test]
fn two_kings_in_an_army_are_refused() {
    refused(
        &format!("{PIECES} c3=bK"),
        "b brky - -",
        "the board: Blue has two kings: an army has at most one",
    );
    refused(
        "h8=bK+bK h1=rK a1=kK a8=yK",
        "b brky - -",
        "the board: Blue has two kings: an army has at most one",
    );
}

#[test]
fn a_frozen_army_with_a_king_is_refused() {
    refused(PIECES, "b brky r -", "the frozen armies: Red is frozen, but has a king");
}

#[test]
fn an_unfrozen_army_without_a_king_under_its_own_seat_is_refused() {
    let message = "the kings: Red has no king and its own seat controls it: it must be frozen";
    refused("h8=bK a1=kK a8=yK d4=kN e6=yN", "b brky - r:b", message);
    refused("h8=bK a1=kK a8=yK d4=kN e6=yN", "b brky - -", message);
    assert!(Enochian::parse(&text_of("h8=bK a1=kK a8=yK d4=kN e6=rN", "b byky - r:b"), &no_limit()).is_ok());
}

#[test]
fn a_controller_of_the_wrong_team_is_refused() {
    refused(PIECES, "b rrky - -", "the controllers: r controls Blue, but is on the other team");
    refused(PIECES, "b brkb - -", "the controllers: b controls Yellow, but is on the other team");
}

#[test]
fn a_captor_of_the_wrong_team_is_refused() {
    let pieces = "h8=bK a1=kK a8=yK d4=kN e6=yN";
    refused(pieces, "b brky r r:y", "the captors: \"r:y\": a king's captor must be on the other team");
    refused(pieces, "b brky r r:r", "the captors: \"r:r\": a king's captor must be on the other team");
}

#[test]
fn two_pieces_on_a_square_that_is_not_their_own_throne_are_refused() {
    for (pieces, square) in [("d5=bK+bB", "d5"), ("h1=bK+bB", "h1"), ("d5=bN+bB", "d5"), ("h8=bK+kB", "h8")] {
        let others = if pieces.starts_with("h1") { "a1=kK a8=yK e6=yN" } else { "h1=rK a1=kK a8=yK e6=yN" };
        let found = errors(&text_of(&format!("{others} {pieces}"), "b brky - -"), &no_limit());
        assert_eq!(found, format!("the board: two pieces on {square}, which is not their own throne"));
    }
    let message = "the board: two pieces on h8: the first of them must be the king";
    refused("h8=bB+bK h1=rK a1=kK a8=yK", "b brky - -", message);
    refused("h8=bB+bR h1=rK a1=kK a8=yK g5=bK", "b brky - -", message);
    let message = "the board: 3 pieces on h8: at most two can share a throne";
    refused("h8=bK+bR+bB h1=rK a1=kK a8=yK", "b brky - -", message);
}

#[test]
fn a_captor_of_a_living_king_is_refused() {
    refused(PIECES, "b brky - r:b", "the captors: Red's king has a captor, but is on the board");
}

#[test]
fn runs_next_to_each_other_are_refused() {
    let text = text_of(PIECES, "b brky - -").replacen("/8/", "/3,5/", 1);
    let message = "the board: two numbers next to each other in rank 7: write their sum";
    assert_eq!(errors(&text, &no_limit()), message);
}

#[test]
fn ranks_that_do_not_add_up_to_eight_are_refused() {
    let text = text_of(PIECES, "b brky - -");
    assert_eq!(
        errors(&text.replacen("/8/", "/7/", 1), &no_limit()),
        "the board: rank 7 has 7 squares instead of 8"
    );
    assert_eq!(
        errors(&text.replacen("/8/", "/8,bN/", 1), &no_limit()),
        "the board: rank 7 has 9 squares instead of 8"
    );
    assert!(
        errors(&text.replacen("/8/", "/", 1), &no_limit()).starts_with("the board: 7 ranks instead of 8")
    );
    assert!(errors(&text.replacen("/8/", "/8/8/", 1), &no_limit()).starts_with("the board: 9 ranks"));
}

#[test]
fn unknown_letters_are_refused() {
    for (bad, message) in [
        ("gN", "unknown letter 'g': armies are b, r, k and y"),
        ("bX", "unknown letter 'X': pieces are K, Q, B, N, R and P"),
        ("bn", "unknown letter 'n': pieces are K, Q, B, N, R and P"),
        ("bPk", "unknown letter 'k': pawn types are q, b, n and r"),
        ("bPQ", "unknown letter 'Q': pawn types are q, b, n and r"),
        ("bP", "a pawn's type is missing: use q, b, n or r"),
        ("b", "the piece's letter is missing: use K, Q, B, N, R, or P with a type"),
        ("bNq", "unexpected 'q' after the piece"),
        ("bN+", "a piece is missing: write an army's letter and a piece's letter"),
    ] {
        let found = errors(&text_of(&format!("{PIECES} d5={bad}"), "b brky - -"), &no_limit());
        assert!(found.contains(message), "{bad}: {found}");
    }
}

#[test]
fn every_field_is_written_in_one_way_only() {
    let (pieces, good) = ("h8=bK a8=yK d4=kN e6=yN", "b brky rk r:b,k:y 0 1 -");
    assert!(Enochian::parse(&text_of(pieces, good), &no_limit()).is_ok());
    for (fields, part) in [
        ("x brky rk r:b,k:y 0 1 -", "the army to act"),
        (" brky rk r:b,k:y 0 1 -", "the army to act"),
        ("bb brky rk r:b,k:y 0 1 -", "the army to act"),
        ("b brk rk r:b,k:y 0 1 -", "the controllers"),
        ("b brkyy rk r:b,k:y 0 1 -", "the controllers"),
        ("b xrky rk r:b,k:y 0 1 -", "the controllers"),
        ("b brky kr r:b,k:y 0 1 -", "the frozen armies"),
        ("b brky rkk r:b,k:y 0 1 -", "the frozen armies"),
        ("b brky rk- r:b,k:y 0 1 -", "the frozen armies"),
        ("b brky  r:b,k:y 0 1 -", "the frozen armies"),
        ("b brky rk r:b,r:k 0 1 -", "the captors"),
        ("b brky rk r:b, 0 1 -", "the captors"),
        ("b brky rk rb 0 1 -", "the captors"),
        ("b brky rk x:b 0 1 -", "the captors"),
        ("b brky rk r:x 0 1 -", "the captors"),
        ("b brky rk r:b,k:y 00 1 -", "the quiet plies"),
        ("b brky rk r:b,k:y -1 1 -", "the quiet plies"),
        ("b brky rk r:b,k:y 0 0 -", "the ply number"),
        ("b brky rk r:b,k:y 0 01 -", "the ply number"),
        ("b brky rk r:b,k:y 0 4294967296 -", "the ply number"),
        ("b brky rk r:b,k:y 0 1 ?", "the die"),
        ("b brky rk r:b,k:y 0 1 3", "the die"),
    ] {
        let found = errors(&text_of(pieces, fields), &no_limit());
        assert!(found.starts_with(part), "{fields}: {found}");
    }
    for die in ["-", "0", "7", "", "01", "??"] {
        let fields = format!("b brky rk r:b,k:y 0 1 {die}");
        assert!(errors(&text_of(pieces, &fields), &dice()).starts_with("the die"), "{die:?}");
    }
    for text in [
        "",
        " ",
        "8/8/8/8/8/8/8/8",
        &format!("{} ", text_of(pieces, good)),
        &text_of(pieces, good).replace(' ', "  "),
    ] {
        assert!(errors(text, &no_limit()).starts_with("the text"), "{text:?}");
    }
}

#[test]
fn runs_are_numbers_from_one_to_eight() {
    let text = text_of(PIECES, "b brky - -");
    for bad in ["0,8", "08", "9", "8x", "44"] {
        let found = errors(&text.replacen("/8/", &format!("/{bad}/"), 1), &no_limit());
        assert!(found.contains("a run of empty squares is a number from 1 to 8"), "{bad}: {found}");
    }
}

#[test]
fn captors_may_come_in_any_order_and_are_written_by_army() {
    let pieces = "h8=bK a8=yK d4=kN e6=yN";
    let position = at(pieces, "b brky rk k:y,r:b");
    assert_eq!(field(&position, 4), "r:b,k:y");
}

#[test]
fn all_errors_are_reported_at_once() {
    let found = errors(&text_of(&format!("{PIECES} d5=bX c3=bK"), "x brrr kr - 00 0 9"), &no_limit());
    assert_eq!(found.matches("; ").count(), 7, "{found}");
}

#[test]
fn no_king_on_the_board_is_refused() {
    refused(
        "d4=kN e6=yN",
        "b brky brky -",
        "the kings: no army has a king: the game ends when one team has lost both",
    );
}

#[test]
fn any_controller_of_the_same_team_is_accepted() {
    for rest in ["k brby b b:y", "b krby - -", "k kyby - -"] {
        let pieces = if rest.ends_with("b:y") {
            "a1=kK h1=rK a8=yK d4=kN e6=yN f5=bN"
        } else {
            "h8=bK a1=kK h1=rK a8=yK d4=kN e6=yN f5=bN"
        };
        let position = Enochian::parse(&text_of(pieces, rest), &no_limit()).unwrap();
        assert_eq!(position.to_string(), text_of(pieces, rest));
        assert_eq!(to_move(&position), if rest.starts_with('b') { "black" } else { "blue" });
    }
}

#[test]
fn the_number_of_pieces_of_a_kind_is_not_limited() {
    let queens: String = ('a'..='h').map(|file| format!(" {file}5=bQ")).collect();
    let pawns: String = ('a'..='h').map(|file| format!(" {file}4=rPn")).collect();
    assert!(Enochian::parse(&text_of(&format!("{KINGS}{queens}{pawns}"), "b brky - -"), &no_limit()).is_ok());
}

#[test]
fn parsing_skips_an_army_that_cannot_act() {
    let frozen = at("h8=bK a1=kK a8=yK h2=rR b8=yN g8=bPr", "r brky r r:k");
    assert_eq!(field(&frozen, 1), "k");
    let stalemated = at("h8=bK h7=bN h3=rR g3=rR e1=rK a1=kK a8=yK c3=kN b8=yN", "b brky - -");
    assert_eq!(field(&stalemated, 1), "r");
}

#[test]
fn parsing_ignores_array_and_board() {
    let options = Options { array: Element::Fire, board: Element::Fire, ..no_limit() };
    let text = text_of(PIECES, "y brky - -");
    assert_eq!(read(&text, &options), read(&text, &no_limit()));
}

#[test]
fn the_key_depends_on_every_text_field_except_the_counters() {
    let pieces = "h8=kK h1=rK a8=yK d4=bN f5=kN b8=yN";
    let key = |pieces: &str, fields: &str| set(pieces, fields, &no_limit()).key();
    let base = key(pieces, "r krky - b:y");
    assert_eq!(base, key(pieces, "r krky - b:y 7 90 -"));
    for fields in
        ["y krky - b:y", "r krky - b:r", "r krky - -", "r krky b b:y", "r brky b b:y", "k krky - b:y"]
    {
        assert_ne!(base, key(pieces, fields), "{fields}");
    }
    assert_ne!(
        key("h8=bK+bQ h1=rK a1=kK a8=yK e6=yN", "b brky - -"),
        key("h8=bK+bPq h1=rK a1=kK a8=yK e6=yN", "b brky - -")
    );
    let thrown = |die: &str| set(pieces, &format!("k krky - b:y 0 1 {die}"), &dice()).key();
    assert_ne!(thrown("?"), thrown("2"));
    assert_ne!(thrown("1"), thrown("2"));
}

fn any_field() -> impl Strategy<Value = String> {
    proptest::string::string_regex("[brky:,+?KQBNRPqn0-9 /-]{0,40}").expect("a pattern")
}

proptest! {
    #[test]
    fn any_text_is_parsed_or_refused(text in any_field()) {
        crate::laws::check_position_text::<Enochian>(&text, &no_limit());
        crate::laws::check_position_text::<Enochian>(&text, &dice());
    }

    #[test]
    fn any_fields_after_a_valid_board_are_parsed_or_refused(
        army in "[brkyx]", controllers in "[brky]{4}|brky", frozen in "-|b?r?k?y?", captors in "-|[brky]:[brky](,[brky]:[brky])?",
        die in "[-?1-6]"
    ) {
        let fields = format!("{army} {controllers} {frozen} {captors} 3 8 {die}");
        for pieces in [PIECES, "h8=bK a8=yK d4=kN e6=yN c5=bPq a3=bPq", "a1=bK h1=rK d4=kN e6=rN"] {
            for options in [no_limit(), dice(), two(), strict()] {
                crate::laws::check_position_text::<Enochian>(&text_of(pieces, &fields), &options);
            }
        }
    }
}
