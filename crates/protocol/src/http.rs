//! Requests and responses of the HTTP API.

use crate::RequestError;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tetrarch_table::{Millis, SeatMap, TimeControl};

/// Creates a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CreateTableRequest {
    /// The game's name.
    pub game: String,
    /// The options of the game. Missing options have their default values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "Record<string, unknown>"))]
    pub options: Option<Value>,
    /// The starting position as text. By default the standard start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub start: Option<String>,
    /// The time control. By default there is no clock.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<TimeControl>"))]
    pub control: TimeControl,
    /// How to fill the seats. Missing seats are open.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, type = "Record<string, SeatSetup>"))]
    pub seats: SeatMap<SeatSetup>,
    /// The display name of the creator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub name: Option<String>,
    /// Entropy that the creator contributes to the deal: up to 255 bytes in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub entropy: Option<String>,
    /// Who may join or watch, and what happens when players leave.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<TableSettings>"))]
    pub setting: TableSettings,
}

/// Who may join or watch a table, and what happens when players leave.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct TableSettings {
    /// Whether the table is unlisted: the lobby and the archive omit it, and only people with the link find
    /// it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>"))]
    pub by_link: bool,
    /// Whether only seated players may see the table.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>"))]
    pub no_watchers: bool,
    /// Whether the game starts when the owner says so, instead of as soon as all seats are taken.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>"))]
    pub owner_begins: bool,
    /// How long a player may be away before the others may claim the game: 10 seconds to a day. By default
    /// one minute, five minutes without a clock, and never in correspondence games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grace: Option<Millis>,
    /// The level at which the engine plays for a player who is away longer than that, until they are back.
    /// Not available in every game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<u8>,
}

/// How to fill a seat of a new table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum SeatSetup {
    /// Anybody may take it.
    Open,
    /// The creator of the table takes it. They may take several seats.
    Mine,
    /// Reserved for whoever has the invite link of the seat, or for the named account.
    Invited {
        /// The name of an account. It is notified and needs no link.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        account: Option<String>,
    },
    /// The engine plays it.
    Engine {
        /// The playing strength.
        level: u8,
        /// The minimum time before it moves.
        #[serde(default, skip_serializing_if = "is_zero")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Millis>"))]
        delay: Millis,
    },
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(time: &Millis) -> bool {
    *time == Millis::ZERO
}

/// A table was created.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableCreated {
    /// The table's id.
    pub table: String,
    /// The token of the creator, which owns the table and holds the creator's seats. It is sent only here.
    pub token: String,
    /// The commitment to the deal, in games with chance. Save it to verify the deal after the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub commitment: Option<String>,
    /// The invites of the reserved seats, for links of the form `/table/{table}?invite={invite}`. They are
    /// sent only here.
    #[serde(default, skip_serializing_if = "is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, type = "Record<string, string>"))]
    pub invites: SeatMap<String>,
}

fn is_empty(map: &SeatMap<String>) -> bool {
    map.0.is_empty()
}

/// Takes a seat at a table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct JoinRequest {
    /// The seat. By default the first open one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<String>,
    /// The display name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub name: Option<String>,
    /// The token of a seated player who takes a further seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub token: Option<String>,
    /// The invite of the seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub invite: Option<String>,
    /// Entropy that the player contributes to the deal: up to 255 bytes in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub entropy: Option<String>,
}

/// A seat was taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JoinResponse {
    /// The name of the seat.
    pub seat: String,
    /// The token of the seat. It is sent only here.
    pub token: String,
}

/// A command was executed over HTTP.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CommandResponse {
    /// The version after it.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub version: u64,
}

/// Information about the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ServerInfo {
    /// The name of the program.
    pub program: String,
    /// The version of the program.
    pub version: String,
    /// The names of the games it offers.
    pub games: Vec<String>,
}

/// The response to a failed request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ErrorResponse {
    /// What went wrong.
    pub error: RequestError,
}
