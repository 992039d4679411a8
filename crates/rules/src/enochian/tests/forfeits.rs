use super::*;

fn left(position: &Enochian, name: &str, cause: ForfeitCause) -> Enochian {
    let seat = Seat::from_name(name, position.seats()).expect("a seat");
    assert!(position.active_seats().contains(seat));
    let mut after = position.clone();
    after.forfeit(seat, cause);
    after
}

#[test]
fn a_forfeit_removes_the_king_and_a_piece_on_its_square_and_freezes_the_army_without_a_captor() {
    let start = Enochian::start(&Options::default());
    let resigned = left(&start, "red", ForfeitCause::Resign);
    assert_eq!(on(&resigned, "h1"), "");
    assert_eq!(state(&resigned), "b brky r -");
    assert_eq!((field(&resigned, 5).as_str(), field(&resigned, 6).as_str()), ("0", "1"));
    assert!(!resigned.active_seats().contains(seat("red")), "it cannot leave twice");
    assert_eq!(to_move(&after(&resigned, "Pg8f8")), "black");
}

#[test]
fn a_forfeit_on_the_seats_own_turn_skips_it() {
    let start = Enochian::start(&Options::default());
    assert_eq!(state(&left(&start, "blue", ForfeitCause::Flag)), "r brky b -");
}

#[test]
fn an_army_that_another_seat_controls_freezes_too() {
    let position = at("a1=bK h1=rK c4=kK a8=yK d5=kN b8=yN", "b brby - -");
    assert_eq!(state(&left(&position, "black", ForfeitCause::Resign)), "b brby k -");
}

#[test]
fn a_seat_that_has_seized_its_allys_army_plays_both_and_loses_the_game() {
    let position = at("a1=bK h1=rK c4=kK a8=yK d5=kN b8=yN", "k brby - -");
    let lost = left(&position, "blue", ForfeitCause::Resign);
    assert_eq!(result(&lost), Some((Reason::Resignation, 0.0, 1.0)));
    assert_eq!(field(&lost, 1), "k", "a finished game keeps its army");
    assert_eq!(result(&left(&position, "black", ForfeitCause::Resign)), None, "black controls no army");
}

#[test]
fn a_team_without_a_king_has_lost_by_resignation_or_flag() {
    let position = at("h8=bK h1=rK a1=kK d1=kR e3=rN b8=yN", "k brky y y:b");
    assert_eq!(result(&left(&position, "red", ForfeitCause::Resign)), Some((Reason::Resignation, 1.0, 0.0)));
    assert_eq!(result(&left(&position, "red", ForfeitCause::Flag)), Some((Reason::Flag, 1.0, 0.0)));
    let both = left(
        &left(&Enochian::start(&Options::default()), "blue", ForfeitCause::Resign),
        "black",
        ForfeitCause::Flag,
    );
    assert_eq!(result(&both), Some((Reason::Flag, 0.0, 1.0)));
}

#[test]
fn a_capture_after_a_resignation_wins_by_capture() {
    let position = at("h8=bK h1=rK a1=kK d1=kR e3=rN b8=yN", "k brky y -");
    assert_eq!(result(&after(&position, "Rd1h1")), Some((Reason::KingsCaptured, 1.0, 0.0)));
}

#[test]
fn ends_and_skips_are_judged_after_a_forfeit() {
    let blocked = at("h8=bK h1=rK a8=yK a1=kK b1=yN a2=yN b2=yN f5=bN", "k brky - -");
    assert_eq!(to_move(&blocked), "black", "it can capture");
    let frozen = left(&blocked, "yellow", ForfeitCause::Resign);
    assert_eq!(to_move(&frozen), "blue", "its neighbours are frozen now, and red's king moves after blue");
    let nobody = at("h8=bK g8=yN g7=yN h7=yN h1=rK g1=yN g2=yPq h2=yPr d4=kPq a8=yK", "b brky k k:r");
    let over = left(&nobody, "yellow", ForfeitCause::Flag);
    assert_eq!(result(&over), Some((Reason::NobodyCanAct, 0.5, 0.5)));
}

#[test]
fn a_die_thrown_for_that_army_is_discarded_and_another_stays() {
    let position = after(&Enochian::start(&dice()), "=6");
    assert_eq!((field(&position, 1).as_str(), field(&position, 7).as_str()), ("b", "6"));
    let own = left(&position, "blue", ForfeitCause::Resign);
    assert_eq!((field(&own, 1).as_str(), field(&own, 7).as_str()), ("r", "?"));
    let other = left(&position, "red", ForfeitCause::Resign);
    assert_eq!((field(&other, 1).as_str(), field(&other, 7).as_str()), ("b", "6"));
    let chance = left(&Enochian::start(&dice()), "blue", ForfeitCause::Flag);
    assert_eq!((field(&chance, 1).as_str(), field(&chance, 7).as_str()), ("r", "?"));
}

#[test]
fn a_seat_that_plays_both_armies_of_its_team_loses_the_game() {
    let start = Enochian::start(&two());
    assert_eq!(result(&left(&start, "blue", ForfeitCause::Resign)), Some((Reason::Resignation, 0.0, 1.0)));
    assert_eq!(result(&left(&start, "red", ForfeitCause::Flag)), Some((Reason::Flag, 1.0, 0.0)));
}

#[test]
fn a_die_is_discarded_even_when_the_forfeit_ends_the_game() {
    let position = set("d5=bK a1=rK c1=yK g1=yN", "b brky k k:r 0 1 1", &dice());
    let ended = left(&position, "blue", ForfeitCause::Resign);
    assert!(ended.outcome().is_some());
    assert_eq!(field(&ended, 7), "?");
    let others = left(&left(&position, "red", ForfeitCause::Resign), "yellow", ForfeitCause::Resign);
    assert!(others.outcome().is_some());
    assert_eq!(field(&others, 7), "1", "blue's stays");
    let without_dice = left(&Enochian::start(&two()), "blue", ForfeitCause::Resign);
    assert_eq!(field(&without_dice, 7), "-");
}

#[test]
fn a_forfeit_returns_no_control_only_a_capture_does() {
    let position = at("h8=bK a1=kK h1=rK a8=yK d4=kN e6=yN f5=rR", "r krby - -");
    assert_eq!(state(&left(&position, "blue", ForfeitCause::Resign)), "r krby b -");
    let capture = at("f8=bK a1=kK h1=rK a8=yK d4=kN e6=yN f5=rR", "r krby - -");
    assert_eq!(state(&after(&capture, "Rf5f8")), "k krky b b:r");
}
