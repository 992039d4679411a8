//! What a client says.

use crate::{ChatChannel, OwnerCommand};
use serde::{Deserialize, Serialize};
use tetrarch_rules::Gesture;
use tetrarch_table::OfferKind;

/// A message from a client.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// The first message: who this is, and what it has seen already.
    Hello(Hello),
    /// Something that a seat wants to do.
    Command(Command),
    /// The client has lost the thread and wants the whole state.
    Look {},
    /// Why does this gesture lead to nothing now?
    Explain {
        /// Comes back with the answer.
        id: CommandId,
        /// What the hand did.
        gesture: Gesture,
    },
    /// Something to be heard by others. Only people speak: guests at least.
    Say {
        /// To whom.
        to: ChatChannel,
        /// Up to 200 letters in one line.
        words: String,
    },
}

impl ClientMessage {
    /// The client's own name for it, by which it knows the answer.
    pub const fn id(&self) -> Option<&CommandId> {
        match self {
            ClientMessage::Command(Command { id, .. }) | ClientMessage::Explain { id, .. } => Some(id),
            ClientMessage::Hello(_) | ClientMessage::Look {} | ClientMessage::Say { .. } => None,
        }
    }
}

/// Who connects. Without a token: a watcher.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Hello {
    /// The token that was given for a seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub token: Option<String>,
    /// The last version this client has: it then gets only what has changed since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    pub version: Option<u64>,
}

/// The client's own name for a command: 1 to 64 bytes. The same command sent twice is done once.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "ts", ts(type = "string"))]
#[cfg_attr(feature = "schema", schemars(with = "String"))]
pub struct CommandId(String);

impl CommandId {
    /// The most bytes an id may have.
    pub const MAX_LEN: usize = 64;

    /// The id.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for CommandId {
    type Error = String;

    fn try_from(id: String) -> Result<CommandId, String> {
        if id.is_empty() || id.len() > CommandId::MAX_LEN {
            return Err(format!("an id has 1 to {} bytes, not {}", CommandId::MAX_LEN, id.len()));
        }
        Ok(CommandId(id))
    }
}

impl From<CommandId> for String {
    fn from(id: CommandId) -> String {
        id.0
    }
}

/// Something that a seat wants to do.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Command {
    /// The client's own name for it, which comes back with the answer.
    pub id: CommandId,
    /// The version of the state it was made against.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub version: u64,
    /// The seat, for somebody who has several. Without it: the seat to act if it is theirs, else their first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<String>,
    /// What it wants to do.
    #[serde(rename = "do")]
    pub kind: CommandKind,
}

/// What a seat can do.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum CommandKind {
    /// Act in its turn: the text of a choice.
    Act(String),
    /// Propose something to the others.
    Propose(OfferKind),
    /// Agree to what was proposed.
    Accept(OfferKind),
    /// Decline what was proposed, or take one's own proposal back.
    Decline(OfferKind),
    /// Claim the draw that can be claimed.
    Claim,
    /// Give up.
    Resign,
    /// End the game without a result, as long as somebody has not acted yet.
    Abort,
    /// Add to what the pieces are dealt and the dice are thrown from: up to 255 bytes in hexadecimal.
    Entropy(String),
    /// Move to this seat, which must be open, before the game has begun.
    Sit(String),
    /// Leave the seat, before the game has begun.
    Stand,
    /// Somebody has left and not come back in time: their seat, named here, gives up.
    ClaimAbsent(String),
    /// Play again with the same people, each a seat further. Once all want it, `next` names the table.
    Rematch,
    /// What only the owner of the table can do.
    Order(OwnerCommand),
}

impl CommandKind {
    /// What it is called, as on the wire.
    pub const fn name(&self) -> &'static str {
        match self {
            CommandKind::Act(_) => "act",
            CommandKind::Propose(_) => "propose",
            CommandKind::Accept(_) => "accept",
            CommandKind::Decline(_) => "decline",
            CommandKind::Claim => "claim",
            CommandKind::Resign => "resign",
            CommandKind::Abort => "abort",
            CommandKind::Entropy(_) => "entropy",
            CommandKind::Sit(_) => "sit",
            CommandKind::Stand => "stand",
            CommandKind::ClaimAbsent(_) => "claim_absent",
            CommandKind::Rematch => "rematch",
            CommandKind::Order(order) => order.name(),
        }
    }

    /// Whether it means the same however the game has gone on since it was made.
    pub const fn ignores_version(&self) -> bool {
        !matches!(
            self,
            CommandKind::Act(_)
                | CommandKind::Propose(_)
                | CommandKind::Accept(_)
                | CommandKind::Decline(_)
                | CommandKind::Claim
        )
    }
}
