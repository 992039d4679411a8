//! Who sits at a table of one's own.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use tetrarch_engine::Level;

/// Who decides for a seat. Written `me`, `engine:3`.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Who {
    /// Somebody at this terminal.
    Me,
    /// The engine.
    Engine(Level),
}

impl Who {
    /// How strong the engine is if nobody says.
    pub const USUAL: u8 = 3;
}

impl FromStr for Who {
    type Err = String;

    fn from_str(text: &str) -> Result<Who, String> {
        let level = |number: u8| Level::try_from(number).map(Who::Engine).map_err(|error| error.to_string());
        match text.split_once(':') {
            None if text == "me" => Ok(Who::Me),
            None if text == "engine" => level(Who::USUAL),
            Some(("engine", number)) => level(number.parse().map_err(|_| wrong(text))?),
            _ => Err(wrong(text)),
        }
    }
}

fn wrong(text: &str) -> String {
    format!("{text:?} is nobody: a seat is for me, engine or engine:LEVEL, with levels 1 to 8")
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Who::Me => f.write_str("me"),
            Who::Engine(level) => write!(f, "engine:{level}"),
        }
    }
}

impl TryFrom<String> for Who {
    type Error = String;
    fn try_from(text: String) -> Result<Who, String> {
        text.parse()
    }
}

impl From<Who> for String {
    fn from(who: Who) -> String {
        who.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_is_for_me_or_an_engine_of_a_level() {
        for text in ["me", "engine:1", "engine:8"] {
            assert_eq!(text.parse::<Who>().unwrap().to_string(), text);
        }
        assert_eq!("engine".parse::<Who>().unwrap().to_string(), "engine:3");
        for text in ["", "you", "engine:9", "engine:", "me:2"] {
            assert!(text.parse::<Who>().is_err(), "{text}");
        }
    }
}
