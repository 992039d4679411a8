//! Who plays a seat of a local game.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use tetrarch_table::search::Level;

/// Who plays a seat, written `me` or `engine:3`.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum PlayerKind {
    /// A person at this terminal.
    Human,
    /// The engine.
    Engine(Level),
}

impl PlayerKind {
    /// The engine level if none is given.
    pub const DEFAULT_LEVEL: u8 = 3;
}

impl FromStr for PlayerKind {
    type Err = String;

    fn from_str(text: &str) -> Result<PlayerKind, String> {
        let level =
            |number: u8| Level::try_from(number).map(PlayerKind::Engine).map_err(|error| error.to_string());
        match text.split_once(':') {
            None if text == "me" => Ok(PlayerKind::Human),
            None if text == "engine" => level(PlayerKind::DEFAULT_LEVEL),
            Some(("engine", number)) => level(number.parse().map_err(|_| invalid_player(text))?),
            _ => Err(invalid_player(text)),
        }
    }
}

fn invalid_player(text: &str) -> String {
    format!("invalid player {text:?}: expected `me`, `engine` or `engine:LEVEL` with a level from 1 to 8")
}

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerKind::Human => f.write_str("me"),
            PlayerKind::Engine(level) => write!(f, "engine:{level}"),
        }
    }
}

impl TryFrom<String> for PlayerKind {
    type Error = String;
    fn try_from(text: String) -> Result<PlayerKind, String> {
        text.parse()
    }
}

impl From<PlayerKind> for String {
    fn from(who: PlayerKind) -> String {
        who.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_me_or_an_engine_of_a_level() {
        for text in ["me", "engine:1", "engine:8"] {
            assert_eq!(text.parse::<PlayerKind>().unwrap().to_string(), text);
        }
        assert_eq!("engine".parse::<PlayerKind>().unwrap().to_string(), "engine:3");
        for text in ["", "you", "engine:9", "engine:", "me:2"] {
            assert!(text.parse::<PlayerKind>().is_err(), "{text}");
        }
    }
}
