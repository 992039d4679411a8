//! An example of each message is kept and shown on the page about the protocol, complete and up to date.
//!
//! `BLESS=1 cargo test -p tetrarch-protocol` writes the examples anew, also into the page.

mod samples;

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::{env, fs};
use tetrarch_protocol::{ClientMessage, ServerMessage};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// Every example by its name, as it goes over the wire but with line breaks.
fn examples() -> Vec<(&'static str, String)> {
    let pretty = |value: serde_json::Value| serde_json::to_string_pretty(&value).unwrap() + "\n";
    let clients = samples::from_clients().into_iter().map(|(name, message)| (name, told(&message)));
    let server = samples::from_the_server().into_iter().map(|(name, message)| (name, told(&message)));
    let http = samples::over_http().into_iter().map(|(name, value)| (name, pretty(value)));
    clients.chain(server).chain(http).collect()
}

/// A message as text, which must be read back as the same.
fn told<T: Serialize + DeserializeOwned + PartialEq + Debug>(message: &T) -> String {
    let text = serde_json::to_string_pretty(message).unwrap() + "\n";
    assert_eq!(serde_json::from_str::<T>(&text).unwrap(), *message);
    text
}

#[test]
fn an_example_of_each_message_is_kept_and_is_up_to_date() {
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
fn the_page_shows_every_example() {
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
fn everything_that_can_be_said_has_an_example() {
    let clients: BTreeSet<&str> =
        samples::from_clients().iter().map(|(_, message)| name_of_clients(message)).collect();
    assert_eq!(clients.len(), 29, "{clients:?}");
    let server: BTreeSet<&str> =
        samples::from_the_server().iter().map(|(_, message)| name_of_servers(message)).collect();
    assert_eq!(server.len(), 9, "{server:?}");
}

#[test]
fn a_command_is_called_what_the_wire_calls_it() {
    for (_, message) in samples::from_clients() {
        let ClientMessage::Command(command) = message else { continue };
        let mut told = serde_json::to_value(&command.kind).unwrap();
        if let Some(order) = told.get("order") {
            told = order.clone();
        }
        let named = told.as_object().and_then(|object| object.keys().next());
        let name = named.map_or_else(|| told.as_str().unwrap_or_default(), String::as_str);
        assert_eq!(name, command.kind.name());
    }
}

/// A new message must be named here, and counted above.
fn name_of_clients(message: &ClientMessage) -> &'static str {
    match message {
        ClientMessage::Hello(_) => "hello",
        ClientMessage::Look {} => "look",
        ClientMessage::Explain { .. } => "explain",
        ClientMessage::Command(command) => command.kind.name(),
        ClientMessage::Say { .. } => "say",
    }
}

/// The same for the server.
fn name_of_servers(message: &ServerMessage) -> &'static str {
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
