//! Hexadecimal digits, in lower case only: one spelling for each value.

/// What is wrong with a text that should be bytes in hexadecimal.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum HexError {
    /// A character that is no digit.
    #[error("has {found:?} at place {position}, which is none of 0123456789abcdef")]
    InvalidDigit {
        /// The place of the character, from 1.
        position: usize,
        /// The character.
        found: char,
    },
    /// Two digits make a byte.
    #[error("has {0} digits, but two make a byte")]
    OddLength(usize),
    /// Another number of bytes than it takes.
    #[error("has {found} bytes, but it takes {expected}")]
    WrongLength {
        /// How many it takes.
        expected: usize,
        /// How many there are.
        found: usize,
    },
}

pub(crate) fn encode(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

pub(crate) fn decode(text: &str) -> Result<Vec<u8>, HexError> {
    let digit = |(place, found): (usize, char)| {
        // `to_digit` takes capitals too.
        let value = found.to_digit(16).filter(|_| !found.is_ascii_uppercase());
        value.map(|value| value as u8).ok_or(HexError::InvalidDigit { position: place + 1, found })
    };
    let digits = text.chars().enumerate().map(digit).collect::<Result<Vec<u8>, HexError>>()?;
    if digits.len() % 2 == 1 {
        return Err(HexError::OddLength(digits.len()));
    }
    Ok(digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}

/// Exactly 32 bytes.
pub(crate) fn decode_32(text: &str) -> Result<[u8; 32], HexError> {
    let bytes = decode(text)?;
    let found = bytes.len();
    bytes.try_into().map_err(|_| HexError::WrongLength { expected: 32, found })
}
