//! The sentences of the rules, one by one.

mod duel;
mod elimination;
mod explain;
mod kings;
mod laws;
mod options;
mod order;
mod outcome;
mod pawns;
mod perft;
mod sanctuary;
mod search_access;
mod text;
mod view;

use super::*;
use crate::Points;

/// A position by its men, with the other fields as they usually are.
#[derive(Clone)]
struct BoardSetup {
    men: String,
    last: char,
    fresh: &'static str,
    rooks: &'static str,
    moves: u32,
    quiet: u32,
    lost: &'static str,
    options: Options,
}

/// Men such as `wKg1 gPb5`.
fn setup(men: &str) -> BoardSetup {
    let options = Options::default();
    let men = men.to_string();
    BoardSetup { men, last: 'p', fresh: "-", rooks: "-", moves: 20, quiet: 0, lost: "0,0,0,0", options }
}

impl BoardSetup {
    fn last(self, last: char) -> BoardSetup {
        BoardSetup { last, ..self }
    }

    fn fresh(self, fresh: &'static str) -> BoardSetup {
        BoardSetup { fresh, ..self }
    }

    fn rooks(self, rooks: &'static str) -> BoardSetup {
        BoardSetup { rooks, ..self }
    }

    fn moves(self, moves: u32) -> BoardSetup {
        BoardSetup { moves, ..self }
    }

    fn quiet(self, quiet: u32) -> BoardSetup {
        BoardSetup { quiet, ..self }
    }

    fn lost(self, lost: &'static str) -> BoardSetup {
        BoardSetup { lost, ..self }
    }

    fn options(self, json: &str) -> BoardSetup {
        BoardSetup { options: options(json), ..self }
    }

    /// The text with this seat to act. Colours without a king left together.
    fn text(&self, to_act: char) -> String {
        let living: String = "wgbp".chars().filter(|c| self.men.contains(&format!("{c}K"))).collect();
        let gone = "wgbp".chars().filter(|c| !living.contains(*c));
        let places: Vec<String> = gone.map(|c| format!("{c}{}", living.len() + 1)).collect();
        let places = if places.is_empty() { "-".to_string() } else { places.join(",") };
        let living = if living.is_empty() { "-".to_string() } else { living };
        let BoardSetup { last, fresh, rooks, moves, quiet, lost, .. } = self;
        let board = board(&self.men);
        format!("{board} {to_act} {living} {fresh} {rooks} {last} {moves} {quiet} {lost} {places}")
    }

    /// The position with this seat to act.
    fn to_act(&self, to_act: char) -> Bishops {
        let text = self.text(to_act);
        Bishops::parse(&text, &self.options).unwrap_or_else(|faults| panic!("{text}: {faults}"))
    }
}

fn board(men: &str) -> String {
    let men: Vec<(&str, &str)> = men.split_whitespace().map(|man| man.split_at(2)).collect();
    let cell = |name: String| men.iter().find(|(_, square)| *square == name).map(|(man, _)| *man);
    let rank = |rank: u32| {
        let mut parts: Vec<String> = Vec::new();
        let mut empty = 0;
        for file in 'a'..='l' {
            match cell(format!("{file}{rank}")) {
                None => empty += 1,
                Some(man) => {
                    parts.extend((empty > 0).then(|| empty.to_string()));
                    parts.push(man.to_string());
                    empty = 0;
                }
            }
        }
        parts.extend((empty > 0).then(|| empty.to_string()));
        parts.join(",")
    };
    (1..=12).rev().map(rank).collect::<Vec<_>>().join("/")
}

fn options(json: &str) -> Options {
    serde_json::from_str(json).unwrap()
}

fn start(json: &str) -> Bishops {
    Bishops::start(&options(json))
}

/// The position after actions separated by spaces; `resign:SEAT` and `flag:SEAT` leave.
fn after(position: &Bishops, actions: &str) -> Bishops {
    let mut next = position.clone();
    for text in actions.split_whitespace() {
        if let Some((cause, seat)) = text.split_once(':') {
            let cause = if cause == "flag" { ForfeitCause::Flag } else { ForfeitCause::Resign };
            let seat = Seat::from_name(seat, SEATS).unwrap();
            assert!(next.active_seats().contains(seat), "{text} in {next}");
            next.forfeit(seat, cause);
        } else {
            let action = next.parse_action(text).unwrap_or_else(|why| panic!("{text} in {next}: {why}"));
            next.play(action);
        }
    }
    next
}

/// All legal actions and chances, sorted.
fn legal(position: &Bishops) -> Vec<String> {
    let (mut legal, mut chances) = (Vec::new(), Vec::new());
    position.legal_actions(&mut legal);
    position.chance_outcomes(&mut chances);
    legal.extend(chances.into_iter().map(|(outcome, _)| outcome));
    let mut texts: Vec<String> = legal.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

/// The legal moves from one square.
fn from(position: &Bishops, square: &str) -> Vec<String> {
    let is_from =
        |text: &String| text.strip_prefix(square).is_some_and(|to| to.starts_with(char::is_alphabetic));
    legal(position).into_iter().filter(is_from).map(|text| text[square.len()..].to_string()).collect()
}

fn turn(position: &Bishops) -> &'static str {
    position.turn().name(SEATS)
}

fn living(position: &Bishops) -> String {
    position.active_seats().iter().map(army::seat_letter).collect()
}

/// Why a text is refused as an action.
fn refused(position: &Bishops, text: &str) -> String {
    let why = position.parse_action(text).expect_err(text);
    assert!(why.words.ends_with('.'), "{why:?}");
    why.rule.to_string()
}

/// Reason, points in twelfths and places of a game that is over, such as `checkmate 12,0,0,0 1,2,3,4`.
fn result(position: &Bishops) -> String {
    let outcome = position.outcome().unwrap_or_else(|| panic!("not over: {position}"));
    let reason = serde_json::to_value(outcome.reason()).unwrap();
    let points = army::ORDER.map(|seat| (outcome.points(seat).value() * 12.0).round().to_string());
    let places =
        army::ORDER.map(|seat| outcome.place(seat).map_or("-".to_string(), |place| place.to_string()));
    format!("{} {} {}", reason.as_str().unwrap(), points.join(","), places.join(","))
}

/// Everything that is wrong with a text.
fn faults(text: &str, json: &str) -> String {
    Bishops::parse(text, &options(json)).expect_err(text).to_string()
}

/// The rook goes from d3 to d12, where it mates Black and opens the bishop's line to Grey.
const MATING: &str = "wKg2 wBe2 wRd3 wRc11 gKa6 bKf12 pKl8";

const KINGS: &str = "wKg1 gKa6 bKg12 pKl6";
