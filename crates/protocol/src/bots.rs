//! The event stream for bots, one JSON object per line.

use serde::{Deserialize, Serialize};

/// A line of `GET /api/stream`: an event for the authenticated user. Blank lines are keep-alives.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PersonEvent {
    /// The user was invited to a seat. Join the table to take it.
    Invited {
        /// The table's id.
        table: String,
        /// The game's name.
        game: String,
        /// The name of the seat.
        seat: String,
    },
    /// A game of the user has started. Also sent once for each game in progress when the stream opens.
    Began {
        /// The table's id.
        table: String,
        /// The game's name.
        game: String,
        /// The user's seats.
        seats: Vec<String>,
    },
    /// A game of the user is over.
    Over {
        /// The table's id.
        table: String,
    },
}
