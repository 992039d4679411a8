use super::*;

fn faults(text: &str) -> Vec<String> {
    let faults = Banqi::parse(text, &Options::default()).expect_err(text);
    faults.iter().map(ToString::to_string).collect()
}

fn only_fault(text: &str) -> String {
    let all = faults(text);
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
        assert!(only_fault(text).starts_with("the text: "), "{text}");
    }
}

#[test]
fn the_board_has_four_ranks_of_eight_known_letters() {
    let fault = |board: &str| only_fault(&format!("{board} - 1 - 0 1 -"));
    assert_eq!(fault("????????/????????/????????"), "the board: 3 ranks instead of 4");
    assert_eq!(fault("????????/????????/????????/????????/????????"), "the board: 5 ranks instead of 4");
    assert_eq!(fault("???????/????????/????????/????????"), "the board: rank 4 has 7 squares instead of 8");
    assert_eq!(fault("????????/????????/????????/?????????"), "the board: rank 1 has 9 squares instead of 8");
    for bad in ["x", "8", "r", "N", "é", "-"] {
        let fault = fault(&format!("????????/?{bad}??????/????????/????????"));
        assert!(fault.starts_with("the board: unknown letter") && fault.contains("rank 3"), "{fault}");
    }
}

#[test]
fn more_pieces_than_exist_are_a_fault() {
    let fault = only_fault("kk....../......../......../.......K r 1 ggeecchhpppppqqGGEECCHHPPPPPQQ 0 9 -");
    assert_eq!(fault, "the board: 2 k face-up and 0 captured, but only 1 exist");
    let fault = only_fault("k......./......../......../.......K r 1 kggeecchhpppppqqGGEECCHHPPPPPQQ 0 9 -");
    assert_eq!(fault, "the board: 1 k face-up and 1 captured, but only 1 exist");
    let fault = only_fault("????????/????????/????????/????P??? r 1 PPPPP 0 9 -");
    assert!(fault.contains("1 P face-up and 5 captured, but only 5 exist"), "{fault}");
}

#[test]
fn hidden_pieces_and_captured_letters_must_add_up() {
    let fault = only_fault("k......./......../......../......?K r 1 ggeecchhpppppqqGGEECCHHPPPPPQQ 0 9 -");
    assert!(fault.starts_with("the captured pieces: 1 face-down, but 0 pieces"), "{fault}");
    let fault = only_fault("k......./......../......../.......K r 1 - 0 9 -");
    assert!(fault.starts_with("the captured pieces: 0 face-down, but 30 pieces"), "{fault}");
    let fault = only_fault("????????/????????/????????/???????? - 1 q 0 1 -");
    assert!(fault.starts_with("the captured pieces: 32 face-down, but 31 pieces"), "{fault}");
}

#[test]
fn captured_letters_stand_in_their_order() {
    let fault =
        |captured: &str| only_fault(&format!("k......./......../......../.......K r 1 {captured} 0 9 -"));
    assert!(fault("GGEECCHHPPPPPQQggeecchhpppppqq").contains("is not in the order kgechpqKGECHPQ"));
    assert!(fault("gegecchhpppppqqGGEECCHHPPPPPQQ").contains("is not in the order"));
    assert!(fault("ggeecc?hpppppqqGGEECCHHPPPPPQQ").contains("unknown letter '?'"));
    assert!(fault("ggeecchhpppppqqGGEECCHHPPPPPQQ-").contains("unknown letter '-'"));
    assert!(fault("").contains("- means none"));
}

#[test]
fn a_side_with_all_32_face_down_is_a_fault() {
    for side in ["r", "b"] {
        let fault = only_fault(&format!("????????/????????/????????/???????? {side} 1 - 0 1 -"));
        assert!(fault.starts_with("the side: all 32 pieces lie face-down"), "{fault}");
    }
}

#[test]
fn no_side_is_a_fault_once_a_piece_was_revealed() {
    for text in [
        "k......./......../......../.......K - 1 ggeecchhpppppqqGGEECCHHPPPPPQQ 0 9 -",
        "????????/????????/????????/???????q - 2 - 0 2 -",
        "????????/????????/????????/???????. - 1 q 0 3 -",
    ] {
        assert!(only_fault(text).starts_with("the side: - stands before the first flip"), "{text}");
    }
    assert!(only_fault("????????/????????/????????/???????? w 1 - 0 1 -").contains("neither r nor b"));
}

#[test]
fn before_the_first_flip_there_was_no_ply() {
    assert!(only_fault("????????/????????/????????/???????? - 1 - 4 1 -").starts_with("the quiet plies"));
    assert!(only_fault("????????/????????/????????/???????? - 1 - 0 3 -").starts_with("the ply"));
}

#[test]
fn the_first_seat_acts_on_odd_plies() {
    for (seat, ply) in [(1, 10), (2, 9), (2, 1)] {
        let text =
            format!("k......./......../......../.......K r {seat} ggeecchhpppppqqGGEECCHHPPPPPQQ 0 {ply} -");
        let fault = only_fault(&text);
        assert_eq!(
            fault,
            format!("the seat: {seat} does not fit ply {ply}: the first seat acts on odd plies")
        );
    }
    for seat in ["0", "3", "-", "01", "first"] {
        assert!(only_fault(&START.replacen(" 1 ", &format!(" {seat} "), 1)).starts_with("the seat: "));
    }
}

#[test]
fn counters_are_plain_numbers() {
    for bad in ["-1", "+1", "01", "1.0", "", "x", "4294967296"] {
        let text = |quiet: &str, ply: &str| {
            format!("k......./......../......../.......K r 1 ggeecchhpppppqqGGEECCHHPPPPPQQ {quiet} {ply} -")
        };
        assert!(only_fault(&text(bad, "9")).starts_with("the quiet plies: "), "{bad}");
        assert!(only_fault(&text("0", bad)).starts_with("the ply: "), "{bad}");
    }
    assert!(only_fault(&START.replace("0 1", "0 0")).contains("not a number from 1"));
}

#[test]
fn the_square_being_turned_must_be_face_down() {
    let text = |square: &str| {
        format!("k..?..../......../......../.......K r 1 ggeecchhpppppqqGGEECCHHPPPPQQ 0 9 {square}")
    };
    assert_eq!(at(&text("d4")).turn(), Turn::Chance);
    for empty_or_face_up in ["a1", "a4", "h1"] {
        let fault = only_fault(&text(empty_or_face_up));
        assert_eq!(fault, format!("the square being turned: nothing lies face-down on {empty_or_face_up}"));
    }
    for bad in ["D4", "d5", "i1", "d", "d44", "?d4", "", "é1"] {
        assert!(only_fault(&text(bad)).contains("neither - nor a square"), "{bad}");
    }
}

#[test]
fn all_faults_are_told_at_once() {
    let told = faults("kk?...../....x.../......../.......K w 3 qk -1 0 z9").join("\n");
    for part in ["the board", "the side", "the seat", "the captured pieces", "the quiet plies", "the ply"] {
        assert!(told.contains(part), "{part} in {told}");
    }
    assert!(told.contains("the square being turned"));
    let told = faults("kk....../......../......../.......K - 2 gg 0 9 h4");
    assert_eq!(told.len(), 4, "{told:?}");
}

#[test]
fn the_ply_number_stays_readable_where_it_can_grow_no_more() {
    let mut position =
        at("k......./......../......../.......K r 1 ggeecchhpppppqqGGEECCHHPPPPPQQ 0 4294967295 -");
    for action in ["a4b4", "h1g1", "b4a4", "g1h1"] {
        let seat = position.turn();
        position = after(position, action);
        assert_ne!(position.turn(), seat, "the turn passes");
        assert_eq!(at(&position.to_string()), position);
    }
}
