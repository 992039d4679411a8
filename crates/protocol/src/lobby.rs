//! The lobby and the archive of finished games.

use crate::{GameOutcome, Occupant, TablePhase};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tetrarch_table::TimeControl;

/// A table in the lobby.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableListing {
    /// The table's id.
    pub table: String,
    /// The game's name.
    pub game: String,
    /// All options of the game.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    pub options: Value,
    /// The time control.
    pub control: TimeControl,
    /// Whether the game has started or is over.
    pub phase: TablePhase,
    /// The seats and who sits there.
    pub seats: Vec<ListedSeat>,
    /// Whether spectators are allowed.
    pub watch: bool,
    /// When it was created, in milliseconds since the Unix epoch.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub made: i64,
}

/// A seat in the lobby or the archive.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedSeat {
    /// The seat's name.
    pub seat: String,
    /// Who sits there.
    pub sitter: Occupant,
}

/// A message from the server on the lobby socket, `/ws/lobby`. Clients send nothing there.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum LobbyMessage {
    /// The whole lobby: the first message, and again after a client was too slow.
    Lobby(LobbyState),
    /// A table is new or changed.
    Table(Box<TableListing>),
    /// A table is over or no longer public.
    Gone {
        /// The table's id.
        table: String,
    },
}

/// All public tables whose game is not over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LobbyState {
    /// The tables, newest first.
    pub tables: Vec<TableListing>,
}

/// A page of the archive.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct ArchivePage {
    /// The games, most recent first.
    pub games: Vec<ArchivedGame>,
    /// Pass this as `before` to request the next page. Absent on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A finished game in the archive.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArchivedGame {
    /// The table's id.
    pub table: String,
    /// The game's name.
    pub game: String,
    /// The time control.
    pub control: TimeControl,
    /// The seats and who sat there.
    pub seats: Vec<ListedSeat>,
    /// The result.
    pub outcome: GameOutcome,
    /// The number of actions and chance outcomes.
    pub length: u32,
    /// When it was created, in milliseconds since the Unix epoch.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub made: i64,
    /// When it ended, in milliseconds since the Unix epoch.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub ended: i64,
}

/// A search in the archive. A game must match every given field.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct ArchiveQuery {
    /// The game's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The name of a player, ignoring case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The id of a player. `me` stands for the requesting user and includes their unlisted games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// Why it ended, such as `checkmate`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Ended at this time or later, in milliseconds since the Unix epoch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub since: Option<i64>,
    /// Ended before this time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub until: Option<i64>,
    /// The `next` value of the previous page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The page size: 1 to 100, by default 20.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}
