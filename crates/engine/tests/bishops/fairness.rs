//! Seats do not collude, and the same table gets the same answer.

use crate::table::{ask, new_engine, new_table, within};
use tetrarch_engine::{Answer, Engine, Outlook, Question, Stop};
use tetrarch_rules::bishops::Options;
use tetrarch_rules::{Bishops, Position as _, Turn};
use tetrarch_table::{Match, Table as _};

const NODES: u64 = 1200;
const ACTIONS: usize = 60;

fn play(table: &mut Match<Bishops>, answer: &Option<Answer>) {
    let Some(Answer::Act(text)) = answer else { panic!("{answer:?} is no action") };
    table.enter(text).expect("a legal action");
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
        let question = Question { limits: within.limits.unwrap(), lines: 3, stop: Stop::new() };
        let report = engine.analyse(&table, &question, &mut |_| {}).expect("a report");
        serde_json::to_string(&report).expect("JSON")
    };
    assert_eq!(report(), report());
}

#[test]
fn analysis_tells_the_share_of_every_seat_and_a_line_that_can_be_played() {
    for outlook in [Outlook::Usual, Outlook::EachForItself, Outlook::AllAgainstOne, Outlook::BestReply] {
        let table = new_table(Options::default());
        let mut engine = new_engine(1);
        assert!(engine.suppose(outlook));
        let question = Question { limits: within(4000).limits.unwrap(), lines: 2, stop: Stop::new() };
        let report = engine.analyse(&table, &question, &mut |_| {}).expect("a report");
        assert_eq!(report.lines.len(), 2, "{outlook:?}");
        for line in &report.lines {
            assert_eq!(line.shares.len(), 4);
            assert!((line.shares.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{outlook:?} {:?}", line.shares);
            let mut copy = table.clone();
            for text in &line.moves {
                copy.enter(text).unwrap_or_else(|refusal| panic!("{outlook:?} {text}: {refusal:?}"));
            }
        }
        assert!(table.as_any().is::<Match<Bishops>>());
    }
}
