//! Errors in records, with their position.

use super::Record;
use std::fmt;

/// An error in the text of a record.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
    /// What is wrong and how to fix it.
    pub message: String,
    /// What was played up to the error, if the game could be opened.
    pub legal_part: Option<Box<Record>>,
}

impl RecordError {
    /// The error after the legal part of a record.
    pub(super) fn after(self, legal_part: Record) -> RecordError {
        RecordError { legal_part: Some(Box::new(legal_part)), ..self }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for RecordError {}

/// A position in a text.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct TextPosition {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl TextPosition {
    pub(super) const START: TextPosition = TextPosition { line: 1, column: 1 };

    pub(super) fn error(self, what: impl Into<String>) -> RecordError {
        RecordError { line: self.line, column: self.column, message: what.into(), legal_part: None }
    }

    /// The position after this character.
    pub(super) fn after(self, c: char) -> TextPosition {
        if c == '\n' {
            return TextPosition { line: self.line + 1, column: 1 };
        }
        TextPosition { column: self.column + 1, ..self }
    }
}
