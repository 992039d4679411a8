//! Seats do not collude, and equal tables give equal answers.

use crate::table::{ask, new_engine, new_table, table_at, within};
use tetrarch_engine::{Answer, Engine};
use tetrarch_rules::bishops::{KingQueenSides, Options};
use tetrarch_rules::{Bishops, Position as _, Seat, Turn};
use tetrarch_table::search::{OpponentModel, SearchRequest};
use tetrarch_table::{Match, OfferKind, Table as _, TableEvent};

const NODES: u64 = 1200;
const ACTIONS: usize = 60;

fn play(table: &mut Match<Bishops>, answer: &Option<Answer>) {
    let Some(Answer::Act(text)) = answer else { panic!("{answer:?} is not an action") };
    table.play(text).expect("a legal action");
}

#[test]
fn decisions_do_not_depend_on_who_plays_the_other_seats() {
    let mut shared = new_engine(1);
    let mut separate: Vec<Box<dyn Engine>> = (0..4).map(|_| new_engine(1)).collect();
    let mut table = new_table(Options::default());
    for played in 0..ACTIONS {
        let Turn::Seat(seat) = table.position().turn() else {
            panic!("the game ended after {played} actions")
        };
        let one_for_all = ask(shared.as_mut(), &table, &within(NODES));
        let own = ask(separate[seat.index()].as_mut(), &table, &within(NODES));
        let fresh = ask(new_engine(1).as_mut(), &table, &within(NODES));
        assert_eq!(
            one_for_all,
            own,
            "an engine that plays all seats decides differently at {}",
            table.position()
        );
        assert_eq!(own, fresh, "the decision depends on earlier searches at {}", table.position());
        play(&mut table, &own);
    }
}

#[test]
fn equal_requests_give_equal_reports() {
    let mut table = new_table(Options::default());
    let mut engine = new_engine(1);
    for _ in 0..12 {
        let answer = ask(engine.as_mut(), &table, &within(NODES));
        play(&mut table, &answer);
    }
    let report = || {
        let mut engine = new_engine(1);
        let request = SearchRequest { lines: 3, ..within(5000) };
        let report = engine.analyse(&table, &request, &mut |_| {}).expect("a report");
        serde_json::to_string(&report).expect("JSON")
    };
    assert_eq!(report(), report());
}

#[test]
fn analysis_reports_the_share_of_every_seat_and_a_playable_line() {
    for model in OpponentModel::ALL {
        let table = new_table(Options::default());
        let mut engine = new_engine(1);
        let request = SearchRequest { lines: 2, opponent_model: model, ..within(4000) };
        let report = engine.analyse(&table, &request, &mut |_| {}).expect("a report");
        assert_eq!(report.lines.len(), 2, "{model:?}");
        for line in &report.lines {
            let shares: Vec<f64> = line.shares.0.iter().map(|(_, share)| *share).collect();
            assert_eq!(shares.len(), 4);
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{model:?} {shares:?}");
            assert!(!line.moves.is_empty(), "{model:?}");
            let mut copy = table.clone();
            for text in &line.moves {
                copy.play(text).unwrap_or_else(|refusal| panic!("{model:?} {text}: {refusal:?}"));
            }
        }
    }
}

#[test]
fn the_engine_does_not_decide_the_initial_chance_turn() {
    let options = Options { kq_sides: KingQueenSides::Random, ..Options::default() };
    let table = new_table(options);
    let mut engine = new_engine(1);
    for seat in (0..4).map(Seat::new) {
        assert_eq!(engine.answer(&table, seat, &within(100)), None);
    }
    assert!(engine.analyse(&table, &within(100), &mut |_| {}).is_none());
}

#[test]
fn only_a_losing_seat_accepts_a_draw_among_four() {
    // White, to move, has almost nothing left.
    let text = "2,bR,bN,bB,bQ,bK,bB,bN,bR,2/2,bP,bP,bP,bP,bP,bP,bP,bP,2/gR,gP,8,pP,pR/gN,gP,8,pP,pN/gB,gP,8,pP,pB/\
                gQ,gP,8,pP,pQ/gK,gP,8,pP,pK/gB,gP,8,pP,pB/gN,gP,8,pP,pN/gR,gP,8,pP,pR/5,wP,6/6,wK,5 \
                w wgbp gbp a10,a3,c12,j12,l10,l3 p 20 0 38,0,0,0 -";
    let agrees = |asked: usize, by: usize| {
        let mut table = table_at(text);
        table.apply(&TableEvent::Proposed { seat: Seat::new(by), offer: OfferKind::Draw }).expect("an offer");
        let answer = new_engine(1).answer(&table, Seat::new(asked), &within(3000));
        matches!(answer, Some(Answer::Accept(OfferKind::Draw)))
    };
    assert!(agrees(0, 1), "White accepts a quarter of the point");
    assert!(!agrees(1, 0), "Grey expects more than a quarter");
}
