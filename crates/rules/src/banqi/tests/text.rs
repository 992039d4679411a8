use super::*;

fn errors(text: &str) -> Vec<String> {
    let errors = Banqi::parse(text, &Options::default()).expect_err(text);
    errors.iter().map(ToString::to_string).collect()
}

fn only_error(text: &str) -> String {
    let all = errors(text);
    assert_eq!(all.len(), 1, "{text}: {all:?}");
    all[0].clone()
}

#[test]
fn texts_round_trip() {
    for text in [
        START,
        "????????/????????/????????/???????? - 1 - 0 1 h4",
        "q?.....?/c..??.?P/??.Hh??./E.?.???. b 1 ehppppqGGECPP 0 9 -",
        "PpPePqE?/hpG?ek?K/C?HchQEg/??PCpppQ b 1 - 0 9 -",
        "k......./......../......../.......K r 2 ggeecchhpppppqqGGEECCHHPPPPPQQ 4294967295 4294967294 -",
    ] {
        let options = options(r#"{"quiet_limit":0}"#);
        assert_eq!(Banqi::parse(text, &options).unwrap().to_string(), text);
    }
}

#[test]
fn reds_seat_follows_from_the_side_and_the_seat_to_act() {
    let text = |side, seat, ply| {
        format!("k......./......../......../.......K {side} {seat} ggeecchhpppppqqGGEECCHHPPPPPQQ 0 {ply} -")
    };
    for (side, seat, ply, red) in
        [('r', 1, 9, FIRST), ('b', 2, 10, FIRST), ('b', 1, 9, SECOND), ('r', 2, 10, SECOND)]
    {
        assert_eq!(at(&text(side, seat, ply)).colour_of(red), Some(Colour::Red));
    }
}

#[test]
fn there_are_seven_fields_with_single_spaces() {
    for text in [
        "",
        " ",
        "????????/????????/????????/????????",
        "????????/????????/????????/???????? - 1 - 0 1",
        "????????/????????/????????/????????  - 1 - 0 1 -",
        "????????/????????/????????/???????? - 1 - 0 1 - ",
        " ????????/????????/????????/???????? - 1 - 0 1 -",
        "????????/????????/????????/???????? - 1 - 0 1 - -",
    ] {
        assert!(only_error(text).starts_with("the text: "), "{text}");
    }
}

#[test]
fn the_board_has_four_ranks_of_eight_known_letters() {
    let error = |board: &str| only_error(&format!("{board} - 1 - 0 1 -"));
    assert_eq!(error("????????/????????/????????"), "the board: 3 ranks instead of 4");
    assert_eq!(error("????????/????????/????????/????????/????????"), "the board: 5 ranks instead of 4");
    assert_eq!(error("???????/????????/????????/????????"), "the board: rank 4 has 7 squares instead of 8");
    assert_eq!(error("????????/????????/????????/?????????"), "the board: rank 1 has 9 squares instead of 8");
    for bad in ["x", "8", "r", "N", "é", "-"] {
        let error = error(&format!("????????/?{bad}??????/????????/????????"));
        assert!(error.starts_with("the board: unknown letter") && error.contains("rank 3"), "{error}");
    }
}

#[test]
fn more_pieces_than_exist_are_an_error() {
    let error = only_error("kk....../......../......../.......K r 1 ggeecchhpppppqqGGEECCHHPPPPPQQ 0 9 -");
    assert_eq!(error, "the board: 2 k face up and 0 captured, but only 1 exist");
    let error = only_error("k......./......../......../.......K r 1 kggeecchhpppppqqGGEECCHHPPPPPQQ 0 9 -");
    assert_eq!(error, "the board: 1 k face up and 1 captured, but only 1 exist");
    let error = only_error("????????/????????/????????/????P??? r 1 PPPPP 0 9 -");
    assert!(error.contains("1 P face up and 5 captured, but only 5 exist"), "{error}");
}

#[test]
fn face_down_pieces_and_captured_letters_must_add_up() {
    let error = only_error("k......./......../......../......?K r 1 ggeecchhpppppqqGGEECCHHPPPPPQQ 0 9 -");
    assert!(error.starts_with("the captured pieces: 1 face down, but 0 pieces"), "{error}");
    let error = only_error("k......./......../......../.......K r 1 - 0 9 -");
    assert!(error.starts_with("the captured pieces: 0 face down, but 30 pieces"), "{error}");
    let error = only_error("????????/????????/????????/???????? - 1 q 0 1 -");
    assert!(error.starts_with("the captured pieces: 32 face down, but 31 pieces"), "{error}");
}

#[test]
fn captured_letters_must_be_in_order() {
    let error =
        |captured: &str| only_error(&format!("k......./......../......../.......K r 1 {captured} 0 9 -"));
    assert!(error("GGEECCHHPPPPPQQggeecchhpppppqq").contains("is not in the order kgechpqKGECHPQ"));
    assert!(error("gegecchhpppppqqGGEECCHHPPPPPQQ").contains("is not in the order"));
    assert!(error("ggeecc?hpppppqqGGEECCHHPPPPPQQ").contains("unknown letter '?'"));
    assert!(error("ggeecchhpppppqqGGEECCHHPPPPPQQ-").contains("unknown letter '-'"));
    assert!(error("").contains("write - for none"));
}

#[test]
fn a_side_with_all_32_face_down_is_an_error() {
    for side in ["r", "b"] {
        let error = only_error(&format!("????????/????????/????????/???????? {side} 1 - 0 1 -"));
        assert!(error.starts_with("the side: all 32 pieces are face down"), "{error}");
    }
}

#[test]
fn a_missing_side_is_an_error_once_a_piece_was_revealed() {
    for text in [
        "k......./......../......../.......K - 1 ggeecchhpppppqqGGEECCHHPPPPPQQ 0 9 -",
        "????????/????????/????????/???????q - 2 - 0 2 -",
        "????????/????????/????????/???????. - 1 q 0 3 -",
    ] {
        assert!(only_error(text).starts_with("the side: - is only valid before the first flip"), "{text}");
    }
    assert!(only_error("????????/????????/????????/???????? w 1 - 0 1 -").contains("neither r nor b"));
}

#[test]
fn before_the_first_flip_the_counters_are_at_their_start() {
    assert!(only_error("????????/????????/????????/???????? - 1 - 4 1 -").starts_with("the quiet plies"));
    assert!(only_error("????????/????????/????????/???????? - 1 - 0 3 -").starts_with("the ply"));
}

#[test]
fn the_first_seat_acts_on_odd_plies() {
    for (seat, ply) in [(1, 10), (2, 9), (2, 1)] {
        let text =
            format!("k......./......../......../.......K r {seat} ggeecchhpppppqqGGEECCHHPPPPPQQ 0 {ply} -");
        let error = only_error(&text);
        assert_eq!(
            error,
            format!("the seat: {seat} does not match ply {ply}: the first seat acts on odd plies")
        );
    }
    for seat in ["0", "3", "-", "01", "first"] {
        assert!(only_error(&START.replacen(" 1 ", &format!(" {seat} "), 1)).starts_with("the seat: "));
    }
}

#[test]
fn counters_are_plain_numbers() {
    for bad in ["-1", "+1", "01", "1.0", "", "x", "4294967296"] {
        let text = |quiet: &str, ply: &str| {
            format!("k......./......../......../.......K r 1 ggeecchhpppppqqGGEECCHHPPPPPQQ {quiet} {ply} -")
        };
        assert!(only_error(&text(bad, "9")).starts_with("the quiet plies: "), "{bad}");
        assert!(only_error(&text("0", bad)).starts_with("the ply: "), "{bad}");
    }
    assert!(only_error(&START.replace("0 1", "0 0")).contains("not a number from 1"));
}

#[test]
fn the_square_being_flipped_must_be_face_down() {
    let text = |square: &str| {
        format!("k..?..../......../......../.......K r 1 ggeecchhpppppqqGGEECCHHPPPPQQ 0 9 {square}")
    };
    assert_eq!(at(&text("d4")).turn(), Turn::Chance);
    for empty_or_face_up in ["a1", "a4", "h1"] {
        let error = only_error(&text(empty_or_face_up));
        assert_eq!(error, format!("the square being flipped: no face-down piece on {empty_or_face_up}"));
    }
    for bad in ["D4", "d5", "i1", "d", "d44", "?d4", "", "é1"] {
        assert!(only_error(&text(bad)).contains("neither - nor a square"), "{bad}");
    }
}

#[test]
fn all_errors_are_reported_at_once() {
    let reported = errors("kk?...../....x.../......../.......K w 3 qk -1 0 z9").join("\n");
    for part in ["the board", "the side", "the seat", "the captured pieces", "the quiet plies", "the ply"] {
        assert!(reported.contains(part), "{part} in {reported}");
    }
    assert!(reported.contains("the square being flipped"));
    let reported = errors("kk....../......../......../.......K - 2 gg 0 9 h4");
    assert_eq!(reported.len(), 4, "{reported:?}");
}

#[test]
fn a_saturated_ply_number_still_parses() {
    let mut position =
        at("k......./......../......../.......K r 1 ggeecchhpppppqqGGEECCHHPPPPPQQ 0 4294967295 -");
    for action in ["a4b4", "h1g1", "b4a4", "g1h1"] {
        let seat = position.turn();
        position = after(position, action);
        assert_ne!(position.turn(), seat, "the turn passes");
        assert_eq!(at(&position.to_string()), position);
    }
}
