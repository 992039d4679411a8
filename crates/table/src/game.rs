//! The kinds of games, and how to open a table for one.

use crate::record::Format;
use crate::{Match, Table, TimeControl};
use serde_json::{Value, json};
use std::marker::PhantomData;
use tetrarch_rules::{ParseErrors, Position, Presentation};

/// Why a table cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// There is no game with that name.
    #[error("unknown game {name:?}: the games are {}", .known.join(", "))]
    UnknownGame {
        /// The requested name.
        name: String,
        /// The names of all games.
        known: Vec<&'static str>,
    },
    /// The options are not valid for the game.
    #[error("invalid options for {game}: {reason}")]
    Options {
        /// The name of the game.
        game: &'static str,
        /// What is wrong with the options.
        reason: String,
    },
    /// The position text is invalid.
    #[error("invalid position: {errors}")]
    Position {
        /// Everything that is wrong with the text.
        errors: ParseErrors,
    },
}

/// A kind of game. Only [`GameKind`] implements it: the trait erases the type of the rules.
pub trait Game: Send + Sync {
    /// Its name on the command line and on the wire.
    fn name(&self) -> &'static str;
    /// Its display name.
    fn title(&self) -> &'static str;
    /// The options with their default values.
    fn default_options(&self) -> Value;
    /// Opens a table, from the standard start or from a position text. Missing options have their default
    /// values.
    ///
    /// # Errors
    /// If the options or the text are invalid.
    fn open(
        &self,
        options: &Value,
        start: Option<&str>,
        control: TimeControl,
    ) -> Result<Box<dyn Table>, OpenError>;
    /// Its record formats.
    fn formats(&self) -> &'static [&'static dyn Format];
}

/// The game with the rules of `P`, and its record formats.
pub struct GameKind<P> {
    formats: &'static [&'static dyn Format],
    position: PhantomData<fn() -> P>,
}

impl<P: Presentation> GameKind<P> {
    /// The game with these record formats.
    pub const fn with_formats(formats: &'static [&'static dyn Format]) -> GameKind<P> {
        GameKind { formats, position: PhantomData }
    }
}

impl<P: Presentation> Game for GameKind<P> {
    fn name(&self) -> &'static str {
        P::GAME
    }

    fn title(&self) -> &'static str {
        P::TITLE
    }

    fn default_options(&self) -> Value {
        serde_json::to_value(P::Options::default()).expect("options are plain values")
    }

    fn open(
        &self,
        options: &Value,
        start: Option<&str>,
        control: TimeControl,
    ) -> Result<Box<dyn Table>, OpenError> {
        let invalid = |reason: String| OpenError::Options { game: P::GAME, reason };
        if !options.is_object() {
            return Err(invalid("they must be an object like {}".to_string()));
        }
        let options = read_options::<P>(options).map_err(invalid)?;
        Ok(match start {
            None => Box::new(Match::<P>::new(options, control)),
            Some(text) => {
                let game = Match::<P>::from_text(text, options, control);
                Box::new(game.map_err(|errors| OpenError::Position { errors })?)
            }
        })
    }

    fn formats(&self) -> &'static [&'static dyn Format] {
        self.formats
    }
}

/// Parses options. If a single option is invalid, the error names it.
fn read_options<P: Position>(options: &Value) -> Result<P::Options, String> {
    let read = |value: Value| serde_json::from_value::<P::Options>(value).map_err(|error| error.to_string());
    read(options.clone()).map_err(|message| {
        let each = options.as_object().into_iter().flatten();
        let errors = each.filter_map(|(name, value)| Some((name, read(json!({ name: value })).err()?)));
        let mut named =
            errors.map(|(name, error)| if error.contains(name) { error } else { format!("{name}: {error}") });
        named.next().unwrap_or(message).replace("expected u32", "expected a whole number up to 4294967295")
    })
}

/// The list of games that a program offers.
#[derive(Copy, Clone)]
pub struct Games(&'static [&'static dyn Game]);

impl Games {
    /// A list of games.
    pub const fn new(games: &'static [&'static dyn Game]) -> Games {
        Games(games)
    }

    /// All games.
    pub fn iter(self) -> impl Iterator<Item = &'static dyn Game> {
        self.0.iter().copied()
    }

    /// The game with this name.
    ///
    /// # Errors
    /// If there is no such game. The error lists the known names.
    pub fn by_name(self, name: &str) -> Result<&'static dyn Game, OpenError> {
        self.iter().find(|game| game.name() == name).ok_or_else(|| OpenError::UnknownGame {
            name: name.to_string(),
            known: self.iter().map(Game::name).collect(),
        })
    }
}
