//! The rules of Ban-Chess, sentence by sentence.

mod explain;
mod laws;
mod notation;
mod outcome;
mod parse_action;
mod perft;
mod play;
mod search_access;
mod text;
mod view;

use super::*;
use crate::{Eye, Gesture, Presentation as _};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1";

fn start() -> BanChess {
    BanChess::start(&Options {})
}

fn at(text: &str) -> BanChess {
    BanChess::parse(text, &Options {}).unwrap_or_else(|errors| panic!("{text}: {errors}"))
}

fn refused(text: &str) -> String {
    BanChess::parse(text, &Options {}).expect_err(text).to_string()
}

/// Plays actions separated by spaces.
fn after(mut position: BanChess, actions: &str) -> BanChess {
    for text in actions.split_whitespace() {
        let action = position.parse_action(text).unwrap_or_else(|why| panic!("{text} in {position}: {why}"));
        position.play(action);
    }
    position
}

/// The legal actions, sorted.
fn legal(position: &BanChess) -> Vec<String> {
    let mut actions = Vec::new();
    position.legal_actions(&mut actions);
    let mut texts: Vec<String> = actions.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

fn why(position: &BanChess, text: &str) -> String {
    position.parse_action(text).expect_err(text).rule.into_owned()
}

fn reason(position: &BanChess) -> Option<Reason> {
    position.outcome().map(|outcome| outcome.reason())
}

fn points(position: &BanChess) -> (Points, Points) {
    let outcome = position.outcome().expect("a result");
    (outcome.points(WHITE), outcome.points(BLACK))
}

const DRAW: (Points, Points) = (Points::HALF, Points::HALF);
const WHITE_WINS: (Points, Points) = (Points::WIN, Points::NONE);
const BLACK_WINS: (Points, Points) = (Points::NONE, Points::WIN);
