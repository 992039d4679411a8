//! Commands of the owner of a table.

use serde::{Deserialize, Serialize};
use tetrarch_table::Millis;

/// A command of the owner of a table, or of an admin. All of them are stored in the table's log.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum OwnerCommand {
    /// Start the game, at a table that waits for its owner.
    Begin,
    /// An action that the rules leave to the operator: one of `operations`, such as `force-duel`.
    Operate(String),
    /// Abort this game and open a new table with the same players on the same seats: see `next`.
    Reset,
    /// Let the engine play for a seat. `engine_off` returns the seat to its player.
    Engine(EngineAssignment),
    /// Stop the engine from playing for the seat.
    EngineOff(String),
    /// Pause the game: the clock stops and nobody can act.
    Pause,
    /// Resume the game.
    Resume,
    /// Add time to a clock.
    AddTime {
        /// The name of the seat.
        seat: String,
        /// The time to add.
        time: Millis,
    },
    /// Adjudicate the game.
    Adjudicate(Adjudication),
    /// Remove the player from the seat, which becomes open.
    Remove(String),
    /// Swap the players of two seats before the game starts.
    Swap {
        /// One seat.
        one: String,
        /// The other seat.
        other: String,
    },
    /// Make the player on this seat the owner of the table.
    HandOver(String),
    /// Mute a user in the chat, or unmute them.
    Mute {
        /// The id of the user.
        person: String,
        /// Whether they are muted.
        muted: bool,
    },
}

impl OwnerCommand {
    /// Its name on the wire.
    pub const fn name(&self) -> &'static str {
        match self {
            OwnerCommand::Begin => "begin",
            OwnerCommand::Operate(_) => "operate",
            OwnerCommand::Reset => "reset",
            OwnerCommand::Engine(_) => "engine",
            OwnerCommand::EngineOff(_) => "engine_off",
            OwnerCommand::Pause => "pause",
            OwnerCommand::Resume => "resume",
            OwnerCommand::AddTime { .. } => "add_time",
            OwnerCommand::Adjudicate(_) => "adjudicate",
            OwnerCommand::Remove(_) => "remove",
            OwnerCommand::Swap { .. } => "swap",
            OwnerCommand::HandOver(_) => "hand_over",
            OwnerCommand::Mute { .. } => "mute",
        }
    }
}

/// An owner command in the log of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OwnerCommandRecord {
    /// The command.
    pub order: OwnerCommand,
    /// Who gave it.
    pub by: String,
    /// When it was given, in milliseconds since the Unix epoch.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at: i64,
}

/// Assigns the engine to a seat.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EngineAssignment {
    /// The name of the seat.
    pub seat: String,
    /// The playing strength.
    pub level: u8,
    /// The minimum time before it moves.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Millis>"))]
    pub delay: Millis,
}

/// How the owner adjudicates a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Adjudication {
    /// A draw.
    Draw,
    /// A win for this seat and its allies.
    Win(String),
    /// No result.
    None,
}
