//! Offers, claims and resignation.

use crate::table::{ask, new_engine, new_table, table_at, within};
use tetrarch_engine::Answer;
use tetrarch_rules::bishops::Options;
use tetrarch_rules::laws::SeededRng;
use tetrarch_rules::{Bishops, Position as _, Turn};
use tetrarch_table::{Match, OfferKind, Table, TableEvent};

/// A random game up to the start of its duel, or `None` if it ends without one or the duel starts early.
fn long_game_up_to_duel(seed: u64) -> Option<Match<Bishops>> {
    let (mut rng, mut table) = (SeededRng::new(seed), new_table(Options::default()));
    while table.position().duel().is_none() {
        let legal = Table::legal(&table);
        let action = rng.choose(&legal)?.clone();
        table.play(&action).expect("a legal action");
    }
    (Table::log(&table).len() > 200).then_some(table)
}

#[test]
fn a_new_duel_does_not_count_as_a_long_even_game() {
    let mut table = (0..).find_map(long_game_up_to_duel).expect("a long random game");
    let Turn::Seat(white) = table.position().turn() else { panic!("a seat to act") };
    let mut engine = new_engine(1);
    let answer = engine.answer(&table, white, &within(3_000));
    assert!(matches!(answer, Some(Answer::Act(_))), "{answer:?}");
    let black = table.position().active_seats().without(white).iter().next().expect("two players");
    table.apply(&TableEvent::Proposed { seat: black, offer: OfferKind::Draw }).expect("the offer is allowed");
    assert_eq!(engine.answer(&table, white, &within(3_000)), Some(Answer::Decline(OfferKind::Draw)));
}

#[test]
fn it_claims_the_fifty_move_draw_unless_it_can_do_better() {
    let lost = table_at("duel p:g w4,b3 7k/8/6K1/8/8/8/8/R7 b - - 100 99");
    assert_eq!(ask(&mut *new_engine(1), &lost, &within(3_000)), Some(Answer::Claim));
    let mates = table_at("duel p:g w4,b3 7k/8/6K1/8/8/8/8/R7 w - - 100 99");
    assert_eq!(ask(&mut *new_engine(1), &mates, &within(3_000)), Some(Answer::Act("a1a8".into())));
}
