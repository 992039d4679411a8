//! The commitment that the server publishes before play.

use crate::{FairError, hex};
use std::fmt;

/// A hash that binds the server to one secret for one game. `Display` writes the published form.
#[derive(Copy, Clone, Eq, PartialEq, Hash)]
pub struct Commitment([u8; 32]);

impl Commitment {
    pub(crate) const fn from_hash(hash: [u8; 32]) -> Commitment {
        Commitment(hash)
    }

    /// Parses a published commitment: 64 lower-case hexadecimal digits.
    ///
    /// # Errors
    /// If the text is not a commitment.
    pub fn parse(text: &str) -> Result<Commitment, FairError> {
        hex::decode_32(text).map(Commitment).map_err(FairError::Commitment)
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(&self.0))
    }
}

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Commitment({self})")
    }
}
