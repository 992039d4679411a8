//! The rules sentence by sentence, the reference numbers, and the laws of every game.

mod arrays;
mod check;
mod dice;
mod exchange;
mod explain;
mod forfeits;
mod laws;
mod moves;
mod options;
mod outcome;
mod parse_action;
mod perft;
mod promotion;
mod search_access;
mod stalemate;
mod text;
mod thrones;
mod two_players;
mod view;

use super::*;
use crate::{Eye, Gesture, Presentation as _, View};

/// All four kings on their thrones, the base of most positions.
const KINGS: &str = "h8=bK h1=rK a1=kK a8=yK";

fn seat(name: &str) -> Seat {
    Seat::from_name(name, PlayerCount::Four.seat_names()).expect("a seat")
}

fn no_limit() -> Options {
    Options { quiet_limit: 0, ..Options::default() }
}

fn dice() -> Options {
    Options { divination: true, ..no_limit() }
}

fn strict() -> Options {
    Options { king_safety: KingSafety::Strict, ..no_limit() }
}

fn two() -> Options {
    Options { players: PlayerCount::Two, ..no_limit() }
}

/// The position text for pieces such as `h8=bK+bB d4=rPq`. If `fields` has only four fields, the counters and the die are
/// added.
fn text_of(pieces: &str, fields: &str) -> String {
    let mut board = vec![String::new(); 64];
    for part in pieces.split_whitespace() {
        let (square, pieces) = part.split_once('=').expect("a square and pieces");
        let square: shakmaty::Square = square.parse().expect("a square");
        board[square.to_usize()] = pieces.to_string();
    }
    let rank = |rank: &[String]| {
        let mut parts: Vec<String> = Vec::new();
        let mut run = 0;
        for pieces in rank.iter().map(Some).chain([None]) {
            match pieces {
                Some(pieces) if pieces.is_empty() => run += 1,
                pieces => {
                    if run > 0 {
                        parts.push(std::mem::take(&mut run).to_string());
                    }
                    parts.extend(pieces.cloned());
                }
            }
        }
        parts.join(",")
    };
    let ranks: Vec<String> = board.chunks(8).rev().map(rank).collect();
    let rest = if fields.split(' ').count() == 4 { " 0 1 -" } else { "" };
    format!("{} {fields}{rest}", ranks.join("/"))
}

fn read(text: &str, options: &Options) -> Enochian {
    Enochian::parse(text, options).unwrap_or_else(|errors| panic!("{text}: {errors}"))
}

/// The position with these pieces under these options; see [`text_of`].
fn set(pieces: &str, fields: &str, options: &Options) -> Enochian {
    read(&text_of(pieces, fields), options)
}

/// The same under the default options without a quiet limit.
fn at(pieces: &str, fields: &str) -> Enochian {
    set(pieces, fields, &no_limit())
}

fn legal(position: &Enochian) -> Vec<String> {
    let mut actions = Vec::new();
    position.perft_actions(&mut actions);
    let mut texts: Vec<String> = actions.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

/// The legal moves whose text starts with `part`, with or without the piece's letter.
fn moves_with(position: &Enochian, part: &str) -> Vec<String> {
    let begins = |text: &String| text.starts_with(part) || text[1..].starts_with(part);
    legal(position).into_iter().filter(begins).collect()
}

/// The squares the piece on a square can enter.
fn goes(position: &Enochian, from: &str) -> String {
    let mut to: Vec<String> = moves_with(position, from).iter().map(|text| text[3..5].to_string()).collect();
    to.sort();
    to.dedup();
    to.join(" ")
}

/// The position after these actions, each of which must be legal.
fn after(position: &Enochian, actions: &str) -> Enochian {
    let mut next = position.clone();
    for text in actions.split_whitespace() {
        let action = next.parse_action(text).unwrap_or_else(|why| panic!("{text} in {next}: {why}"));
        next.play(action);
    }
    next
}

/// A field of the position text; the board is field 0.
fn field(position: &Enochian, index: usize) -> String {
    position.to_string().split(' ').nth(index).expect("eight fields").to_string()
}

/// Acting army, controllers, frozen armies and captors.
fn state(position: &Enochian) -> String {
    (1..5).map(|index| field(position, index)).collect::<Vec<_>>().join(" ")
}

/// The pieces on a square as position texts write them; empty for none.
fn on(position: &Enochian, square: &str) -> String {
    let square: shakmaty::Square = square.parse().expect("a square");
    let pieces: Vec<String> =
        position.board.pieces_at(square).map(|(army, piece)| format!("{}{piece}", army.letter())).collect();
    pieces.join("+")
}

fn to_move(position: &Enochian) -> &'static str {
    position.turn().name(position.seats())
}

/// The reason, and Blue's and Red's points.
fn result(position: &Enochian) -> Option<(Reason, f64, f64)> {
    let outcome = position.outcome()?;
    Some((outcome.reason(), outcome.points(Seat::new(0)).value(), outcome.points(Seat::new(1)).value()))
}

fn why(position: &Enochian, text: &str) -> String {
    position.parse_action(text).expect_err(text).rule.into_owned()
}
