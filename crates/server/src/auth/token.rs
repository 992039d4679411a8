//! Access tokens, their hashes, and random ids.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fmt::{self, Write as _};
use subtle::ConstantTimeEq as _;
use tetrarch_store::GameId;

/// A random token of 192 bits. The client sees it once; the server keeps only its hash.
pub(crate) struct AccessToken(String);

impl AccessToken {
    pub(crate) fn generate() -> Result<AccessToken, getrandom::Error> {
        Ok(AccessToken(hex(&random_bytes::<24>()?)))
    }

    pub(crate) fn hash(&self) -> TokenHash {
        TokenHash::of(&self.0)
    }

    /// The token itself, to be sent to its holder.
    pub(crate) fn into_string(self) -> String {
        self.0
    }
}

/// The SHA-256 hash of a token.
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct TokenHash(String);

impl TokenHash {
    pub(crate) fn of(token: &str) -> TokenHash {
        TokenHash(hex(&Sha256::digest(token.as_bytes())))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Compares in constant time, eight bytes at a time, since every command is checked against every seat.
    pub(crate) fn matches(&self, other: &TokenHash) -> bool {
        let (own, other) = (self.0.as_bytes(), other.0.as_bytes());
        let pairs = own.chunks(8).zip(other.chunks(8));
        let differing = pairs.fold(0, |differing, (own, other)| differing | (to_word(own) ^ to_word(other)));
        own.len() == other.len() && differing.ct_eq(&0).into()
    }
}

impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenHash(…)")
    }
}

/// Packs up to eight bytes into a word.
fn to_word(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    u64::from_ne_bytes(word)
}

/// Random bytes from the operating system.
pub(crate) fn random_bytes<const N: usize>() -> Result<[u8; N], getrandom::Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

/// Letters and digits that are hard to confuse.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// A random id of 60 bits.
pub(crate) fn random_id() -> Result<GameId, getrandom::Error> {
    let bytes = random_bytes::<12>()?;
    let text: String = bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte & 31)])).collect();
    Ok(text.parse().expect("an id of letters and digits"))
}

/// Lower-case hex digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_recognised_by_its_hash_alone() {
        let (one, other) = (AccessToken::generate().unwrap(), AccessToken::generate().unwrap());
        let (kept, text) = (one.hash(), one.into_string());
        assert!(text.len() == 48 && TokenHash::of(&text).matches(&kept) && !other.hash().matches(&kept));
        assert!(!format!("{kept:?}{}", serde_json::to_string(&kept).unwrap()).contains(&text));
    }
}
