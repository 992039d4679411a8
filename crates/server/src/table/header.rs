//! The header of a table: everything that is fixed when it is created.

use crate::auth::identity::Identity;
use crate::auth::token::TokenHash;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tetrarch_protocol::{Occupant, TableSettings};
use tetrarch_table::{Millis, TimeControl};

/// The header of a table, as it is stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TableHeader {
    pub(crate) game: String,
    /// The options as requested.
    pub(crate) options: Value,
    /// The starting position, if it is not the standard one.
    pub(crate) start: Option<String>,
    pub(crate) control: TimeControl,
    /// The initial seating.
    pub(crate) seats: Vec<SeatAssignment>,
    /// The hash of the owner's token.
    pub(crate) owner: TokenHash,
    /// The owner's person id, if the server knows them.
    #[serde(default)]
    pub(crate) owner_person: Option<String>,
    #[serde(default)]
    pub(crate) setting: TableSettings,
    /// The secret of the deal in games with chance. It stays secret until the game is over.
    pub(crate) secret: Option<String>,
    /// The entropy contributed by the creator.
    pub(crate) entropy: Option<String>,
    /// Creation time in milliseconds since 1970.
    pub(crate) made: i64,
}

/// Who a seat is assigned to.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SeatAssignment {
    /// Not taken.
    Open,
    /// Not taken, but reserved for the holder of an invite or for a person.
    Invited { invite: TokenHash, person: Option<String>, name: Option<String> },
    /// A person.
    Person {
        /// The hash of their seat token.
        token: TokenHash,
        name: String,
        /// Their person id, if the server knows them.
        #[serde(default)]
        person: Option<String>,
    },
    /// An engine.
    Engine {
        level: u8,
        /// The minimum time before it moves.
        #[serde(default)]
        delay: Millis,
    },
}

impl SeatAssignment {
    pub(crate) fn belongs_to(&self, identity: &Identity) -> bool {
        matches!(self, SeatAssignment::Person { token, person, .. } if identity.matches(token, person.as_deref()))
    }

    /// Whether the same person has both seats.
    pub(crate) fn is_same_person(&self, other: &SeatAssignment) -> bool {
        match (self, other) {
            (
                SeatAssignment::Person { token: own, person: me, .. },
                SeatAssignment::Person { token, person, .. },
            ) => own.matches(token) || me.is_some() && me == person,
            _ => false,
        }
    }

    /// Whether the seat is not taken.
    pub(crate) const fn is_free(&self) -> bool {
        matches!(self, SeatAssignment::Open | SeatAssignment::Invited { .. })
    }

    /// The id of the person, if the server knows them.
    pub(crate) fn person_id(&self) -> Option<&str> {
        match self {
            SeatAssignment::Person { person, .. } => person.as_deref(),
            _ => None,
        }
    }

    /// The public part of the assignment.
    pub(crate) fn to_occupant(&self) -> Occupant {
        match self {
            SeatAssignment::Open => Occupant::Open,
            SeatAssignment::Invited { name, .. } => Occupant::Invited { name: name.clone() },
            SeatAssignment::Person { name, person, .. } => {
                Occupant::Person { name: name.clone(), person: person.clone() }
            }
            SeatAssignment::Engine { level, .. } => Occupant::Engine { level: *level },
        }
    }

    /// The player's name, as records write it; `None` if the seat is not taken.
    pub(crate) fn player_name(&self) -> Option<String> {
        match self {
            SeatAssignment::Open | SeatAssignment::Invited { .. } => None,
            SeatAssignment::Person { name, .. } => Some(name.clone()),
            SeatAssignment::Engine { level, .. } => Some(format!("Tetrarch level {level}")),
        }
    }
}

const MAX_NAME_CHARS: usize = 40;

/// Sanitises a display name; an empty one becomes `Guest`.
pub(crate) fn display_name(name: Option<&str>) -> String {
    let name = sanitize_line(name.unwrap_or_default(), MAX_NAME_CHARS);
    if name.is_empty() { "Guest".to_string() } else { name }
}

/// Sanitises text to one line of limited length, without characters that affect the layout of other text.
pub(crate) fn sanitize_line(text: &str, max_chars: usize) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let plain: String = words.join(" ").chars().filter(|letter| !is_control(*letter)).collect();
    plain.trim().chars().take(max_chars).collect::<String>().trim_end().to_string()
}

/// Control characters, bidirectional overrides and invisible characters.
fn is_control(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn display_names_are_sanitised_to_one_line() {
        assert_eq!(display_name(Some("  Ada\u{7}\n\tLovelace \u{202e}")), "Ada Lovelace");
        assert_eq!(display_name(Some(" \u{200b} ")), "Guest");
        assert_eq!(display_name(None), "Guest");
        assert_eq!(display_name(Some(&"x".repeat(99))).len(), 40);
        assert_eq!(sanitize_line("<b>hi</b>", 20), "<b>hi</b>", "markup is text, and shown as text");
    }
}
