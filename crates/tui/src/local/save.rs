//! Games kept in files.

use crate::PlayerKind;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use tetrarch_rules::Seat;
use tetrarch_table::{Games, LogEntry, Table, TableError, TimeControl};

/// The name of the form, so that it can change one day.
const SAVE_FORMAT: &str = "tetrarch-save-1";

/// A game as it is kept: all that is needed to go on where it was.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedGame {
    format: String,
    game: String,
    options: Value,
    start: Option<String>,
    control: TimeControl,
    seats: BTreeMap<String, PlayerKind>,
    /// What chance is dealt from, and whether all that it has shown was.
    pub(super) secret: String,
    pub(super) dealt: bool,
    log: Vec<LogEntry>,
    pub(super) undone: Vec<Vec<LogEntry>>,
}

/// Why a game could not be saved or fetched.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// The file system says no.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file is not what it should be. It is left as it is.
    #[error("{0}")]
    Unreadable(String),
    /// What is there already is no save of ours, so it is not written over.
    #[error("{0} holds something else and is not written over: choose another name")]
    Occupied(String),
}

/// A save that has been read and played again.
pub(super) struct LoadedGame {
    pub(super) save: SavedGame,
    pub(super) table: Box<dyn Table>,
    pub(super) players: Vec<PlayerKind>,
}

impl SavedGame {
    pub(super) fn new(table: &dyn Table, sitters: &[PlayerKind]) -> SavedGame {
        let names = table.seats().iter().map(|name| (*name).to_string());
        SavedGame {
            format: SAVE_FORMAT.to_string(),
            game: table.game().to_string(),
            options: table.options(),
            start: table.start_text(),
            control: table.clocks().control(),
            seats: names.zip(sitters.iter().copied()).collect(),
            secret: String::new(),
            dealt: false,
            log: table.log().to_vec(),
            undone: Vec::new(),
        }
    }

    /// Whether a text is meant to be a save.
    pub(super) fn looks_like_save(text: &str) -> bool {
        text.trim_start().starts_with('{') && text.contains("\"tetrarch-save-")
    }

    /// Reads a save and plays it again.
    pub(super) fn load(text: &str, games: Games) -> Result<LoadedGame, SaveError> {
        let unreadable = |why: String| SaveError::Unreadable(why);
        let save: SavedGame = serde_json::from_str(text).map_err(|error| unreadable(error.to_string()))?;
        if save.format != SAVE_FORMAT {
            return Err(unreadable(format!(
                "the format is {:?}, but only {SAVE_FORMAT} can be read",
                save.format
            )));
        }
        let game = games.by_name(&save.game).map_err(|error| unreadable(error.to_string()))?;
        let opened = game.open(&save.options, save.start.as_deref(), save.control);
        let mut table = opened.map_err(|error| unreadable(error.to_string()))?;
        let refused = |(at, why): (usize, TableError)| {
            unreadable(format!("entry {} ({:?}): {why}", at + 1, save.log[at].word))
        };
        table.replay(&save.log).map_err(refused)?;
        let sitters = save.players(&*table)?;
        Ok(LoadedGame { save, table, players: sitters })
    }

    /// Whether a text is a save that can be gone on with.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(text: &str, games: Games) -> Result<(), SaveError> {
        SavedGame::load(text, games).map(drop)
    }

    fn players(&self, table: &dyn Table) -> Result<Vec<PlayerKind>, SaveError> {
        let unknown = self.seats.keys().find(|name| Seat::from_name(name, table.seats()).is_none());
        if let Some(name) = unknown {
            return Err(SaveError::Unreadable(format!("there is no seat {name:?}")));
        }
        let who = |name: &&str| self.seats.get(*name).copied();
        let sitters: Option<Vec<PlayerKind>> = table.seats().iter().map(who).collect();
        sitters.ok_or_else(|| SaveError::Unreadable("somebody is missing on a seat".to_string()))
    }

    /// Writes it whole or not at all. Only a save that can be read is written over.
    ///
    /// # Errors
    /// If something else is there, or the file cannot be written.
    pub fn write(&self, games: Games, file: &Path) -> Result<(), SaveError> {
        if file.exists() {
            let there = fs::read_to_string(file).ok();
            let ours = there.is_some_and(|text| SavedGame::load(&text, games).is_ok());
            if !ours {
                return Err(SaveError::Occupied(file.display().to_string()));
            }
        }
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let mut beside = tempfile::NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))?;
        serde_json::to_writer(&mut beside, self).map_err(io::Error::from)?;
        beside.write_all(b"\n")?;
        beside.persist(file).map_err(|error| SaveError::Io(error.error))?;
        Ok(())
    }
}
