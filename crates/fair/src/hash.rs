//! Hash inputs. Labels and length prefixes ensure that different inputs never have the same bytes.

use crate::VERSION;
use sha2::{Digest as _, Sha256};

/// The input of a SHA-256 hash under construction.
#[derive(Clone)]
pub(crate) struct HashInput(Sha256);

impl HashInput {
    /// Starts an input with a label for its purpose.
    pub(crate) fn for_purpose(purpose: &str) -> HashInput {
        HashInput(Sha256::new()).framed(format!("{VERSION} {purpose}").as_bytes())
    }

    /// Appends the length of the bytes, then the bytes.
    pub(crate) fn framed(self, bytes: &[u8]) -> HashInput {
        // The inputs are at most 255 bytes or a short list of letters.
        self.u32(bytes.len() as u32).raw(bytes)
    }

    pub(crate) fn u8(self, number: u8) -> HashInput {
        self.raw(&[number])
    }

    pub(crate) fn u32(self, number: u32) -> HashInput {
        self.raw(&number.to_be_bytes())
    }

    pub(crate) fn u64(self, number: u64) -> HashInput {
        self.raw(&number.to_be_bytes())
    }

    fn raw(mut self, bytes: &[u8]) -> HashInput {
        self.0.update(bytes);
        self
    }

    pub(crate) fn finish(self) -> [u8; 32] {
        self.0.finalize().into()
    }
}
