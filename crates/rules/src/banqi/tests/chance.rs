use super::*;

fn chances(position: &Banqi) -> Vec<(String, u32)> {
    let mut out = Vec::new();
    position.chance_outcomes(&mut out);
    out.into_iter().map(|(outcome, weight)| (outcome.to_string(), weight)).collect()
}

#[test]
fn a_flip_is_followed_by_a_chance_turn_over_the_unrevealed_pieces() {
    let position = after(start(), "?b4");
    assert_eq!(position.turn(), Turn::Chance);
    let mut legal = Vec::new();
    position.legal_actions(&mut legal);
    assert!(legal.is_empty());
    let expected = "k1 g2 e2 c2 h2 p5 q2 K1 G2 E2 C2 H2 P5 Q2";
    let reported: Vec<String> =
        chances(&position).iter().map(|(text, weight)| format!("{}{weight}", &text[1..])).collect();
    assert_eq!(reported.join(" "), expected);
}

#[test]
fn outcomes_are_weighted_by_how_many_are_left() {
    let position = after(start(), "?b4 =p ?c4 =p ?d4 =K ?e4");
    let all = chances(&position);
    assert!(all.contains(&("=p".to_string(), 3)) && all.contains(&("=P".to_string(), 5)));
    assert!(!all.iter().any(|(text, _)| text == "=K"), "the only black king is out");
    assert_eq!(all.iter().map(|(_, weight)| weight).sum::<u32>(), 29);
}

#[test]
fn a_captured_piece_cannot_be_revealed_again() {
    let position = after(start(), "?c2 =p ?d2 =K c2d2 ?a1 =q ?b1");
    assert!(!can(&position, "=K"));
    assert_eq!(refusal(&position, "=K"), "not_in_bag");
}

#[test]
fn there_are_no_chance_outcomes_on_a_seats_turn_or_after_the_end() {
    assert!(chances(&start()).is_empty());
    let mut position = after(start(), "?b4");
    position.forfeit(FIRST, ForfeitCause::Flag);
    assert!(chances(&position).is_empty());
}

#[test]
fn at_a_chance_turn_side_seat_quiet_plies_and_ply_stay_those_of_the_flip() {
    let position = at("k..?..../......../......../.......K b 2 ggeecchhpppppqqGGEECCHHPPPPQQ 7 10 -");
    let flipping = after(position, "?d4");
    let text = "k..?..../......../......../.......K b 2 ggeecchhpppppqqGGEECCHHPPPPQQ 7 10 d4";
    assert_eq!(flipping.to_string(), text);
    assert_eq!(at(text), flipping);
}

#[test]
fn the_outcome_sets_quiet_to_0_adds_1_to_the_ply_and_passes_the_turn() {
    let flipping = at("k..?..../......../......../.......K b 2 ggeecchhpppppqqGGEECCHHPPPPQQ 7 10 d4");
    let text = "k..P..../......../......../.......K r 1 ggeecchhpppppqqGGEECCHHPPPPQQ 0 11 -";
    assert_eq!(after(flipping, "=P").to_string(), text);
}

#[test]
fn the_first_chance_turn_has_no_side_yet() {
    let flipping = after(start(), "?b4");
    let text = "????????/????????/????????/???????? - 1 - 0 1 b4";
    assert_eq!(flipping.to_string(), text);
    assert_eq!(at(text), flipping);
    let text = "?q??????/????????/????????/???????? b 2 - 0 2 -";
    assert_eq!(after(flipping, "=q").to_string(), text);
}

#[test]
fn a_record_with_reveals_replays_without_a_random_generator() {
    let record = "?b4 =q ?b3 =K ?b2 =P ?a1 =g b4b2 ?h4 =H";
    assert_eq!(after(start(), record).to_string(), "?.?????H/?K??????/?q??????/g??????? r 1 P 0 7 -");
}
