//! What is fixed when a table is made.

use crate::token::TokenHash;
use crate::who::Who;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tetrarch_protocol::{Setting, Sitter};
use tetrarch_table::{Control, Millis};

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
    /// The person whose table it is, if the server knows them.
    #[serde(default)]
    pub(crate) owner_person: Option<String>,
    /// How people are let in and what happens when they leave.
    #[serde(default)]
    pub(crate) setting: Setting,
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
    /// Nobody yet: it is kept for who has the invite, or for a person.
    Invited {
        /// The hash of the invite.
        invite: TokenHash,
        /// The person, if one was named.
        person: Option<String>,
        /// Their name.
        name: Option<String>,
    },
    /// Somebody with a token.
    Person {
        /// The hash of their token.
        token: TokenHash,
        /// What they call themselves.
        name: String,
        /// Who they are, if the server knows them.
        #[serde(default)]
        person: Option<String>,
    },
    /// The engine.
    Engine {
        /// How strong it plays.
        level: u8,
        /// The least time it takes to answer.
        #[serde(default)]
        delay: Millis,
    },
}

impl Sitting {
    /// Whether it is theirs.
    pub(crate) fn is_of(&self, who: &Who) -> bool {
        matches!(self, Sitting::Person { token, person, .. } if who.is(token, person.as_deref()))
    }

    /// Whether the same person sits on both.
    pub(crate) fn is_same_as(&self, other: &Sitting) -> bool {
        match (self, other) {
            (Sitting::Person { token: own, person: me, .. }, Sitting::Person { token, person, .. }) => {
                own.is(token) || me.is_some() && me == person
            }
            _ => false,
        }
    }

    /// Whether nobody sits there yet.
    pub(crate) const fn is_free(&self) -> bool {
        matches!(self, Sitting::Open | Sitting::Invited { .. })
    }

    /// The person who sits there, if the server knows them.
    pub(crate) fn person(&self) -> Option<&str> {
        match self {
            Sitting::Person { person, .. } => person.as_deref(),
            _ => None,
        }
    }

    /// What everybody may see of it.
    pub(crate) fn shown(&self) -> Sitter {
        match self {
            Sitting::Open => Sitter::Open,
            Sitting::Invited { name, .. } => Sitter::Invited { name: name.clone() },
            Sitting::Person { name, person, .. } => {
                Sitter::Person { name: name.clone(), person: person.clone() }
            }
            Sitting::Engine { level, .. } => Sitter::Engine { level: *level },
        }
    }

    /// The name of who sits there, as records write it; none if nobody does.
    pub(crate) fn player(&self) -> Option<String> {
        match self {
            Sitting::Open | Sitting::Invited { .. } => None,
            Sitting::Person { name, .. } => Some(name.clone()),
            Sitting::Engine { level, .. } => Some(format!("Tetrarch level {level}")),
        }
    }
}

/// The longest name, in letters.
const LONGEST_NAME: usize = 40;

/// A name fit to be shown: one line of limited length, or `Guest`.
pub(crate) fn fit_name(name: Option<&str>) -> String {
    let name = plain_line(name.unwrap_or_default(), LONGEST_NAME);
    if name.is_empty() { "Guest".to_string() } else { name }
}

/// One line of at most so many letters, without what controls how other text is shown.
pub(crate) fn plain_line(text: &str, longest: usize) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let plain: String = words.join(" ").chars().filter(|letter| !is_control(*letter)).collect();
    plain.trim().chars().take(longest).collect::<String>().trim_end().to_string()
}

/// Controls, and what turns text round or hides in it.
fn is_control(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_plain_line() {
        assert_eq!(fit_name(Some("  Ada\u{7}\n\tLovelace \u{202e}")), "Ada Lovelace");
        assert_eq!(fit_name(Some(" \u{200b} ")), "Guest");
        assert_eq!(fit_name(None), "Guest");
        assert_eq!(fit_name(Some(&"x".repeat(99))).len(), 40);
        assert_eq!(plain_line("<b>hi</b>", 20), "<b>hi</b>", "markup is text, and shown as text");
    }
}
