//! What is hashed: labelled and framed, so that no two different inputs are the same bytes.

use crate::VERSION;
use sha2::{Digest as _, Sha256};

/// The input of a hash while it is put together.
#[derive(Clone)]
pub(crate) struct Input(Sha256);

impl Input {
    /// An input for one purpose.
    pub(crate) fn labelled(purpose: &str) -> Input {
        Input(Sha256::new()).framed(format!("{VERSION} {purpose}").as_bytes())
    }

    /// Its length, then the bytes.
    pub(crate) fn framed(self, bytes: &[u8]) -> Input {
        // Nothing that is framed is longer than a list of letters.
        self.u32(bytes.len() as u32).plain(bytes)
    }

    pub(crate) fn u8(self, number: u8) -> Input {
        self.plain(&[number])
    }

    pub(crate) fn u32(self, number: u32) -> Input {
        self.plain(&number.to_be_bytes())
    }

    pub(crate) fn u64(self, number: u64) -> Input {
        self.plain(&number.to_be_bytes())
    }

    fn plain(mut self, bytes: &[u8]) -> Input {
        self.0.update(bytes);
        self
    }

    pub(crate) fn hash(self) -> [u8; 32] {
        self.0.finalize().into()
    }
}
