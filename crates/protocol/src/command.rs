//! Messages from the client.

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
    /// The first message: identifies the client and the version it already has.
    Hello(Hello),
    /// A command.
    Command(Command),
    /// Requests the full state, after the client lost track of it.
    Look {},
    /// Asks why a gesture is not legal now.
    Explain {
        /// Returned with the reply.
        id: CommandId,
        /// The gesture on the board.
        gesture: Gesture,
    },
    /// A chat message. The sender must be known to the server, at least as a guest.
    Say {
        /// The channel.
        to: ChatChannel,
        /// Up to 200 characters on one line.
        words: String,
    },
}

impl ClientMessage {
    /// The id the client chose, if the message has one; the reply carries the same id.
    pub const fn id(&self) -> Option<&CommandId> {
        match self {
            ClientMessage::Command(Command { id, .. }) | ClientMessage::Explain { id, .. } => Some(id),
            ClientMessage::Hello(_) | ClientMessage::Look {} | ClientMessage::Say { .. } => None,
        }
    }
}

/// Identifies the client. A client without a token is a spectator.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Hello {
    /// The token of a seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub token: Option<String>,
    /// The latest version this client has. The server then sends only what changed since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    pub version: Option<u64>,
}

/// An id of 1 to 64 bytes that the client chooses for a command. A command that is sent twice with the same
/// id is executed once.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "ts", ts(type = "string"))]
#[cfg_attr(feature = "schema", schemars(with = "String"))]
pub struct CommandId(String);

impl CommandId {
    /// The maximum length of an id in bytes.
    pub const MAX_LEN: usize = 64;

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for CommandId {
    type Error = String;

    fn try_from(id: String) -> Result<CommandId, String> {
        if id.is_empty() || id.len() > CommandId::MAX_LEN {
            return Err(format!("the id must have 1 to {} bytes, not {}", CommandId::MAX_LEN, id.len()));
        }
        Ok(CommandId(id))
    }
}

impl From<CommandId> for String {
    fn from(id: CommandId) -> String {
        id.0
    }
}

/// A command.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Command {
    /// The id the client chose; returned with the reply.
    pub id: CommandId,
    /// The version of the state that the client saw when it issued the command.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub version: u64,
    /// The seat, for a client that holds several. By default the seat to act if the client holds it,
    /// otherwise its first seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<String>,
    /// What to do.
    #[serde(rename = "do")]
    pub kind: CommandKind,
}

/// The commands that a seat can give.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum CommandKind {
    /// Play an action: the text of a choice.
    Act(String),
    /// Offer something to the other seats.
    Propose(OfferKind),
    /// Accept an offer.
    Accept(OfferKind),
    /// Decline an offer, or withdraw your own.
    Decline(OfferKind),
    /// Claim the draw in `claimable`.
    Claim,
    /// Resign.
    Resign,
    /// Abort the game without a result. Only possible while some seat has not acted yet.
    Abort,
    /// Contribute entropy to the deal and the dice: up to 255 bytes in hexadecimal.
    Entropy(String),
    /// Move to this open seat before the game starts.
    Sit(String),
    /// Leave the seat before the game starts.
    Stand,
    /// Claim that this absent seat resigns: its player left and did not return in time.
    ClaimAbsent(String),
    /// Ask for a rematch with the same players, each one seat further. Once all agree, `next` names the new
    /// table.
    Rematch,
    /// A command that only the owner of the table may give.
    Order(OwnerCommand),
}

impl CommandKind {
    /// Its name on the wire.
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

    /// Whether the command means the same at any version, so that a stale version does not matter.
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
