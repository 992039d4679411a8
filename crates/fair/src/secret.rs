//! The server's secret.

use crate::hash::HashInput;
use crate::{Commitment, FairError, FairGameId, hex};
use std::fmt;

/// 256 random bits that the server keeps until the game has ended. Its `Debug` does not show them.
#[derive(Clone, Eq, PartialEq)]
pub struct Secret([u8; 32]);

impl Secret {
    /// The secret of these bytes, which must be random.
    pub const fn from_bytes(bytes: [u8; 32]) -> Secret {
        Secret(bytes)
    }

    /// Reads a published secret: 64 digits in lower case.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(text: &str) -> Result<Secret, FairError> {
        hex::decode_32(text).map(Secret).map_err(FairError::Secret)
    }

    /// How it is published and stored. Nobody may see this before the game has ended.
    pub fn reveal(&self) -> String {
        hex::encode(&self.0)
    }

    /// What is published before play. It needs nobody's entropy.
    pub fn commitment(&self, game: &FairGameId) -> Commitment {
        let input = HashInput::for_purpose("commitment").framed(game.as_str().as_bytes()).framed(&self.0);
        Commitment::from_hash(input.finish())
    }

    pub(crate) const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}
