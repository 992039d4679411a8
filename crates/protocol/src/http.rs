//! What is said over HTTP.

use crate::{Named, Refused};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tetrarch_table::Control;

/// Asks for a new table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The game's name.
    pub game: String,
    /// The game's options; those not named have their usual values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "Record<string, unknown>"))]
    pub options: Option<Value>,
    /// A position text to begin from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub start: Option<String>,
    /// The kind of clock; none if it is not named.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Control>"))]
    pub control: Control,
    /// Who is to sit where; seats not named are open.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, type = "Record<string, NewSeat>"))]
    pub seats: Named<NewSeat>,
    /// What the maker of the table calls themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub name: Option<String>,
    /// What the maker adds to the deal: up to 255 bytes in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub entropy: Option<String>,
}

/// Who is to sit on a seat.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum NewSeat {
    /// Whoever comes.
    Open,
    /// Who makes the table. Several seats may be theirs.
    Mine,
    /// The engine.
    Engine {
        /// How strong it plays.
        level: u8,
    },
}

/// A table was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TableMade {
    /// The table's id.
    pub table: String,
    /// The maker's token: it owns the table and sits on the seats that are theirs. It is told only here.
    pub token: String,
    /// The commitment to the deal, where chance plays a part. Note it, to compare it after the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub commitment: Option<String>,
}

/// Asks for a seat at a table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// The seat; without it, the first that is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<String>,
    /// What they call themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub name: Option<String>,
    /// The token of somebody who sits already and takes another seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub token: Option<String>,
    /// What they add to the deal: up to 255 bytes in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub entropy: Option<String>,
}

/// A seat was taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Joined {
    /// The seat.
    pub seat: String,
    /// The token for it. It is told only here.
    pub token: String,
}

/// What the server says of itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Welcome {
    /// The program.
    pub program: String,
    /// Its version.
    pub version: String,
    /// The games it plays, by name.
    pub games: Vec<String>,
}

/// What a request that was not done is answered with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HttpFault {
    /// Why.
    pub error: Refused,
}
