//! Fast games under random options: nothing panics, hangs or is refused.

use crate::random_options;
use crate::table::{new_engine, new_table};
use tetrarch_engine::{Answer, Engine, Rng};
use tetrarch_rules::{Bishops, Position as _, Seat, Turn};
use tetrarch_table::search::{Level, SearchLimits, SearchRequest};
use tetrarch_table::{Match, Millis, Table};

const MAX_GAME_EVENTS: usize = 500;

fn act(table: &mut Match<Bishops>, seat: Seat, answer: &Answer) {
    let done = table.apply(&answer.clone().into_event(seat, Millis::ZERO));
    assert!(done.is_ok(), "{answer:?} was refused: {done:?} at {}", table.position());
}

/// Lets every seat with a pending offer respond.
fn answer_offers(engine: &mut dyn Engine, table: &mut Match<Bishops>, request: &SearchRequest) {
    while let Some(seat) = table.offers().first().and_then(|offer| offer.waiting.iter().next()) {
        let answer = engine.answer(table as &dyn Table, seat, request).expect("an answer to an offer");
        act(table, seat, &answer);
    }
}

/// Plays a game and returns how often the engine acted on its turn.
fn play_game(seed: u64) -> usize {
    let mut rng = Rng::new(seed);
    let mut table = new_table(random_options(&mut rng));
    let mut engine = new_engine(1);
    let mut answers = 0;
    engine.new_game(seed);
    while table.log().len() < MAX_GAME_EVENTS {
        let level = Level::try_from(1 + rng.below(8) as u8).expect("a level");
        let limits = Some(SearchLimits::nodes(20 + rng.below(150)));
        let request = SearchRequest { limits, ..SearchRequest::at_level(level) };
        if rng.below(10) == 0 {
            request.stop.stop();
        }
        match table.position().turn() {
            Turn::Over => break,
            Turn::Chance => {
                let mut outcomes = Vec::new();
                table.position().chance_outcomes(&mut outcomes);
                let (outcome, _) = rng.choose(&outcomes).expect("a chance");
                table.play(&outcome.to_string()).expect("the table accepts the chance action");
            }
            Turn::Seat(seat) => {
                let answer = engine.answer(&table as &dyn Table, seat, &request).expect("an answer");
                act(&mut table, seat, &answer);
                answers += 1;
                answer_offers(engine.as_mut(), &mut table, &request);
            }
        }
    }
    answers
}

#[test]
fn fast_games_under_random_options_have_no_illegal_action() {
    let answers: usize = (0..20).map(play_game).sum();
    assert!(answers > 20 * 100, "the engine acted only {answers} times");
}

#[test]
#[ignore = "slow (make prove)"]
fn prove_a_thousand_fast_games_have_no_illegal_action() {
    let answers: usize = (1000..2000).map(play_game).sum();
    assert!(answers > 1000 * 100, "the engine acted only {answers} times");
}
