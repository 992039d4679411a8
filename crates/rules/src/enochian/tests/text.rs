use super::*;
use proptest::prelude::*;

/// The faults of a text with this board and these fields, joined.
fn faults(text: &str, options: &Options) -> String {
    Enochian::parse(text, options).expect_err(text).to_string()
}

fn refused(men: &str, fields: &str, wrong: &str) {
    let text = text_of(men, fields);
    let found = faults(&text, &no_limit());
    assert_eq!(found, wrong, "{text}");
}

const MEN: &str = "h8=bK h1=rK a1=kK a8=yK d4=kN e6=yN";

#[test]
fn the_text_says_everything_that_play_depends_on() {
    let men = "h8=bK+bB h1=rK d5=kN e4=kPr b8=yN g2=yPq";
    for (yellow, fields) in
        [("a8=yK", "b brky k k:r 12 77 -"), ("a8=yK", "r brby - k:y 0 1 -"), ("c8=yB", "b brky ky y:b 4 9 -")]
    {
        let text = text_of(&format!("{men} {yellow}"), fields);
        assert_eq!(read(&text, &no_limit()).to_string(), text);
    }
}

#[test]
fn two_kings_in_an_army_are_refused() {
    refused(&format!("{MEN} c3=bK"), "b brky - -", "the board: Blue has two kings: an army has one at most");
    refused(
        "h8=bK+bK h1=rK a1=kK a8=yK",
        "b brky - -",
        "the board: Blue has two kings: an army has one at most",
    );
}

#[test]
fn a_frozen_army_with_a_king_is_refused() {
    refused(MEN, "b brky r -", "the frozen armies: Red is frozen, but has a king");
}

#[test]
fn an_unfrozen_army_without_a_king_under_its_own_seat_is_refused() {
    let wrong = "the kings: Red has none under its own seat: it must be frozen";
    refused("h8=bK a1=kK a8=yK d4=kN e6=yN", "b brky - r:b", wrong);
    refused("h8=bK a1=kK a8=yK d4=kN e6=yN", "b brky - -", wrong);
    assert!(Enochian::parse(&text_of("h8=bK a1=kK a8=yK d4=kN e6=rN", "b byky - r:b"), &no_limit()).is_ok());
}

#[test]
fn a_controller_of_the_wrong_team_is_refused() {
    refused(MEN, "b rrky - -", "the controllers: r decides for Blue, but is of the other team");
    refused(MEN, "b brkb - -", "the controllers: b decides for Yellow, but is of the other team");
}

#[test]
fn a_captor_of_the_wrong_team_is_refused() {
    let men = "h8=bK a1=kK a8=yK d4=kN e6=yN";
    refused(men, "b brky r r:y", "the captors: \"r:y\": a king's captor is of the other team");
    refused(men, "b brky r r:r", "the captors: \"r:r\": a king's captor is of the other team");
}

#[test]
fn two_men_on_a_square_that_is_not_their_own_throne_are_refused() {
    for (men, square) in [("d5=bK+bB", "d5"), ("h1=bK+bB", "h1"), ("d5=bN+bB", "d5"), ("h8=bK+kB", "h8")] {
        let others = if men.starts_with("h1") { "a1=kK a8=yK e6=yN" } else { "h1=rK a1=kK a8=yK e6=yN" };
        let found = faults(&text_of(&format!("{others} {men}"), "b brky - -"), &no_limit());
        assert_eq!(found, format!("the board: two men on {square}, which is not their own throne"));
    }
    let wrong = "the board: two men on h8: the first of them must be the king";
    refused("h8=bB+bK h1=rK a1=kK a8=yK", "b brky - -", wrong);
    refused("h8=bB+bR h1=rK a1=kK a8=yK g5=bK", "b brky - -", wrong);
    let wrong = "the board: 3 men on h8: two at most share a throne";
    refused("h8=bK+bR+bB h1=rK a1=kK a8=yK", "b brky - -", wrong);
}

#[test]
fn a_captor_of_a_living_king_is_refused() {
    refused(MEN, "b brky - r:b", "the captors: Red's king has a captor, but lives");
}

#[test]
fn runs_next_to_each_other_are_refused() {
    let text = text_of(MEN, "b brky - -").replacen("/8/", "/3,5/", 1);
    let wrong = "the board: two numbers next to each other in rank 7: write their sum";
    assert_eq!(faults(&text, &no_limit()), wrong);
}

#[test]
fn ranks_that_do_not_add_up_to_eight_are_refused() {
    let text = text_of(MEN, "b brky - -");
    assert_eq!(
        faults(&text.replacen("/8/", "/7/", 1), &no_limit()),
        "the board: rank 7 has 7 squares instead of 8"
    );
    assert_eq!(
        faults(&text.replacen("/8/", "/8,bN/", 1), &no_limit()),
        "the board: rank 7 has 9 squares instead of 8"
    );
    assert!(
        faults(&text.replacen("/8/", "/", 1), &no_limit()).starts_with("the board: 7 ranks instead of 8")
    );
    assert!(faults(&text.replacen("/8/", "/8/8/", 1), &no_limit()).starts_with("the board: 9 ranks"));
}

#[test]
fn unknown_letters_are_refused() {
    for (bad, wrong) in [
        ("gN", "unknown letter 'g': armies are b, r, k and y"),
        ("bX", "unknown letter 'X': pieces are K, Q, B, N, R and P"),
        ("bn", "unknown letter 'n': pieces are K, Q, B, N, R and P"),
        ("bPk", "unknown letter 'k': types of pawns are q, b, n and r"),
        ("bPQ", "unknown letter 'Q': types of pawns are q, b, n and r"),
        ("bP", "a pawn's type is missing: it is q, b, n or r"),
        ("b", "the piece is missing: it is K, Q, B, N, R or P with a type"),
        ("bNq", "'q' is too much for one man"),
        ("bN+", "a man is missing: write an army's letter and a piece's"),
    ] {
        let found = faults(&text_of(&format!("{MEN} d5={bad}"), "b brky - -"), &no_limit());
        assert!(found.contains(wrong), "{bad}: {found}");
    }
}

#[test]
fn every_field_is_written_in_one_way_only() {
    let (men, good) = ("h8=bK a8=yK d4=kN e6=yN", "b brky rk r:b,k:y 0 1 -");
    assert!(Enochian::parse(&text_of(men, good), &no_limit()).is_ok());
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
        let found = faults(&text_of(men, fields), &no_limit());
        assert!(found.starts_with(part), "{fields}: {found}");
    }
    for die in ["-", "0", "7", "", "01", "??"] {
        let fields = format!("b brky rk r:b,k:y 0 1 {die}");
        assert!(faults(&text_of(men, &fields), &dice()).starts_with("the die"), "{die:?}");
    }
    for text in [
        "",
        " ",
        "8/8/8/8/8/8/8/8",
        &format!("{} ", text_of(men, good)),
        &text_of(men, good).replace(' ', "  "),
    ] {
        assert!(faults(text, &no_limit()).starts_with("the text"), "{text:?}");
    }
}

#[test]
fn runs_are_numbers_from_one_to_eight() {
    let text = text_of(MEN, "b brky - -");
    for bad in ["0,8", "08", "9", "8x", "44"] {
        let found = faults(&text.replacen("/8/", &format!("/{bad}/"), 1), &no_limit());
        assert!(found.contains("a run of empty squares is a number from 1 to 8"), "{bad}: {found}");
    }
}

#[test]
fn captors_may_come_in_any_order_and_are_written_by_army() {
    let men = "h8=bK a8=yK d4=kN e6=yN";
    let position = at(men, "b brky rk k:y,r:b");
    assert_eq!(field(&position, 4), "r:b,k:y");
}

#[test]
fn all_faults_are_reported_at_once() {
    let found = faults(&text_of(&format!("{MEN} d5=bX c3=bK"), "x brrr kr - 00 0 9"), &no_limit());
    assert_eq!(found.matches("; ").count(), 7, "{found}");
}

#[test]
fn no_king_on_the_board_is_refused() {
    refused(
        "d4=kN e6=yN",
        "b brky brky -",
        "the kings: no army has one: the game ends when one team has lost both",
    );
}

#[test]
fn any_controller_of_the_own_team_is_accepted() {
    for rest in ["k brby b b:y", "b krby - -", "k kyby - -"] {
        let men = if rest.ends_with("b:y") {
            "a1=kK h1=rK a8=yK d4=kN e6=yN f5=bN"
        } else {
            "h8=bK a1=kK h1=rK a8=yK d4=kN e6=yN f5=bN"
        };
        let position = Enochian::parse(&text_of(men, rest), &no_limit()).unwrap();
        assert_eq!(position.to_string(), text_of(men, rest));
        assert_eq!(to_move(&position), if rest.starts_with('b') { "black" } else { "blue" });
    }
}

#[test]
fn how_many_men_of_a_kind_there_are_is_not_limited() {
    let queens: String = ('a'..='h').map(|file| format!(" {file}5=bQ")).collect();
    let pawns: String = ('a'..='h').map(|file| format!(" {file}4=rPn")).collect();
    assert!(Enochian::parse(&text_of(&format!("{KINGS}{queens}{pawns}"), "b brky - -"), &no_limit()).is_ok());
}

#[test]
fn a_text_whose_army_cannot_act_is_moved_on() {
    let frozen = at("h8=bK a1=kK a8=yK h2=rR b8=yN g8=bPr", "r brky r r:k");
    assert_eq!(field(&frozen, 1), "k");
    let stalemated = at("h8=bK h7=bN h3=rR g3=rR e1=rK a1=kK a8=yK c3=kN b8=yN", "b brky - -");
    assert_eq!(field(&stalemated, 1), "r");
}

#[test]
fn a_start_text_ignores_array_and_board() {
    let options = Options { array: Element::Fire, board: Element::Fire, ..no_limit() };
    let text = text_of(MEN, "y brky - -");
    assert_eq!(read(&text, &options), read(&text, &no_limit()));
}

#[test]
fn actions_are_read_in_their_canonical_form_only() {
    let start = Enochian::start(&Options::default());
    assert!(start.parse_action("Pg8f8").is_ok());
    for bad in [
        "g8f8", "pg8f8", "Pg8-f8", "PG8F8", "Pg8f8 ", " Pg8f8", "Pg8f", "Pg8", "P", "", "é", "Pg8fé", "=",
        "=7", "=0", "=11",
    ] {
        assert_eq!(why(&start, bad), "format", "{bad:?}");
    }
    assert_eq!(why(&start, "=3"), "throw");
    for treaty in ["exchange", "Exchange", "draw", "claim", "resign:blue"] {
        assert!(start.parse_action(treaty).is_err(), "{treaty}");
    }
}

#[test]
fn the_key_tells_apart_what_the_text_tells_apart_except_the_counts() {
    let men = "h8=kK h1=rK a8=yK d4=bN f5=kN b8=yN";
    let key = |men: &str, fields: &str| set(men, fields, &no_limit()).key();
    let base = key(men, "r krky - b:y");
    assert_eq!(base, key(men, "r krky - b:y 7 90 -"));
    for fields in
        ["y krky - b:y", "r krky - b:r", "r krky - -", "r krky b b:y", "r brky b b:y", "k krky - b:y"]
    {
        assert_ne!(base, key(men, fields), "{fields}");
    }
    assert_ne!(
        key("h8=bK+bQ h1=rK a1=kK a8=yK e6=yN", "b brky - -"),
        key("h8=bK+bPq h1=rK a1=kK a8=yK e6=yN", "b brky - -")
    );
    let thrown = |die: &str| set(men, &format!("k krky - b:y 0 1 {die}"), &dice()).key();
    assert_ne!(thrown("?"), thrown("2"));
    assert_ne!(thrown("1"), thrown("2"));
}

fn any_field() -> impl Strategy<Value = String> {
    proptest::string::string_regex("[brky:,+?KQBNRPqn0-9 /-]{0,40}").expect("a pattern")
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in any_field()) {
        crate::laws::check_position_text::<Enochian>(&text, &no_limit());
        crate::laws::check_position_text::<Enochian>(&text, &dice());
    }

    #[test]
    fn any_fields_after_a_good_board_are_read_or_refused(
        army in "[brkyx]", controllers in "[brky]{4}|brky", frozen in "-|b?r?k?y?", captors in "-|[brky]:[brky](,[brky]:[brky])?",
        die in "[-?1-6]"
    ) {
        let fields = format!("{army} {controllers} {frozen} {captors} 3 8 {die}");
        for men in [MEN, "h8=bK a8=yK d4=kN e6=yN c5=bPq a3=bPq", "a1=bK h1=rK d4=kN e6=rN"] {
            for options in [no_limit(), dice(), two(), strict()] {
                crate::laws::check_position_text::<Enochian>(&text_of(men, &fields), &options);
            }
        }
    }

    #[test]
    fn any_action_text_is_read_or_refused(text in "[KQBNRPx]?[a-h][1-9][a-h][1-9](=[QBNRKP])?|=[0-9]|.{0,8}") {
        crate::laws::check_action_text(&Enochian::start(&Options::default()), &text);
        crate::laws::check_action_text(&Enochian::start(&dice()), &text);
    }
}
