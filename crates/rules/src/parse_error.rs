//! Errors in a position text.

use std::fmt;
use std::str::FromStr;

/// One error in a position text.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct ParseError {
    /// The field of the text in plain words: "the castling rights".
    pub field: &'static str,
    /// What is wrong with it, and what would be right.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.message)
    }
}

/// All errors in a position text. There is at least one.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct ParseErrors(Vec<ParseError>);

impl ParseErrors {
    /// A single error.
    pub fn single(field: &'static str, message: impl Into<String>) -> ParseErrors {
        ParseErrors(vec![ParseError { field, message: message.into() }])
    }

    /// The errors in the order in which the parser found them.
    pub fn iter(&self) -> impl Iterator<Item = &ParseError> {
        self.0.iter()
    }
}

/// Collects the errors of a text, so that the parser can report all of them at once.
#[derive(Default, Debug)]
pub struct ErrorCollector(Vec<ParseError>);

impl ErrorCollector {
    /// Adds an error.
    pub fn push(&mut self, field: &'static str, message: impl Into<String>) {
        self.0.push(ParseError { field, message: message.into() });
    }

    /// The parsed value; `None` after adding its error.
    pub fn collect<T>(&mut self, field: &'static str, parsed: Result<T, String>) -> Option<T> {
        parsed.map_err(|message| self.push(field, message)).ok()
    }

    /// Whether there are no errors so far.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// `value` if there were no errors, all errors otherwise.
    pub fn into_result<T>(self, value: impl FnOnce() -> T) -> Result<T, ParseErrors> {
        if self.0.is_empty() { Ok(value()) } else { Err(ParseErrors(self.0)) }
    }

    /// The errors, of which there must be at least one.
    ///
    /// # Panics
    /// If there is no error.
    pub fn into_errors(self) -> ParseErrors {
        assert!(!self.0.is_empty(), "no error was added");
        ParseErrors(self.0)
    }
}

/// Parses a count as position texts write it: decimal digits, no sign, no leading zero.
pub fn parse_count<T: FromStr>(text: &str) -> Option<T> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && (text.len() == 1 || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}

/// Parses a count from `min` on.
///
/// # Errors
/// Which numbers are allowed.
pub fn parse_count_from(text: &str, min: u32) -> Result<u32, String> {
    let count = parse_count(text).filter(|count| *count >= min);
    count.ok_or_else(|| format!("{text:?} is not a number from {min} to {}", u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_has_only_one_spelling() {
        assert_eq!(parse_count("0"), Some(0u32));
        assert_eq!(parse_count("4294967295"), Some(u32::MAX));
        for bad in ["", "00", "01", "+1", "-1", " 1", "1x", "4294967296", "99999999999999999999"] {
            assert_eq!(parse_count::<u32>(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn a_count_below_the_minimum_is_an_error() {
        assert_eq!(parse_count_from("1", 1), Ok(1));
        let error = Err("\"0\" is not a number from 1 to 4294967295".to_string());
        assert_eq!(parse_count_from("0", 1), error);
    }

    #[test]
    fn all_errors_are_reported() {
        let mut list = ErrorCollector::default();
        list.push("the board", "is round");
        list.push("the side", "is missing");
        assert_eq!(list.into_errors().to_string(), "the board: is round; the side: is missing");
    }
}
