//! The list of games: the only place that names all of them. Each has a file with everything about it.

mod ban_chess;
mod banqi;
mod bishops;
mod enochian;
mod entry;
mod position_tests;
mod strength;
#[cfg(test)]
mod tests;
mod turn_order;

pub use crate::commands::tune::TuneArgs;
pub use entry::{
    EngineEntry, GameEntry, GameText, OptionEntry, OptionLiteral, PresetEntry, Tuner, ValueEntry,
};
pub use position_tests::{Midgame, PositionTests};
pub use strength::{BenchmarkOpponent, StrengthTarget};

use anyhow::Context as _;
use tetrarch_engine::{Engine, EngineSettings, MakeEngine};
use tetrarch_table::{Game, Games, OpenError};

/// Every game this program plays, in display order.
pub const ENTRIES: [&GameEntry; 4] = [&bishops::ENTRY, &enochian::ENTRY, &ban_chess::ENTRY, &banqi::ENTRY];

/// The rules of every game.
pub const GAMES: Games = Games::new(&rules_of(ENTRIES));

const fn rules_of<const N: usize>(entries: [&GameEntry; N]) -> [&'static dyn Game; N] {
    let mut rules = [entries[0].rules; N];
    let mut index = 1;
    while index < N {
        rules[index] = entries[index].rules;
        index += 1;
    }
    rules
}

/// The entry of a game.
///
/// # Errors
/// If there is no such game; the error lists the games.
pub fn entry(game: &str) -> Result<&'static GameEntry, OpenError> {
    let name = GAMES.by_name(game)?.name();
    Ok(ENTRIES.into_iter().find(|entry| entry.name() == name).expect("both are the same list"))
}

/// The engine constructor of a game; `None` if it has no engine.
pub fn make_engine(game: &str) -> Option<MakeEngine> {
    entry(game).ok()?.engine.map(|engine| engine.make)
}

/// Creates an engine for a game; `None` if it has no engine.
///
/// # Errors
/// If the settings are invalid.
pub fn engine(game: &str, settings: &EngineSettings) -> Option<Result<Box<dyn Engine>, String>> {
    make_engine(game).map(|make| make(settings))
}

/// The rules page of a game, from `docs/rules/`.
///
/// # Errors
/// If there is no such game, or it has no rules page.
pub fn rules_page(game: &str) -> anyhow::Result<&'static str> {
    entry(game)?.rules_page.with_context(|| format!("there is no rules page for {game}"))
}

/// Tunes the weights that the arguments name.
pub(crate) fn tune_game(args: &TuneArgs) -> anyhow::Result<()> {
    let engines = ENTRIES.into_iter().filter_map(|entry| entry.engine);
    let tuners: Vec<&Tuner> = engines.flat_map(|engine| engine.tuners).collect();
    let known = || tuners.iter().map(|tuner| tuner.name).collect::<Vec<_>>().join(", ");
    let tuner = tuners
        .iter()
        .find(|tuner| tuner.name == args.game)
        .with_context(|| format!("cannot tune {:?}: expected one of {}", args.game, known()))?;
    (tuner.tune)(args)
}
