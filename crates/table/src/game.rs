//! The kinds of games there are, and how a table is opened for one.

use crate::record::Format;
use crate::{Match, Table, TimeControl};
use serde_json::{Value, json};
use std::marker::PhantomData;
use tetrarch_rules::{ParseErrors, Position};

/// Why a table could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// No game of that name.
    #[error("there is no game {name:?}: the games are {}", .known.join(", "))]
    UnknownGame {
        /// What was asked for.
        name: String,
        /// What there is.
        known: Vec<&'static str>,
    },
    /// The options are not the game's.
    #[error("the options of {game}: {reason}")]
    Options {
        /// The game.
        game: &'static str,
        /// What is wrong with them.
        reason: String,
    },
    /// The position text has faults.
    #[error("the position: {faults}")]
    Position {
        /// Everything that is wrong with it.
        faults: ParseErrors,
    },
}

/// A kind of game.
pub trait Game: Send + Sync {
    /// Its name on the command line and on the wire.
    fn name(&self) -> &'static str;
    /// Its name for people.
    fn title(&self) -> &'static str;
    /// The options with their usual values.
    fn default_options(&self) -> Value;
    /// A table for it, from the usual start or from a position text. Options not named have their usual values.
    ///
    /// # Errors
    /// What is wrong with the options or the text.
    fn open(
        &self,
        options: &Value,
        start: Option<&str>,
        control: TimeControl,
    ) -> Result<Box<dyn Table>, OpenError>;
    /// The formats its records are written in.
    fn formats(&self) -> &'static [&'static dyn Format];
}

/// The game that `P` is, with its record formats.
pub struct GameKind<P> {
    formats: &'static [&'static dyn Format],
    position: PhantomData<fn() -> P>,
}

impl<P: Position> GameKind<P> {
    /// The game with these formats.
    pub const fn with_formats(formats: &'static [&'static dyn Format]) -> GameKind<P> {
        GameKind { formats, position: PhantomData }
    }
}

impl<P: Position> Game for GameKind<P> {
    fn name(&self) -> &'static str {
        P::GAME
    }

    fn title(&self) -> &'static str {
        P::TITLE
    }

    fn default_options(&self) -> Value {
        serde_json::to_value(P::Options::default()).unwrap_or_default()
    }

    fn open(
        &self,
        options: &Value,
        start: Option<&str>,
        control: TimeControl,
    ) -> Result<Box<dyn Table>, OpenError> {
        let wrong = |reason: String| OpenError::Options { game: P::GAME, reason };
        if !options.is_object() {
            return Err(wrong("they must be an object like {}".to_string()));
        }
        let options = read_options::<P>(options).map_err(wrong)?;
        Ok(match start {
            None => Box::new(Match::<P>::new(options, control)),
            Some(text) => {
                let game = Match::<P>::from_text(text, options, control);
                Box::new(game.map_err(|faults| OpenError::Position { faults })?)
            }
        })
    }

    fn formats(&self) -> &'static [&'static dyn Format] {
        self.formats
    }
}

/// Reads options; what is wrong is told with the name of the option, where it is one alone.
fn read_options<P: Position>(options: &Value) -> Result<P::Options, String> {
    let read = |value: Value| serde_json::from_value::<P::Options>(value).map_err(|error| error.to_string());
    read(options.clone()).map_err(|wrong| {
        let each = options.as_object().into_iter().flatten();
        let alone = each.filter_map(|(name, value)| Some((name, read(json!({ name: value })).err()?)));
        let named =
            alone.map(|(name, wrong)| if wrong.contains(name) { wrong } else { format!("{name}: {wrong}") });
        named
            .into_iter()
            .next()
            .unwrap_or(wrong)
            .replace("expected u32", "expected a whole number up to 4294967295")
    })
}

/// The list of games a program knows.
#[derive(Copy, Clone)]
pub struct Games(&'static [&'static dyn Game]);

impl Games {
    /// These games.
    pub const fn new(games: &'static [&'static dyn Game]) -> Games {
        Games(games)
    }

    /// All of them.
    pub fn iter(self) -> impl Iterator<Item = &'static dyn Game> {
        self.0.iter().copied()
    }

    /// The game of this name.
    ///
    /// # Errors
    /// If there is none; the error names those there are.
    pub fn by_name(self, name: &str) -> Result<&'static dyn Game, OpenError> {
        self.iter().find(|game| game.name() == name).ok_or_else(|| OpenError::UnknownGame {
            name: name.to_string(),
            known: self.iter().map(Game::name).collect(),
        })
    }
}
