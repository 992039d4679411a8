use super::*;

#[test]
fn after_a_move_without_a_legal_reply_it_is_checkmate_at_once_and_no_ban_is_made() {
    let mated = after(at("k7/8/1K6/8/8/8/8/7R w - - 0 1 2:h1h2"), "m:h1h8");
    assert_eq!((reason(&mated), points(&mated)), (Some(Reason::Checkmate), WHITE_WINS));
    assert_eq!(mated.turn(), Turn::Over);
    assert!(legal(&mated).is_empty());
    assert_eq!(why(&mated, "b:a8b8"), "over");
}

#[test]
fn after_a_move_without_a_legal_reply_it_is_stalemate_at_once_and_no_ban_is_made() {
    let stale = after(at("7k/8/5KQ1/8/8/8/8/8 w - - 0 1 2:g6h5"), "m:f6f7");
    assert_eq!((reason(&stale), points(&stale)), (Some(Reason::Stalemate), DRAW));
}

#[test]
fn after_a_ban_no_legal_move_left_and_in_check_is_checkmate_by_ban() {
    let game = "b:d2d4 m:e2e4 b:e7e5 m:f7f6 b:b1c3 m:d1h5 b:g7g6";
    let mated = after(start(), game);
    assert_eq!((reason(&mated), points(&mated)), (Some(Reason::Checkmate), WHITE_WINS));
}

#[test]
fn after_a_ban_no_legal_move_left_and_not_in_check_is_stalemate_by_ban() {
    let position = at("7k/5K2/8/8/8/8/8/6Q1 b - - 0 1 3");
    assert_eq!(legal(&position), ["b:h8h7"]);
    let stale = after(position, "b:h8h7");
    assert_eq!((reason(&stale), points(&stale)), (Some(Reason::Stalemate), DRAW));
}

#[test]
fn with_exactly_one_pair_to_ban_the_ban_must_still_be_made_by_its_player() {
    let position = after(start(), "b:d2d4 m:e2e4 b:e7e5 m:f7f6 b:b1c3 m:d1h5");
    assert_eq!(position.turn(), Turn::Seat(WHITE));
    assert_eq!(legal(&position), ["b:g7g6"]);
    assert_eq!(position.outcome(), None);
}

#[test]
fn insufficient_material_is_an_immediate_draw() {
    for drawn in [
        "8/8/8/3k4/8/3K4/8/8 w - - 0 1 1",
        "8/8/8/3k4/8/3K4/3N4/8 w - - 0 1 1",
        "8/8/8/3k4/8/3K4/3n4/8 b - - 0 1 3",
        "8/8/8/3k4/8/3K4/3B4/8 w - - 0 1 1",
        "8/8/8/3k4/8/3K4/3B1B2/4B1b1 w - - 0 1 1",
        "8/8/8/3k4/8/3K4/3B4/4b3 w - - 0 1 1",
    ] {
        // The squares d2, f2, e1 and g1 are all dark.
        let position = at(drawn);
        assert_eq!(reason(&position), Some(Reason::InsufficientMaterial), "{drawn}");
        assert_eq!(points(&position), DRAW);
        assert!(legal(&position).is_empty());
    }
}

#[test]
fn other_material_is_sufficient() {
    for open in [
        "8/8/8/3k4/8/3K4/3NN3/8 w - - 0 1 1",
        "8/8/8/3k4/8/3K4/3Nn3/8 w - - 0 1 1",
        "8/8/8/3k4/8/3K4/3Bn3/8 w - - 0 1 1",
        "8/8/8/3k4/8/3K4/3BB3/8 w - - 0 1 1",
        "8/8/8/3k4/8/3K4/3Bb3/8 w - - 0 1 1",
        "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1 1",
        "8/8/8/3k4/8/3K4/3R4/8 w - - 0 1 1",
        "8/8/8/3k4/8/3K4/3Q4/8 b - - 0 1 3",
    ] {
        assert_eq!(at(open).outcome(), None, "{open}");
    }
}

#[test]
fn a_capture_that_leaves_insufficient_material_ends_the_game_before_any_ban() {
    let position = after(at("8/8/8/3k4/8/8/3r4/3K4 w - - 0 1 2:d1c1"), "m:d1d2");
    assert_eq!(reason(&position), Some(Reason::InsufficientMaterial));
}

#[test]
fn fifty_moves_is_an_automatic_draw_judged_right_after_the_move_and_before_any_ban() {
    let position = at("k7/8/8/8/8/8/8/K6R w - - 99 80 318:h1h2");
    assert_eq!(position.outcome(), None);
    let position = after(position, "m:h1h3");
    assert_eq!((reason(&position), points(&position)), (Some(Reason::FiftyMoves), DRAW));
    assert_eq!(position.to_string(), "k7/8/8/8/8/7R/8/K7 b - - 100 80 319");
}

#[test]
fn bans_do_not_count_for_fifty_moves() {
    let position = after(at("k7/8/8/8/8/8/8/K6R w - - 98 80 317"), "b:h1h2 m:h1h3 b:a8b8");
    assert_eq!(position.outcome(), None);
    assert!(position.to_string().contains(" 99 80 "), "{position}");
    assert_eq!(reason(&after(position, "m:a8a7")), Some(Reason::FiftyMoves));
}

#[test]
fn a_pawn_move_or_capture_resets_the_count_of_fifty_moves() {
    let position = after(at("k7/8/8/8/8/8/P7/K6R w - - 99 80 318:h1h2"), "m:a2a3");
    assert!(position.outcome().is_none() && position.to_string().contains(" 0 80 "), "{position}");
    let position = after(at("k7/8/8/8/8/8/P6p/K6R w - - 99 80 318:h1g1"), "m:h1h2");
    assert_eq!(position.outcome(), None);
}

#[test]
fn mate_or_stalemate_by_the_hundredth_half_move_comes_first() {
    let mated = after(at("k7/8/1K6/8/8/8/8/7R w - - 99 80 317"), "b:h1h2 m:h1h8");
    assert_eq!(reason(&mated), Some(Reason::Checkmate));
    let stale = after(at("7k/8/5KQ1/8/8/8/8/8 w - - 99 80 318:g6h5"), "m:f6f7");
    assert_eq!(reason(&stale), Some(Reason::Stalemate));
}

#[test]
fn the_order_of_tests_after_a_move_is_mate_or_stalemate_insufficient_material_fifty_moves() {
    // Bare kings at the hundredth quiet ply: material is judged first.
    assert_eq!(reason(&at("8/8/8/3k4/8/3K4/8/8 w - - 100 90 357")), Some(Reason::InsufficientMaterial));
    // A lone bishop with a stalemated king: stalemate is judged first.
    assert_eq!(reason(&at("k7/2K5/1B6/8/8/8/8/8 b - - 100 90 359")), Some(Reason::Stalemate));
}

#[test]
fn a_start_position_is_judged_as_if_it_had_just_been_reached() {
    assert_eq!(reason(&at("k7/8/8/8/8/8/8/K6R w - - 100 90 357")), Some(Reason::FiftyMoves));
    assert_eq!(reason(&at("k6R/8/1K6/8/8/8/8/8 b - - 0 1 3")), Some(Reason::Checkmate));
    assert_eq!(
        reason(&at("rnbqkbnr/ppppp1pp/5p2/7Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2 8:g7g6")),
        Some(Reason::Checkmate)
    );
}

#[test]
fn resignation_loses_at_any_time_in_and_out_of_turn() {
    for position in [start(), after(start(), "b:e2e4"), after(start(), "b:e2e4 m:d2d4")] {
        for (seat, expected) in [(WHITE, BLACK_WINS), (BLACK, WHITE_WINS)] {
            let mut position = position.clone();
            position.forfeit(seat, ForfeitCause::Resign);
            assert_eq!((reason(&position), points(&position)), (Some(Reason::Resignation), expected));
            assert!(legal(&position).is_empty() && position.active_seats().is_empty());
        }
    }
}

#[test]
fn a_draw_can_be_agreed_at_any_time() {
    for mut position in [start(), after(start(), "b:e2e4"), after(start(), "b:e2e4 m:d2d4")] {
        position.end(position.draw_outcome(Reason::Agreement));
        assert_eq!((reason(&position), points(&position)), (Some(Reason::Agreement), DRAW));
    }
}

fn flagged(text: &str, seat: Seat) -> (Points, Points) {
    let mut position = at(text);
    position.forfeit(seat, ForfeitCause::Flag);
    assert_eq!(reason(&position), Some(Reason::Flag), "{text}");
    points(&position)
}

#[test]
fn flag_fall_loses() {
    assert_eq!(flagged(START, WHITE), BLACK_WINS);
    assert_eq!(flagged(START, BLACK), WHITE_WINS);
    assert_eq!(flagged("8/8/8/3k4/8/3K4/3Q4/8 w - - 0 1 1", BLACK), WHITE_WINS);
}

#[test]
fn flag_fall_draws_if_the_opponent_could_not_mate_by_material_alone() {
    assert_eq!(flagged("8/8/8/3k4/8/3K4/3Q4/8 w - - 0 1 1", WHITE), DRAW, "a bare king");
    assert_eq!(flagged("8/8/8/3k4/8/3K4/3Qn3/8 w - - 0 1 1", WHITE), DRAW, "a knight against a queen");
    assert_eq!(
        flagged("8/8/8/3k4/8/3K4/3Rn3/8 w - - 0 1 1", WHITE),
        BLACK_WINS,
        "a rook can help the knight"
    );
    assert_eq!(
        flagged("8/8/8/3k4/8/3K4/3Rb3/8 w - - 0 1 1", WHITE),
        DRAW,
        "one-coloured bishops and no help"
    );
    assert_eq!(
        flagged("8/8/8/3k4/8/3K4/3Pb3/8 w - - 0 1 1", WHITE),
        BLACK_WINS,
        "a pawn can help the bishop"
    );
    assert_eq!(flagged("8/8/8/3k4/8/3K4/2BRb3/8 w - - 0 1 1", WHITE), DRAW, "bishops of one colour");
    assert_eq!(flagged("8/8/8/3k4/8/3K4/3BRb2/8 w - - 0 1 1", WHITE), DRAW, "bishops of one colour");
    assert_eq!(flagged("8/8/8/3k4/8/3K4/1B1Rb3/8 w - - 0 1 1", WHITE), BLACK_WINS, "bishops of both colours");
}

#[test]
fn only_move_phase_states_are_compared_for_repetition() {
    assert_eq!(start().repetition(), Repetition::Uncounted);
    let counted = Repetition::Counted { claim: Some(3), automatic: Some(5) };
    assert_eq!(after(start(), "b:e2e4").repetition(), counted);
}

#[test]
fn a_repeated_state_has_the_same_placement_side_rights_and_ban() {
    let first = after(start(), "b:e2e4");
    let round = "m:g1f3 b:e7e5 m:g8f6 b:e2e4 m:f3g1 b:e7e5 m:f6g8";
    let again = after(first.clone(), round);
    assert!(after(again.clone(), "b:e2e4").is_repetition_of(&first));
    assert!(!after(again, "b:d2d4").is_repetition_of(&first), "another ban");
    let rooks =
        after(start(), "b:e2e4 m:g1f3 b:e7e5 m:g8f6 b:e2e4 m:h1g1 b:e7e5 m:h8g8 b:e2e4 m:g1h1 b:e7e5 m:g8h8");
    let knights = after(start(), "b:e2e4 m:g1f3 b:e7e5 m:g8f6");
    assert!(!after(rooks, "b:e2e4").is_repetition_of(&after(knights, "b:e2e4")), "other castling rights");
}

#[test]
fn en_passant_counts_for_repetition_only_if_a_capture_is_really_possible() {
    // There is no black pawn beside e4: the text has the square, but the position is the same without it.
    let with = at("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1 4:e8d8");
    let without = at("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1 4:e8d8");
    assert!(with.is_repetition_of(&without) && with.key() == without.key() && with != without);
    // The black pawn on d4 is pinned by the rook: it cannot capture either.
    let pinned = at("3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1 4:d8e8");
    let unpinned = at("3k4/8/8/8/3pP3/8/8/3RK3 b - - 0 1 4:d8e8");
    assert!(pinned.is_repetition_of(&unpinned) && pinned.key() == unpinned.key());
    // A free pawn beside it makes a difference.
    let possible = at("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1 4:e8d8");
    let gone = at("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1 4:e8d8");
    assert!(!possible.is_repetition_of(&gone) && possible.key() != gone.key());
}
