//! The `Table` interface over matches of several games.

use crate::record::JsonFormat;
use crate::{
    Game, GameKind, Games, Match, Millis, NamedOutcome, OfferKind, OpenError, Table, TableError, TableEvent,
    TimeControl,
};
use serde_json::json;
use tetrarch_rules::{BanChess, Banqi, Bishops, Eye, Gesture, MarkKind, Reason, Seat, SeatSet, Turn};

const BAN_CHESS: GameKind<BanChess> = GameKind::with_formats(&[&JsonFormat]);
const BANQI: GameKind<Banqi> = GameKind::with_formats(&[&JsonFormat]);
const BISHOPS: GameKind<Bishops> = GameKind::with_formats(&[&JsonFormat]);

const WHITE: Seat = Seat::new(0);
const BLACK: Seat = Seat::new(1);

fn open(game: &dyn Game, words: &str) -> Box<dyn Table> {
    let mut table = game.open(&json!({}), None, TimeControl::None).expect("a table");
    for word in words.split_whitespace() {
        table.play(word).expect(word);
    }
    table
}

fn acted(seat: Seat, action: &str, spent: Millis) -> TableEvent {
    TableEvent::Acted { seat, action: action.to_string(), spent }
}

#[test]
fn a_game_is_found_by_name_and_an_unknown_name_lists_all_games() {
    let games = Games::new(&[&BAN_CHESS, &BANQI]);
    assert_eq!(games.by_name("banqi").expect("a game").title(), "Banqi");
    assert_eq!(games.by_name("banqi").expect("a game").default_options()["quiet_limit"], json!(100));
    let error = games.by_name("chess").err().expect("there is no such game");
    assert_eq!(error.to_string(), "unknown game \"chess\": the games are ban-chess, banqi");
}

#[test]
fn an_invalid_option_is_named_in_the_error() {
    let wrong = |options| {
        let opened = BANQI.open(&options, None, TimeControl::None);
        let Err(error @ OpenError::Options { .. }) = opened else { panic!("{options} was taken") };
        error.to_string()
    };
    assert!(wrong(json!([])).contains("an object like {}"));
    assert!(wrong(json!({"quiet_limit": "many"})).contains("quiet_limit: "));
    assert!(wrong(json!({"quiet_limit": -1})).contains("a whole number up to 4294967295"));
    assert!(wrong(json!({"walls": 1})).contains("walls"));
}

#[test]
fn a_table_reports_the_turn_the_choices_and_the_position() {
    let table = open(&BAN_CHESS, "b:e2e4");
    assert_eq!((table.game(), table.seats()), ("ban-chess", ["white", "black"].as_slice()));
    assert_eq!((table.turn(), table.legal().len()), (Turn::Seat(WHITE), 19));
    assert_eq!((table.chances(), table.operations()), (vec![], vec![]));
    assert_eq!((table.start_text(), table.outcome()), (None, None));
    assert_eq!((table.playing(), table.allies(WHITE)), (SeatSet::first(2), SeatSet::one(WHITE)));
    assert!(table.text().ends_with(" 0 1 2:e2e4"), "{}", table.text());
    assert_eq!(table.key(), open(&BAN_CHESS, "b:e2e4").key());
    assert_ne!(table.key(), open(&BAN_CHESS, "b:d2d4").key());
    assert_eq!((table.occurrences(), table.claimable()), (1, None));
    let branches = table.divide(1);
    assert_eq!((branches.iter().map(|(_, count)| count).sum::<u64>(), branches.len()), (19, 19));
    assert!(table.explain(&Gesture::from_to("e2", "e4")).is_some());
    assert!(table.as_any().is::<Match<BanChess>>());
}

#[test]
fn the_last_action_is_marked_once() {
    let banned = open(&BAN_CHESS, "b:e2e4").view(Eye::Spectator);
    assert_eq!(banned.marks.len(), 1, "the ban is a mark already");
    let moved = open(&BAN_CHESS, "b:e2e4 m:d2d4").view(Eye::Spectator);
    assert!(moved.marks.iter().any(|mark| mark.kind == MarkKind::Last && mark.cells == ["d2", "d4"]));
}

#[test]
fn chance_outcomes_are_listed_with_their_weights() {
    let table = open(&BANQI, "?a1");
    assert_eq!((table.turn(), table.chances().len()), (Turn::Chance, 14));
    assert!(table.chances().contains(&("=p".to_string(), 5)));
    assert_eq!(table.legal().len(), 14);
}

#[test]
fn operator_actions_are_listed() {
    let table = BISHOPS.open(&json!({"force_duel": "anytime"}), None, TimeControl::None).expect("a table");
    assert_eq!(table.operations(), ["force-duel"]);
}

#[test]
fn offers_answers_and_resignations_reach_the_match() {
    let mut table = open(&BAN_CHESS, "b:e2e4 m:d2d4");
    assert!(table.can_take_back(WHITE) && table.proposable(WHITE).is_empty());
    table.apply(&TableEvent::Proposed { seat: WHITE, offer: OfferKind::Draw }).expect("an offer");
    assert_eq!(table.offers().len(), 1);
    table.apply(&TableEvent::Declined { seat: BLACK, offer: OfferKind::Draw }).expect("an answer");
    assert!(table.offers().is_empty());
    assert!(matches!(
        table.apply(&TableEvent::Claimed { seat: WHITE }),
        Err(TableError::NotYourTurn { .. } | TableError::NoClaim(_))
    ));
    assert!(matches!(table.apply(&acted(BLACK, "b:c2c4", Millis(5))), Err(TableError::NotYourTurn { .. })));
    let mut drawn = table.snapshot();
    drawn.apply(&TableEvent::Proposed { seat: WHITE, offer: OfferKind::Draw }).expect("an offer");
    drawn
        .apply(&TableEvent::Accepted { seat: BLACK, offer: OfferKind::Draw, spent: Millis::ZERO })
        .expect("an answer");
    assert_eq!(drawn.outcome().map(|outcome| outcome.reason()), Some(Reason::Agreement));
    table.apply(&TableEvent::Resigned { seat: WHITE }).expect("a resignation");
    assert_eq!(table.outcome().map(|outcome| outcome.reason()), Some(Reason::Resignation));
    assert_eq!(table.line_len(), 3);
    assert_eq!(table.rewound().line_len(), 0);
}

#[test]
fn a_log_replays_from_the_start_and_nowhere_else() {
    let mut table = open(&BAN_CHESS, "b:e2e4 m:d2d4");
    let log = table.log().to_vec();
    let mut again = table.rewound();
    for event in &log {
        again.apply(event).expect("its own log");
    }
    assert_eq!(again.text(), table.text());
    assert!(table.apply(&log[0]).is_err(), "it is not Black's turn");
}

#[test]
fn an_aborted_game_has_no_points() {
    let mut table = open(&BAN_CHESS, "b:e2e4");
    table.apply(&TableEvent::Aborted { seat: None }).expect("it goes on");
    let outcome = table.outcome().expect("it is over");
    let named = serde_json::to_value(NamedOutcome { outcome, seats: table.seats() }).expect("JSON");
    assert_eq!(named, json!({"points": {"white": 0, "black": 0}, "reason": "aborted"}));
    assert!(matches!(table.apply(&TableEvent::Aborted { seat: None }), Err(TableError::GameOver)));
}

#[test]
fn clocks_run_and_time_can_be_added() {
    let control = TimeControl::Fischer { initial: Millis(1000), increment: Millis::ZERO };
    let mut table = BAN_CHESS.open(&json!({}), None, control).expect("a table");
    table.apply(&acted(BLACK, "b:e2e4", Millis(100))).expect("a ban");
    table.apply(&TableEvent::TimeAdded { seat: WHITE, time: Millis(500) }).expect("time");
    assert_eq!(table.flag_fall(Millis(1400)), None);
    let flag = table.flag_fall(Millis(1500)).expect("the time is up");
    table.apply(&flag).expect("a flag fall");
    assert_eq!(table.outcome().map(|outcome| outcome.reason()), Some(Reason::Flag));
}

#[test]
fn every_clock_must_give_every_turn_some_time() {
    let (none, some) = (Millis::ZERO, Millis(1));
    for good in [
        TimeControl::None,
        TimeControl::Fischer { initial: some, increment: none },
        TimeControl::Bronstein { initial: some, delay: none },
        TimeControl::Delay { initial: none, delay: some },
        TimeControl::Byoyomi { main: none, period: some, periods: 1 },
        TimeControl::Byoyomi { main: some, period: none, periods: 0 },
        TimeControl::PerMove { time: some },
        TimeControl::Correspondence { days: 1 },
    ] {
        assert_eq!(good.validate(), Ok(()), "{good:?}");
    }
    for bad in [
        TimeControl::Fischer { initial: none, increment: some },
        TimeControl::Bronstein { initial: none, delay: some },
        TimeControl::Delay { initial: none, delay: none },
        TimeControl::Byoyomi { main: none, period: some, periods: 0 },
        TimeControl::Byoyomi { main: none, period: none, periods: 3 },
        TimeControl::PerMove { time: none },
        TimeControl::Correspondence { days: 0 },
    ] {
        assert!(bad.validate().is_err(), "{bad:?}");
    }
}

#[test]
fn nobody_claims_or_acts_while_chance_is_to_act() {
    let mut table = open(&BANQI, "?a1");
    let refused = |word: &str, table: &mut dyn Table| table.play(word).expect_err(word).to_string();
    assert!(refused("claim", &mut *table).contains("a chance outcome comes first"));
    assert!(refused("?b1", &mut *table).contains("A chance outcome comes first"));
    assert!(
        !refused("=x", &mut *table).contains("is not possible yet"),
        "it is an outcome, but not a possible one"
    );
    table.play("=k").expect("a king");
    assert!(refused("claim", &mut *table).contains("this game has no draw claims"));
    let marks = table.view(Eye::Spectator).marks;
    assert!(marks.iter().any(|mark| mark.kind == MarkKind::Last && mark.cells == ["a1"]), "{marks:?}");
    assert!(!table.can_take_back(Seat::new(0)), "what chance has shown is not taken back");
    let error = table
        .apply(&TableEvent::Proposed { seat: Seat::new(0), offer: OfferKind::Takeback })
        .expect_err("a takeback");
    assert!(error.to_string().contains("Only actions can be taken back"));
}

#[test]
fn a_button_leaves_no_mark() {
    let table = open(&BISHOPS, "swap");
    assert_eq!(table.view(Eye::Spectator).marks, []);
}

#[test]
fn a_draw_that_the_position_allows_can_be_claimed() {
    let start = "duel w:b g4,p3 4k3/8/8/8/8/8/8/4K2R w - - 100 90";
    let mut table = BISHOPS.open(&json!({}), Some(start), TimeControl::None).expect("a duel");
    assert_eq!(table.claimable(), Some(Reason::FiftyMoves));
    table.apply(&TableEvent::Claimed { seat: WHITE }).expect("a claim");
    let outcome = table.outcome().expect("it is over");
    let named = serde_json::to_value(NamedOutcome { outcome, seats: table.seats() }).expect("JSON");
    let expected = json!({
        "points": {"white": 0.5, "grey": 0, "black": 0.5, "pink": 0},
        "places": {"white": 1, "grey": 4, "black": 1, "pink": 3},
        "reason": "fifty_moves",
    });
    assert_eq!(named, expected);
}

#[test]
fn accepting_a_takeback_costs_the_time_spent_in_the_turn() {
    let control = TimeControl::Fischer { initial: Millis(1000), increment: Millis::ZERO };
    let mut table = BAN_CHESS.open(&json!({}), None, control).expect("a table");
    table.apply(&acted(BLACK, "b:e2e4", Millis(100))).expect("a ban");
    table.apply(&TableEvent::Proposed { seat: BLACK, offer: OfferKind::Takeback }).expect("an offer");
    let (seat, offer) = (WHITE, OfferKind::Takeback);
    table.apply(&TableEvent::Accepted { seat, offer, spent: Millis(300) }).expect("an answer");
    assert_eq!(table.line_len(), 0);
    assert_eq!(table.log().last().map(TableEvent::spent), Some(Millis(300)));
    assert_eq!(table.clocks().control(), control);
}
