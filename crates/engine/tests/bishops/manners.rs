//! What the engine says besides acting.

use crate::table::{ask, new_engine, new_table, table_at, within};
use tetrarch_engine::Answer;
use tetrarch_rules::bishops::Options;
use tetrarch_rules::laws::SeededRng;
use tetrarch_rules::{Bishops, Position as _, Turn};
use tetrarch_table::{Match, OfferKind, Table};

/// A game by chance until its duel begins; none if it ends without one or the duel comes early.
fn long_way_to_a_duel(seed: u64) -> Option<Match<Bishops>> {
    let (mut luck, mut table) = (SeededRng::new(seed), new_table(Options::default()));
    while table.position().duel().is_none() {
        let legal = Table::legal(&table);
        let action = luck.choose(&legal)?.clone();
        table.apply(&action).expect("it is listed");
    }
    (Table::log(&table).len() > 200).then_some(table)
}

#[test]
fn a_duel_that_has_just_begun_is_no_long_and_level_game() {
    let mut table = (0..).find_map(long_way_to_a_duel).expect("some game is long");
    let Turn::Seat(white) = table.position().turn() else { panic!("somebody acts") };
    let mut engine = new_engine(1);
    let said = engine.answer(&table, white, &within(3_000));
    assert!(matches!(said, Some(Answer::Act(_))), "{said:?}");
    let black = table.position().active_seats().without(white).iter().next().expect("two play");
    table.propose(black, &OfferKind::Draw).expect("it may be offered");
    assert_eq!(engine.answer(&table, white, &within(3_000)), Some(Answer::Decline(OfferKind::Draw)));
}

#[test]
fn where_fifty_moves_may_be_claimed_it_claims_unless_it_does_better() {
    let lost = table_at("duel p:g w4,b3 7k/8/6K1/8/8/8/8/R7 b - - 100 99");
    assert_eq!(ask(&mut *new_engine(1), &lost, &within(3_000)), Some(Answer::Claim));
    let mates = table_at("duel p:g w4,b3 7k/8/6K1/8/8/8/8/R7 w - - 100 99");
    assert_eq!(ask(&mut *new_engine(1), &mates, &within(3_000)), Some(Answer::Act("a1a8".into())));
}
