//! Game records in several formats.
//!
//! Every reader replays the game, so a parsed record is always legal.

mod ban_chess;
mod detect;
mod error;
mod json;
mod list;
mod option_tags;
mod pgn;
mod phrases;
mod replay;
mod results;
mod rounds;
mod tags;

#[cfg(test)]
mod detect_tests;
#[cfg(test)]
mod sheet_tests;
#[cfg(test)]
mod tests;

pub use ban_chess::BanChessPgn;
pub use detect::{
    DetectError, DetectedRecords, DetectedText, FormatHint, detect_records, detect_text, format_named,
};
pub use error::RecordError;
pub use json::JsonFormat;
pub use list::ActionList;
pub use rounds::{RoundSheet, Spelling};
pub use tags::Tags;

use crate::{Game, Table, TimeControl};
use error::TextPosition;
use serde_json::Value;

/// The record of a game.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Record {
    /// The name of the game.
    pub game: String,
    /// Players, event, date and other tags.
    pub tags: Tags,
    /// All options of the game.
    pub options: Value,
    /// The starting position as text, if it was not the standard start.
    pub start: Option<String>,
    /// The steps played and not taken back, as texts.
    pub words: Vec<String>,
}

/// A format for the records of a game.
pub trait Format: Send + Sync {
    /// Its name, such as `pgn`.
    fn name(&self) -> &'static str;
    /// A short description.
    fn description(&self) -> &'static str;
    /// Writes a record, terminated by a line break.
    fn write(&self, record: &Record, played: &dyn Table) -> String;
    /// Reads all records in a text. An invalid record does not affect the others.
    fn read(&self, game: &dyn Game, text: &str) -> Vec<Result<Record, RecordError>>;
}

impl Record {
    /// The record of the game at a table.
    pub fn from_table(table: &dyn Table, tags: Tags) -> Record {
        Record {
            game: table.game().to_string(),
            tags,
            options: table.options(),
            start: table.start_text(),
            words: table.line().into_iter().map(|step| step.word).collect(),
        }
    }

    /// The record, if all of its text was read; otherwise the error, with the record as its legal part.
    fn read_until(self, end: Result<(), RecordError>) -> Result<Record, RecordError> {
        match end {
            Ok(()) => Ok(self),
            Err(error) => Err(error.after(self)),
        }
    }

    /// Replays the record.
    ///
    /// # Errors
    /// Why it cannot be played. The error position is the start of the record.
    pub fn play(&self, game: &dyn Game) -> Result<Box<dyn Table>, RecordError> {
        self.play_until_error(game).map_err(|(_, error)| error)
    }

    /// Replays the record. An error comes with the index of the step that cannot be played, if it is one.
    fn play_until_error(&self, game: &dyn Game) -> Result<Box<dyn Table>, (Option<usize>, RecordError)> {
        let opened = game.open(&self.options, self.start.as_deref(), TimeControl::None);
        let mut table = opened.map_err(|error| (None, TextPosition::START.error(error.to_string())))?;
        for (number, word) in self.words.iter().enumerate() {
            let illegal = |error| {
                let message = format!("action {} ({word}) cannot be played: {error}", number + 1);
                (Some(number), TextPosition::START.error(message))
            };
            if let Err((number, error)) = table.play_recorded(word).map_err(illegal) {
                let legal_part = Record::from_table(&*table, self.tags.clone());
                return Err((number, error.after(legal_part)));
            }
        }
        Ok(table)
    }

    /// Replays the record and writes it in a format.
    ///
    /// # Errors
    /// If the record cannot be played.
    pub fn write(&self, game: &dyn Game, format: &dyn Format) -> Result<String, RecordError> {
        Ok(format.write(self, &*self.play(game)?))
    }
}
