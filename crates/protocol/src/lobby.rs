//! What goes on: the lobby, and the archive of finished games.

use crate::{GameOutcome, Occupant, TablePhase};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tetrarch_table::TimeControl;

/// A table as the lobby shows it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableListing {
    /// The table's id.
    pub table: String,
    /// The game's name.
    pub game: String,
    /// The options, complete.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    pub options: Value,
    /// The kind of clock.
    pub control: TimeControl,
    /// How far it has come.
    pub phase: TablePhase,
    /// Who sits where.
    pub seats: Vec<ListedSeat>,
    /// Whether everybody may watch.
    pub watch: bool,
    /// When it was made, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub made: i64,
}

/// A seat as the lobby shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedSeat {
    /// The seat's name.
    pub seat: String,
    /// Who sits there.
    pub sitter: Occupant,
}

/// What the lobby's socket, `/ws/lobby`, says. Clients say nothing there.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum LobbyMessage {
    /// Everything there is: first, and when a client was too slow.
    Lobby(LobbyState),
    /// A table is new or has changed.
    Table(Box<TableListing>),
    /// A table is over or not public any more.
    Gone {
        /// The table's id.
        table: String,
    },
}

/// All public tables that are not over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LobbyState {
    /// The tables, the newest first.
    pub tables: Vec<TableListing>,
}

/// A page of the archive.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct ArchivePage {
    /// The games, the latest first.
    pub games: Vec<ArchivedGame>,
    /// Ask for the next page with `before` being this; none at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArchivedGame {
    /// The table's id.
    pub table: String,
    /// The game's name.
    pub game: String,
    /// The kind of clock.
    pub control: TimeControl,
    /// Who sat where.
    pub seats: Vec<ListedSeat>,
    /// How it ended.
    pub outcome: GameOutcome,
    /// How much was played: actions and what chance showed.
    pub length: u32,
    /// When it was made, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub made: i64,
    /// When it ended.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub ended: i64,
}

/// What to look for in the archive. Everything that is named must be so.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct ArchiveQuery {
    /// The game's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// A player's name, in upper or lower case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// A player's id; `me` for who asks, whose games by link are then shown too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// Why it ended: `checkmate`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Ended at this moment or later, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub since: Option<i64>,
    /// Ended before this moment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub until: Option<i64>,
    /// What the page before said under `next`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// How many on a page: 1 to 100, else 20.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}
