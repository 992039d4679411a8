//! Hexadecimal in lower case only, so that each value has one spelling. Written by hand, since `data-encoding` reports
//! neither the character that is wrong nor, in a text of odd length, an invalid digit first.

/// Why a text is not valid hexadecimal.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum HexError {
    /// A character is not a hexadecimal digit.
    #[error("has the invalid digit {found:?} at position {position}; use only 0123456789abcdef")]
    InvalidDigit {
        /// The position of the character, counted from 1.
        position: usize,
        /// The invalid character.
        found: char,
    },
    /// The number of digits is odd.
    #[error("has an odd number of digits, {0}")]
    OddLength(usize),
    /// The number of bytes is wrong.
    #[error("has {found} bytes instead of {expected}")]
    WrongLength {
        /// The required number of bytes.
        expected: usize,
        /// The actual number of bytes.
        found: usize,
    },
}

pub(crate) fn encode(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

pub(crate) fn decode(text: &str) -> Result<Vec<u8>, HexError> {
    let digit = |(index, found): (usize, char)| {
        // `to_digit` accepts upper case too.
        let value = found.to_digit(16).filter(|_| !found.is_ascii_uppercase());
        value.map(|value| value as u8).ok_or(HexError::InvalidDigit { position: index + 1, found })
    };
    let digits = text.chars().enumerate().map(digit).collect::<Result<Vec<u8>, HexError>>()?;
    if digits.len() % 2 == 1 {
        return Err(HexError::OddLength(digits.len()));
    }
    Ok(digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}

/// Decodes exactly 32 bytes.
pub(crate) fn decode_32(text: &str) -> Result<[u8; 32], HexError> {
    let bytes = decode(text)?;
    let found = bytes.len();
    bytes.try_into().map_err(|_| HexError::WrongLength { expected: 32, found })
}
