//! Records of games: what was played, in the formats people and programs use.
//!
//! Every format is read by replaying, so what comes out of a reader has been played by the rules.

mod ban_chess;
mod error;
mod json;
mod list;
mod option_tags;
mod pgn;
mod phrases;
mod results;
mod rounds;
mod tags;

#[cfg(test)]
mod sheet_tests;
#[cfg(test)]
mod tests;

pub use ban_chess::BanChessPgn;
pub use error::RecordError;
pub use json::JsonFormat;
pub use list::ActionList;
pub use rounds::{RoundSheet, Spelling};
pub use tags::Tags;

use crate::{Game, Table, TimeControl};
use error::TextPosition;
use serde_json::Value;

/// What was played, and by whom.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The game's name.
    pub game: String,
    /// Players, event, date and the like.
    pub tags: Tags,
    /// The options it was played under, complete.
    pub options: Value,
    /// The text of the start, if it was not the usual one.
    pub start: Option<String>,
    /// What was played and not taken back, in the words of the record.
    pub words: Vec<String>,
}

/// A way to write records of a game.
pub trait Format: Send + Sync {
    /// Its name: `pgn`.
    fn name(&self) -> &'static str;
    /// What it is, in a few words.
    fn description(&self) -> &'static str;
    /// Writes a record, ending with a line break.
    fn write(&self, record: &Record, played: &dyn Table) -> String;
    /// Reads the records in a text. A bad one does not keep the others from being read.
    fn read(&self, game: &dyn Game, text: &str) -> Vec<Result<Record, RecordError>>;
}

impl Record {
    /// The record of what stands at a table.
    pub fn from_table(table: &dyn Table, tags: Tags) -> Record {
        Record {
            game: table.game().to_string(),
            tags,
            options: table.options(),
            start: table.start_text(),
            words: table.line().into_iter().map(|step| step.word).collect(),
        }
    }

    /// Plays the record.
    ///
    /// # Errors
    /// Where and why it cannot be played; the place is that of the whole record.
    pub fn play(&self, game: &dyn Game) -> Result<Box<dyn Table>, RecordError> {
        self.play_until_error(game).map_err(|(_, fault)| fault)
    }

    /// Plays the record; a fault comes with the number of the word that cannot be played, from 0, if it is one.
    fn play_until_error(&self, game: &dyn Game) -> Result<Box<dyn Table>, (Option<usize>, RecordError)> {
        let opened = game.open(&self.options, self.start.as_deref(), TimeControl::None);
        let mut table = opened.map_err(|error| (None, TextPosition::START.error(error.to_string())))?;
        for (number, word) in self.words.iter().enumerate() {
            let refused = |refusal| {
                let what = format!("action {} ({word}) cannot be played: {refusal}", number + 1);
                (Some(number), TextPosition::START.error(what))
            };
            table.apply_recorded(word).map_err(refused)?;
        }
        Ok(table)
    }

    /// Writes the record in a format, having played it.
    ///
    /// # Errors
    /// If it cannot be played.
    pub fn write(&self, game: &dyn Game, format: &dyn Format) -> Result<String, RecordError> {
        Ok(format.write(self, &*self.play(game)?))
    }
}
