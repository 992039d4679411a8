//! Every sentence of the rules, positions drawn as data, the reference numbers, and the laws.

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
mod perft;
mod promotion;
mod search_access;
mod stalemate;
mod text;
mod thrones;
mod two_players;
mod view;

use super::*;

/// All four kings at home: most positions start from here.
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

/// A position text from men such as `h8=bK+bB d4=rPq`. Four fields after the board are completed.
fn text_of(men: &str, fields: &str) -> String {
    let mut board = vec![String::new(); 64];
    for part in men.split_whitespace() {
        let (square, men) = part.split_once('=').expect("a square and men");
        let square: shakmaty::Square = square.parse().expect("a square");
        board[square.to_usize()] = men.to_string();
    }
    let rank = |rank: &[String]| {
        let mut parts: Vec<String> = Vec::new();
        let mut run = 0;
        for men in rank.iter().map(Some).chain([None]) {
            match men {
                Some(men) if men.is_empty() => run += 1,
                men => {
                    if run > 0 {
                        parts.push(std::mem::take(&mut run).to_string());
                    }
                    parts.extend(men.cloned());
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
    Enochian::parse(text, options).unwrap_or_else(|faults| panic!("{text}: {faults}"))
}

/// The position with these men under these options; see [`text_of`].
fn set(men: &str, fields: &str, options: &Options) -> Enochian {
    read(&text_of(men, fields), options)
}

/// The same under the usual rules without a quiet limit.
fn at(men: &str, fields: &str) -> Enochian {
    set(men, fields, &no_limit())
}

fn legal(position: &Enochian) -> Vec<String> {
    let mut actions = Vec::new();
    position.perft_actions(&mut actions);
    let mut texts: Vec<String> = actions.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

/// The legal moves from a square or of a kind: all whose text begins so after the letter, or with it.
fn moves_with(position: &Enochian, part: &str) -> Vec<String> {
    let begins = |text: &String| text.starts_with(part) || text[1..].starts_with(part);
    legal(position).into_iter().filter(begins).collect()
}

/// Where the man on a square can go.
fn goes(position: &Enochian, from: &str) -> String {
    let mut to: Vec<String> = moves_with(position, from).iter().map(|text| text[3..5].to_string()).collect();
    to.sort();
    to.dedup();
    to.join(" ")
}

/// The position after these actions, each of which must be listed.
fn after(position: &Enochian, actions: &str) -> Enochian {
    let mut next = position.clone();
    for text in actions.split_whitespace() {
        let action = next.parse_action(text).unwrap_or_else(|why| panic!("{text} in {next}: {why}"));
        next.play(action);
    }
    next
}

/// A field of the position text, from 0 for the board.
fn field(position: &Enochian, index: usize) -> String {
    position.to_string().split(' ').nth(index).expect("eight fields").to_string()
}

/// Army to act, controllers, frozen armies and captors.
fn state(position: &Enochian) -> String {
    (1..5).map(|index| field(position, index)).collect::<Vec<_>>().join(" ")
}

/// Who stands on a square, as texts write it; empty for nobody.
fn on(position: &Enochian, square: &str) -> String {
    let square: shakmaty::Square = square.parse().expect("a square");
    let men: Vec<String> =
        position.board.pieces_at(square).map(|(army, man)| format!("{}{man}", army.letter())).collect();
    men.join("+")
}

fn to_move(position: &Enochian) -> &'static str {
    position.turn().name(position.seats())
}

/// The reason, and blue's and red's points.
fn result(position: &Enochian) -> Option<(Reason, f64, f64)> {
    let outcome = position.outcome()?;
    Some((outcome.reason(), outcome.points(Seat::new(0)).value(), outcome.points(Seat::new(1)).value()))
}

fn why(position: &Enochian, text: &str) -> String {
    position.parse_action(text).expect_err(text).rule.into_owned()
}
