//! Sets of tables for organisers, and their results.

use crate::{CreateTableRequest, GameOutcome, TablePhase};
use serde::{Deserialize, Serialize};
use tetrarch_table::SeatMap;

/// Creates several tables of the same kind.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CreateSetRequest {
    /// The name of the set.
    pub name: String,
    /// The number of tables: 1 to 64.
    pub tables: u32,
    /// The configuration of each table. Every missing or open seat gets an invite link.
    pub table: CreateTableRequest,
}

/// A set was created.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SetCreated {
    /// The set's id.
    pub set: String,
    /// The key of the set. It shows the links again and owns all tables. It is sent only here.
    pub key: String,
    /// The tables with their invites.
    pub tables: Vec<SetTable>,
}

/// A table of a set, as the holder of the key sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SetTable {
    /// The table's id.
    pub table: String,
    /// The invites by seat.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, string>"))]
    pub invites: SeatMap<String>,
}

/// The results of a set.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SetResults {
    /// The name of the set.
    pub name: String,
    /// The game's name.
    pub game: String,
    /// Every game: the tables and their rematches.
    pub games: Vec<SetGame>,
    /// The scores of the players, best first.
    pub players: Vec<SetScore>,
}

/// A game of a set.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct SetGame {
    /// The number of the table in the set, counted from 1.
    pub number: u32,
    /// The table's id.
    pub table: String,
    /// Whether the game has started or is over.
    pub phase: TablePhase,
    /// The names of the players by seat; empty for an empty seat.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, string>"))]
    pub players: SeatMap<String>,
    /// The result, once the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<GameOutcome>,
}

/// The score of a player in a set.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SetScore {
    /// The name of the player.
    pub name: String,
    /// The number of finished games that count.
    pub games: u32,
    /// The points scored in them.
    pub points: f64,
}
