use super::*;

#[test]
fn the_game_starts_with_black_banning_one_of_whites_moves() {
    assert_eq!(start().to_string(), START);
    assert_eq!(start().turn(), Turn::Seat(BLACK));
    let bans = legal(&start());
    assert_eq!(bans.len(), 20);
    assert!(bans.iter().all(|ban| ban.starts_with("b:")) && bans.contains(&"b:e2e4".to_string()));
}

#[test]
fn then_white_moves_white_bans_black_moves_black_bans_and_so_on() {
    let mut position = start();
    let game = "b:e2e4 m:d2d4 b:e7e5 m:d7d5 b:c2c4 m:g1f3 b:g8f6 m:c7c6";
    let mut turns = Vec::new();
    for action in game.split(' ') {
        turns.push((position.turn().name(SEATS), &action[..1]));
        position = after(position, action);
    }
    let expected = [
        ("black", "b"),
        ("white", "m"),
        ("white", "b"),
        ("black", "m"),
        ("black", "b"),
        ("white", "m"),
        ("white", "b"),
        ("black", "m"),
    ];
    assert_eq!(turns, expected);
}

#[test]
fn after_a_move_the_same_seat_bans_and_after_a_ban_the_other_seat_moves() {
    let position = after(start(), "b:e2e4 m:d2d4");
    assert_eq!(position.turn(), Turn::Seat(WHITE));
    assert_eq!(after(position, "b:e7e5").turn(), Turn::Seat(BLACK));
}

#[test]
fn both_phases_are_compulsory_and_there_is_no_pass() {
    assert_eq!(why(&start(), "m:e2e4"), "phase");
    assert_eq!(why(&start(), "Nf3"), "phase");
    assert_eq!(why(&after(start(), "b:e2e4"), "b:d2d4"), "phase");
    for pass in ["", "-", "--", "pass", "b:", "m:", "m:-", "0000", "m:0000", "b:0000"] {
        assert!(start().parse_action(pass).is_err(), "{pass:?} as a ban");
        assert!(after(start(), "b:e2e4").parse_action(pass).is_err(), "{pass:?} as a move");
    }
}

#[test]
fn legal_bans_are_the_distinct_pairs_of_all_legal_chess_moves_of_the_side_about_to_move() {
    // A king, and a pawn that can promote to four pieces on each of two squares.
    let position = at("1n5k/P7/8/8/8/8/8/K7 w - - 0 1 1");
    assert_eq!(legal(&position), ["b:a1a2", "b:a1b1", "b:a1b2", "b:a7a8", "b:a7b8"]);
}

#[test]
fn legal_moves_are_all_its_legal_chess_moves_except_those_with_the_banned_pair() {
    let position = at("1n5k/P7/8/8/8/8/8/K7 w - - 0 1 2:a1a2");
    let moves = [
        "m:a1b1", "m:a1b2", "m:a7a8b", "m:a7a8n", "m:a7a8q", "m:a7a8r", "m:a7b8b", "m:a7b8n", "m:a7b8q",
        "m:a7b8r",
    ];
    assert_eq!(legal(&position), moves);
    assert_eq!(why(&position, "m:a1a2"), "banned");
}

#[test]
fn a_ban_lives_for_exactly_one_move() {
    let position = after(start(), "b:e2e4 m:d2d4 b:e7e5 m:d7d5 b:c2c4");
    assert!(legal(&position).contains(&"m:e2e4".to_string()));
    assert!(!legal(&position).contains(&"m:c2c4".to_string()));
}

#[test]
fn bans_never_stack() {
    let position = after(start(), "b:e2e4");
    assert_eq!(why(&position, "b:d2d4"), "phase");
    let position = after(position, "m:d2d4 b:e7e5 m:d7d5 b:e2e4");
    assert_eq!(
        legal(&position).len() + 1,
        legal(&at("rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2")).len()
    );
}

#[test]
fn a_ban_on_a_promotion_pair_bans_all_four_promotions_on_it() {
    let position = at("1n5k/P7/8/8/8/8/8/K7 w - - 0 1 2:a7a8");
    assert!(!legal(&position).iter().any(|action| action.starts_with("m:a7a8")));
    assert_eq!(legal(&position).iter().filter(|action| action.starts_with("m:a7b8")).count(), 4);
    for promotion in ["m:a7a8q", "m:a7a8n", "a8=R", "a8=B"] {
        assert_eq!(why(&position, promotion), "banned", "{promotion}");
    }
}

#[test]
fn a_ban_on_the_kings_two_square_move_bans_that_castling_and_rights_are_unaffected() {
    let position = at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 2:e1g1");
    assert_eq!(why(&position, "m:e1g1"), "banned");
    assert_eq!(why(&position, "O-O"), "banned");
    assert!(legal(&position).contains(&"m:e1c1".to_string()));
    let later = after(position, "m:a1b1 b:e8g8 m:a8b8 b:e1e2");
    assert!(later.to_string().contains(" w Kk "), "{later}");
    assert!(legal(&later).contains(&"m:e1g1".to_string()), "the right was unaffected");
}

#[test]
fn a_ban_on_an_en_passant_capture_uses_it_up_the_opportunity_still_lapses_after_that_move() {
    let position = at("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1 2:e1d1");
    let position = after(position, "m:e2e4");
    assert!(legal(&position).contains(&"b:d4e3".to_string()));
    let position = after(position, "b:d4e3");
    assert_eq!(why(&position, "m:d4e3"), "banned");
    let position = after(position, "m:e8e7 b:e1e2 m:e1d1 b:e7e6");
    assert!(!legal(&position).iter().any(|action| action == "m:d4e3"), "it has lapsed");
    assert_eq!(why(&position, "m:d4e3"), "pawn_capture");
}

#[test]
fn otherwise_the_rules_of_fide_chess_apply() {
    // The chess library handles pins, checks and castling through check. A pinned piece shows that it is used.
    let position = at("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1 1");
    assert!(!legal(&position).iter().any(|action| action.starts_with("b:e2")));
}
