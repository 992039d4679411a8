//! Access tokens, their hashes, and random ids.

use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fmt;
use subtle::ConstantTimeEq as _;
use tetrarch_store::GameId;

/// A random token of 192 bits. The client sees it once; the server keeps only its hash.
pub(crate) struct AccessToken(String);

impl AccessToken {
    pub(crate) fn generate() -> Result<AccessToken, getrandom::Error> {
        Ok(AccessToken(HEXLOWER.encode(&random_bytes::<24>()?)))
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
        TokenHash(HEXLOWER.encode(&Sha256::digest(token.as_bytes())))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Compares in constant time.
    pub(crate) fn matches(&self, other: &TokenHash) -> bool {
        self.0.as_bytes().ct_eq(other.0.as_bytes()).into()
    }
}

impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenHash(…)")
    }
}

/// Random bytes from the operating system.
pub(crate) fn random_bytes<const N: usize>() -> Result<[u8; N], getrandom::Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

/// Letters and digits that are hard to confuse.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// A random id of 60 bits. Each letter takes a byte of its own, since 60 bits are not whole bytes for an encoder.
pub(crate) fn random_id() -> Result<GameId, getrandom::Error> {
    let bytes = random_bytes::<12>()?;
    let text: String = bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte & 31)])).collect();
    Ok(text.parse().expect("an id of letters and digits"))
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
