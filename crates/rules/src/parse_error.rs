//! What is wrong with a position text.

use std::fmt;
use std::str::FromStr;

/// One thing wrong with a position text.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct ParseError {
    /// The part of the text, in words: "the castling rights".
    pub field: &'static str,
    /// What is wrong with it and what would be right.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.message)
    }
}

/// Everything that is wrong with a position text: at least one thing.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct ParseErrors(Vec<ParseError>);

impl ParseErrors {
    /// A single fault.
    pub fn single(part: &'static str, wrong: impl Into<String>) -> ParseErrors {
        ParseErrors(vec![ParseError { field: part, message: wrong.into() }])
    }

    /// The faults in the order they were found.
    pub fn iter(&self) -> impl Iterator<Item = &ParseError> {
        self.0.iter()
    }
}

/// Collects faults while a text is read, so that all are reported at once.
#[derive(Default, Debug)]
pub struct ErrorCollector(Vec<ParseError>);

impl ErrorCollector {
    /// Notes a fault.
    pub fn push(&mut self, part: &'static str, wrong: impl Into<String>) {
        self.0.push(ParseError { field: part, message: wrong.into() });
    }

    /// Whether nothing was wrong so far.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// `value` if nothing was wrong, else all the faults.
    pub fn into_result<T>(self, value: impl FnOnce() -> T) -> Result<T, ParseErrors> {
        if self.0.is_empty() { Ok(value()) } else { Err(ParseErrors(self.0)) }
    }

    /// The faults, of which there must be one.
    ///
    /// # Panics
    /// If nothing was noted.
    pub fn into_errors(self) -> ParseErrors {
        assert!(!self.0.is_empty(), "no fault was noted");
        ParseErrors(self.0)
    }
}

/// Reads a count as the position texts write it: decimal digits, no sign, no leading zero.
pub fn parse_count<T: FromStr>(text: &str) -> Option<T> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && (text.len() == 1 || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_is_written_in_one_way_only() {
        assert_eq!(parse_count("0"), Some(0u32));
        assert_eq!(parse_count("4294967295"), Some(u32::MAX));
        for bad in ["", "00", "01", "+1", "-1", " 1", "1x", "4294967296", "99999999999999999999"] {
            assert_eq!(parse_count::<u32>(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn all_faults_are_reported() {
        let mut list = ErrorCollector::default();
        list.push("the board", "is round");
        list.push("the side", "is missing");
        assert_eq!(list.into_errors().to_string(), "the board: is round; the side: is missing");
    }
}
