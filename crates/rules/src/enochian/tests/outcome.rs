use super::*;

#[test]
fn when_both_kings_of_a_team_are_captured_the_other_team_wins() {
    let position = at("h8=bK h1=rK a1=kK d1=kR e3=rN b8=yN", "k brky y y:b");
    let won = after(&position, "Rd1h1");
    assert_eq!(result(&won), Some((Reason::KingsCaptured, 1.0, 0.0)));
    assert_eq!(
        won.outcome().map(|outcome| outcome.points(seat("black")).value()),
        Some(1.0),
        "allies score the same"
    );
    assert_eq!(won.outcome().map(|outcome| outcome.points(seat("yellow")).value()), Some(0.0));
    assert_eq!(state(&won), "y brky ry r:k,y:b", "it keeps the army after the last move, though frozen");
    assert_eq!((won.turn(), won.army()), (Turn::Over, None));
    assert!(legal(&won).is_empty() && won.active_seats().is_empty());
}

#[test]
fn both_kings_of_one_team_bare_is_a_draw() {
    let position = at("h8=bK h1=rK a1=kK a8=yK d4=kN e6=yN", "y brky - -");
    let bare = after(&position, "Ne6d4");
    assert_eq!(result(&bare), Some((Reason::BareKings, 0.5, 0.5)));
    let open = at("h8=bK h1=rK a1=kK a8=yK d4=kN g1=rPq", "b brky - -");
    assert_eq!(result(&open), None, "one ally has another piece");
}

#[test]
fn a_bare_king_whose_allys_king_is_captured_is_not_a_draw() {
    assert_eq!(result(&at("h8=bK h1=rK a8=yK d4=kN g1=rPq", "b brky k k:r")), None);
    assert_eq!(
        result(&at("h8=bK h1=rK a8=yK g1=rPq", "b brky k k:r")),
        None,
        "not even without any other piece"
    );
}

#[test]
fn four_bare_kings_are_judged_before_two() {
    let position = at("h8=bK g7=rN h1=rK a1=kK a8=yK d4=kPq", "b brky - -");
    let two = after(&position, "Kh8g7");
    assert_eq!(result(&two), Some((Reason::BareKings, 0.5, 0.5)));
    let four = at(KINGS, "b brky - -");
    assert_eq!(result(&four), Some((Reason::FourBareKings, 0.5, 0.5)));
    let last = after(&at("g7=bK f6=rN h1=rK a1=kK b8=yK", "r brky - -"), "");
    assert_eq!(result(&last), Some((Reason::BareKings, 0.5, 0.5)), "a parsed position is judged at once");
}

#[test]
fn captured_kings_are_judged_before_bare_kings() {
    let position = at("h8=bK h1=rK a1=kK b8=yK d1=rR", "r brky - -");
    assert_eq!(result(&position).map(|end| end.0), Some(Reason::BareKings));
    let won = at("h8=bK a1=kK", "r brky ry r:b,y:k");
    assert_eq!(result(&won), Some((Reason::KingsCaptured, 1.0, 0.0)));
}

#[test]
fn the_quiet_limit_draws_when_the_count_reaches_it() {
    let options = Options { quiet_limit: 3, ..Options::default() };
    let position = set(&format!("{KINGS} d4=kN e6=yN g5=bPq"), "b brky - - 1 9 -", &options);
    let two = after(&position, "Kh8g8");
    assert_eq!((field(&two, 5).as_str(), result(&two)), ("2", None));
    let three = after(&two, "Kh1g1");
    assert_eq!(result(&three), Some((Reason::QuietLimit, 0.5, 0.5)));
    assert_eq!(state(&three), "k brky - -");
    assert_eq!(field(&after(&position, "Pg5f5"), 5), "0", "a pawn move is not quiet");
    let capture = set(&format!("{KINGS} d4=kN e6=yN g5=bPq"), "k brky - - 2 9 -", &options);
    assert_eq!(field(&after(&capture, "Nd4e6"), 5), "0", "nor is a capture");
}

#[test]
fn the_quiet_limit_can_end_the_game_on_a_frozen_armys_turn() {
    let options = Options { quiet_limit: 3, ..Options::default() };
    let position = set("h8=bK a1=kK a8=yK d4=kN e6=yN g5=bPq", "b brky r r:k 2 9 -", &options);
    let over = after(&position, "Kh8g8");
    assert_eq!((field(&over, 1).as_str(), result(&over)), ("r", Some((Reason::QuietLimit, 0.5, 0.5))));
    assert_eq!(read(&over.to_string(), &options), over);
}

#[test]
fn the_quiet_limit_is_200_by_default_and_0_is_off() {
    let pieces = format!("{KINGS} d4=kN e6=yN");
    let text = |quiet| text_of(&pieces, &format!("b brky - - {quiet} 9 -"));
    assert_eq!(result(&read(&text(199), &Options::default())), None);
    assert_eq!(result(&read(&text(200), &Options::default())).map(|end| end.0), Some(Reason::QuietLimit));
    assert_eq!(result(&read(&text(5000), &Options::default())).map(|end| end.0), Some(Reason::QuietLimit));
    assert_eq!(result(&read(&text(u32::MAX), &no_limit())), None);
}

#[test]
fn nobody_can_act_is_judged_before_the_quiet_limit() {
    let pieces = "h8=bK g8=kN g7=kN h7=yN h1=rK g1=kB g2=yPq h2=yPr";
    let over = set(pieces, "b brky ky k:r,y:b 300 400 -", &Options::default());
    assert_eq!(result(&over).map(|end| end.0), Some(Reason::NobodyCanAct));
}

#[test]
fn an_agreement_needs_all_seats_with_a_living_king() {
    let start = Enochian::start(&Options::default());
    assert_eq!(start.active_seats(), SeatSet::first(4));
    let captured = at("h8=bK a1=kK a8=yK h2=rR b8=yN g8=bPr", "b brky r r:k");
    assert_eq!(captured.active_seats(), SeatSet::first(4).without(seat("red")));
    let seized = at("a1=bK h1=rK c4=kK a8=yK d5=kN b8=yN", "b brby - -");
    assert!(seized.active_seats().contains(seat("black")), "it controls no army, but has its king");
    let drawn = captured.draw_outcome(Reason::Agreement);
    assert_eq!(drawn.points(seat("red")).value(), 0.5, "every seat gets half a point");
}

#[test]
fn there_are_no_claims_and_no_repetition_rule() {
    let start = Enochian::start(&Options::default());
    assert_eq!((Enochian::SPECIAL.claimable_draw)(&start), None);
    assert_eq!(start.repetition(), Repetition::Uncounted);
}

#[test]
fn counters_saturate() {
    let text = text_of(&format!("{KINGS} d4=kN e6=yN"), &format!("b brky - - {0} {0} -", u32::MAX));
    let position = after(&read(&text, &no_limit()), "Kh8g8");
    assert_eq!(field(&position, 6), u32::MAX.to_string());
    assert_eq!(field(&position, 5), u32::MAX.to_string());
}

#[test]
fn repetition_never_counts_but_repeated_positions_are_recognised() {
    let position = at(&format!("{KINGS} h3=bN e2=rN d4=kN e6=yN"), "b brky - -");
    assert_eq!(position.repetition(), Repetition::Uncounted);
    let again = after(&position, "Nh3g5 Ne2c3 Nd4b5 Ne6f8 Ng5h3 Nc3e2 Nb5d4 Nf8e6");
    assert!(again.is_repetition_of(&position) && again != position, "the plies have gone on");
    assert!(!after(&again, "Nh3g5").is_repetition_of(&position));
}
