//! What is fixed when a table is made.

use crate::token::TokenHash;
use crate::who::Identity;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tetrarch_protocol::{Occupant, TableSettings};
use tetrarch_table::{Millis, TimeControl};

/// What is fixed when a table is made, as it is stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TableHeader {
    /// The game's name.
    pub(crate) game: String,
    /// The options as they were asked for.
    pub(crate) options: Value,
    /// The start, if it is not the usual one.
    pub(crate) start: Option<String>,
    /// The kind of clock.
    pub(crate) control: TimeControl,
    /// Who sits where from the beginning.
    pub(crate) seats: Vec<SeatAssignment>,
    /// Whose table it is.
    pub(crate) owner: TokenHash,
    /// The person whose table it is, if the server knows them.
    #[serde(default)]
    pub(crate) owner_person: Option<String>,
    /// How people are let in and what happens when they leave.
    #[serde(default)]
    pub(crate) setting: TableSettings,
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
pub(crate) enum SeatAssignment {
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

impl SeatAssignment {
    /// Whether it is theirs.
    pub(crate) fn belongs_to(&self, who: &Identity) -> bool {
        matches!(self, SeatAssignment::Person { token, person, .. } if who.matches(token, person.as_deref()))
    }

    /// Whether the same person sits on both.
    pub(crate) fn is_same_person(&self, other: &SeatAssignment) -> bool {
        match (self, other) {
            (
                SeatAssignment::Person { token: own, person: me, .. },
                SeatAssignment::Person { token, person, .. },
            ) => own.matches(token) || me.is_some() && me == person,
            _ => false,
        }
    }

    /// Whether nobody sits there yet.
    pub(crate) const fn is_free(&self) -> bool {
        matches!(self, SeatAssignment::Open | SeatAssignment::Invited { .. })
    }

    /// The person who sits there, if the server knows them.
    pub(crate) fn person_id(&self) -> Option<&str> {
        match self {
            SeatAssignment::Person { person, .. } => person.as_deref(),
            _ => None,
        }
    }

    /// What everybody may see of it.
    pub(crate) fn to_sitter(&self) -> Occupant {
        match self {
            SeatAssignment::Open => Occupant::Open,
            SeatAssignment::Invited { name, .. } => Occupant::Invited { name: name.clone() },
            SeatAssignment::Person { name, person, .. } => {
                Occupant::Person { name: name.clone(), person: person.clone() }
            }
            SeatAssignment::Engine { level, .. } => Occupant::Engine { level: *level },
        }
    }

    /// The name of who sits there, as records write it; none if nobody does.
    pub(crate) fn player_name(&self) -> Option<String> {
        match self {
            SeatAssignment::Open | SeatAssignment::Invited { .. } => None,
            SeatAssignment::Person { name, .. } => Some(name.clone()),
            SeatAssignment::Engine { level, .. } => Some(format!("Tetrarch level {level}")),
        }
    }
}

/// The longest name, in letters.
const MAX_NAME_CHARS: usize = 40;

/// A name fit to be shown: one line of limited length, or `Guest`.
pub(crate) fn display_name(name: Option<&str>) -> String {
    let name = sanitize_line(name.unwrap_or_default(), MAX_NAME_CHARS);
    if name.is_empty() { "Guest".to_string() } else { name }
}

/// One line of at most so many letters, without what controls how other text is shown.
pub(crate) fn sanitize_line(text: &str, longest: usize) -> String {
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
        assert_eq!(display_name(Some("  Ada\u{7}\n\tLovelace \u{202e}")), "Ada Lovelace");
        assert_eq!(display_name(Some(" \u{200b} ")), "Guest");
        assert_eq!(display_name(None), "Guest");
        assert_eq!(display_name(Some(&"x".repeat(99))).len(), 40);
        assert_eq!(sanitize_line("<b>hi</b>", 20), "<b>hi</b>", "markup is text, and shown as text");
    }
}
