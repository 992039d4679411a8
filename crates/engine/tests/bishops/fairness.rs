//! Seats do not collude, and the same table gets the same answer.

use crate::table::{ask, new_engine, new_table, table_at, within};
use tetrarch_engine::{AnalysisParams, Answer, Engine, OpponentModel, StopFlag};
use tetrarch_rules::bishops::{KingQueenSides, Options};
use tetrarch_rules::{Bishops, Position as _, Seat, Turn};
use tetrarch_table::{Match, OfferKind, Table as _};

const NODES: u64 = 1200;
const ACTIONS: usize = 60;

fn play(table: &mut Match<Bishops>, answer: &Option<Answer>) {
    let Some(Answer::Act(text)) = answer else { panic!("{answer:?} is no action") };
    table.apply(text).expect("a legal action");
}

#[test]
fn a_seat_decides_the_same_whoever_plays_the_others() {
    let mut everybody = new_engine(1);
    let mut each: Vec<Box<dyn Engine>> = (0..4).map(|_| new_engine(1)).collect();
    let mut table = new_table(Options::default());
    for _ in 0..ACTIONS {
        let Turn::Seat(seat) = table.position().turn() else { break };
        let one_for_all = ask(everybody.as_mut(), &table, &within(NODES));
        let own = ask(each[seat.index()].as_mut(), &table, &within(NODES));
        let stranger = ask(new_engine(1).as_mut(), &table, &within(NODES));
        assert_eq!(
            one_for_all,
            own,
            "an engine that plays all seats decides otherwise at {}",
            table.position()
        );
        assert_eq!(own, stranger, "what was played before matters at {}", table.position());
        play(&mut table, &own);
    }
}

#[test]
fn the_same_question_gets_the_same_report() {
    let mut table = new_table(Options::default());
    let mut engine = new_engine(1);
    for _ in 0..12 {
        let answer = ask(engine.as_mut(), &table, &within(NODES));
        play(&mut table, &answer);
    }
    let report = || {
        let mut engine = new_engine(1);
        let within = within(5000);
        let question = AnalysisParams { limits: within.limits.unwrap(), lines: 3, stop: StopFlag::new() };
        let report = engine.analyse(&table, &question, &mut |_| {}).expect("a report");
        serde_json::to_string(&report).expect("JSON")
    };
    assert_eq!(report(), report());
}

#[test]
fn analysis_tells_the_share_of_every_seat_and_a_line_that_can_be_played() {
    for outlook in
        [OpponentModel::Default, OpponentModel::MaxN, OpponentModel::Paranoid, OpponentModel::BestReply]
    {
        let table = new_table(Options::default());
        let mut engine = new_engine(1);
        assert!(engine.set_opponent_model(outlook));
        let question =
            AnalysisParams { limits: within(4000).limits.unwrap(), lines: 2, stop: StopFlag::new() };
        let report = engine.analyse(&table, &question, &mut |_| {}).expect("a report");
        assert_eq!(report.lines.len(), 2, "{outlook:?}");
        for line in &report.lines {
            assert_eq!(line.shares.len(), 4);
            assert!((line.shares.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{outlook:?} {:?}", line.shares);
            let mut copy = table.clone();
            for text in &line.moves {
                copy.apply(text).unwrap_or_else(|refusal| panic!("{outlook:?} {text}: {refusal:?}"));
            }
        }
        assert!(table.as_any().is::<Match<Bishops>>());
    }
}

#[test]
fn what_chance_decides_at_the_start_is_not_asked_of_the_engine() {
    let options = Options { kq_sides: KingQueenSides::Random, ..Options::default() };
    let table = new_table(options);
    let mut engine = new_engine(1);
    for seat in (0..4).map(Seat::new) {
        assert_eq!(engine.answer(&table, seat, &within(100)), None);
    }
    let question = AnalysisParams { limits: within(100).limits.unwrap(), lines: 1, stop: StopFlag::new() };
    assert!(engine.analyse(&table, &question, &mut |_| {}).is_none());
}

#[test]
fn a_draw_among_four_is_welcome_only_to_who_stands_badly() {
    // White has next to nothing left, and it is White's turn.
    let text = "2,bR,bN,bB,bQ,bK,bB,bN,bR,2/2,bP,bP,bP,bP,bP,bP,bP,bP,2/gR,gP,8,pP,pR/gN,gP,8,pP,pN/gB,gP,8,pP,pB/\
                gQ,gP,8,pP,pQ/gK,gP,8,pP,pK/gB,gP,8,pP,pB/gN,gP,8,pP,pN/gR,gP,8,pP,pR/5,wP,6/6,wK,5 \
                w wgbp gbp a10,a3,c12,j12,l10,l3 p 20 0 38,0,0,0 -";
    let agrees = |asked: usize, by: usize| {
        let mut table = table_at(text);
        table.propose(Seat::new(by), &OfferKind::Draw).expect("an offer");
        let answer = new_engine(1).answer(&table, Seat::new(asked), &within(3000));
        matches!(answer, Some(Answer::Accept(OfferKind::Draw)))
    };
    assert!(agrees(0, 1), "White would be glad of a quarter of the point");
    assert!(!agrees(1, 0), "Grey expects more than a quarter");
}
