//! Where a record is wrong, and how.

use std::fmt;

/// What is wrong with a record, and where in its text.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct RecordFault {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// What is wrong and what to do about it.
    pub what: String,
}

impl fmt::Display for RecordFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.what)
    }
}

impl std::error::Error for RecordFault {}

/// A place in a text.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct Spot {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Spot {
    pub(super) const START: Spot = Spot { line: 1, column: 1 };

    pub(super) fn fault(self, what: impl Into<String>) -> RecordFault {
        RecordFault { line: self.line, column: self.column, what: what.into() }
    }

    /// The place after this character.
    pub(super) fn after(self, c: char) -> Spot {
        if c == '\n' {
            return Spot { line: self.line + 1, column: 1 };
        }
        Spot { column: self.column + 1, ..self }
    }
}
