//! Tests of the rules of Bishops.

mod duel;
mod elimination;
mod explain;
mod kings;
mod laws;
mod notation;
mod options;
mod order;
mod outcome;
mod parse_action;
mod pawns;
mod perft;
mod sanctuary;
mod search_access;
mod text;
mod view;

use super::*;
use crate::{Eye, Gesture, Points, Presentation as _};

/// A position by its pieces, with defaults for the other fields.
#[derive(Clone)]
struct BoardSetup {
    pieces: String,
    last_mover: char,
    unmoved: &'static str,
    rooks: &'static str,
    move_count: u32,
    quiet_plies: u32,
    lost_value: &'static str,
    options: Options,
}

/// Pieces such as `wKg1 gPb5`.
fn setup(pieces: &str) -> BoardSetup {
    let options = Options::default();
    let pieces = pieces.to_string();
    BoardSetup {
        pieces,
        last_mover: 'p',
        unmoved: "-",
        rooks: "-",
        move_count: 20,
        quiet_plies: 0,
        lost_value: "0,0,0,0",
        options,
    }
}

impl BoardSetup {
    fn last_mover(self, last_mover: char) -> BoardSetup {
        BoardSetup { last_mover, ..self }
    }

    fn unmoved(self, unmoved: &'static str) -> BoardSetup {
        BoardSetup { unmoved, ..self }
    }

    fn rooks(self, rooks: &'static str) -> BoardSetup {
        BoardSetup { rooks, ..self }
    }

    fn move_count(self, move_count: u32) -> BoardSetup {
        BoardSetup { move_count, ..self }
    }

    fn quiet_plies(self, quiet_plies: u32) -> BoardSetup {
        BoardSetup { quiet_plies, ..self }
    }

    fn lost_value(self, lost_value: &'static str) -> BoardSetup {
        BoardSetup { lost_value, ..self }
    }

    fn options(self, json: &str) -> BoardSetup {
        BoardSetup { options: options(json), ..self }
    }

    /// The text with this seat to act. Colours without a king were eliminated together.
    fn text(&self, to_act: char) -> String {
        let living: String = "wgbp".chars().filter(|c| self.pieces.contains(&format!("{c}K"))).collect();
        let gone = "wgbp".chars().filter(|c| !living.contains(*c));
        let places: Vec<String> = gone.map(|c| format!("{c}{}", living.len() + 1)).collect();
        let places = if places.is_empty() { "-".to_string() } else { places.join(",") };
        let living = if living.is_empty() { "-".to_string() } else { living };
        let BoardSetup { last_mover, unmoved, rooks, move_count, quiet_plies, lost_value, .. } = self;
        let board = board(&self.pieces);
        format!(
            "{board} {to_act} {living} {unmoved} {rooks} {last_mover} {move_count} {quiet_plies} {lost_value} {places}"
        )
    }

    /// The position with this seat to act.
    fn to_act(&self, to_act: char) -> Bishops {
        let text = self.text(to_act);
        Bishops::parse(&text, &self.options).unwrap_or_else(|errors| panic!("{text}: {errors}"))
    }
}

fn board(pieces: &str) -> String {
    let pieces: Vec<(&str, &str)> = pieces.split_whitespace().map(|piece| piece.split_at(2)).collect();
    let cell = |name: String| pieces.iter().find(|(_, square)| *square == name).map(|(piece, _)| *piece);
    let rank = |rank: u32| {
        let mut parts: Vec<String> = Vec::new();
        let mut empty = 0;
        for file in 'a'..='l' {
            match cell(format!("{file}{rank}")) {
                None => empty += 1,
                Some(piece) => {
                    parts.extend((empty > 0).then(|| empty.to_string()));
                    parts.push(piece.to_string());
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

/// The position after actions separated by spaces; `resign:SEAT` and `flag:SEAT` forfeit.
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

/// All legal actions and chance outcomes, sorted.
fn legal(position: &Bishops) -> Vec<String> {
    let (mut legal, mut chances) = (Vec::new(), Vec::new());
    position.legal_actions(&mut legal);
    position.chance_outcomes(&mut chances);
    legal.extend(chances.into_iter().map(|(outcome, _)| outcome));
    let mut texts: Vec<String> = legal.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

/// The destinations of the legal moves from a square.
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

/// The rule that makes an action text illegal.
fn refused(position: &Bishops, text: &str) -> String {
    let why = position.parse_action(text).expect_err(text);
    assert!(why.words.ends_with('.'), "{why:?}");
    why.rule.to_string()
}

/// Reason, points in twelfths and places of a finished game, such as `checkmate 12,0,0,0 1,2,3,4`.
fn result(position: &Bishops) -> String {
    let outcome = position.outcome().unwrap_or_else(|| panic!("not over: {position}"));
    let reason = serde_json::to_value(outcome.reason()).unwrap();
    let points = army::ORDER.map(|seat| (outcome.points(seat).value() * 12.0).round().to_string());
    let places =
        army::ORDER.map(|seat| outcome.place(seat).map_or("-".to_string(), |place| place.to_string()));
    format!("{} {} {}", reason.as_str().unwrap(), points.join(","), places.join(","))
}

/// All errors in a position text.
fn errors(text: &str, json: &str) -> String {
    Bishops::parse(text, &options(json)).expect_err(text).to_string()
}

/// The rook moves from d3 to d12, where it mates Black and opens the bishop's line to Grey.
const MATING: &str = "wKg2 wBe2 wRd3 wRc11 gKa6 bKf12 pKl8";

const KINGS: &str = "wKg1 gKa6 bKg12 pKl6";
