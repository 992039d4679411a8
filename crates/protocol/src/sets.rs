//! For organisers: several tables at once, and their results.

use crate::{CreateTableRequest, GameOutcome, SeatMap, TablePhase};
use serde::{Deserialize, Serialize};

/// Asks for several tables of the same kind.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CreateSetRequest {
    /// What the set is called.
    pub name: String,
    /// How many tables: 1 to 64.
    pub tables: u32,
    /// What each table is like. Seats not named, and open ones, get a link each.
    pub table: CreateTableRequest,
}

/// A set was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SetCreated {
    /// The set's id.
    pub set: String,
    /// With this key one sees the links again and owns all tables. It is told only here.
    pub key: String,
    /// The tables with their links.
    pub tables: Vec<SetTable>,
}

/// A table of a set, for who has the key.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SetTable {
    /// The table's id.
    pub table: String,
    /// The invite of each seat.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, string>"))]
    pub invites: SeatMap<String>,
}

/// How things stand in a set.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SetResults {
    /// What the set is called.
    pub name: String,
    /// The game's name.
    pub game: String,
    /// Each table, with those that followed it by rematch.
    pub games: Vec<SetGame>,
    /// What each player has scored, the best first.
    pub players: Vec<SetScore>,
}

/// A game of a set.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct SetGame {
    /// The number of the table in the set, from 1.
    pub number: u32,
    /// The table's id.
    pub table: String,
    /// How far it has come.
    pub phase: TablePhase,
    /// The players' names by seat; empty where nobody sits.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, string>"))]
    pub players: SeatMap<String>,
    /// The result, once there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<GameOutcome>,
}

/// What a player has scored in a set.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SetScore {
    /// The player's name.
    pub name: String,
    /// Games that are over and count.
    pub games: u32,
    /// Points in them.
    pub points: f64,
}
