//! Hexadecimal digits, in lower case only: one spelling for each value.

/// What is wrong with a text that should be bytes in hexadecimal.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum HexFault {
    /// A character that is no digit.
    #[error("has {found:?} at place {place}, which is none of 0123456789abcdef")]
    Digit {
        /// The place of the character, from 1.
        place: usize,
        /// The character.
        found: char,
    },
    /// Two digits make a byte.
    #[error("has {0} digits, but two make a byte")]
    Odd(usize),
    /// Another number of bytes than it takes.
    #[error("has {found} bytes, but it takes {expected}")]
    Length {
        /// How many it takes.
        expected: usize,
        /// How many there are.
        found: usize,
    },
}

pub(crate) fn write(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

pub(crate) fn read(text: &str) -> Result<Vec<u8>, HexFault> {
    let digit = |(place, found): (usize, char)| {
        // `to_digit` takes capitals too.
        let value = found.to_digit(16).filter(|_| !found.is_ascii_uppercase());
        value.map(|value| value as u8).ok_or(HexFault::Digit { place: place + 1, found })
    };
    let digits = text.chars().enumerate().map(digit).collect::<Result<Vec<u8>, HexFault>>()?;
    if digits.len() % 2 == 1 {
        return Err(HexFault::Odd(digits.len()));
    }
    Ok(digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}

/// Exactly 32 bytes.
pub(crate) fn read_32(text: &str) -> Result<[u8; 32], HexFault> {
    let bytes = read(text)?;
    let found = bytes.len();
    bytes.try_into().map_err(|_| HexFault::Length { expected: 32, found })
}
