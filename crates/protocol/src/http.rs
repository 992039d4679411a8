//! What is said over HTTP.

use crate::{RequestError, SeatMap};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tetrarch_table::{Millis, TimeControl};

/// Asks for a new table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CreateTableRequest {
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
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<TimeControl>"))]
    pub control: TimeControl,
    /// Who is to sit where; seats not named are open.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, type = "Record<string, SeatSetup>"))]
    pub seats: SeatMap<SeatSetup>,
    /// What the maker of the table calls themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub name: Option<String>,
    /// What the maker adds to the deal: up to 255 bytes in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub entropy: Option<String>,
    /// How people are let in and what happens when they leave.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<TableSettings>"))]
    pub setting: TableSettings,
}

/// How people are let in to a table, and what happens when they leave.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct TableSettings {
    /// Whether the lobby and the archive leave it out: who has the link finds it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>"))]
    pub by_link: bool,
    /// Whether only who sits at it may look.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>"))]
    pub no_watchers: bool,
    /// Whether the game begins only when the owner says so, not as soon as all seats are taken.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>"))]
    pub owner_begins: bool,
    /// How long somebody may be away before the others may claim: 10 seconds to a day; else a minute, five without a
    /// clock, and never by correspondence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grace: Option<Millis>,
    /// The level at which the engine sits in for somebody who is away longer, until they are back. Not in every game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<u8>,
}

/// Who is to sit on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum SeatSetup {
    /// Whoever comes.
    Open,
    /// Who makes the table. Several seats may be theirs.
    Mine,
    /// Who has the link of this seat, or the account that is named.
    Invited {
        /// The name of an account: it is told, and needs no link.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        account: Option<String>,
    },
    /// The engine.
    Engine {
        /// How strong it plays.
        level: u8,
        /// The least time it takes to answer.
        #[serde(default, skip_serializing_if = "is_zero")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Millis>"))]
        delay: Millis,
    },
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands it so")]
fn is_zero(time: &Millis) -> bool {
    *time == Millis::ZERO
}

/// A table was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableCreated {
    /// The table's id.
    pub table: String,
    /// The maker's token: it owns the table and sits on the seats that are theirs. It is told only here.
    pub token: String,
    /// The commitment to the deal, where chance plays a part. Note it, to compare it after the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub commitment: Option<String>,
    /// The invites of the seats that are kept for who has their link, `/table/{table}?invite={invite}`. Told only here.
    #[serde(default, skip_serializing_if = "no_names")]
    #[cfg_attr(feature = "ts", ts(optional, type = "Record<string, string>"))]
    pub invites: SeatMap<String>,
}

fn no_names(named: &SeatMap<String>) -> bool {
    named.0.is_empty()
}

/// Asks for a seat at a table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct JoinRequest {
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
    /// The invite for the seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub invite: Option<String>,
    /// What they add to the deal: up to 255 bytes in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub entropy: Option<String>,
}

/// A seat was taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JoinResponse {
    /// The seat.
    pub seat: String,
    /// The token for it. It is told only here.
    pub token: String,
}

/// A command was done, over HTTP.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CommandResponse {
    /// The version after it.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub version: u64,
}

/// What the server says of itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ServerInfo {
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ErrorResponse {
    /// Why.
    pub error: RequestError,
}
