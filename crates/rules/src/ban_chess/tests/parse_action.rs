use super::*;

#[test]
fn actions_are_written_as_bcn() {
    let position = at("r3k3/P7/8/8/8/8/8/4K2R w Kq - 0 1 2:e1d1");
    for text in ["m:e1g1", "m:h1h8", "m:e1e2"] {
        assert_eq!(position.parse_action(text).unwrap().to_string(), text);
    }
    let promotion = at("1n5k/P7/8/8/8/8/8/K7 w - - 0 1 2:a1a2");
    assert_eq!(promotion.parse_action("m:a7b8q").unwrap().to_string(), "m:a7b8q");
    assert_eq!(start().parse_action("b:e2e4").unwrap().to_string(), "b:e2e4");
}

#[test]
fn castling_is_the_kings_two_squares() {
    let position = at("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1 4:e8e7");
    let castlings: Vec<String> =
        legal(&position).into_iter().filter(|a| a.starts_with("m:e8c") || a.starts_with("m:e8g")).collect();
    assert_eq!(castlings, ["m:e8c8", "m:e8g8"]);
    for no in ["m:e8h8", "m:e8a8", "b:e8h8"] {
        assert!(position.parse_action(no).is_err(), "{no}");
    }
}

#[test]
fn a_trailing_indicator_is_accepted_on_input() {
    let parsed = |position: &BanChess, text: &str| position.parse_action(text).expect(text).to_string();
    for indicator in ["+", "#", "="] {
        assert_eq!(parsed(&start(), &format!("b:e2e4{indicator}")), "b:e2e4");
        let position = after(start(), "b:e2e4");
        assert_eq!(parsed(&position, &format!("m:d2d4{indicator}")), "m:d2d4");
        assert_eq!(parsed(&position, &format!("d4{indicator}")), "m:d2d4");
    }
    let promotion = at("1n5k/P7/8/8/8/8/8/K7 w - - 0 1 2:a1a2");
    for text in ["m:a7a8q+", "a8=Q+"] {
        assert_eq!(parsed(&promotion, text), "m:a7a8q");
    }
}

#[test]
fn san_is_accepted_for_moves_with_or_without_the_prefix() {
    let position = after(start(), "b:e2e4");
    assert_eq!(position.parse_action("Nf3").unwrap().to_string(), "m:g1f3");
    assert_eq!(position.parse_action("m:Nf3").unwrap().to_string(), "m:g1f3");
    assert!(start().parse_action("b:Nf3").is_err(), "not for bans");
    assert_eq!(position.parse_action("m:d2d4x").unwrap_err().rule, "format", "x is not a promotion letter");
    assert_eq!(position.parse_action("m:d2d4q").unwrap_err().rule, "promotion");
    let castling = at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 2:e1e2");
    assert_eq!(castling.parse_action("O-O-O").unwrap().to_string(), "m:e1c1");
    assert_eq!(castling.parse_action("0-0").unwrap().to_string(), "m:e1g1");
    let en_passant = at("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1 4:e8d8");
    for four_letters in ["dxe3", "m:dxe3"] {
        assert_eq!(en_passant.parse_action(four_letters).unwrap().to_string(), "m:d4e3");
    }
}

#[test]
fn ambiguity_in_san_is_judged_among_plain_chess_moves_ignoring_the_ban() {
    // Both knights reach d2; one of the two moves is banned.
    let position = at("7k/8/8/8/8/5N2/8/KN6 w - - 0 1 2:b1d2");
    assert_eq!(why(&position, "Nd2"), "ambiguous");
    assert_eq!(position.parse_action("Nfd2").unwrap().to_string(), "m:f3d2");
    assert_eq!(why(&position, "Nbd2"), "banned");
}

#[test]
fn a_promotion_letter_on_a_non_promotion_or_a_promotion_without_its_letter_is_an_error() {
    let position = at("1n4k1/P7/8/8/8/8/8/K6R w - - 0 1 2:a1a2");
    for wrong in ["m:h1h2q", "m:a7a8", "a8", "m:a7b8", "axb8"] {
        assert_eq!(why(&position, wrong), "promotion", "{wrong}");
    }
    for wrong in ["m:a7a8k", "m:a7a8p", "m:a7a8Q", "b:a7a8q", "Rh2=Q"] {
        assert!(position.parse_action(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn texts_that_are_not_actions_are_refused() {
    for nonsense in [
        "", "xyzzy", "e2", "b:e2", "b:e2e9", "m:e2-e4", "M:d2d4", "B:e2e4", "m:d2d4 ", " m:d2d4", "d2d4x",
        "m:é2d4", "b:ééé", "🙂",
    ] {
        let position = after(start(), "b:e2e4");
        assert!(position.parse_action(nonsense).is_err(), "{nonsense:?}");
        assert!(start().parse_action(nonsense).is_err(), "{nonsense:?}");
    }
    assert_eq!(why(&start(), "xyzzy"), "format");
}
