//! Fuzz targets for everything that parses external input. The fuzzer and the tests run the same functions.

use crate::games::{self, GAMES, GameEntry};
use crate::rulebook::{self, Page};
use crate::{commands, trace};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fmt::Debug;
use std::io::{self, Cursor};
use tetrarch_arena::PlayerSpec;
use tetrarch_protocol::{
    AnalysisRequest, ChangePasswordRequest, ClientMessage, Command, CreateSetRequest, CreateTableRequest,
    CreateTokenRequest, Credentials, DeleteAccountRequest, ExplainRequest, JoinRequest, ReadRecordsRequest,
    RenameRequest, Study, ViewsRequest,
};
use tetrarch_table::TimeControl;
use tetrarch_tui::{SavedGame, UserCommand};

/// A target: accepts any bytes, and panics only if an invariant is violated.
pub type Target = fn(&[u8]);

/// All targets, by the name of their corpus.
pub const TARGETS: [(&str, Target); 13] = [
    ("position_text", position_text),
    ("position_actions", position_actions),
    ("records", records),
    ("trace_line", trace_line),
    ("client_message", client_message),
    ("http_body", http_body),
    ("options", options),
    ("clock_text", clock_text),
    ("player_spec", player_spec),
    ("rules_page", rules_page),
    ("save_file", save_file),
    ("terminal_line", terminal_line),
    ("uci_lines", uci_lines),
];

/// The name of a game in the first line, then a position text.
pub fn position_text(bytes: &[u8]) {
    with_game(bytes, |entry, text| (entry.tests.check_position_text)(text));
}

/// The name of a game in the first line, then a position text and, by line, actions.
pub fn position_actions(bytes: &[u8]) {
    with_game(bytes, |entry, text| (entry.tests.check_action_texts)(text));
}

/// The name of a game in the first line, then records in any of its formats. Parsed records survive a round trip.
pub fn records(bytes: &[u8]) {
    with_game(bytes, |entry, text| {
        for format in entry.rules.formats() {
            for record in format.read(entry.rules, text).into_iter().flatten() {
                let written = record.write(entry.rules, *format);
                let written = written.unwrap_or_else(|fault| panic!("{record:?}: {fault}"));
                let again: Vec<_> = format.read(entry.rules, &written);
                assert_eq!(again, [Ok(record)], "{} does not come back: {written}", format.name());
            }
        }
    });
}

/// Runs a test for the game that the first line names, with the rest of the text. Ignores other input.
fn with_game(bytes: &[u8], test: fn(&GameEntry, &str)) {
    let text = String::from_utf8_lossy(bytes);
    let (name, rest) = text.split_once('\n').unwrap_or((&text, ""));
    if let Ok(entry) = games::entry(name) {
        test(entry, rest);
    }
}

/// A line of `tetrarch trace`.
pub fn trace_line(bytes: &[u8]) {
    if let Some(answer) = trace::respond(GAMES, bytes) {
        let answer: Value = serde_json::from_str(&answer).expect("responses are JSON");
        assert!(answer.get("error").is_some(), "a response has an error field");
    }
}

/// A client message, or a request to create or join a table: parsed messages survive a round trip.
pub fn client_message(bytes: &[u8]) {
    read_twice::<ClientMessage>(bytes);
    read_twice::<CreateTableRequest>(bytes);
    read_twice::<JoinRequest>(bytes);
}

/// The body of any other request.
pub fn http_body(bytes: &[u8]) {
    read_twice::<Command>(bytes);
    read_twice::<CreateSetRequest>(bytes);
    read_twice::<Study>(bytes);
    let _ = serde_json::from_slice::<Credentials>(bytes);
    let _ = serde_json::from_slice::<RenameRequest>(bytes);
    let _ = serde_json::from_slice::<ChangePasswordRequest>(bytes);
    let _ = serde_json::from_slice::<DeleteAccountRequest>(bytes);
    let _ = serde_json::from_slice::<CreateTokenRequest>(bytes);
    let _ = serde_json::from_slice::<ViewsRequest>(bytes);
    let _ = serde_json::from_slice::<ExplainRequest>(bytes);
    let _ = serde_json::from_slice::<AnalysisRequest>(bytes);
    let _ = serde_json::from_slice::<ReadRecordsRequest>(bytes);
}

/// The options of any game, and a clock: a game that accepts options also accepts them as it reports them.
pub fn options(bytes: &[u8]) {
    read_twice::<TimeControl>(bytes);
    let Ok(options) = serde_json::from_slice::<Value>(bytes) else { return };
    for game in GAMES.iter() {
        let Ok(table) = game.open(&options, None, TimeControl::None) else { continue };
        let again = game.open(&table.options(), None, TimeControl::None).expect("its own options are valid");
        assert_eq!(again.options(), table.options());
    }
}

/// A clock on the command line.
pub fn clock_text(bytes: &[u8]) {
    if let Ok(control) = commands::play::parse_clock(&String::from_utf8_lossy(bytes)) {
        control.validate().expect("parsed clocks are valid");
    }
}

/// A player description on the command line.
pub fn player_spec(bytes: &[u8]) {
    if let Ok(player) = String::from_utf8_lossy(bytes).parse::<PlayerSpec>() {
        assert!(player.threads() > 0, "a player has at least one thread");
    }
}

/// A rules page with its diagrams, and its output formats.
pub fn rules_page(bytes: &[u8]) {
    if let Ok(page) = Page::parse(&String::from_utf8_lossy(bytes)) {
        let _ = (rulebook::html(&page), rulebook::text(&page), page.title());
    }
}

/// A saved game.
pub fn save_file(bytes: &[u8]) {
    let _ = SavedGame::check(&String::from_utf8_lossy(bytes), GAMES);
}

/// A line typed in the terminal client.
pub fn terminal_line(bytes: &[u8]) {
    let _ = UserCommand::parse(&String::from_utf8_lossy(bytes));
}

/// Lines of a UCI client. Searches and hash sizes are left out because they only take long.
pub fn uci_lines(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes).to_string();
    let costly = |word: &str| word.eq_ignore_ascii_case("hash") || matches!(word, "go" | "ponderhit");
    let cheap = text.lines().filter(|line| !line.split_whitespace().any(costly)).take(30);
    let lines: String = cheap.flat_map(|line| [line, "\n"]).chain(["quit\n"]).collect();
    crate::uci::run(Cursor::new(lines), io::sink()).expect("reading from memory does not fail");
}

fn read_twice<T: Serialize + DeserializeOwned + PartialEq + Debug>(bytes: &[u8]) {
    let Ok(message) = serde_json::from_slice::<T>(bytes) else { return };
    let written = serde_json::to_string(&message).expect("messages are JSON");
    assert_eq!(serde_json::from_str::<T>(&written).expect("written messages can be parsed"), message);
}
