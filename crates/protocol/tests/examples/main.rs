//! Checks that there is an example of each message, and that `docs/protocol.md` shows all of them.
//!
//! `BLESS=1 cargo test -p tetrarch-protocol` regenerates the examples, also in the document.

mod samples;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::{env, fs};
use tetrarch_protocol::{ClientMessage, CommandKind, OwnerCommand, ServerMessage};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// Every example by name, pretty-printed.
fn examples() -> Vec<(&'static str, String)> {
    let pretty = |value: serde_json::Value| serde_json::to_string_pretty(&value).unwrap() + "\n";
    let clients = samples::from_clients().into_iter().map(|(name, message)| (name, to_text(&message)));
    let server = samples::from_server().into_iter().map(|(name, message)| (name, to_text(&message)));
    let http = samples::over_http().into_iter().map(|(name, value)| (name, pretty(value)));
    clients.chain(server).chain(http).collect()
}

/// A message as text. It must round-trip.
fn to_text<T: Serialize + DeserializeOwned + PartialEq + Debug>(message: &T) -> String {
    let text = serde_json::to_string_pretty(message).unwrap() + "\n";
    assert_eq!(serde_json::from_str::<T>(&text).unwrap(), *message);
    text
}

#[test]
fn example_files_are_up_to_date() {
    let (folder, bless) = (docs().join("protocol"), env::var_os("BLESS").is_some());
    for (name, text) in examples() {
        let file = folder.join(format!("{name}.json"));
        if bless {
            fs::create_dir_all(&folder).unwrap();
            fs::write(&file, &text).unwrap();
        }
        let kept = fs::read_to_string(&file).unwrap_or_default();
        assert!(kept == text, "{} is out of date: write it with BLESS=1", file.display());
    }
    let files = fs::read_dir(folder).unwrap().count();
    assert_eq!(files, examples().len(), "a file that is no example any more");
}

#[test]
fn the_documentation_shows_every_example() {
    let file = docs().join("protocol.md");
    let mut page = fs::read_to_string(&file).unwrap();
    for (name, text) in examples() {
        let mark = format!("<!-- example: {name} -->\n```json\n");
        let start =
            page.find(&mark).unwrap_or_else(|| panic!("the page shows no example of {name}")) + mark.len();
        let end = start + page[start..].find("```").expect("the end of an example");
        if env::var_os("BLESS").is_some() {
            page.replace_range(start..end, &text);
            fs::write(&file, &page).unwrap();
        } else {
            assert!(page[start..end] == text, "the example of {name} is out of date: write it with BLESS=1");
        }
    }
}

#[test]
fn every_message_has_an_example() {
    let name = |message: &ClientMessage| client_message_name(message).to_string();
    let clients: BTreeSet<String> =
        samples::from_clients().iter().map(|(_, message)| name(message)).collect();
    let mut expected = variants::<ClientMessage>(json!({"kind": "?"}));
    assert!(expected.remove("command"), "{expected:?}");
    expected.extend(variants::<CommandKind>(json!("?")));
    assert!(expected.remove("order"), "{expected:?}");
    expected.extend(variants::<OwnerCommand>(json!("?")));
    assert_eq!(clients, expected);
    let server: BTreeSet<String> =
        samples::from_server().iter().map(|(_, message)| server_message_name(message).to_string()).collect();
    assert_eq!(server, variants::<ServerMessage>(json!({"kind": "?"})));
}

/// The names of an enum's variants, as serde lists them when it reads an unknown one.
fn variants<T: DeserializeOwned + Debug>(unknown: serde_json::Value) -> BTreeSet<String> {
    let error = serde_json::from_value::<T>(unknown).expect_err("an unknown variant").to_string();
    let (_, listed) = error.split_once("expected").unwrap_or_else(|| panic!("no list of variants: {error}"));
    listed.split('`').skip(1).step_by(2).map(str::to_string).collect()
}

#[test]
fn command_names_match_the_wire_format() {
    for (_, message) in samples::from_clients() {
        let ClientMessage::Command(command) = message else { continue };
        let mut json = serde_json::to_value(&command.kind).unwrap();
        if let Some(order) = json.get("order") {
            json = order.clone();
        }
        let named = json.as_object().and_then(|object| object.keys().next());
        let name = named.map_or_else(|| json.as_str().unwrap_or_default(), String::as_str);
        assert_eq!(name, command.kind.name());
    }
}

/// The name of a message.
fn client_message_name(message: &ClientMessage) -> &'static str {
    match message {
        ClientMessage::Hello(_) => "hello",
        ClientMessage::Look {} => "look",
        ClientMessage::Explain { .. } => "explain",
        ClientMessage::Command(command) => command.kind.name(),
        ClientMessage::Say { .. } => "say",
    }
}

/// The name of a message of the server.
fn server_message_name(message: &ServerMessage) -> &'static str {
    match message {
        ServerMessage::State(_) => "state",
        ServerMessage::Event(_) => "event",
        ServerMessage::Seats { .. } => "seats",
        ServerMessage::Done { .. } => "done",
        ServerMessage::Refused { .. } => "refused",
        ServerMessage::Explained { .. } => "explained",
        ServerMessage::You(_) => "you",
        ServerMessage::Chat { .. } => "chat",
        ServerMessage::Closing { .. } => "closing",
    }
}
