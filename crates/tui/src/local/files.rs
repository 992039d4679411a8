//! Saving, loading and records.

use super::save::{LoadedGame, SaveError, SavedGame};
use super::{Deps, LocalSession};
use crate::{PlayerKind, UserError};
use std::fs;
use std::path::{Path, PathBuf};
use tetrarch_table::record::{Record, Tags};
use tetrarch_table::{Game, Table};

impl LocalSession {
    /// Goes on with the game in a file: a save of ours, or a record in any format of any game.
    ///
    /// # Errors
    /// If it cannot be read. The file is left as it is.
    pub fn open(kit: Deps, file: &Path) -> Result<LocalSession, SaveError> {
        let text = fs::read_to_string(file)
            .map_err(|error| SaveError::Unreadable(format!("{}: {error}", file.display())))?;
        let named = |fault| SaveError::Unreadable(format!("{}: {fault}", file.display()));
        if SavedGame::looks_like_save(&text) {
            let opened = SavedGame::load(&text, kit.games).map_err(named)?;
            return Ok(LocalSession::from_save(kit, opened));
        }
        let table = open_record(kit, &text).map_err(named)?;
        let sitters = vec![PlayerKind::Human; table.seats().len()];
        Ok(LocalSession::new(kit, table, sitters))
    }

    fn from_save(kit: Deps, opened: LoadedGame) -> LocalSession {
        let LoadedGame { save, table, players: sitters } = opened;
        let mut local = LocalSession::new(kit, table, sitters);
        local.secret = save.secret;
        local.all_dealt = save.dealt;
        local.redo_stack = save.undone;
        local
    }

    pub(super) fn to_save(&self) -> SavedGame {
        let mut save = SavedGame::new(&*self.table, &self.players);
        save.secret.clone_from(&self.secret);
        save.dealt = self.all_dealt;
        save.undone.clone_from(&self.redo_stack);
        save
    }

    pub(super) fn save_to(&self, file: Option<PathBuf>) -> Result<Vec<String>, UserError> {
        let file = file.or_else(|| self.file.clone()).ok_or(UserError("Save to which file?".into()))?;
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
        let found = found.ok_or_else(|| UserError(format!("The formats are {}.", names())))?;
        let record = Record::from_table(&*self.table, Tags::default());
        Ok(found.write(&record, &*self.table).lines().map(String::from).collect())
    }
}

/// The game of the first record in a text that some game and format understands.
fn open_record(kit: Deps, text: &str) -> Result<Box<dyn Table>, SaveError> {
    let mut furthest = None;
    for game in kit.games.iter() {
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
    let why = furthest.map_or("it holds no game".to_string(), |(_, fault)| fault);
    Err(SaveError::Unreadable(format!("neither a save nor a record: {why}")))
}

fn replay(game: &dyn Game, record: &Record) -> Result<Box<dyn Table>, SaveError> {
    record.play(game).map_err(|fault| SaveError::Unreadable(fault.to_string()))
}
