use super::*;
use crate::laws;

#[test]
fn a_position_is_six_fen_fields_and_a_seventh_with_the_ply_and_the_ban() {
    assert_eq!(after(start(), "b:e2e4").to_string(), START.replace(" 0 1 1", " 0 1 2:e2e4"));
    for text in [START, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 3 17 68:e8f8"] {
        assert_eq!(at(text).to_string(), text);
    }
}

#[test]
fn the_ply_is_four_a_move_odd_for_bans_even_for_moves() {
    let mut position = start();
    let mut plies = Vec::new();
    for action in "b:e2e4 m:d2d4 b:e7e5 m:d7d5 b:c2c4 m:g1f3".split(' ') {
        plies.push(position.to_string().rsplit(' ').next().unwrap().to_string());
        position = after(position, action);
    }
    assert_eq!(plies, ["1", "2:e2e4", "3", "4:e7e5", "5", "6:c2c4"]);
}

#[test]
fn the_side_letter_is_the_side_whose_move_is_being_banned_or_played() {
    assert!(start().to_string().contains(" w ") && start().turn() == Turn::Seat(BLACK));
    let position = after(start(), "b:e2e4 m:d2d4");
    assert!(position.to_string().contains(" b ") && position.turn() == Turn::Seat(WHITE));
}

#[test]
fn the_en_passant_square_is_written_after_every_double_push() {
    let position = after(start(), "b:e2e4 m:d2d4");
    assert_eq!(position.to_string(), "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1 3");
}

#[test]
fn six_fields_are_accepted_and_are_the_ban_phase() {
    assert_eq!(at(START.strip_suffix(" 1").unwrap()), start());
    assert_eq!(at("4k3/8/8/8/8/8/8/R3K3 b Q - 5 40").to_string(), "4k3/8/8/8/8/8/8/R3K3 b Q - 5 40 159");
}

#[test]
fn a_dash_in_the_seventh_field_is_accepted() {
    assert_eq!(at(&START.replace(" 0 1 1", " 0 1 -")), start());
}

#[test]
fn a_trailing_indicator_in_the_seventh_field_is_ignored() {
    for indicator in ["+", "#", "="] {
        assert_eq!(at(&format!("{START}{indicator}")), start());
        assert_eq!(
            at(&START.replace(" 0 1 1", &format!(" 0 1 2:e2e4{indicator}"))),
            after(start(), "b:e2e4")
        );
    }
}

#[test]
fn a_ply_that_does_not_fit_side_and_move_number_is_refused() {
    for ply in ["0", "3", "4:e2e4", "5", "6:e2e4", "401"] {
        assert!(refused(&START.replace(" 0 1 1", &format!(" 0 1 {ply}"))).contains("the ply"), "{ply}");
    }
}

#[test]
fn a_ban_that_is_not_a_legal_pair_is_refused() {
    for ban in ["e7e5", "e2e5", "a1a1", "e1g1"] {
        let why = refused(&START.replace(" 0 1 1", &format!(" 0 1 2:{ban}")));
        assert!(why.contains("not a legal move of white"), "{why}");
    }
    for ban in ["", "e2", "e2e9", "e2e4q", "e2e4:", "E2E4", "ée4"] {
        assert!(refused(&START.replace(" 0 1 1", &format!(" 0 1 2:{ban}"))).contains("not a pair"), "{ban}");
    }
}

#[test]
fn a_ban_in_the_ban_phase_is_refused() {
    assert!(refused(&START.replace(" 0 1 1", " 0 1 1:e2e4")).contains("ban phase"));
}

#[test]
fn a_move_phase_without_a_ban_is_refused() {
    assert!(refused(&START.replace(" 0 1 1", " 0 1 2")).contains("move phase"));
}

#[test]
fn a_position_that_is_not_legal_chess_is_refused_with_its_own_error() {
    for (text, error) in [
        ("8/8/8/8/8/8/8/8 w - - 0 1", "empty"),
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "a king is missing"),
        ("kk6/8/8/8/8/8/8/K7 w - - 0 1", "more than one king"),
        ("k6P/8/8/8/8/8/8/K7 w - - 0 1", "first or last rank"),
        ("k7/8/8/8/8/8/8/K6r b - - 0 1", "side not to move is in check"),
        ("k7/8/8/8/8/8/8/K6R w KQ - 0 1", "castling rights"),
        ("4k3/8/8/8/8/8/8/R3K3 w K - 0 1", "castling rights"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "en-passant"),
        ("4k3/8/8/8/8/8/8/4K3 w - e4 0 1", "en-passant"),
        ("1QQQQQQQ/QQQQQQQQ/QQ6/8/8/8/8/K6k b - - 0 1", "more than 16 pieces"),
        ("4k3/8/PPPP4/PPPPP3/8/8/8/4K3 w - - 0 1", "more than 8 pawns"),
        ("4k3/8/3N1N2/8/4R3/8/8/4K3 b - - 0 1", "no move could have given check"),
        ("R3k2R/8/8/8/8/8/8/6K1 b - - 0 1", "no move could have given check"),
    ] {
        let why = refused(text);
        assert!(why.contains(error), "{text}: {why}");
    }
}

#[test]
fn made_up_positions_that_can_be_played_are_accepted() {
    for text in ["NNNNk3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1 1", "4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1 3"] {
        assert_eq!(at(text).to_string(), text);
        laws::check_random_games_from(&at(text), &Options {}, 2);
    }
}

#[test]
fn numbers_out_of_range_are_refused() {
    for (half, full) in [
        ("-1", "1"),
        ("0", "0"),
        ("0", "99999999999999999999"),
        ("0", "4294967296"),
        ("4294967296", "1"),
        ("x", "1"),
        ("0", ""),
        ("00", "1"),
        ("0", "01"),
        ("+0", "1"),
        ("0", "1.5"),
    ] {
        refused(&START.replace(" 0 1 1", &format!(" {half} {full} 1")));
        refused(&START.replace(" 0 1 1", &format!(" {half} {full}")));
    }
    refused(&START.replace(" 0 1 1", " 0 1 99999999999999999999"));
    let last = at("4k3/8/8/8/8/8/8/R3K3 b Q - 5 4294967295");
    assert_eq!(last.to_string(), "4k3/8/8/8/8/8/8/R3K3 b Q - 5 4294967295 17179869179");
    laws::check_random_games_from(&last, &Options {}, 3);
}

#[test]
fn every_field_has_its_own_error_and_all_are_reported() {
    let why = refused("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPx/RNBQKBNR/8 x kK e99 a b c");
    for part in [
        "9 ranks",
        "unknown letter 'x'",
        "unknown letter '9' in rank 6",
        "the side",
        "the castling rights",
        "the en-passant square",
        "the half-move clock",
        "the move number",
        "the ply",
    ] {
        assert!(why.contains(part), "{part} is missing in: {why}");
    }
}

#[test]
fn there_is_only_one_way_to_write_a_position() {
    for text in [
        "",
        " ",
        &format!(" {START}"),
        &format!("{START} "),
        &START.replace(" w", "  w"),
        &START.replace(' ', "\t"),
        &START.replace("KQkq", "QKqk"),
        &START.replace("KQkq", "HAha"),
        &START.replace("KQkq", "KKQkq"),
        &START.replace("/8/", "/44/"),
        &START.replace("/8/8/8/8/", "/8/8/8/"),
        &START.replace('w', "W"),
        &format!("{START} 1"),
    ] {
        refused(text);
    }
}
