//! The secret of the server.

use crate::hash::HashInput;
use crate::{Commitment, FairError, FairGameId, hex};
use std::fmt;

/// 256 random bits that the server reveals when the game has ended. `Debug` does not print them.
#[derive(Clone, Eq, PartialEq)]
pub struct Secret([u8; 32]);

impl Secret {
    /// A secret from these bytes, which must be random.
    pub const fn from_bytes(bytes: [u8; 32]) -> Secret {
        Secret(bytes)
    }

    /// Parses a revealed secret: 64 lower-case hexadecimal digits.
    ///
    /// # Errors
    /// If the text is not a secret.
    pub fn parse(text: &str) -> Result<Secret, FairError> {
        hex::decode_32(text).map(Secret).map_err(FairError::Secret)
    }

    /// The secret as text, to store or publish. Nobody may see it before the game has ended.
    pub fn reveal(&self) -> String {
        hex::encode(&self.0)
    }

    /// The commitment to publish before play. It does not depend on the entropy.
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
