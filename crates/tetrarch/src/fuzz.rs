//! Fuzz targets for everything that parses external input. The fuzzer and the tests run the same functions.

use crate::games::GAMES;
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
    CreateTokenRequest, Credentials, DeleteAccountRequest, ExplainRequest, JoinRequest, RenameRequest, Study,
    ViewsRequest,
};
use tetrarch_rules::{BanChess, Banqi, Bishops, Enochian, Position, laws};
use tetrarch_table::TimeControl;
use tetrarch_tui::{SavedGame, UserCommand};

/// A target: accepts any bytes, and panics only if an invariant is violated.
pub type Target = fn(&[u8]);

/// All targets, by the name of their corpus.
pub const TARGETS: [(&str, Target); 22] = [
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
    ("http_body", http_body),
    ("options", options),
    ("clock_text", clock_text),
    ("player_spec", player_spec),
    ("rules_page", rules_page),
    ("save_file", save_file),
    ("terminal_line", terminal_line),
    ("uci_lines", uci_lines),
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

fn text<P: Position>(bytes: &[u8]) {
    laws::check_position_text::<P>(&String::from_utf8_lossy(bytes), &P::Options::default());
}

/// A position text, then one action per line, each tried in the current position.
fn actions<P: Position>(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.lines();
    let options = P::Options::default();
    let Ok(mut position) = P::parse(lines.next().unwrap_or_default(), &options) else { return };
    for line in lines.take(50) {
        laws::check_action_text(&position, line);
        if let Ok(action) = position.parse_action(line) {
            position.play(action);
        }
    }
}

/// Parsed records survive a round trip, in every format of the game.
fn records(game: &str, bytes: &[u8]) {
    let game = GAMES.by_name(game).expect("a known game");
    let text = String::from_utf8_lossy(bytes);
    for format in game.formats() {
        for record in format.read(game, &text).into_iter().flatten() {
            let written = record.write(game, *format).unwrap_or_else(|fault| panic!("{record:?}: {fault}"));
            let again: Vec<_> = format.read(game, &written);
            assert_eq!(again, [Ok(record)], "{} does not come back: {written}", format.name());
        }
    }
}
