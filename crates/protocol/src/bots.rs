//! What programs that play are told, a line each.

use serde::{Deserialize, Serialize};

/// A line of `GET /api/stream`: what concerns the person who asks. Blank lines say that the connection lives.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PersonEvent {
    /// Somebody invites the person to a seat: join the table to take it.
    Invited {
        /// The table's id.
        table: String,
        /// The game's name.
        game: String,
        /// The seat.
        seat: String,
    },
    /// A game with the person has begun; also told of those being played when the stream begins.
    Began {
        /// The table's id.
        table: String,
        /// The game's name.
        game: String,
        /// The person's seats.
        seats: Vec<String>,
    },
    /// A game with the person is over.
    Over {
        /// The table's id.
        table: String,
    },
}
