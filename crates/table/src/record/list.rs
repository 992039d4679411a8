//! The plain list of actions: one game per paragraph.
//!
//! Before the actions a game may have the lines `game: NAME`, `start: TEXT`, `options: JSON`, and `Name:
//! value` for its tags.

use super::error::TextPosition;
use super::replay::play;
use super::tags::tag_name;
use super::{Format, Record, RecordError, Tags};
use crate::{Game, Table, TimeControl};
use serde_json::{Value, json};

/// The list of actions. Chance outcomes may be attached to the action they follow (`?b4=q`).
pub struct ActionList {
    /// The name of the format.
    pub name: &'static str,
    /// Whether chance outcomes are attached to the preceding action without a space.
    pub outcomes_joined: bool,
}

impl Format for ActionList {
    fn name(&self) -> &'static str {
        self.name
    }

    fn description(&self) -> &'static str {
        "a plain list of actions, one paragraph per game"
    }

    fn write(&self, record: &Record, _: &dyn Table) -> String {
        let mut text = String::new();
        for (name, value) in record.tags.iter() {
            text += &format!("{name}: {value}\n");
        }
        if record.options.as_object().is_some_and(|options| !options.is_empty()) {
            text += &format!("options: {}\n", record.options);
        }
        if let Some(start) = &record.start {
            text += &format!("start: {start}\n");
        }
        if text.is_empty() && record.words.is_empty() {
            // An empty paragraph would not be a game.
            text = format!("game: {}\n", record.game);
        }
        for (number, word) in record.words.iter().enumerate() {
            let joined = self.outcomes_joined && word.starts_with('=');
            text += if number == 0 || joined { "" } else { " " };
            text += word;
        }
        text + "\n\n"
    }

    fn read(&self, game: &dyn Game, text: &str) -> Vec<Result<Record, RecordError>> {
        paragraphs(text).into_iter().map(|(line, lines)| self.read_game(game, line, &lines)).collect()
    }
}

/// The paragraphs of a text, each with the number of its first line.
fn paragraphs(text: &str) -> Vec<(usize, Vec<&str>)> {
    let mut found: Vec<(usize, Vec<&str>)> = Vec::new();
    let mut open = false;
    for (index, line) in text.lines().enumerate() {
        let blank = line.trim().is_empty();
        match found.last_mut().filter(|_| open) {
            _ if blank => {}
            Some((_, lines)) => lines.push(line),
            None => found.push((index + 1, vec![line])),
        }
        open = !blank;
    }
    found
}

impl ActionList {
    fn read_game(&self, game: &dyn Game, first: usize, lines: &[&str]) -> Result<Record, RecordError> {
        let (mut tags, mut options, mut start) = (Tags::default(), json!({}), None);
        let head = lines.iter().take_while(|line| header(line).is_some()).count();
        for (index, line) in lines[..head].iter().enumerate() {
            let position = TextPosition { line: first + index, column: 1 };
            match header(line) {
                Some(("game", name)) if name == game.name() => {}
                Some(("game", name)) => {
                    return Err(position.error(format!("this is a record of {name}, not of {}", game.name())));
                }
                Some(("start", text)) => start = Some(text.to_string()),
                Some(("options", text)) => {
                    options = read_options(text).map_err(|message| position.error(message))?;
                }
                Some((name, value)) => tags.set(name, value),
                None => {}
            }
        }
        let position = TextPosition { line: first, column: 1 };
        let opened = game.open(&options, start.as_deref(), TimeControl::None);
        let mut table = opened.map_err(|error| position.error(error.to_string()))?;
        let mut actions = lines.iter().enumerate().skip(head);
        let end = actions.try_for_each(|(index, line)| self.play_line(&mut *table, first + index, line));
        Record::from_table(&*table, tags).read_until(end)
    }

    fn play_line(&self, table: &mut dyn Table, line: usize, text: &str) -> Result<(), RecordError> {
        for (offset, token) in tokens(text) {
            for word in self.words(token) {
                let column = text[..offset].chars().count() + 1;
                play(table, word, TextPosition { line, column })?;
            }
        }
        Ok(())
    }

    /// An action and the outcome attached to it.
    fn words<'a>(&self, token: &'a str) -> Vec<&'a str> {
        match token.rfind('=').filter(|at| self.outcomes_joined && *at > 0) {
            Some(at) => vec![&token[..at], &token[at..]],
            None => vec![token],
        }
    }
}

/// Parses a line `name: value`. Actions never have a space after a colon. Our own names are lower case; tag
/// names begin with a capital letter.
fn header(line: &str) -> Option<(&str, &str)> {
    let (name, value) =
        line.split_once(':').filter(|(_, value)| value.is_empty() || value.starts_with(' '))?;
    let known = matches!(name, "game" | "start" | "options") || tag_name(name).is_some_and(|tag| tag == name);
    known.then(|| (name, value.trim()))
}

fn read_options(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| format!("the options are not JSON: {error}"))
}

/// The words of a line with their byte offsets.
fn tokens(line: &str) -> impl Iterator<Item = (usize, &str)> {
    line.split_whitespace().map(move |token| (token.as_ptr() as usize - line.as_ptr() as usize, token))
}
