use super::*;
use crate::Points;

#[test]
fn taking_the_last_piece_wins() {
    let position = after(board("......../..gP..../......../........", 'r', ""), "c3d3");
    assert_eq!(win(&position), Some((FIRST, Reason::NoPieces)));
    assert_eq!((position.turn(), position.active_seats()), (Turn::Over, SeatSet::EMPTY));
    assert!(listed(&position).is_empty());
}

#[test]
fn taking_the_last_piece_wins_even_if_face_down_pieces_of_the_mover_remain() {
    let position = after(board("?......./..gP..../......../........", 'r', "p"), "c3d3");
    assert_eq!(win(&position), Some((FIRST, Reason::NoPieces)));
}

#[test]
fn a_face_down_piece_is_a_piece_left() {
    let position = after(board("?......./..gP..../......../........", 'r', "P"), "c3d3");
    assert_eq!(position.outcome(), None);
    assert_eq!(listed(&position), ["?a4"], "the opponent can only flip");
}

#[test]
fn only_face_down_pieces_of_that_colour_count_as_pieces_left() {
    let black_alone = "K?....../......../......../........";
    assert_eq!(win(&board(black_alone, 'r', "P")), Some((SECOND, Reason::NoPieces)));
    assert_eq!(board(black_alone, 'r', "p").outcome(), None);
    let red_alone = "k?....../......../......../........";
    assert_eq!(win(&board(red_alone, 'b', "p")), Some((SECOND, Reason::NoPieces)));
    assert_eq!(board(red_alone, 'b', "P").outcome(), None);
}

#[test]
fn the_seat_wins_not_the_colour() {
    let position = at("......../..gP..../......../........ r 2 kgeecchhpppppqqKGGEECCHHPPPPQQ 0 10 -");
    assert_eq!(win(&after(position, "c3d3")), Some((SECOND, Reason::NoPieces)));
}

#[test]
fn an_opponent_without_a_legal_action_loses() {
    let blocked = at("pG....../G......./......../........ r 1 kggeecchhppppqqKEECCHHPPPPPQQ 0 9 -");
    assert_eq!(win(&blocked), Some((SECOND, Reason::NoMoves)), "a parsed position is judged at once");
    let position = at("pG....../.......G/......../........ b 2 kggeecchhppppqqKEECCHHPPPPPQQ 0 10 -");
    assert_eq!(position.outcome(), None);
    let closing = at("pG....../.G....../......../........ b 2 kggeecchhppppqqKEECCHHPPPPPQQ 0 10 -");
    assert_eq!(win(&after(closing, "b3a3")), Some((SECOND, Reason::NoMoves)));
}

#[test]
fn a_face_down_piece_anywhere_is_an_action() {
    let position = at("pG....../G......./......../.......? r 1 kggeecchhpppqqKEECCHHPPPPPQQ 0 9 -");
    assert_eq!(listed(&position), ["?h1"]);
}

#[test]
fn the_flip_of_the_last_face_down_piece_can_leave_the_opponent_blocked() {
    let position = at("?G....../G......./......../........ b 1 kggeecchhppppqqKEECCHHPPPPPQQ 4 9 -");
    assert_eq!(position.outcome(), None);
    let position = after(position, "?a4 =p");
    assert_eq!(win(&position), Some((FIRST, Reason::NoMoves)));
}

#[test]
fn a_capture_is_a_way_out_for_a_blocked_side() {
    let position = at("pH....../G......./......../........ b 1 kggeecchhppppqqKGEECCHPPPPPQQ 0 9 -");
    assert_eq!(position.outcome(), None);
    let surrounded = board("pQ....../G......./......../........", 'r', "");
    assert_eq!(listed(&surrounded), ["a4b4"]);
    let taiwanese =
        board_with("pQ....../G......./......../........", 'r', "", r#"{"pawn_takes_cannon":false}"#);
    assert_eq!(win(&taiwanese), Some((SECOND, Reason::NoMoves)));
}

#[test]
fn having_no_pieces_is_judged_before_having_no_action() {
    let empty = at("......../......../......../........ r 1 kggeecchhpppppqqKGGEECCHHPPPPPQQ 0 9 -");
    assert_eq!(win(&empty), Some((SECOND, Reason::NoPieces)));
}

/// Two kings far apart after `quiet` quiet plies.
fn two_kings(quiet: u32, json: &str) -> Banqi {
    at_with(
        &format!("k......./......../......../.......K r 1 ggeecchhpppppqqGGEECCHHPPPPPQQ {quiet} 201 -"),
        json,
    )
}

#[test]
fn a_hundred_plies_without_flip_or_capture_draw() {
    let position = two_kings(98, "{}");
    let position = after(position, "a4b4");
    assert_eq!(position.outcome(), None);
    let position = after(position, "h1g1");
    assert_eq!(draw(&position), Some(Reason::QuietLimit));
    assert_eq!(draw(&two_kings(100, "{}")), Some(Reason::QuietLimit));
    assert_eq!(draw(&two_kings(4_000_000_000, "{}")), Some(Reason::QuietLimit));
}

#[test]
fn the_quiet_limit_is_an_option_and_0_is_off() {
    assert_eq!(draw(&two_kings(7, r#"{"quiet_limit":7}"#)), Some(Reason::QuietLimit));
    assert_eq!(two_kings(6, r#"{"quiet_limit":7}"#).outcome(), None);
    assert_eq!(two_kings(u32::MAX, r#"{"quiet_limit":0}"#).outcome(), None);
    assert_eq!(two_kings(u32::MAX, r#"{"preset":"document"}"#).outcome(), None);
}

#[test]
fn the_quiet_plies_never_overflow() {
    let position = after(two_kings(u32::MAX, r#"{"quiet_limit":0}"#), "a4b4 h1g1");
    assert_eq!(position.quiet_plies, u32::MAX);
}

#[test]
fn a_win_on_the_same_ply_is_judged_before_the_quiet_limit() {
    let closing = at("pG....../.G....../......../........ b 2 kggeecchhppppqqKEECCHHPPPPPQQ 99 10 -");
    assert_eq!(win(&after(closing, "b3a3")), Some((SECOND, Reason::NoMoves)));
    assert_eq!(draw(&after(closing, "b3b2")), Some(Reason::QuietLimit));
    let taking = at("......../..gP..../......../........ r 1 kgeecchhpppppqqKGGEECCHHPPPPQQ 99 9 -");
    assert_eq!(win(&after(taking, "c3d3")), Some((FIRST, Reason::NoPieces)));
}

#[test]
fn a_flip_or_capture_on_the_last_quiet_ply_avoids_the_draw() {
    let position = at("k..?.gP./......../......../.......K r 1 geecchhpppppqqGGEECCHHPPPQQ 99 9 -");
    assert_eq!(after(position, "?d4").turn(), Turn::Chance, "not judged while a flip is pending");
    assert_eq!(after(position, "?d4 =P").outcome(), None);
    assert_eq!(after(position, "f4g4").outcome(), None);
    assert_eq!(draw(&after(position, "a4a3")), Some(Reason::QuietLimit));
}

#[test]
fn the_same_position_with_the_same_side_to_act_is_a_repetition() {
    let position = two_kings(0, "{}");
    assert_eq!(position.repetition(), Repetition::Counted { claim: None, automatic: Some(3) });
    let again = after(position, "a4b4 h1g1 b4a4 g1h1");
    assert!(again.is_repetition_of(&position) && again.key() == position.key() && again != position);
    assert_eq!(two_kings(0, r#"{"repetition":0}"#).repetition(), Repetition::Uncounted);
    let twice = two_kings(0, r#"{"repetition":2}"#).repetition();
    assert_eq!(twice, Repetition::Counted { claim: None, automatic: Some(2) });
}

#[test]
fn the_same_squares_with_the_other_side_to_act_are_another_position() {
    let red = at("k......./......../......../.......K r 1 ggeecchhpppppqqGGEECCHHPPPPPQQ 0 9 -");
    let black = at("k......./......../......../.......K b 2 ggeecchhpppppqqGGEECCHHPPPPPQQ 0 10 -");
    let black_first = at("k......./......../......../.......K b 1 ggeecchhpppppqqGGEECCHHPPPPPQQ 0 9 -");
    assert!(!red.is_repetition_of(&black) && red.key() != black.key());
    assert!(!red.is_repetition_of(&black_first) && red.key() != black_first.key());
}

#[test]
fn other_unrevealed_pieces_make_another_position() {
    let one = board("k..?..../......../......../.......K", 'r', "p");
    let other = board("k..?..../......../......../.......K", 'r', "q");
    assert!(!one.is_repetition_of(&other) && one.key() != other.key());
}

#[test]
fn external_results_end_the_game() {
    let mut position = two_kings(0, "{}");
    position.end(position.draw_outcome(Reason::Repetition));
    assert_eq!(draw(&position), Some(Reason::Repetition));
    assert!(listed(&position).is_empty());
    let mut flipping = after(start(), "?a1 =k ?b1");
    flipping.end(flipping.draw_outcome(Reason::Agreement));
    assert_eq!((draw(&flipping), flipping.turn()), (Some(Reason::Agreement), Turn::Over));
    assert!(listed(&flipping).is_empty(), "no outcome after the end");
}

#[test]
fn once_the_first_piece_is_revealed_resignation_and_flag_lose() {
    for (cause, reason) in [(ForfeitCause::Resign, Reason::Resignation), (ForfeitCause::Flag, Reason::Flag)] {
        for actions in ["?a1 =K", "?a1 =K ?b1", "?a1 =k ?b1 =p"] {
            for seat in [FIRST, SECOND] {
                let mut position = after(start(), actions);
                position.forfeit(seat, cause);
                assert_eq!(win(&position), Some((opponent_of(seat), reason)), "{actions}");
            }
        }
    }
}

#[test]
fn before_the_first_reveal_resignation_flag_and_agreement_abort_the_game() {
    for actions in ["", "?a1"] {
        for (seat, cause) in
            [(FIRST, ForfeitCause::Resign), (SECOND, ForfeitCause::Resign), (SECOND, ForfeitCause::Flag)]
        {
            let mut position = after(start(), actions);
            position.forfeit(seat, cause);
            assert_eq!(position.outcome(), Some(Outcome::aborted()), "{actions}");
        }
        let position = after(start(), actions);
        assert_eq!(position.draw_outcome(Reason::Agreement), Outcome::aborted(), "{actions}");
    }
    let outcome = Outcome::aborted();
    assert_eq!((outcome.points(FIRST), outcome.points(SECOND)), (Points::NONE, Points::NONE));
    assert_eq!(outcome.reason(), Reason::Aborted);
}

#[test]
fn a_draw_can_be_agreed_at_any_time_once_the_first_piece_is_revealed() {
    for actions in ["?a1 =K", "?a1 =K ?b1"] {
        let mut position = after(start(), actions);
        position.end(position.draw_outcome(Reason::Agreement));
        assert_eq!(draw(&position), Some(Reason::Agreement));
    }
}

#[test]
fn there_is_never_anything_to_claim() {
    for (position, counted) in [(start(), true), (two_kings(99, "{}"), true), (after(start(), "?a1"), false)]
    {
        assert_eq!((Banqi::SPECIAL.claimable_draw)(&position), None);
        let without_claim = Repetition::Counted { claim: None, automatic: Some(3) };
        let expected = if counted { without_claim } else { Repetition::Uncounted };
        assert_eq!(position.repetition(), expected, "{position}");
    }
}

#[test]
fn a_position_at_a_chance_turn_is_not_judged() {
    let flipping = at("pG....../G......./......../.......? r 1 kggeecchhpppqqKEECCHHPPPPPQQ 100 9 h1");
    assert_eq!(flipping.turn(), Turn::Chance);
    assert_eq!(listed(&flipping), ["=p"]);
}

#[test]
fn having_no_pieces_is_judged_before_the_quiet_limit() {
    let text = "......../......../......../k....... b 2 ggeecchhpppppqqKGGEECCHHPPPPPQQ 100 102 -";
    assert_eq!(at(text).outcome().map(|outcome| outcome.reason()), Some(Reason::NoPieces));
}
