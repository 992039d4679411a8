//! Saving, loading and records.

use super::save::{Opened, Save, SaveFault};
use super::{Kit, Local};
use crate::{Trouble, Who};
use std::fs;
use std::path::{Path, PathBuf};
use tetrarch_table::record::{Record, Tags};
use tetrarch_table::{Game, Table};

impl Local {
    /// Goes on with the game in a file: a save of ours, or a record in any format of any game.
    ///
    /// # Errors
    /// If it cannot be read. The file is left as it is.
    pub fn open(kit: Kit, file: &Path) -> Result<Local, SaveFault> {
        let text = fs::read_to_string(file)
            .map_err(|error| SaveFault::Unreadable(format!("{}: {error}", file.display())))?;
        let named = |fault| SaveFault::Unreadable(format!("{}: {fault}", file.display()));
        if Save::is_announced(&text) {
            let opened = Save::open(&text, kit.games).map_err(named)?;
            return Ok(Local::resumed(kit, opened));
        }
        let table = recorded(kit, &text).map_err(named)?;
        let sitters = vec![Who::Me; table.seats().len()];
        Ok(Local::new(kit, table, sitters))
    }

    fn resumed(kit: Kit, opened: Opened) -> Local {
        let Opened { save, table, sitters } = opened;
        let mut local = Local::new(kit, table, sitters);
        local.secret = save.secret;
        local.dealt = save.dealt;
        local.undone = save.undone;
        local
    }

    pub(super) fn save(&self) -> Save {
        let mut save = Save::of(&*self.table, &self.sitters);
        save.secret.clone_from(&self.secret);
        save.dealt = self.dealt;
        save.undone.clone_from(&self.undone);
        save
    }

    pub(super) fn save_to(&self, file: Option<PathBuf>) -> Result<Vec<String>, Trouble> {
        let file = file.or_else(|| self.file.clone()).ok_or(Trouble("Save to which file?".into()))?;
        self.save().write(self.kit.games, &file).map_err(|fault| Trouble::from(&fault))?;
        Ok(vec![format!("Saved to {}.", file.display())])
    }

    pub(super) fn load(&mut self, file: &Path) -> Result<Vec<String>, Trouble> {
        let opened = Local::open(self.kit, file).map_err(|fault| Trouble::from(&fault))?;
        *self = opened;
        Ok(vec![format!("Loaded {}: {}.", file.display(), self.state.view.turn.words)])
    }

    pub(super) fn record(&self, format: Option<&str>) -> Result<Vec<String>, Trouble> {
        let game = self.kit.games.named(self.table.game()).map_err(|error| Trouble::from(&error))?;
        let formats = game.formats();
        let found = format.map_or(formats.first(), |name| formats.iter().find(|own| own.name() == name));
        let names = || formats.iter().map(|own| own.name()).collect::<Vec<_>>().join(", ");
        let found = found.ok_or_else(|| Trouble(format!("The formats are {}.", names())))?;
        let record = Record::of(&*self.table, Tags::default());
        Ok(found.write(&record, &*self.table).lines().map(String::from).collect())
    }
}

/// The game of the first record in a text that some game and format understands.
fn recorded(kit: Kit, text: &str) -> Result<Box<dyn Table>, SaveFault> {
    let mut furthest = None;
    for game in kit.games.iter() {
        for format in game.formats() {
            match format.read(game, text).into_iter().next() {
                Some(Ok(record)) => return played(game, &record),
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
    Err(SaveFault::Unreadable(format!("neither a save nor a record: {why}")))
}

fn played(game: &dyn Game, record: &Record) -> Result<Box<dyn Table>, SaveFault> {
    record.play(game).map_err(|fault| SaveFault::Unreadable(fault.to_string()))
}
