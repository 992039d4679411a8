//! What is published before play.

use crate::{FairError, hex};
use std::fmt;

/// A hash that fits one secret and one game only. Its `Display` is how it is published.
#[derive(Copy, Clone, Eq, PartialEq, Hash)]
pub struct Commitment([u8; 32]);

impl Commitment {
    pub(crate) const fn from_hash(hash: [u8; 32]) -> Commitment {
        Commitment(hash)
    }

    /// Reads a published commitment: 64 digits in lower case.
    ///
    /// # Errors
    /// What is wrong with the text.
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
