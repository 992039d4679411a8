//! What is fixed when a table is made.

use crate::token::TokenHash;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tetrarch_protocol::Sitter;
use tetrarch_table::Control;

/// What is fixed when a table is made, as it is stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Head {
    /// The game's name.
    pub(crate) game: String,
    /// The options as they were asked for.
    pub(crate) options: Value,
    /// The start, if it is not the usual one.
    pub(crate) start: Option<String>,
    /// The kind of clock.
    pub(crate) control: Control,
    /// Who sits where from the beginning.
    pub(crate) seats: Vec<Sitting>,
    /// Whose table it is.
    pub(crate) owner: TokenHash,
    /// The secret of the deal, where chance plays a part. Nobody may see it before the game has ended.
    pub(crate) secret: Option<String>,
    /// What the maker adds to the deal.
    pub(crate) entropy: Option<String>,
    /// When it was made, in milliseconds since 1970.
    pub(crate) made: i64,
}

/// Who sits on a seat.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Sitting {
    /// Nobody yet.
    Open,
    /// Somebody with a token.
    Person {
        /// The hash of their token.
        token: TokenHash,
        /// What they call themselves.
        name: String,
    },
    /// The engine.
    Engine {
        /// How strong it plays.
        level: u8,
    },
}

impl Sitting {
    /// Whether it is this token's.
    pub(crate) fn is_of(&self, hash: &TokenHash) -> bool {
        matches!(self, Sitting::Person { token, .. } if token.is(hash))
    }

    /// What everybody may see of it.
    pub(crate) fn shown(&self) -> Sitter {
        match self {
            Sitting::Open => Sitter::Open,
            Sitting::Person { name, .. } => Sitter::Person { name: name.clone(), person: None },
            Sitting::Engine { level } => Sitter::Engine { level: *level },
        }
    }
}

/// The longest name, in letters.
const LONGEST_NAME: usize = 40;

/// A name fit to be shown: one line of limited length, or `Guest`.
pub(crate) fn fit_name(name: Option<&str>) -> String {
    let plain: String = name.unwrap_or_default().chars().filter(|c| !c.is_control()).collect();
    let name: String = plain.trim().chars().take(LONGEST_NAME).collect();
    if name.is_empty() { "Guest".to_string() } else { name }
}
