//! The id of a game.

use crate::FairError;

/// The id of a game: any text of 1 to 255 bytes.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub struct FairGameId(String);

impl FairGameId {
    /// The most bytes an id may have.
    pub const MAX_LEN: usize = 255;

    /// The id with this text.
    ///
    /// # Errors
    /// If it is empty or too long.
    pub fn new(text: impl Into<String>) -> Result<FairGameId, FairError> {
        let text = text.into();
        if text.is_empty() || text.len() > FairGameId::MAX_LEN {
            return Err(FairError::GameId(text.len()));
        }
        Ok(FairGameId(text))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
