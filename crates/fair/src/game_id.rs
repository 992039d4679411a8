//! The id of a game.

use crate::Unfit;

/// The id of a game: any text of 1 to 255 bytes.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub struct GameId(String);

impl GameId {
    /// The most bytes an id may have.
    pub const LONGEST: usize = 255;

    /// The id with this text.
    ///
    /// # Errors
    /// If it is empty or too long.
    pub fn new(text: impl Into<String>) -> Result<GameId, Unfit> {
        let text = text.into();
        if text.is_empty() || text.len() > GameId::LONGEST {
            return Err(Unfit::GameId(text.len()));
        }
        Ok(GameId(text))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
