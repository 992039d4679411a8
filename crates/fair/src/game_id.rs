//! The id of a game in the fair dealing scheme.

use crate::FairError;

/// The id of a game as it goes into the hashes: any text of 1 to 255 bytes.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub struct FairGameId(String);

impl FairGameId {
    /// The maximum length of an id in bytes.
    pub const MAX_LEN: usize = 255;

    /// An id with this text.
    ///
    /// # Errors
    /// If the text is empty or too long.
    pub fn new(text: impl Into<String>) -> Result<FairGameId, FairError> {
        let text = text.into();
        if text.is_empty() || text.len() > FairGameId::MAX_LEN {
            return Err(FairError::GameId(text.len()));
        }
        Ok(FairGameId(text))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
