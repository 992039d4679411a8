use super::*;

const START: &str = "2,bR,bN,bB,bQ,bK,bB,bN,bR,2/2,bP,bP,bP,bP,bP,bP,bP,bP,2/gR,gP,8,pP,pR/gN,gP,8,pP,pN/gB,gP,8,pP,pB/gQ,gP,8,pP,pQ/gK,gP,8,pP,pK/gB,gP,8,pP,pB/gN,gP,8,pP,pN/gR,gP,8,pP,pR/2,wP,wP,wP,wP,wP,wP,wP,wP,2/2,wR,wN,wB,wQ,wK,wB,wN,wR,2 w wgbp wgbp a10,a3,c1,c12,j1,j12,l10,l3 p 0 0 0,0,0,0 -";

#[test]
fn the_starting_position_has_the_text_of_the_rules() {
    assert_eq!(start("{}").to_string(), START);
    assert_eq!(Bishops::parse(START, &Options::default()).unwrap(), start("{}"));
}

/// The start with one field changed.
fn changed(field: usize, to: &str) -> String {
    let mut fields: Vec<&str> = START.split(' ').collect();
    fields[field] = to;
    fields.join(" ")
}

#[test]
fn every_field_is_parsed_strictly() {
    for (field, to, message) in [
        (0, "12/12", "2 ranks instead of 12"),
        (1, "g", "it cannot be grey: after pink, the first that can act is white"),
        (1, "x", "\"x\" is none of w, g, b, p, ? and -"),
        (1, "-", "it cannot be over"),
        (1, "?", "? needs the option kq_sides: random"),
        (1, "ww", "is none of"),
        (2, "wgpb", "some of wgbp in this order"),
        (2, "", "some of wgbp in this order"),
        (2, "wgb", "pink is eliminated but has pieces"),
        (2, "wgb", "pink is eliminated but has no place"),
        (3, "gw", "some of wgbp in this order"),
        (4, "c1,a3", "is not sorted as text"),
        (4, "c1,c1", "c1 is named twice"),
        (4, "c2", "\"c2\" is not the starting square of a rook"),
        (4, "", "is not the starting square of a rook"),
        (5, "-", "\"-\" is none of w, g, b and p"),
        (6, "01", "\"01\" is not a number"),
        (6, "-1", "is not a number"),
        (7, "4294967296", "is not a number from 0 to 4294967295"),
        (8, "0,0,0", "is not four numbers"),
        (8, "0,0,0,70000", "is not four numbers"),
        (9, "b4", "black has a place but is not eliminated"),
        (9, "b4,b4", "black is named twice"),
        (9, "b5", "\"b5\" is not a colour and its place"),
        (9, "", "is not a colour and its place"),
    ] {
        let found = errors(&changed(field, to), "{}");
        assert!(found.contains(message), "{field} {to:?}: {found}");
    }
    assert!(errors(&format!("{START} "), "{}").contains("found 11"));
    assert!(errors(&START.replace(" w wgbp", "  w wgbp"), "{}").contains("found 11"));
    assert!(errors("", "{}").contains("found 1"));
}

#[test]
fn every_board_error_has_its_message() {
    for (from, to, message) in [
        ("/gR,gP,8,pP,pR/gN", "/gR,gP,7,pP,pR/gN", "rank 10 has 11 squares instead of 12"),
        ("/gR,gP,8,pP,pR/gN", "/gR,gP,9,pP,pR/gN", "rank 10 has more than 12 squares"),
        ("/gR,gP,8,pP,pR/gN", "/gR,gP,8,pP,pR,pR/gN", "rank 10 has more than 12 squares"),
        ("/gR,gP,8,pP,pR/gN", "/gR,gP,4,4,pP,pR/gN", "two numbers next to each other in rank 10"),
        ("/gR,gP,8,pP,pR/gN", "/gR,gP,08,pP,pR/gN", "\"08\" in rank 10 is neither"),
        ("/gR,gP,8,pP,pR/gN", "/gR,gP,,8,pP,pR/gN", "\"\" in rank 10 is neither"),
        ("/gR,gP,8,pP,pR/gN", "/gr,gP,8,pP,pR/gN", "\"gr\" in rank 10 is neither"),
        ("wQ,wK", "wQ,wQ", "white is not eliminated and has 0 kings instead of 1"),
        ("wQ,wK", "wK,wK", "white is not eliminated and has 2 kings instead of 1"),
        ("/2,wR", "/wN,1,wR", "the white knight on a1 is in white's corner"),
        ("/2,wR", "/bK,1,wR", "the black king on a1 is in white's corner"),
        ("/2,wR,wN", "/2,wP,wN", "the white pawn on c1 is behind its starting rank"),
        (
            "/gR,gP,8,pP,pR/gN",
            "/gR,gP,wP,7,pP,pR/gN",
            "the white pawn on c10 is on or past its promotion rank",
        ),
        (
            "/gR,gP,8,pP,pR/gN",
            "/gR,gP,7,gP,pP,pR/gN",
            "the grey pawn on j10 is on or past its promotion rank",
        ),
        (
            "/gR,gP,8,pP,pR/gN",
            "/gR,gP,pP,7,pP,pR/gN",
            "the pink pawn on c10 is on or past its promotion rank",
        ),
        ("/2,wR,wN", "/3,wN", "there is no white rook on c1"),
    ] {
        let text = START.replacen(from, to, 1);
        assert_ne!(text, START);
        let found = errors(&text, "{}");
        assert!(found.contains(message), "{to}: {found}");
    }
    let king_moved = setup("wKe4 wRc1 gKa6 bKg12 pKl6").rooks("c1").text('w');
    assert!(errors(&king_moved, "{}").contains("needs an unmoved white king on f1 or g1"));
}

#[test]
fn all_errors_are_reported_at_once() {
    let found = Bishops::parse(&changed(5, "x").replace(" 0 0 ", " 0 00 "), &Options::default()).unwrap_err();
    assert_eq!(found.iter().count(), 2, "{found}");
}

#[test]
fn the_places_must_fit_some_order_of_elimination() {
    let three = setup("wKg1 gKa6 bKg12");
    let text = three.text('w');
    assert!(text.ends_with(" p4"));
    for wrong in ["p3", "p1", "p2"] {
        assert!(errors(&text.replace(" p4", &format!(" {wrong}")), "{}").contains("its place is 4"));
    }
    let two = setup("wKg1 gKa6").options(r#"{"duel":"never"}"#);
    let text = two.text('w');
    for (places, fits) in
        [("b4,p3", true), ("b3,p4", true), ("b3,p3", true), ("b4,p4", false), ("b2,p3", false)]
    {
        let text = text.replace(" b3,p3", &format!(" {places}"));
        assert_eq!(Bishops::parse(&text, &two.options).is_ok(), fits, "{places}");
    }
}

#[test]
fn parsing_eliminates_a_mated_colour() {
    let pieces = "wKc3 wRc11 wRj12 gKa6 bKf12 pKl9";
    for to_act in ['b', 'g'] {
        let game = setup(pieces).last_mover('w').to_act(to_act);
        assert_eq!((living(&game).as_str(), turn(&game)), ("wgp", "grey"));
    }
    assert!(errors(&setup(pieces).last_mover('w').text('p'), "{}").contains("it cannot be pink"));
}

#[test]
fn parsing_with_two_living_colours_starts_the_duel() {
    let game = setup("wKg1 pKl6").last_mover('w').to_act('p');
    assert!(game.to_string().starts_with("duel w:p g3,b3 rnbqkbnr"));
    let game = setup("wKg1 pKl6").last_mover('w').options(r#"{"duel":"operator"}"#).to_act('p');
    assert_eq!(turn(&game), "pink");
    let game = setup("wKg1").last_mover('w').to_act('-');
    assert_eq!(result(&game), "last_standing 12,0,0,0 1,2,2,2");
    assert_eq!(result(&setup("wKg1").last_mover('w').to_act('w')), "last_standing 12,0,0,0 1,2,2,2");
}

#[test]
fn a_short_game_with_an_eliminated_colour_is_over() {
    let game = setup("wKg1 gKa6 bKg12").options(r#"{"short":true}"#).to_act('-');
    assert_eq!(result(&game), "short_game 4,4,4,0 1,1,1,4");
}

#[test]
fn the_seat_to_act_must_be_the_one_in_check() {
    let pieces = "wKg1 wRe12 gKa6 bKg12 pKl6";
    assert_eq!(turn(&setup(pieces).last_mover('w').to_act('b')), "black");
    let found = errors(&setup(pieces).last_mover('w').text('g'), "{}");
    assert!(found.contains("it cannot be grey: after white, the first that is in check is black"), "{found}");
}

#[test]
fn duel_texts_round_trip_and_their_errors_are_reported() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for head in ["duel p:g w4,b3", "duel w:g b3,p3", "duel g:b w3,p4"] {
        let text = format!("{head} {fen}");
        assert_eq!(Bishops::parse(&text, &Options::default()).unwrap().to_string(), text);
    }
    for (head, message) in [
        ("duel w:w -", "is not two colours like p:g"),
        ("duel wb -", "is not two colours like p:g"),
        ("duel g:p w4,b3", "these two play as p:g"),
        ("duel b:w g4,p3", "these two play as w:b"),
        ("duel p:g -", "white is eliminated but has no place"),
        ("duel p:g w4,b3,p2", "pink has a place but is not eliminated"),
        ("duel p:g w4,b4", "its place is 3"),
        ("duel p:g", "a duel takes the finalists"),
    ] {
        let found = errors(&format!("{head} {fen}"), "{}");
        assert!(found.contains(message), "{head}: {found}");
    }
    assert!(errors("duel p:g w4,b3 8/8/8/8/8/8/8/8 w - - 0 1", "{}").contains("it is empty"));
    assert!(errors(&format!("duel p:g w4,b3 {fen}").replace(" 0 1", " 00 0"), "{}").contains("half-move"));
    assert!(errors("duel", "{}").contains("a duel takes"));
}

#[test]
fn counters_never_overflow() {
    let game =
        setup(KINGS).move_count(u32::MAX).quiet_plies(u32::MAX).options(r#"{"quiet_limit":0}"#).to_act('w');
    assert!(after(&game, "g1g2").to_string().contains(" 4294967295 4294967295 "));
    let game = setup("wKg1 wRj5 bQj9 gKa6 bKc12 pKl3").lost_value("0,0,65535,0").to_act('w');
    assert!(after(&game, "j5j9").to_string().contains(" 0,0,65535,0 "));
}

#[test]
fn a_position_takes_at_most_256_bytes() {
    assert!(size_of::<Bishops>() <= 256);
}

#[test]
fn after_a_free_swap_the_same_seat_moves_even_if_another_colour_is_in_check() {
    let checked_by_the_swap = || setup("wKf1 wQg1 gKa9 bKg12 pKl8");
    let read = |setup: BoardSetup| Bishops::parse(&setup.text('w'), &Options::default());
    assert_eq!(read(checked_by_the_swap()).map(drop), Ok(()));
    assert!(read(checked_by_the_swap().unmoved("w")).is_err(), "it has not swapped");
    assert!(read(checked_by_the_swap().last_mover('w')).is_err(), "it was not to act before");
}
