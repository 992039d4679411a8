//! What the owner of a table can order.

use serde::{Deserialize, Serialize};
use tetrarch_table::Millis;

/// What the owner of a table, or an admin, can order. All of it is kept in the table's log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum OwnerCommand {
    /// Begin, at a table that waits for its owner.
    Begin,
    /// Something the rules of the game leave to the operator: one of `operations`, such as `force-duel`.
    Operate(String),
    /// End this game without a result and begin anew with the same people on the same seats: see `next`.
    Reset,
    /// Let the engine play for a seat from now on. Whoever sits there gets it back with `engine_off`.
    Engine(EngineAssignment),
    /// The engine plays for the seat no longer.
    EngineOff(String),
    /// Stop the clock: nobody can act.
    Pause,
    /// Go on.
    Resume,
    /// Give a seat more time.
    AddTime {
        /// The seat.
        seat: String,
        /// How much.
        time: Millis,
    },
    /// Decide the game.
    Adjudicate(Adjudication),
    /// Take the seat from whoever sits there. It is open then.
    Remove(String),
    /// Let two seats change their people, before the game has begun.
    Swap {
        /// The one.
        one: String,
        /// The other.
        other: String,
    },
    /// Give the table to whoever sits on this seat.
    HandOver(String),
    /// Let somebody say nothing more, or speak again.
    Mute {
        /// The id of the person.
        person: String,
        /// Whether they are to be silent.
        muted: bool,
    },
}

impl OwnerCommand {
    /// What it is called, as on the wire.
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

/// An order that was given.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OwnerCommandRecord {
    /// What was ordered.
    pub order: OwnerCommand,
    /// By whom.
    pub by: String,
    /// When, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at: i64,
}

/// How the engine plays for a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EngineAssignment {
    /// The seat.
    pub seat: String,
    /// How strong it plays.
    pub level: u8,
    /// The least time it takes to answer.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Millis>"))]
    pub delay: Millis,
}

/// How the owner decides a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Adjudication {
    /// Nobody wins.
    Draw,
    /// This seat wins, with its allies.
    Win(String),
    /// The game does not count.
    None,
}
