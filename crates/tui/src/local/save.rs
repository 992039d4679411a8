//! Saved games.

use crate::PlayerKind;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use tetrarch_rules::{Seat, SeatNames};
use tetrarch_table::{EventSyntax, Games, Millis, Table, TableError, TableEvent, TimeControl};

/// The format name, so that later versions can tell formats apart.
const SAVE_FORMAT: &str = "tetrarch-save-1";

/// A saved game: all that is needed to resume it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedGame {
    format: String,
    game: String,
    options: Value,
    start: Option<String>,
    control: TimeControl,
    seats: BTreeMap<String, PlayerKind>,
    /// The secret that chance outcomes derive from, and whether all of them so far did.
    pub(super) secret: String,
    pub(super) dealt: bool,
    log: Vec<SavedEvent>,
    /// What each undo removed, the latest undo last.
    undone: Vec<Vec<SavedEvent>>,
}

/// An event in a saved game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedEvent {
    /// Its text, as in a game record, or `takeback:LENGTH` or `time:SEAT:MILLIS`.
    word: String,
    /// The time it took on the clock of the seat to act.
    #[serde(default)]
    spent: Millis,
}

impl SavedEvent {
    fn list(events: &[TableEvent], seats: SeatNames) -> Vec<SavedEvent> {
        let saved = |event: &TableEvent| SavedEvent { word: event.word(seats), spent: event.spent() };
        events.iter().map(saved).collect()
    }

    /// Replays events at a table and returns them. The error is the index of the event that is refused, and why.
    fn replay(saved: &[SavedEvent], table: &mut dyn Table) -> Result<Vec<TableEvent>, (usize, TableError)> {
        let mut events = Vec::with_capacity(saved.len());
        for (index, SavedEvent { word, spent }) in saved.iter().enumerate() {
            let event = table.parse_event(word, EventSyntax::Log).map_err(|why| (index, why))?;
            let event = event.with_spent(*spent);
            table.apply(&event).map_err(|why| (index, why))?;
            events.push(event);
        }
        Ok(events)
    }
}

/// Why a game could not be saved or loaded.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// A file system error.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file does not hold a valid game. It is not modified.
    #[error("{0}")]
    Unreadable(String),
    /// The file exists and is not a saved game, so it is not overwritten.
    #[error("{0} exists and is not a saved game: choose another file name")]
    Occupied(String),
}

/// A saved game that was parsed and replayed.
pub(super) struct LoadedGame {
    pub(super) save: SavedGame,
    pub(super) table: Box<dyn Table>,
    pub(super) players: Vec<PlayerKind>,
    /// What each undo removed, the latest undo last.
    pub(super) redo_stack: Vec<Vec<TableEvent>>,
}

impl SavedGame {
    pub(super) fn new(
        table: &dyn Table,
        players: &[PlayerKind],
        redo_stack: &[Vec<TableEvent>],
    ) -> SavedGame {
        let names = table.seats().iter().map(|name| (*name).to_string());
        SavedGame {
            format: SAVE_FORMAT.to_string(),
            game: table.game().to_string(),
            options: table.options(),
            start: table.start_text(),
            control: table.clocks().control(),
            seats: names.zip(players.iter().copied()).collect(),
            secret: String::new(),
            dealt: false,
            log: SavedEvent::list(table.log(), table.seats()),
            undone: redo_stack.iter().map(|undone| SavedEvent::list(undone, table.seats())).collect(),
        }
    }

    /// Whether a text looks like a saved game of any version.
    pub(super) fn looks_like_save(text: &str) -> bool {
        text.trim_start().starts_with('{') && text.contains("\"tetrarch-save-")
    }

    /// Parses a saved game and replays it.
    pub(super) fn load(text: &str, games: Games) -> Result<LoadedGame, SaveError> {
        let unreadable = |why: String| SaveError::Unreadable(why);
        let save: SavedGame = serde_json::from_str(text).map_err(|error| unreadable(error.to_string()))?;
        if save.format != SAVE_FORMAT {
            return Err(unreadable(format!("unsupported format {:?}: expected {SAVE_FORMAT}", save.format)));
        }
        let game = games.by_name(&save.game).map_err(|error| unreadable(error.to_string()))?;
        let opened = game.open(&save.options, save.start.as_deref(), save.control);
        let mut table = opened.map_err(|error| unreadable(error.to_string()))?;
        let refused = |log: &[SavedEvent], (at, why): (usize, TableError)| {
            unreadable(format!("entry {} ({:?}): {why}", at + 1, log[at].word))
        };
        SavedEvent::replay(&save.log, &mut *table).map_err(|error| refused(&save.log, error))?;
        let redo_stack = save.redo_stack(&*table);
        let players = save.players(&*table)?;
        Ok(LoadedGame { save, table, players, redo_stack })
    }

    /// What can be redone. Undone events that no longer fit are left out: version 0.1.0 kept them after an offer, an
    /// engine's answer or a flag fall had changed the game.
    fn redo_stack(&self, table: &dyn Table) -> Vec<Vec<TableEvent>> {
        let mut ahead = table.snapshot();
        let again = |undone: &Vec<SavedEvent>| SavedEvent::replay(undone, &mut *ahead).ok();
        let mut stack: Vec<Vec<TableEvent>> = self.undone.iter().rev().map_while(again).collect();
        stack.reverse();
        stack
    }

    /// Checks that a text is a saved game that can be resumed.
    ///
    /// # Errors
    /// If it is not.
    pub fn check(text: &str, games: Games) -> Result<(), SaveError> {
        SavedGame::load(text, games).map(drop)
    }

    fn players(&self, table: &dyn Table) -> Result<Vec<PlayerKind>, SaveError> {
        let unknown = self.seats.keys().find(|name| Seat::from_name(name, table.seats()).is_none());
        if let Some(name) = unknown {
            return Err(SaveError::Unreadable(format!("unknown seat {name:?}")));
        }
        let player = |name: &&str| self.seats.get(*name).copied();
        let players: Option<Vec<PlayerKind>> = table.seats().iter().map(player).collect();
        players.ok_or_else(|| SaveError::Unreadable("a seat has no player".to_string()))
    }

    /// Writes the file atomically. Overwrites only a valid saved game.
    ///
    /// # Errors
    /// If the file exists and is not a saved game, or cannot be written.
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
