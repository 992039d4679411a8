//! The server's secret.

use crate::hash::Input;
use crate::{Commitment, GameId, Unfit, hex};
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
    pub fn read(text: &str) -> Result<Secret, Unfit> {
        hex::read_32(text).map(Secret).map_err(Unfit::Secret)
    }

    /// How it is published and stored. Nobody may see this before the game has ended.
    pub fn reveal(&self) -> String {
        hex::write(&self.0)
    }

    /// What is published before play. It needs nobody's entropy.
    pub fn commitment(&self, game: &GameId) -> Commitment {
        let input = Input::labelled("commitment").framed(game.as_str().as_bytes()).framed(&self.0);
        Commitment::of(input.hash())
    }

    pub(crate) const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}
