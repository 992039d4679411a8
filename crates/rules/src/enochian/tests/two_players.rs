use super::*;

#[test]
fn blue_has_blue_and_black_and_red_has_red_and_yellow() {
    let mut position = Enochian::start(&two());
    assert_eq!(position.seats(), ["blue", "red"]);
    assert_eq!(state(&position), "b brbr - -");
    let mut turns = Vec::new();
    for _ in 0..4 {
        turns.push(format!("{} {}", to_move(&position), field(&position, 1)));
        position = after(&position, &legal(&position)[0].clone());
    }
    assert_eq!(turns.join(", "), "blue b, red r, blue k, red y");
    assert_eq!(position.allies(Seat::new(0)), SeatSet::one(Seat::new(0)));
}

#[test]
fn captors_are_b_or_r() {
    let position = set("h8=bK h1=rK a1=kK a8=yK d1=kR e3=rN b8=yN", "k brbr - -", &two());
    assert_eq!(state(&after(&position, "Rd1h1")), "y brbr r r:b");
    let pieces = text_of("h8=bK a1=kK a8=yK d1=kR b8=yN", "k brbr r r:k");
    let message = Enochian::parse(&pieces, &two()).unwrap_err().to_string();
    assert_eq!(message, "the captors: \"r:k\": expected a seat after the colon: b or r");
}

#[test]
fn controllers_are_always_brbr() {
    for controllers in ["brky", "bbrr", "rbrb"] {
        let text = text_of("h8=bK h1=rK a1=kK a8=yK b8=yN c3=kN", &format!("b {controllers} - -"));
        let message = Enochian::parse(&text, &two()).unwrap_err().to_string();
        assert_eq!(
            message,
            format!("the controllers: {controllers:?}: with two players they are always brbr")
        );
    }
}

#[test]
fn seizing_a_throne_only_revives() {
    let position = set("b2=bK h1=rK a8=yK d5=kN b8=yN", "b brbr k k:r", &two());
    let revived = after(&position, "Kb2a1");
    assert_eq!(state(&revived), "r brbr - k:r");
    assert_eq!(read(&revived.to_string(), &two()), revived, "unfrozen without a king under its own seat");
    let alive = set("b2=bK h1=rK c4=kK a8=yK d5=kN b8=yN", "b brbr - -", &two());
    assert_eq!(state(&after(&alive, "Kb2a1")), "r brbr - -");
}

#[test]
fn the_exchange_is_between_the_two_seats() {
    let position = set("a1=kK a8=yK d4=kN b8=yN f5=bN e3=rN", "k brbr br b:r,r:b", &two());
    let treaties = position.treaties(None);
    assert_eq!(treaties.len(), 1);
    assert_eq!(treaties[0].proposer, Seat::new(0));
    assert_eq!(treaties[0].signers, SeatSet::one(Seat::new(1)));
    let back = after_exchange(&position);
    assert_eq!(state(&back), "k brbr - -");
    assert_eq!((on(&back, "h8").as_str(), on(&back, "h1").as_str()), ("bK", "rK"));
}

fn after_exchange(position: &Enochian) -> Enochian {
    let mut after = position.clone();
    after.play(Action::Exchange(Seat::new(0)));
    after
}

#[test]
fn only_two_seats_score_and_both_stay_active_while_they_have_a_king() {
    let position = set("h8=bK h1=rK a1=kK d1=kR e3=rN b8=yN", "k brbr y y:b", &two());
    assert_eq!(position.active_seats(), SeatSet::first(2));
    let won = after(&position, "Rd1h1");
    assert_eq!(result(&won), Some((Reason::KingsCaptured, 1.0, 0.0)));
    assert_eq!(position.draw_outcome(Reason::Agreement).points(Seat::new(2)).value(), 0.0);
}

#[test]
fn the_second_capture_may_be_followed_by_a_proposal_of_either_seat() {
    let before = set("a1=kK a8=yK h1=rK d1=kR b8=yN f5=bN e4=rN", "k brbr b b:r", &two());
    let position = after(&before, "Rd1h1");
    let treaties = position.treaties(Some(&before));
    let proposers: Vec<usize> = treaties.iter().map(|treaty| treaty.proposer.index()).collect();
    assert_eq!(proposers, [0, 1]);
}
