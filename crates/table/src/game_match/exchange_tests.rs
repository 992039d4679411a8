//! The prisoner exchange as an offer.

use super::tests::{last_word, replay};
use super::*;
use crate::Table as _;
use tetrarch_rules::Position as _;
use tetrarch_rules::enochian::{Enochian, Options};

const BLUE: Seat = Seat::new(0);
const RED: Seat = Seat::new(1);
const BLACK: Seat = Seat::new(2);
const YELLOW: Seat = Seat::new(3);

/// Blue has captured Red's king and Yellow Black's; Blue is to act.
const PRISONERS: &str = "yK,6,bK/8/8/8/8/8/4,rR,3/1,kR,6 b brky rk r:b,k:y 0 1 -";
/// Yellow has captured Black's king, and Blue's rook is about to capture Red's.
const ABOUT_TO: &str = "yK,6,bK/8/8/8/7,bR/8/4,rR,3/1,kR,5,rK b brky k k:y 0 1 -";

fn game(text: &str) -> Match<Enochian> {
    Match::from_text(text, Options::default(), TimeControl::None).unwrap()
}

fn exchange() -> OfferKind {
    OfferKind::Treaty("exchange".to_string())
}

#[test]
fn either_captor_may_propose_on_a_turn_it_decides_and_the_other_accepts() {
    let mut game = game(PRISONERS);
    assert_eq!(game.proposable(BLUE), ["exchange"]);
    game.propose(BLUE, &exchange()).unwrap();
    assert_eq!(game.log().len(), 0, "nothing has happened yet");
    assert_eq!(game.offers()[0].waiting.iter().collect::<Vec<_>>(), [YELLOW], "only the other captor signs");
    for nobody in [RED, BLACK, BLUE] {
        assert!(matches!(game.accept(nobody, &exchange(), Millis::ZERO), Err(TableError::NoOffer { .. })));
    }
    game.accept(YELLOW, &exchange(), Millis::ZERO).unwrap();
    assert_eq!(last_word(&game), "exchange:blue");
    let text = game.position().to_string();
    assert!(text.contains("kK") && text.contains("rK") && text.ends_with(" b brky - - 0 1 -"), "{text}");
    let mut again = game.at_start();
    replay(&mut again, &game);
    assert_eq!(again.position(), game.position());
}

#[test]
fn the_others_may_not_propose_it() {
    for seat in [RED, BLACK, YELLOW] {
        let mut game = game(PRISONERS);
        assert!(game.propose(seat, &exchange()).is_err(), "{seat:?}");
    }
}

#[test]
fn it_may_be_proposed_right_after_the_second_capture_out_of_turn() {
    let mut game = game(ABOUT_TO);
    assert!(game.propose(BLUE, &exchange()).is_err(), "only one king is captured");
    game.play("Rh4h1").unwrap();
    assert_eq!(game.position().turn(), Turn::Seat(YELLOW));
    game.propose(BLUE, &exchange()).unwrap();
    game.accept(YELLOW, &exchange(), Millis::ZERO).unwrap();
    assert_eq!(last_word(&game), "exchange:blue");
}

#[test]
fn a_pending_proposal_lapses_at_the_next_action_and_may_be_made_again() {
    let mut game = game(PRISONERS);
    game.propose(BLUE, &exchange()).unwrap();
    game.decline(YELLOW, &exchange()).unwrap();
    game.propose(BLUE, &exchange()).unwrap();
    game.play("Kh8g8").unwrap();
    assert!(game.offers().is_empty());
    assert!(game.accept(YELLOW, &exchange(), Millis::ZERO).is_err());
    assert!(game.propose(BLUE, &exchange()).is_err(), "its move was not the capture");
    game.propose(YELLOW, &exchange()).unwrap();
    game.accept(BLUE, &exchange(), Millis::ZERO).unwrap();
    assert_eq!(last_word(&game), "exchange:yellow");
}

#[test]
fn a_draw_offer_lapses_when_a_seat_drops_out() {
    let mut game = game("yK,yN,6/8/8/bK,7/7,rN/8/8/kK,2,kR,3,rK k brky - - 0 1 -");
    game.propose(BLACK, &OfferKind::Draw).unwrap();
    game.accept(BLUE, &OfferKind::Draw, Millis::ZERO).unwrap();
    game.play("Rd1h1").unwrap();
    assert!(game.offers().is_empty());
    assert!(game.accept(RED, &OfferKind::Draw, Millis::ZERO).is_err() && game.outcome().is_none());
}

#[test]
fn one_entry_for_two_seats_agreeing_costs_no_time() {
    let control = TimeControl::Fischer { initial: Millis(1000), increment: Millis(50) };
    let mut game: Match<Enochian> = Match::from_text(PRISONERS, Options::default(), control).unwrap();
    game.propose(BLUE, &exchange()).unwrap();
    game.accept(YELLOW, &exchange(), Millis::ZERO).unwrap();
    assert_eq!((game.clocks().running(), game.clocks().left(BLUE)), (Some(BLUE), Some(Millis(1000))));
}

#[test]
fn the_position_after_a_treaty_can_be_previewed() {
    let mut game = game(PRISONERS);
    assert_eq!(game.after_treaty(RED, "exchange"), None);
    let after = game.after_treaty(BLUE, "exchange").expect("Blue may propose it");
    game.propose(BLUE, &exchange()).unwrap();
    game.accept(YELLOW, &exchange(), Millis::ZERO).unwrap();
    assert_eq!(&after, game.position());
}
