//! What is wrong with a position text.

use std::fmt;
use std::str::FromStr;

/// One thing wrong with a position text.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Fault {
    /// The part of the text, in words: "the castling rights".
    pub part: &'static str,
    /// What is wrong with it and what would be right.
    pub wrong: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.part, self.wrong)
    }
}

/// Everything that is wrong with a position text: at least one thing.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// A single fault.
    pub fn one(part: &'static str, wrong: impl Into<String>) -> Faults {
        Faults(vec![Fault { part, wrong: wrong.into() }])
    }

    /// The faults in the order they were found.
    pub fn iter(&self) -> impl Iterator<Item = &Fault> {
        self.0.iter()
    }
}

/// Collects faults while a text is read, so that all are reported at once.
#[derive(Default, Debug)]
pub struct FaultList(Vec<Fault>);

impl FaultList {
    /// Notes a fault.
    pub fn note(&mut self, part: &'static str, wrong: impl Into<String>) {
        self.0.push(Fault { part, wrong: wrong.into() });
    }

    /// Whether nothing was wrong so far.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// `value` if nothing was wrong, else all the faults.
    pub fn or<T>(self, value: impl FnOnce() -> T) -> Result<T, Faults> {
        if self.0.is_empty() { Ok(value()) } else { Err(Faults(self.0)) }
    }

    /// The faults, of which there must be one.
    ///
    /// # Panics
    /// If nothing was noted.
    pub fn into_faults(self) -> Faults {
        assert!(!self.0.is_empty(), "no fault was noted");
        Faults(self.0)
    }
}

/// Reads a count as the position texts write it: decimal digits, no sign, no leading zero.
pub fn read_count<T: FromStr>(text: &str) -> Option<T> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && (text.len() == 1 || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_is_written_in_one_way_only() {
        assert_eq!(read_count("0"), Some(0u32));
        assert_eq!(read_count("4294967295"), Some(u32::MAX));
        for bad in ["", "00", "01", "+1", "-1", " 1", "1x", "4294967296", "99999999999999999999"] {
            assert_eq!(read_count::<u32>(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn all_faults_are_reported() {
        let mut list = FaultList::default();
        list.note("the board", "is round");
        list.note("the side", "is missing");
        assert_eq!(list.into_faults().to_string(), "the board: is round; the side: is missing");
    }
}
