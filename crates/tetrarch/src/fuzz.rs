//! What is thrown at everything that reads from outside. The fuzzer and the tests run the same functions.

use crate::games::GAMES;
use crate::trace;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;
use tetrarch_protocol::{ClientMessage, Join, NewTable};
use tetrarch_rules::{BanChess, Banqi, Bishops, Enochian, Position, laws};

/// A target: reads any bytes, and panics only if a law is broken.
pub type Target = fn(&[u8]);

/// All targets by the name of their corpus.
pub const TARGETS: [(&str, Target); 14] = [
    ("ban_chess_text", ban_chess_text),
    ("ban_chess_action", ban_chess_action),
    ("ban_chess_record", ban_chess_record),
    ("banqi_text", banqi_text),
    ("banqi_action", banqi_action),
    ("banqi_record", banqi_record),
    ("enochian_text", enochian_text),
    ("enochian_action", enochian_action),
    ("enochian_record", enochian_record),
    ("bishops_text", bishops_text),
    ("bishops_action", bishops_action),
    ("bishops_record", bishops_record),
    ("trace_line", trace_line),
    ("client_message", client_message),
];

/// A Ban-Chess position text.
pub fn ban_chess_text(bytes: &[u8]) {
    text::<BanChess>(bytes);
}

/// A Ban-Chess position text and, by line, actions.
pub fn ban_chess_action(bytes: &[u8]) {
    actions::<BanChess>(bytes);
}

/// A file of Ban-Chess records.
pub fn ban_chess_record(bytes: &[u8]) {
    records(BanChess::GAME, bytes);
}

/// A Banqi position text.
pub fn banqi_text(bytes: &[u8]) {
    text::<Banqi>(bytes);
}

/// A Banqi position text and, by line, actions.
pub fn banqi_action(bytes: &[u8]) {
    actions::<Banqi>(bytes);
}

/// A file of Banqi records.
pub fn banqi_record(bytes: &[u8]) {
    records(Banqi::GAME, bytes);
}

/// An Enochian position text.
pub fn enochian_text(bytes: &[u8]) {
    text::<Enochian>(bytes);
}

/// An Enochian position text and, by line, actions.
pub fn enochian_action(bytes: &[u8]) {
    actions::<Enochian>(bytes);
}

/// A file of Enochian records.
pub fn enochian_record(bytes: &[u8]) {
    records(Enochian::GAME, bytes);
}

/// A Bishops position text.
pub fn bishops_text(bytes: &[u8]) {
    text::<Bishops>(bytes);
}

/// A Bishops position text and, by line, actions.
pub fn bishops_action(bytes: &[u8]) {
    actions::<Bishops>(bytes);
}

/// A file of Bishops records.
pub fn bishops_record(bytes: &[u8]) {
    records(Bishops::GAME, bytes);
}

/// A line of `tetrarch trace`.
pub fn trace_line(bytes: &[u8]) {
    if let Some(answer) = trace::answer(GAMES, bytes) {
        let answer: serde_json::Value = serde_json::from_str(&answer).expect("answers are JSON");
        assert!(answer.get("error").is_some(), "an answer says whether there was an error");
    }
}

/// A message of a client, or a request to make or join a table: what is read can be written and read again.
pub fn client_message(bytes: &[u8]) {
    read_twice::<ClientMessage>(bytes);
    read_twice::<NewTable>(bytes);
    read_twice::<Join>(bytes);
}

fn read_twice<T: Serialize + DeserializeOwned + PartialEq + Debug>(bytes: &[u8]) {
    let Ok(message) = serde_json::from_slice::<T>(bytes) else { return };
    let written = serde_json::to_string(&message).expect("messages are JSON");
    assert_eq!(serde_json::from_str::<T>(&written).expect("what was written"), message);
}

fn text<P: Position>(bytes: &[u8]) {
    laws::any_text::<P>(&String::from_utf8_lossy(bytes), &P::Options::default());
}

/// A position text, a line break, and action texts by line, each tried in the position so far.
fn actions<P: Position>(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.lines();
    let options = P::Options::default();
    let Ok(mut position) = P::parse(lines.next().unwrap_or_default(), &options) else { return };
    for line in lines.take(50) {
        laws::any_action(&position, line);
        if let Ok(action) = position.read(line) {
            position.play(action);
        }
    }
}

/// In every format of the game: what is read must be written and read back the same.
fn records(game: &str, bytes: &[u8]) {
    let game = GAMES.named(game).expect("a game of ours");
    let text = String::from_utf8_lossy(bytes);
    for format in game.formats() {
        for record in format.read(game, &text).into_iter().flatten() {
            let written = record.write(game, *format).unwrap_or_else(|fault| panic!("{record:?}: {fault}"));
            let again: Vec<_> = format.read(game, &written);
            assert_eq!(again, [Ok(record)], "{} does not come back: {written}", format.name());
        }
    }
}
