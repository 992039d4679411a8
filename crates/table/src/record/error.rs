//! Where a record is wrong, and how.

use std::fmt;

/// What is wrong with a record, and where in its text.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// What is wrong and what to do about it.
    pub message: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for RecordError {}

/// A place in a text.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct TextPosition {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl TextPosition {
    pub(super) const START: TextPosition = TextPosition { line: 1, column: 1 };

    pub(super) fn error(self, what: impl Into<String>) -> RecordError {
        RecordError { line: self.line, column: self.column, message: what.into() }
    }

    /// The place after this character.
    pub(super) fn after(self, c: char) -> TextPosition {
        if c == '\n' {
            return TextPosition { line: self.line + 1, column: 1 };
        }
        TextPosition { column: self.column + 1, ..self }
    }
}
