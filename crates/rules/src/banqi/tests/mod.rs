//! The rules sentence by sentence: each test name states one.

mod captures;
mod chance;
mod explain;
mod laws;
mod options;
mod outcome;
mod parse_action;
mod perft;
mod play;
mod properties;
mod search_access;
mod secrets;
mod text;
mod view;

use super::*;
use crate::{Eye, Gesture, Presentation as _, View};

const START: &str = "????????/????????/????????/???????? - 1 - 0 1 -";

fn options(json: &str) -> Options {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

fn start() -> Banqi {
    Banqi::start(&Options::default())
}

/// The position with this text under the default options.
fn at(text: &str) -> Banqi {
    at_with(text, "{}")
}

fn at_with(text: &str, json: &str) -> Banqi {
    Banqi::parse(text, &options(json)).unwrap_or_else(|errors| panic!("{text}: {errors}"))
}

/// The position with this board and side, the first seat to act, and the pieces of `face_down` face-down. All other pieces
/// are captured.
fn board(ranks: &str, side: char, face_down: &str) -> Banqi {
    board_with(ranks, side, face_down, "{}")
}

fn board_with(ranks: &str, side: char, face_down: &str, json: &str) -> Banqi {
    at_with(&format!("{ranks} {side} 1 {} 0 9 -", gone(ranks, face_down)), json)
}

/// The captured letters for a board and its face-down pieces.
fn gone(ranks: &str, face_down: &str) -> String {
    let left = |letter: char| ranks.chars().chain(face_down.chars()).filter(|c| *c == letter).count();
    let gone: String = Piece::all()
        .flat_map(|piece| {
            let missing = usize::from(piece.role().count_per_side()) - left(piece.letter());
            std::iter::repeat_n(piece.letter(), missing)
        })
        .collect();
    if gone.is_empty() { "-".to_string() } else { gone }
}

/// The position after these actions.
fn after(mut position: Banqi, actions: &str) -> Banqi {
    for text in actions.split_whitespace() {
        let action = position.parse_action(text).unwrap_or_else(|why| panic!("{text} in {position}: {why}"));
        position.play(action);
    }
    position
}

/// All legal actions or chance outcomes, sorted.
fn listed(position: &Banqi) -> Vec<String> {
    let mut all = Vec::new();
    position.perft_actions(&mut all);
    let mut texts: Vec<String> = all.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

/// The legal moves from one square, sorted.
fn from(position: &Banqi, square: &str) -> Vec<String> {
    listed(position).into_iter().filter(|text| text.starts_with(square)).collect()
}

fn can(position: &Banqi, action: &str) -> bool {
    listed(position).iter().any(|text| text == action)
}

/// The code of the rule that forbids an action.
fn refusal(position: &Banqi, action: &str) -> String {
    position.parse_action(action).expect_err(action).rule.into_owned()
}

/// The winner and the reason of a win.
fn win(position: &Banqi) -> Option<(Seat, Reason)> {
    let outcome = position.outcome()?;
    let won = |seat: &Seat| outcome.points(*seat) == Points::WIN;
    [FIRST, SECOND].into_iter().find(won).map(|seat| (seat, outcome.reason()))
}

/// The reason of a draw.
fn draw(position: &Banqi) -> Option<Reason> {
    let outcome = position.outcome()?;
    let half = |seat| outcome.points(seat) == Points::HALF;
    (half(FIRST) && half(SECOND)).then(|| outcome.reason())
}
