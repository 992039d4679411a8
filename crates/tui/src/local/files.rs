//! Saves, loads and exports local games.

use super::save::{LoadedGame, SaveError, SavedGame};
use super::{Deps, LocalSession};
use crate::{PlayerKind, UserError};
use std::fs;
use std::path::{Path, PathBuf};
use tetrarch_table::record::{Record, Tags};
use tetrarch_table::{Game, Table};

impl LocalSession {
    /// Opens the game in a file: a saved game, or a record in any format of any game.
    ///
    /// # Errors
    /// If the file cannot be read or parsed. The file is not modified.
    pub fn open(deps: Deps, file: &Path) -> Result<LocalSession, SaveError> {
        let text = fs::read_to_string(file)
            .map_err(|error| SaveError::Unreadable(format!("{}: {error}", file.display())))?;
        let named = |fault| SaveError::Unreadable(format!("{}: {fault}", file.display()));
        if SavedGame::looks_like_save(&text) {
            let opened = SavedGame::load(&text, deps.games).map_err(named)?;
            return Ok(LocalSession::from_save(deps, opened));
        }
        let table = open_record(deps, &text).map_err(named)?;
        let players = vec![PlayerKind::Human; table.seats().len()];
        Ok(LocalSession::new(deps, table, players))
    }

    fn from_save(deps: Deps, opened: LoadedGame) -> LocalSession {
        let LoadedGame { save, table, players, redo_stack } = opened;
        let mut session = LocalSession::new(deps, table, players);
        session.secret = save.secret;
        session.all_dealt = save.dealt;
        session.redo_stack = redo_stack;
        session
    }

    pub(super) fn to_save(&self) -> SavedGame {
        let mut save = SavedGame::new(&*self.table, &self.players, &self.redo_stack);
        save.secret.clone_from(&self.secret);
        save.dealt = self.all_dealt;
        save
    }

    pub(super) fn save_to(&self, file: Option<PathBuf>) -> Result<Vec<String>, UserError> {
        let file = file
            .or_else(|| self.file.clone())
            .ok_or(UserError("Save to which file? Type: save FILE".into()))?;
        self.to_save().write(self.deps.games, &file).map_err(|fault| UserError::from(&fault))?;
        Ok(vec![format!("Saved to {}.", file.display())])
    }

    pub(super) fn load(&mut self, file: &Path) -> Result<Vec<String>, UserError> {
        let opened = LocalSession::open(self.deps, file).map_err(|fault| UserError::from(&fault))?;
        *self = opened;
        Ok(vec![format!("Loaded {}: {}.", file.display(), self.state.view.turn.words)])
    }

    pub(super) fn record(&self, format: Option<&str>) -> Result<Vec<String>, UserError> {
        let game = self.deps.games.by_name(self.table.game()).map_err(|error| UserError::from(&error))?;
        let formats = game.formats();
        let found = format.map_or(formats.first(), |name| formats.iter().find(|own| own.name() == name));
        let names = || formats.iter().map(|own| own.name()).collect::<Vec<_>>().join(", ");
        let found =
            found.ok_or_else(|| UserError(format!("Unknown record format. The formats are {}.", names())))?;
        let record = Record::from_table(&*self.table, Tags::default());
        Ok(found.write(&record, &*self.table).lines().map(String::from).collect())
    }
}

/// Replays the first record of a text, in the first game and format that can parse it. On failure, reports the error of the
/// format that got furthest.
fn open_record(deps: Deps, text: &str) -> Result<Box<dyn Table>, SaveError> {
    let mut furthest = None;
    for game in deps.games.iter() {
        for format in game.formats() {
            match format.read(game, text).into_iter().next() {
                Some(Ok(record)) => return replay(game, &record),
                Some(Err(fault))
                    if furthest.as_ref().is_none_or(|(at, _)| *at < (fault.line, fault.column)) =>
                {
                    furthest = Some(((fault.line, fault.column), fault.to_string()));
                }
                _ => {}
            }
        }
    }
    let why = furthest.map_or("no game found".to_string(), |(_, fault)| fault);
    Err(SaveError::Unreadable(format!("not a saved game or a record: {why}")))
}

fn replay(game: &dyn Game, record: &Record) -> Result<Box<dyn Table>, SaveError> {
    record.play(game).map_err(|fault| SaveError::Unreadable(fault.to_string()))
}
